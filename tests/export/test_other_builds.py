"""What differs before and after the expansion's opening, below a path, and for a host without a server.

``make test`` builds the pages after the opening alone. Before it, below a path and without a server, the pages are
asked as the functions return them; ``tests/builds`` builds them.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from unittest.mock import Mock

import pytest

from gym_site.build.brand_files import robots
from gym_site.gym import Gym, contents
from gym_site.pages.register import register
from gym_site.reading.facts import opening_facts
from gym_site.routes import FORMS_PATH
from gym_site.settings import load_settings
from gym_site.text import BLANK
from tests.browsing import until
from tests.build import EARLY, ENDPOINT_WITHOUT_SERVER, OPENING_AHEAD, SUB_PATH
from tests.gym import GYM, SETTINGS, SITE
from tests.markup import read

OPENS = datetime.fromisoformat(OPENING_AHEAD)
BELOW = replace(SETTINGS, frontend_path=SUB_PATH)
ADDRESS = BELOW.address
# STALE: phrases that must not appear after the opening. TOO_EARLY: phrases that must not appear before it.
STALE = re.compile(
    r"opening (fall|soon)|planned expansion|expansion opens in|launch offer|before it is finished|countdown",
    re.IGNORECASE,
)
TOO_EARLY = re.compile(r"open since|opened in|expansion is open\. Ask|has grown|we added|launch is over", re.IGNORECASE)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')


@pytest.fixture(scope="module")
def early() -> dict[str, str]:
    """The pages before the opening, without a server and below a path, as functions return them, by path."""
    gym = Gym.read(GYM.folder.path, opens_at=OPENS)
    settings = load_settings({**EARLY, "REFLEX_ENV_MODE": "prod"}).with_links(gym.brand.links)
    app = Mock()
    register(app, replace(SITE, gym=gym, settings=settings, business=gym.business, page_records=gym.records))
    return {
        call.kwargs.pop("route"): f"{call.args[0]()} {json.dumps(call.kwargs, default=str)}"
        for call in app.add_page.call_args_list
    }


def _dated(data) -> Iterator[tuple[str, str]]:
    """Yield the two versions of each dated text in a file's data."""
    if isinstance(data, dict) and {"before", "after"} <= data.keys() <= {"before", "after", "part"}:
        yield data["before"], data["after"]
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _dated(item)


def readings(opens_at: datetime) -> tuple[set[str], set[str]]:
    """Return the texts of two or more words that apply only before the opening, and those that apply only after it."""
    every = [pair for file, *_ in contents().values() if GYM.folder.has(file) for pair in _dated(GYM.folder.read(file))]
    words = GYM.facts | opening_facts(opens_at)
    pairs = [[plain(BLANK.sub(lambda blank: words[blank[1]], text)) for text in pair] for pair in every]
    before = {old.strip(" .,:") for old, new in pairs if old not in new and " " in old}
    after = {new.strip(" .,:") for old, new in pairs if new not in old and " " in new}
    return before, after


def plain(text: str) -> str:
    """Return a text with ordinary spaces, and without the marks that keep a line from breaking."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")


def attributes(document) -> str:
    """Return the attributes and data that screen readers and search engines read besides a page's text."""
    heard = ("alt", "aria-label", "content", "title", "placeholder")
    said = [one.attrs.get(name) or "" for one in document.walk() for name in heard]
    data = ["".join(one.children) for one in document.all("script", type="application/ld+json")]
    return " ".join([*said, *data])


def found(texts: set[str], text: str) -> list[str]:
    return sorted(one for one in texts if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text))


def texts_of(file) -> str:
    document = read(file)
    return unspaced(f"{document.text} {attributes(document)}")


def unspaced(text: str) -> str:
    """Return a text without the spaces inside quotes: a quoted claim is an element of its own."""
    return re.sub(r"(?<=“)\s+|\s+(?=”)", "", plain(text))


@pytest.mark.part("expansion")
def test_pages_have_the_texts_of_their_time_and_no_others(pages, early):
    files = [*pages.rglob("index.html"), pages / "404.html", pages / "feed.xml"]
    built = {file.relative_to(pages): texts_of(file) for file in files}
    literals = {path: " ".join(json.loads(one) for one in LITERAL.findall(page)) for path, page in early.items()}
    values = {path: unspaced(text) for path, text in literals.items()}
    (before, not_yet), (over, after) = readings(OPENS), readings(GYM.opens_at)
    for texts, wanted, unwanted, wrong in ((built, after, over, STALE), (values, before, not_yet, TOO_EARLY)):
        for page, text in texts.items():
            unquoted = re.sub(r"“[^”]*”", "", text)  # claims from the time before the opening are quoted
            assert (found(unwanted, unquoted), wrong.findall(unquoted)) == ([], []), page
        assert [words for words in wanted if not any(words in text for text in texts.values())] == []
    formerly = GYM.facility.facility.opening.formerly
    assert formerly in texts_of(pages / "index.html")
    assert "Advertised as" not in values["/"]


def test_the_privacy_page_names_the_live_map_and_the_calendar_only_where_there_are_such(documents, early):
    with_both, without = documents[GYM.routes.url_for("privacy")].text, " ".join(early.values())
    for words in (GYM.privacy.live_map, GYM.privacy.booking_calendar):
        said = words.rpartition("** ")[2]
        assert (said in with_both, said in without) == (True, False)


@pytest.mark.part("expansion")
def test_after_the_opening_the_built_countdown_shows_four_zeros(pages, opener, static_host):
    for path in ("", GYM.routes.url_for("facility-expansion")):
        page = read(pages / path.strip("/") / "index.html")
        assert [figure.text for figure in page.one(role="timer").all("b")] == ["0"] * 4
        assert "data-opened" in page.one("html").attrs
    page = opener.open(static_host)
    assert page.evaluate(FIGURES) == "0 0 0 0"
    page.locator("main a", has_text=GYM.facility.facility.opening.more.label).click()
    until(page, f"location.pathname === '{GYM.routes.url_for('facility-expansion')}' && {FIGURES} === '0 0 0 0'")


def test_forms_without_a_server_go_to_the_form_service_without_the_field_for_bots(early):
    for path, page in early.items():
        actions = re.findall(r'\baction:"([^"]*)"', page)
        assert len(actions) == page.count('"lead-form"')
        assert {*actions} <= {ENDPOINT_WITHOUT_SERVER}, path
        assert [one for one in ('"website"', FORMS_PATH, "/records/") if one in page] == [], path
    assert sum(page.count('"lead-form"') for page in early.values()) > len(SITE.forms)


def test_below_a_path_search_engines_and_files_get_addresses_with_it(early):
    assert re.findall(r'"/(?:images|clips|fonts|css)/[^"]*', " ".join(early.values())) == []
    for route in GYM.routes.values():
        for path in filter(None, (route.path, route.alias)):
            assert 'rel:\\"canonical\\"' in early[path]
            assert f'{ADDRESS}{route.path}\\"' in early[path], path
    assert robots(BELOW).endswith(f"Sitemap: {ADDRESS}/sitemap.xml\n")
    assert ADDRESS.endswith(SUB_PATH)
