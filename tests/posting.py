"""Posts a form as a browser without scripts does, and reads the resulting rows."""

import re
import time
from collections import Counter
from dataclasses import dataclass
from html import unescape
from uuid import uuid4

import httpx

from tests.form_service import FormService
from tests.forms import INQUIRY_FORM
from tests.gym import GYM
from tests.site import PrebuiltSite

ANSWERED_WITHIN = 14  # seconds: at most 8 for the site, the rest for a busy machine
PATIENCE = 60  # seconds to wait, so that a late response is recognised as late

# Shared: creating a client for every post would cost more than the post.
_client = httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))


@dataclass(frozen=True)
class Reply:
    """The response to a visitor, and the seconds it took."""

    status: int
    page: str
    seconds: float

    @property
    def is_success(self) -> bool:
        """Whether the visitor was redirected to the success page."""
        return self.status == 303

    def is_failure_with(self, entries: dict[str, str]) -> bool:
        """Whether it arrived in time, and has an apology, the phone number and the form with these entries."""
        page = unescape(self.page)
        selected = re.findall(r'<option value="([^"]+)" selected>', page)
        kept = [value in selected or f'value="{value}"' in page or f">\n{value}<" in page for value in entries.values()]
        says_sorry = INQUIRY_FORM.failure in page and f">{GYM.business.phone}</a>" in page
        return self.status == 502 and all(kept) and says_sorry and self.seconds < ANSWERED_WITHIN


class Stranger:
    """A visitor with one form. ``mark`` makes their text unique; ``key`` is the page key."""

    attempts, acknowledged, cut_off = 0, False, False

    def __init__(self, url: str, site: str = "") -> None:
        """``site``: the origin of the page, if its form goes to another address."""
        self.url, self.site, self.mark, self.key = url, site, uuid4().hex, uuid4().hex
        self.entries = INQUIRY_FORM.entries | {INQUIRY_FORM.free: f"Hello {self.mark}"}

    def send(self) -> Reply:
        """Post the form, or post it again. Raises `httpx.TransportError` if the connection is lost."""
        begun = time.monotonic()
        response = _client.post(
            f"{self.url}/forms/{INQUIRY_FORM.name}",
            data=self.entries | {"key": self.key},
            headers={"Origin": self.site or self.url},
        )
        return Reply(response.status_code, response.text, time.monotonic() - begun)

    def attempt(self) -> bool:
        """Send the form, even if the server may be down; return whether any attempt was acknowledged."""
        self.attempts += 1
        try:
            self.acknowledged |= self.send().is_success
        except httpx.ConnectError:  # unreachable, so nothing was sent
            pass
        except httpx.TransportError:
            self.cut_off = True
        return self.acknowledged


def deliveries(service: FormService) -> Counter[str]:
    """Return how often the form service received each form, by its mark."""
    return Counter(mark for post in service.posts() for mark in re.findall("Hello ([0-9a-f]{32})", str(post["body"])))


def statuses(site: PrebuiltSite, words: str = "") -> list[str]:
    return [row["status"] for row in site.rows(words)]
