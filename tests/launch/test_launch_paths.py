"""Every page has the path in the specification (section 2)."""

from tests.gym import GYM

# Transcribed from the specification's table: long path, short alias.
TABLE = {
    "home": ("/", None),
    "personal-training": ("/personal-trainer-surrey-delta", "/personal-training"),
    "group-fitness": ("/group-fitness-classes-surrey", "/group-fitness"),
    "physiotherapy-kinesiology": ("/physiotherapy-kinesiology-surrey-delta", "/physiotherapy-kinesiology"),
    "prenatal-postnatal": ("/prenatal-postnatal-fitness-surrey", "/prenatal-postnatal"),
    "athletic-performance": ("/athletic-performance-training-delta", "/athletic-performance"),
    "kickboxing-boxing": ("/kickboxing-boxing-gym-surrey", "/kickboxing-boxing"),
    "online-coaching": ("/online-personal-training-coach", "/online-coaching"),
    "before-after": ("/fitness-transformation-results", "/before-after"),
    "facility-expansion": ("/new-gym-facility-surrey-delta", "/facility-expansion"),
    "trainers": ("/certified-personal-trainers-surrey", "/trainers"),
    "consultation": ("/free-fitness-consultation-surrey", "/consultation"),
    "blog": ("/fitness-blog-surrey-delta", "/blog"),
    "faq": ("/gym-faq-surrey-delta", "/faq"),
    "book-appointment": ("/book-appointment-surrey", None),
    "privacy": ("/privacy", None),  # required by law, not by the specification
}


def test_paths_and_services_match_the_specification():
    assert [
        (route.key, (route.path, route.alias)) for route in sorted(GYM.routes.values(), key=lambda route: route.key)
    ] == sorted(TABLE.items())
    assert (GYM.routes.post_path(3), GYM.routes.post_alias(3)) == ("/fitness-blog-surrey-delta/3", "/blog/3")
    assert GYM.routes.alias_for("privacy") == "/privacy"  # without an alias, the path itself
    labels = {route.key: route.label for route in GYM.routes.values()}
    assert [labels[key] for key in GYM.routes.services] == [
        "Personal Training", "Group Fitness", "Physiotherapy/Kinesiology", "Athletic Performance",
        "Kickboxing & Boxing", "Pre & Post Natal Training", "Online Fitness Coaching",
    ]  # fmt: skip
