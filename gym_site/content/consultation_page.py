"""The texts of the consultation page, including those for visitors who ask for a trainer (spec section 2).

The page's URL may contain a trainer's name. The page looks the name up in `WISHES`, and shows only texts from there. So
an unknown name never appears on the page.
"""

from typing import Annotated

from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.home import Step
from gym_site.content.parts import either
from gym_site.content.record import Blanks, record
from gym_site.content.text import fill
from gym_site.content.trainers import TRAINERS

_Wish = Annotated[str, Blanks("name")]


@record
class ConsultationPageWords:
    """The texts of the page. ``{name}`` is the name of the trainer whom a visitor asks for."""

    title: str
    intro: str
    steps_title: str
    steps: tuple[Step, ...]
    wish_selected: _Wish
    wish_noted: _Wish
    wish_sentence: _Wish
    trainers: str = ""
    form_heading: str


@record
class TrainerWish:
    """The changes to the form when a visitor asks for a trainer.

    ``selected`` is the value of the select, ``additional_info`` a sentence for the last field. One of the two is empty.
    """

    name: str
    message: str
    selected: str = ""
    additional_info: str = ""


CONSULTATION_PAGE = ConsultationPageWords(
    title="Free consultation",
    intro=(
        "A conversation about where you are and where you want to be. It costs nothing, it commits you to nothing, and "
        "you leave with a next step."
    ),
    steps_title="What happens next",
    steps=(
        Step(number="01", title="You write", text="Goal, experience, health, times that work for you. Three minutes."),
        Step(number="02", title="We answer", text="Within 24 hours, to find a time for your consultation."),
        Step(
            number="03", title="We meet", text="We'll talk, watch how you move, and suggest a first step. You decide."
        ),
    ),
    wish_selected="You asked for {name}.",
    wish_noted="You asked for {name}. We've added that to your message.",
    wish_sentence="I would like to train with {name}.",
    trainers=either("trainers", "Meet the trainers first", ""),
    form_heading="Tell us about you",
)


def _wish(name: str) -> TrainerWish:
    words = CONSULTATION_PAGE
    if name in SELECTABLE_TRAINERS:
        return TrainerWish(name=name, message=fill(words.wish_selected, name=name), selected=name)
    return TrainerWish(
        name=name,
        message=fill(words.wish_noted, name=name),
        additional_info=fill(words.wish_sentence, name=name),
    )


WISHES: dict[str, TrainerWish] = {trainer.name: _wish(trainer.name) for trainer in TRAINERS}
