"""Posting a form as a browser without scripts does, and reading what became of it in the database."""

import re
import time
from dataclasses import dataclass
from html import unescape
from uuid import uuid4

import httpx

from gym_site.content.business import BUSINESS
from tests.forms import INQUIRY_FORM
from tests.site import PrebuiltSite

ANSWERED_WITHIN = 14  # seconds: the site takes 8 at most, the rest is for a busy machine
PATIENCE = 60  # seconds that a test waits, so that a late answer is seen as a late answer

# One for all: a client of its own for every post would cost more than the post.
_client = httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))


@dataclass(frozen=True)
class Reply:
    """What a visitor was answered, and after how many seconds."""

    status: int
    page: str
    seconds: float

    @property
    def is_success(self) -> bool:
        """Whether they were sent to the page that says so."""
        return self.status == 303

    def is_failure_with(self, entries: dict[str, str]) -> bool:
        """Whether it came in time, says sorry, gives the telephone number and holds the same form, filled in."""
        page = unescape(self.page)
        selected = re.findall(r'<option value="([^"]+)" selected>', page)
        kept = [value in selected or f'value="{value}"' in page or f">\n{value}<" in page for value in entries.values()]
        says_sorry = INQUIRY_FORM.failure in page and f">{BUSINESS.phone}</a>" in page
        return self.status == 502 and all(kept) and says_sorry and self.seconds < ANSWERED_WITHIN


class Stranger:
    """Somebody who fills in one form. ``mark`` is in their words alone; ``key`` is the form's, as the page mints it."""

    def __init__(self, url: str) -> None:
        self.url, self.mark, self.key = url, uuid4().hex, uuid4().hex
        self.entries = INQUIRY_FORM.entries | {INQUIRY_FORM.free: f"Hello {self.mark}"}

    def send(self) -> Reply:
        """Post the form, or the same form again. Raises `httpx.TransportError` when the connection is lost."""
        begun = time.monotonic()
        response = _client.post(
            f"{self.url}/forms/{INQUIRY_FORM.name}",
            data=self.entries | {"key": self.key},
            headers={"Origin": self.url},
        )
        return Reply(response.status_code, response.text, time.monotonic() - begun)


def statuses(site: PrebuiltSite, words: str = "") -> list[str]:
    return [row["status"] for row in site.rows(words)]
