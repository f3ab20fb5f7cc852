"""The privacy page: how the site handles visitors' data. docs/privacy.md explains this to the owner.

The text uses the same subset of Markdown as the blog posts. Its retention times for requests must match those in
`gym_site.leads.maintenance`.
"""

from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo

from gym_site.content.content_type import Blanks, ContactText, Known, content_type
from gym_site.text import filled


def _read(text: Any, info: ValidationInfo) -> Any:
    known: Known | None = info.context
    if known is None or not isinstance(text, str) or not text.endswith(".md"):
        return text
    if not known.folder.has(text):
        raise ValueError("The gym's folder has no such file")
    return filled(known.folder.text_of(text), known.facts)


@content_type
class PrivacyWords:
    """The privacy page."""

    title: str
    intro: str
    text: Annotated[str, Blanks("live map", "booking calendar"), BeforeValidator(_read, json_schema_input_type=str)]
    """The text, or the name of the file with it, such as privacy.md."""
    live_map: str = "**The live map** loads when you press its button; its maker will then see that you're here."
    """Sentence about the live map"""
    booking_calendar: str = (
        "**The booking calendar** comes from our booking service, on the page for appointments and nowhere else. The"
        " service will then see that you're here."
    )
    """Sentence about the booking calendar"""
    ask_title: str
    """Title of the contact"""
    ask_text: ContactText
    """Whom to ask"""
    complaint: str
    """The office to which visitors can complain about the gym's answer."""
