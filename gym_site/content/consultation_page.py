"""The texts of the consultation page, including those for visitors who ask for a trainer (spec section 2).

The page's URL may contain a trainer's name. The page looks the name up among the wishes for the
gym's trainers (`wish_for`), and shows only texts from there. So an unknown name never appears on the page.
"""

from typing import Annotated

from gym_site.content.content_type import Blanks, PictureName, content_type
from gym_site.content.home import Step
from gym_site.content.trainers import Trainer
from gym_site.text import fill

_Wish = Annotated[str, Blanks("name")]


@content_type
class ConsultationPageWords:
    """The page for a free consultation."""

    title: str
    intro: str
    head_picture: PictureName = ""
    """Picture beside the title"""
    steps_title: str = "What happens next"
    """Title of the steps"""
    steps: tuple[Step, ...]
    wish_selected: _Wish = "You asked for {name}."
    """Notice: shown to visitors who ask for a trainer whom the form offers."""
    wish_noted: _Wish = "You asked for {name}. We've added that to your message."
    """Other notice: shown to visitors who ask for another trainer."""
    wish_sentence: _Wish = "I would like to train with {name}."
    """Sentence of the message: added for visitors who ask for another trainer."""
    trainers: str = ""
    """Link to the trainers: the words of the link, such as Meet the trainers first."""
    form_heading: str = "Tell us about you"
    """Title of the form"""


@content_type
class TrainerWish:
    """The changes to the form when a visitor asks for a trainer.

    ``selected`` is the value of the select, ``additional_info`` a sentence for the last field. One of the two is empty.
    """

    name: str
    message: str
    selected: str = ""
    additional_info: str = ""


def wish_for(trainer: Trainer, words: ConsultationPageWords) -> TrainerWish:
    """Return what changes if a visitor asks for this trainer."""
    name = trainer.name
    if trainer.in_form:
        return TrainerWish(name=name, message=fill(words.wish_selected, name=name), selected=name)
    return TrainerWish(
        name=name,
        message=fill(words.wish_noted, name=name),
        additional_info=fill(words.wish_sentence, name=name),
    )
