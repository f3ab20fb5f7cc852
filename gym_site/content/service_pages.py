"""The service pages except for online coaching, and the ten questions under each (spec sections 2, 3 and 9).

Titles, prices and pictures are those of the service cards, so that each price is written once.
"""

from typing import Annotated

from gym_site.brand import BRAND
from gym_site.content.parts import either, only
from gym_site.content.plans import ANNUAL_FEE, PLAN_PRICES
from gym_site.content.questions import Question
from gym_site.content.record import Blanks, ContactText, ServiceKey, record
from gym_site.content.services import CARDS_BY_KEY, SERVICE_PRICES, ServiceCard
from gym_site.content.text import fill


@record
class ServicePage:
    """The texts of a service page, except for those on the service's `card`. ``key`` is the key of the page's route."""

    key: ServiceKey
    description: str
    benefits: tuple[str, ...]
    duration: str = "60 mins"
    group_size: str = "1-on-1"
    experience: str = "All Levels"

    @property
    def card(self) -> ServiceCard:
        """The service's card, with its title, price and picture. Raises `KeyError` if there is none."""
        return CARDS_BY_KEY[self.key]


@record
class ServicePageWords:
    """The labels of all service pages. ``{title}`` is the title of the service."""

    duration: str = "Duration"
    group_size: str = "Group Size"
    experience: str = "Experience"
    benefits: str = "What You'll Get"
    taxes: str = "Plus taxes."
    book: str = "Book Your Session"
    book_hint: ContactText = "Book by email: {email}"
    mail_subject: Annotated[str, Blanks("title")] = "Inquiry about {title}"
    back: str = "Back to Home"
    trainers: str = "Who you can train with"
    all_trainers: str = "See all trainers"
    faq_title: str = "Before you ask"
    faq_more: str = "All questions and answers"


SERVICE_PAGE_WORDS = ServicePageWords()


def mail_subject(title: str) -> str:
    """Return the subject of the mail that 'Book Your Session' opens."""
    return fill(SERVICE_PAGE_WORDS.mail_subject, title=title)


PERSONAL_TRAINING = ServicePage(
    key="personal-training",
    description=(
        "Sixty minutes, one trainer, nobody else's plan. We'll look at how you move, ask what you want, and build the "
        "weeks between here and there. You bring the effort; we'll bring the next step."
    ),
    benefits=(
        "A full hour, 1-on-1, with a certified trainer",
        "A plan written for your goal, your body and your week",
        "Technique coached set by set, from the first squat on",
        "Your numbers written down, so the next step is never a guess",
        "Exercises changed when something hurts, a bench is taken or life gets in the way",
        "1, 2 or 3 sessions per week, paid every two weeks",
        "10% off gym memberships with every training package",
    ),
)

GROUP_FITNESS = ServicePage(
    key="group-fitness",
    description=(
        "Three to six people, one coach, no back row to hide in. There is no fixed class schedule: bring your group, "
        "or ask us about joining one, and we'll set a time together. You get the push of a team and a coach who still "
        "sees your knees."
    ),
    benefits=(
        "Small groups of 3-6 people",
        "Private groups: your friends, your team, your colleagues",
        "No fixed class schedule: the time is set with your group",
        "Strength, conditioning and mobility in one session",
        "Every exercise with an easier and a harder version",
        "A coach who corrects you by name",
        "45-60 minutes, warm-up and cool-down included",
    ),
    duration="45-60 mins",
    group_size="3-6 people",
)

PHYSIOTHERAPY_KINESIOLOGY = ServicePage(
    key="physiotherapy-kinesiology",
    description=(
        "Treatment and training under one roof. A physiotherapist finds out what's going on, and a kinesiologist "
        "takes you from the first careful movement back to load. We're an ICBC vendor, and direct billing is available."
    ),
    benefits=(
        "An assessment that starts with your story, not with a machine",
        "A treatment plan in plain words, with exercises for home",
        "Kinesiology and active rehabilitation on the gym floor",
        "EMS (electrical muscle stimulation), where it fits your plan",
        "ICBC vendor: tell us your claim number when you book",
        "Direct billing available",
        "One team: if you agree, your physiotherapist briefs your trainer",
        "An honest word when a doctor should take a look first",
    ),
    duration="45-60 mins",
)

