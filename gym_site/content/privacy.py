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
    """The file ``privacy.toml``: the texts of the page. ``text`` may name a Markdown file that contains it.

    Its blanks ``{live map}`` and ``{booking calendar}`` end a list: each adds an entry if the site has such a thing.
    """

    title: str
    intro: str
    text: Annotated[str, Blanks("live map", "booking calendar"), BeforeValidator(_read, json_schema_input_type=str)]
    live_map: str = "**The live map** loads when you press its button; its maker will then see that you're here."
    booking_calendar: str = (
        "**The booking calendar** comes from our booking service, on the page for appointments and nowhere else. The"
        " service will then see that you're here."
    )
    ask_title: str
    ask_text: ContactText
    complaint: str
