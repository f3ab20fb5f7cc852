"""The trainers (fourteen invented people) and the texts of their page (spec sections 2 and 3)."""

from typing import Annotated, Literal
from urllib.parse import quote

from pydantic import Field

from gym_site.brand import BRAND
from gym_site.content.parts import only
from gym_site.content.record import Blanks, Phone, ServiceKey, record
from gym_site.content.text import fill, number, series
from gym_site.routes import SERVICE_KEYS, url_for

PractitionerType = Literal["Personal Trainer", "Strength Coach", "Boxing Coach", "Physiotherapist", "Kinesiologist"]


@record
class Trainer:
    """A trainer or practitioner (spec section 3).

    ``years_experience`` is 'N/A' if unknown. ``phone`` is None for a trainer who is reached by Instagram. ``services``
    are keys; the first is the service that the trainer is known for.
    """

    id: int
    name: str
    picture: str
    practitioner_type: PractitionerType
    years_experience: Annotated[int, Field(ge=0, le=70)] | Literal["N/A"]
    phone: Phone | None
    instagram: str
    languages: tuple[str, ...]
    specialties: tuple[str, ...]
    certificate_type: str
    bio: str
    services: Annotated[tuple[ServiceKey, ...], Field(min_length=1)]
    in_form: bool = False  # whether the consultation form offers this trainer

    @property
    def first_name(self) -> str:
        """The first name, for the trainer's button and links."""
        return self.name.split()[0]


@record
class TrainersWords:
    """The texts of the page. The blanks are filled with a trainer's name, telephone number or years of experience."""

    title: str = "Pick who counts your reps"
    intro: str
    illustration_note: str = "Portraits are illustrations."
    show: str = "Show"
    everyone: str = "Everyone"
    about: Annotated[str, Blanks("first_name")] = "About {first_name}"
    years: Annotated[str, Blanks("n")] = "{n} Years"
    experience: str = "Experience"
    languages: str = "Languages"
    specialties: str = "Specialties"
    certificate: str = "Certificate"
    phone: str = "Phone"
    call: Annotated[str, Blanks("name", "phone")] = "Call {name} at {phone}"
    no_phone: str = "Contact via Instagram"
    instagram: Annotated[str, Blanks("name")] = "{name} on Instagram"
    book: Annotated[str, Blanks("first_name")] = "Book with {first_name}"
    no_match_title: str = "No favourite yet?"
    no_match_text: str = "Tell us your goal and your hours. We'll suggest someone, and you can change your mind."
    no_match_call: str = "Ask for a free consultation"


def years_text(trainer: Trainer) -> str:
    """Return the years of experience as shown: ``9 Years``, or ``N/A``."""
    years = trainer.years_experience
    return years if isinstance(years, str) else fill(TRAINERS_WORDS.years, n=years)


def phone_text(trainer: Trainer) -> str:
    """Return the telephone number, or the text that replaces it."""
    return trainer.phone or TRAINERS_WORDS.no_phone


def kind(practitioner_type: str) -> str:
    """Return the CSS class of a type of practitioner."""
    return practitioner_type.lower().replace(" ", "-")


def book_text(trainer: Trainer) -> str:
    """Return the text of the card's button."""
    return fill(TRAINERS_WORDS.book, first_name=trainer.first_name)


def consultation_link(trainer: Trainer) -> str:
    """Return the URL of the consultation page with this trainer preselected."""
    return f"{url_for('consultation')}?trainer={quote(trainer.name)}"


def trainers_for(key: str) -> tuple[Trainer, ...]:
    """Return the trainers of one service. Raises `KeyError` for an unknown key."""
    if key not in SERVICE_KEYS:
        raise KeyError(key)
    return tuple(trainer for trainer in TRAINERS if key in trainer.services)


def faces_of(key: str) -> tuple[str, ...]:
    """Return the pictures of a service's trainers. Trainers who are known for that service come first."""
    known_first = sorted(TRAINERS, key=lambda trainer: trainer.services[0] != key)
    return tuple(trainer.picture for trainer in known_first if key in trainer.services)