ATHLETIC_PERFORMANCE = ServicePage(
    key="athletic-performance",
    description=(
        "For the season ahead. We break your sport down into strength, speed, power and staying power, and train what "
        "wins you the next play. In season we keep you fresh; off-season we build."
    ),
    benefits=(
        "A first session that looks at how you move, jump, sprint and lift",
        "A plan that follows your season, games and practices included",
        "Strength and power work on racks and platforms",
        "Acceleration and change of direction on the turf",
        "Conditioning that matches the demands of your sport",
        "Landing and deceleration drills: learn to stop before you learn to fly",
        "Regular retests, so progress is a number and not a feeling",
    ),
    duration="60-90 mins",
)

KICKBOXING_BOXING = ServicePage(
    key="kickboxing-boxing",
    description=(
        "Stance, guard, jab. Everything else is built on those. Learn them with a coach in a section of the gym that "
        "has a ring and heavy bags of its own, whether you want to compete, get fit or have a quieter head at night."
    ),
    benefits=(
        "1-on-1 coaching, from how to wrap your hands to how to work a round",
        "Stance, footwork and defence before power",
        "Pad work that answers what you do",
        "Heavy bag rounds with a plan, not just noise",
        "Kicks, knees and combinations when your base is ready",
        "Conditioning by the bell: work, rest, again",
        "No sparring unless you and your coach both want it",
    ),
    duration="45-60 mins",
)

PRENATAL_POSTNATAL = ServicePage(
    key="prenatal-postnatal",
    description=(
        "Your body is doing the hardest work in the building. We train around it: strength, breath and posture while "
        "you are pregnant, and a patient way back afterwards. Your doctor or midwife has the last word, always."
    ),
    benefits=(
        "1-on-1 sessions that are adjusted to the week and to the day",
        "Strength for what is coming: lifting, carrying, getting up off the floor",
        "Breathing and pelvic floor awareness in every session",
        "Positions and exercises that change as your body does",
        "After birth: a start at 6-8 weeks, after medical clearance",
        "A trainer who asks about pain, pressure and leaking, and stops when it is time to ask a professional",
        *only("physiotherapy-kinesiology", "A physiotherapist in the same building"),
    ),
    duration="45-60 mins",
)

SERVICE_PAGES: dict[str, ServicePage] = {
    page.key: page
    for page in (
        PERSONAL_TRAINING,
        GROUP_FITNESS,
        PHYSIOTHERAPY_KINESIOLOGY,
        ATHLETIC_PERFORMANCE,
        KICKBOXING_BOXING,
        PRENATAL_POSTNATAL,
    )
    if BRAND.has(page.key)
}

# The name and price of each service with a price, other than personal training.
_OTHERS = [
    (name, SERVICE_PRICES[key].in_sentence)
    for key, name in {
        "group-fitness": "group fitness",
        "athletic-performance": "athletic performance",
        "kickboxing-boxing": "kickboxing and boxing",
        "prenatal-postnatal": "pre and post natal",
        "online-coaching": "online coaching",
    }.items()
    if BRAND.has(key)
]
_FIRST = [f"{name.capitalize()} is {price}" for name, price in _OTHERS[:1]]
_OTHER_PRICES = [f"{', '.join((*_FIRST, *map(' '.join, _OTHERS[1:])))}."] if _OTHERS else []
_TRAINING_PRICES = (
    f"Personal training is {SERVICE_PRICES['personal-training']}. Paid every two weeks, one session a week is "
    f"{PLAN_PRICES['1 Session Per Week']}, two a week, {PLAN_PRICES['2 Sessions Per Week']}, three a week, "
    f"{PLAN_PRICES['3 Sessions Per Week']}."
)
_COUPLES = " Two people with a wedding date? See the Couples Wedding Transformation Package."

SERVICE_FAQ: tuple[Question, ...] = (
    Question(
        slug="what-a-membership-contains",
        question="What's included in a membership?",
        answer=(
            "Access in the hours of your plan: 5:30am-10pm daily, or 24 hours a day with a key fob on the 24 Hours "
            "plan. You also get "
            + either("personal-training", "a complimentary personal training session, ", "")
            + "2 one-week guest passes, our handbook and cookbook for free, and 15% off partner apparel and "
            f"supplements. There's no sign-up fee; an annual maintenance fee of {ANNUAL_FEE} is charged 3 months after "
            "sign-up and every 12 months."
        ),
    ),
    Question(
        slug="what-training-costs",
        question="What does training cost?",
        answer=" ".join((*only("personal-training", _TRAINING_PRICES), *_OTHER_PRICES, "All prices plus taxes.")),
    ),
    Question(
        slug="experience-needed",
        question="Do I need experience?",
        answer=(
            "No. Every service is open to all levels. Tell us in the form where you're at, even if the honest answer "
            "is 'on the couch', and we'll start there."
        ),
    ),
    Question(
        slug="what-is-different-here",
        question="How are you different from other gyms?",
        answer=" ".join(
            (
                "The door opens 24 hours a day for 24 Hours members.",
                *only(
                    "physiotherapy-kinesiology",
                    "Physiotherapy and kinesiology are in the same building, and we're an ICBC vendor.",
                ),
                *only("kickboxing-boxing", "There's a boxing section with a ring."),
                *only("group-fitness", "Groups are 3-6 people, with no fixed schedule."),
                "And parking is free.",
            )
        ),
    ),
    Question(
        slug="can-i-try-first",
        question="Can I try the gym first?",
        answer=(
            f"Yes. The 3 Days Visit Pass is {PLAN_PRICES['3 Days Visit Pass']} and refundable, the 1 Day Drop In is "
            f"{PLAN_PRICES['1 Day Drop In']}. Both are for {BRAND.area} "
            "residents, 6 AM-9 PM by appointment. A consultation is free for everyone."
        ),
    ),
    Question(
        slug="trainer-credentials",
        question="What credentials do the trainers have?",
        answer=(
            "Our trainers are certified"
            + either("physiotherapy-kinesiology", ", and physiotherapy is done by physiotherapists. ", ". ")
            + either(
                "trainers",
                "Every profile on the trainers' page lists certification, specialties and languages. ",
                "",
            )
            + "Ask to see a certificate: it's a fair question."
        ),
    ),
    Question(
        slug="how-often",
        question="How often should I train?",
        answer=(
            "Often 2-3 sessions per week, with a day between. One coached session a week works too, if you train on "
            "your own once more. Your trainer will look at your goal, your sleep and your calendar before naming a "
            "number."
        ),
    ),
    Question(
        slug="do-i-sign-a-contract",
        question="Do I have to sign a contract?",
        answer=(
            "No contracts: you can go month to month, or pay a year or two ahead if you like the price. Plan terms: "
            "cancel anytime with 30 days' notice. As a general rule we ask for two months' notice. Your plan's terms "
            "say which applies. Ask us and we'll put it in writing before you sign up."
        ),
    ),
    Question(
        slug="first-session",
        question="What happens in the first session?",
        answer=(
            "First we'll talk: goals, history, injuries, what you like and what you can't stand. Then we'll look at "
            "how you move and do a short, easy workout. You leave with a plan and with energy to spare. Bring clean "
            "shoes, water and a towel."
        ),
    ),
    *only(
        "group-fitness",
        Question(
            slug="group-options",
            question="Can I train in a group?",
            answer=(
                f"Yes, in groups of 3-6, {SERVICE_PRICES['group-fitness']}, 45-60 minutes. There is no fixed class "
                "schedule: bring a private group, or ask us about joining one."
                + either("personal-training", _COUPLES, "")
            ),
        ),
    ),
)