_TRAINERS = (
    Trainer(
        id=1,
        name="Arjun Dhaliwal",
        picture="trainer-01",
        practitioner_type="Strength Coach",
        years_experience=9,
        phone="604-555-0131",
        instagram="https://instagram.example/arjun.tideforge24",
        languages=("English", "Punjabi", "Hindi"),
        specialties=("Barbell strength", "Muscle gain", "First-time lifters"),
        certificate_type="Personal training and strength coaching",
        bio=(
            "I teach the squat, the bench and the deadlift to people who think the racks are for somebody else. We "
            "start with an empty bar and stay there until it looks boring. Then we add a little, every week, and "
            "write it down. I don't shout. If your back rounds, I take plates off, and you will thank me in a year. "
            "Bring flat shoes and patience; strength comes to those who show up on ordinary Tuesdays."
        ),
        services=("personal-training", "athletic-performance"),
        in_form=True,
    ),
    Trainer(
        id=2,
        name="Sofia Marchetti",
        picture="trainer-02",
        practitioner_type="Personal Trainer",
        years_experience=7,
        phone="604-555-0132",
        instagram="https://instagram.example/sofia.tideforge24",
        languages=("English", "Italian", "Spanish"),
        specialties=("Small groups", "Kettlebells", "Weight loss"),
        certificate_type="Personal training and group fitness",
        bio=(
            "Put four people, four bells and one timer in a room and something good happens. My groups are loud, "
            "friendly and very exact about hips. Everyone gets their own version of every exercise, so the "
            "grandmother and the goalkeeper sweat side by side. I keep the talking short and the music decent. Come "
            "alone and leave with training partners, or bring your own people and tell me when. I will learn your "
            "name in the first five minutes."
        ),
        services=("group-fitness", "personal-training"),
        in_form=True,
    ),
    Trainer(
        id=3,
        name="Malik Osei",
        picture="trainer-03",
        practitioner_type="Boxing Coach",
        years_experience=12,
        phone="604-555-0133",
        instagram="https://instagram.example/malik.tideforge24",
        languages=("English", "Twi", "French"),
        specialties=("Boxing", "Pad work", "Conditioning by rounds"),
        certificate_type="Boxing coaching",
        bio=(
            "Boxing is a conversation. First you learn to listen: stance, guard, breath, distance. Then you get to "
            "say something. I hold pads for people who want to compete and for accountants who want to sleep better, "
            "and both get the same jab, a thousand times. Nobody spars to prove a point in my corner. You will wrap "
            "your hands properly, you will skip rope badly, and some evening it will all suddenly be quiet in your "
            "head. That is why I do this."
        ),
        services=("kickboxing-boxing", "group-fitness"),
        in_form=True,
    ),
    Trainer(
        id=4,
        name="Hannah Lindqvist",
        picture="trainer-04",
        practitioner_type="Personal Trainer",
        years_experience=8,
        phone="604-555-0134",
        instagram="https://instagram.example/hannah.tideforge24",
        languages=("English", "Swedish", "German"),
        specialties=("Endurance", "Strength for runners", "Training plans from afar"),
        certificate_type="Personal training and endurance coaching",
        bio=(
            "Most runners I meet are fast enough and not strong enough. So we lift: calves, hips, trunk, the dull "
            "stuff that carries you when the road gets long. I plan in blocks, look at your log every week and cut "
            "more than I add. Much of my coaching happens online, with people I see on a screen at six in the morning. "
            "Send me honest numbers and I will send you a plan that survives a bad week at work."
        ),
        services=("online-coaching", "athletic-performance", "personal-training"),
        in_form=True,
    ),
    Trainer(
        id=5,
        name="Amara Okafor",
        picture="trainer-05",
        practitioner_type="Personal Trainer",
        years_experience=10,
        phone="604-555-0135",
        instagram="https://instagram.example/amara.tideforge24",
        languages=("English", "Igbo"),
        specialties=("Pre natal training", "Post natal return", "Strength for mothers"),
        certificate_type="Personal training, pre and post natal",
        bio=(
            "Pregnancy is not an illness, and it is not a competition either. I ask how you slept, what pulls, what "
            "your doctor said, and then we train what today allows. After the birth we go slowly: breath first, then "
            "pelvic floor and trunk, then the weights you carry anyway, with a car seat attached. I have no deadline "
            "to sell you. I would rather you pick up your child one day and notice that you didn't think about it."
        ),
        services=("prenatal-postnatal", "personal-training"),
        in_form=True,
    ),
    Trainer(
        id=6,
        name="Kevin Tran",
        picture="trainer-06",
        practitioner_type="Personal Trainer",
        years_experience=6,
        phone="604-555-0136",
        instagram="https://instagram.example/kevin.tideforge24",
        languages=("English", "Vietnamese"),
        specialties=("Shift workers", "Habits", "Online coaching"),
        certificate_type="Personal training and online coaching",
        bio=(
            "I used to work nights, so I know what a body feels like at four in the morning and what it wants to eat. "
            "My plans fit around your shifts, not the other way around. Some weeks we do two strong sessions, some "
            "weeks a walk and an early night, and both count. I like small rules that hold: lift before the shift, "
            "water in sight, phone out of the bedroom. Tell me your worst week. We'll plan for that one, and the good "
            "ones will take care of themselves."
        ),
        services=("online-coaching", "personal-training"),
        in_form=True,
    ),
    Trainer(
        id=7,
        name="Jade Whitford",
        picture="trainer-07",
        practitioner_type="Strength Coach",
        years_experience=11,
        phone="604-555-0137",
        instagram="https://instagram.example/jade.tideforge24",
        languages=("English",),
        specialties=("Olympic lifts", "Power", "Overhead strength"),
        certificate_type="Weightlifting and strength coaching",
        bio=(
            "Snatch, clean, jerk, and the long list of small things that make them clean. I coach lifters and I coach "
            "volleyball players who want to jump higher; the bar doesn't care who is under it. Expect video, chalk "
            "and very few words between attempts. We train speed while you are fresh and stop while you still have "
            "it. If your shoulders don't like overhead work yet, we'll find out why before we load it. Heavy is a "
            "result. Crisp is the goal."
        ),
        services=("athletic-performance", "personal-training"),
        in_form=True,
    ),
    Trainer(
        id=8,
        name="Mateo Villaflor",
        picture="trainer-08",
        practitioner_type="Strength Coach",
        years_experience=8,
        phone="604-555-0138",
        instagram="https://instagram.example/mateo.tideforge24",
        languages=("English", "Tagalog", "Spanish"),
        specialties=("Speed and agility", "Team sports", "Young athletes"),
        certificate_type="Strength and conditioning",
        bio=(
            "First step, last sprint, everything between. I work with hockey, soccer and basketball players who are "
            "tired of being second to the ball. We start by learning to stop: a knee that can brake can also turn. "
            "Then come sled, hurdles, short sprints and long rests. With teenagers I count clean landings, not "
            "kilos. Parents may watch, and players do the talking. In season I make the plan smaller, because the "
            "game is on Saturday."
        ),
        services=("athletic-performance", "group-fitness"),
    ),
    Trainer(
        id=9,
        name="Claire Beaumarais",
        picture="trainer-09",
        practitioner_type="Physiotherapist",
        years_experience=13,
        phone="604-555-0139",
        instagram="https://instagram.example/claire.tideforge24",
        languages=("English", "French"),
        specialties=("Back and neck", "Recovery after a crash", "Pelvic health questions"),
        certificate_type="Physiotherapy",
        bio=(
            "My first question is what you would do tomorrow if it didn't hurt. The answer tells me where we are "
            "going. Then I test, explain what I find in words without Latin, and give you three exercises rather "
            "than thirteen. I work with people after car crashes, with desk backs, and with women who were told that "
            "leaking is normal and would like a second opinion. I can't promise dates. I can promise to tell you "
            "when someone else should take a look."
        ),
        services=("physiotherapy-kinesiology", "prenatal-postnatal"),
    ),
    Trainer(
        id=10,
        name="Gordon Thistlewood",
        picture="trainer-10",
        practitioner_type="Physiotherapist",
        years_experience=24,
        phone="604-555-0140",
        instagram="https://instagram.example/gordon.tideforge24",
        languages=("English", "Dutch"),
        specialties=("Shoulders and knees", "Return to lifting", "Training later in life"),
        certificate_type="Physiotherapy",
        bio=(
            "I have been treating lifters long enough to have heard every excuse, and made most of them myself. Rest "
            "is sometimes the answer; more often it is a lighter bar. I like to treat beside the rack, where the "
            "problem lives, and to send you back to your trainer with a clear list: this yes, this not yet. If you "
            "took up training late, good. Muscles do not read birth certificates. We begin where you are and keep "
            "going from there."
        ),
        services=("physiotherapy-kinesiology",),
    ),
    Trainer(
        id=11,
        name="Noor Sandhar",
        picture="trainer-11",
        practitioner_type="Boxing Coach",
        years_experience=9,
        phone=None,
        instagram="https://instagram.example/noor.tideforge24",
        languages=("English", "Urdu", "Punjabi"),
        specialties=("Kickboxing", "Footwork", "Women's beginners"),
        certificate_type="Kickboxing coaching",
        bio=(
            "Kicks start in the hip and end in the plan. I teach kickboxing slowly first: pivot, chamber, aim, come "
            "back to guard. Speed moves in later on its own. Many of my beginners are women who never hit anything "
            "before and apologize to the bag for a week. It passes. We train balance, timing and the voice to say "
            "stop, and yes, you will be out of breath. Write to me on Instagram; I answer between rounds."
        ),
        services=("kickboxing-boxing", "personal-training"),
    ),
    Trainer(
        id=12,
        name="Tomas Ferreirinha",
        picture="trainer-12",
        practitioner_type="Personal Trainer",
        years_experience="N/A",
        phone="604-555-0142",
        instagram="https://instagram.example/tomas.tideforge24",
        languages=("English", "Portuguese"),
        specialties=("Body-weight strength", "Mobility", "Couples and friends"),
        certificate_type="Personal training",
        bio=(
            "Pull-ups, push-ups, holds, hangs: the gym you can take anywhere. I help people own their body weight "
            "before they buy more of it. We open stiff shoulders and hips, we practise the hard position in its easy "
            "version, and one day the easy one has become the hard one. I coach pairs and small groups gladly, "
            "because friends keep each other's appointments. Ask me anything except how many. The answer is always "
            "one more, done properly."
        ),
        services=("group-fitness", "personal-training"),
    ),
    Trainer(
        id=13,
        name="Niamh Corrigane",
        picture="trainer-13",
        practitioner_type="Kinesiologist",
        years_experience=10,
        phone="604-555-0143",
        instagram="https://instagram.example/niamh.tideforge24",
        languages=("English", "Irish"),
        specialties=("Active rehabilitation", "EMS training", "From treatment to barbell"),
        certificate_type="Kinesiology",
        bio=(
            "I work in the gap between the treatment table and the training floor, where many people get lost. Your "
            "physiotherapist says you may load it; I show you how much, how often, and what to do on the days it "
            "grumbles. We measure, we note, we climb one step at a time. EMS is one of my tools, never the whole box. "
            "Most of my clients come from ICBC claims, some from marathons. All of them leave with homework they can "
            "do in ten minutes."
        ),
        services=("physiotherapy-kinesiology", "personal-training"),
    ),
    Trainer(
        id=14,
        name="Isaiah Bellamont",
        picture="trainer-14",
        practitioner_type="Boxing Coach",
        years_experience=5,
        phone="604-555-0144",
        instagram="https://instagram.example/isaiah.tideforge24",
        languages=("English", "French"),
        specialties=("Boxing basics", "Youth training", "Fitness without a fight"),
        certificate_type="Boxing coaching and youth fitness",
        bio=(
            "Hands up, chin down, eyes open, and say hello when you come in. That is lesson one for the teenagers I "
            "coach, and the grown-ups usually need it as well. I like games, short rounds and clear rules, and I "
            "notice who is standing at the edge. You don't have to want a fight to love the bag. Some come for the "
            "sweat, some for the focus, one because her brother said she couldn't. She hits very straight now."
        ),
        services=("kickboxing-boxing", "group-fitness"),
    ),
)

# A trainer is shown if one of their services is offered. Trainers of these types also need the service listed here.
_KINDS: dict[PractitionerType, str] = {
    "Boxing Coach": "kickboxing-boxing",
    "Physiotherapist": "physiotherapy-kinesiology",
    "Kinesiologist": "physiotherapy-kinesiology",
}


def _is_shown(trainer: Trainer) -> bool:
    kind = _KINDS.get(trainer.practitioner_type)
    return any(map(BRAND.has, trainer.services)) and (kind is None or BRAND.has(kind))


TRAINERS: tuple[Trainer, ...] = only("trainers", *filter(_is_shown, _TRAINERS))


TRAINERS_WORDS = TrainersWords(
    intro=(
        f"{number(TRAINERS).capitalize()} of the people you'll meet "
        + series(
            "on the floor",
            *only("kickboxing-boxing", "in the ring"),
            *only("physiotherapy-kinesiology", "at the treatment table"),
        )
        + ". Read how they work, pick one, and ask for a free consultation. Can't decide? Tell us, and we'll match you."
    ),
)
