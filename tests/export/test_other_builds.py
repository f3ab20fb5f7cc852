"""What differs before and after the expansion's opening, below a path, and for a host without a server.

``make test`` builds the pages after the opening alone. Before it, below a path and without a server, the pages are
asked as the functions return them; ``tests/builds`` builds them.
"""

import json
import re
from collections.abc import Iterator
from datetime import datetime

import pytest

from gym_site.build.brand_files import robots
from gym_site.content.facility import FACILITY_WORDS, OPENING_PANEL
from gym_site.content.privacy import PRIVACY
from gym_site.folder import has
from gym_site.folder import read as read_file
from gym_site.forms.all_forms import FORMS
from gym_site.reading.facts import FACTS
from gym_site.reading.load import KINDS
from gym_site.reading.opening import opening_words
from gym_site.routes import FORMS_PATH, ROUTES, url_for
from gym_site.settings import Settings
from gym_site.text import BLANK
from tests.browsing import until
from tests.build import EARLY, ENDPOINT_WITHOUT_SERVER, OPENING_AHEAD, SUB_PATH
from tests.markup import read
from tests.site import python, site_environment

OPENS = datetime.fromisoformat(OPENING_AHEAD)
ADDRESS = Settings(frontend_path=SUB_PATH).address
AFTER = Settings()  # it opened on the day in the specification
# STALE: phrases that must not appear after the opening. TOO_EARLY: phrases that must not appear before it.
STALE = re.compile(
    r"opening (fall|soon)|planned expansion|expansion opens in|launch offer|before it is finished|countdown",
    re.IGNORECASE,
)
TOO_EARLY = re.compile(r"open since|opened in|expansion is open\. Ask|has grown|we added|launch is over", re.IGNORECASE)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
ASK = """
import json
from unittest.mock import Mock
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.pages.register import register
from gym_site.settings import load_settings
from gym_site.site import Site
app = Mock()
register(app, Site(settings=load_settings(), business=BUSINESS, page_records=PAGE_RECORDS))
added = [(call.kwargs.pop("route"), str(call.args[0]()), call.kwargs) for call in app.add_page.call_args_list]
print(json.dumps({route: [page, json.dumps(given, default=str)] for route, page, given in added}))
"""


@pytest.fixture(scope="module")
def early() -> dict[str, str]:
    """The pages before the opening, without a server and below a path, as functions return them, by path."""
    done = python("-c", ASK, env=site_environment(**EARLY, REFLEX_ENV_MODE="prod"))
    assert done.returncode == 0, done.stderr
    return {path: " ".join(page) for path, page in json.loads(done.stdout).items()}


def _dated(data) -> Iterator[tuple[str, str]]:
    """Yield the two versions of each dated text in a file's data."""
    if isinstance(data, dict) and {"before", "after"} <= data.keys() <= {"before", "after", "part"}:
        yield data["before"], data["after"]
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _dated(item)


def readings(opens_at: datetime) -> tuple[set[str], set[str]]:
    """Return the texts of two or more words that apply only before the opening, and those that apply only after it."""
    every = [pair for file in KINDS if file.endswith(".toml") and has(file) for pair in _dated(read_file(file))]
    words = FACTS | opening_words(opens_at)
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
    (before, not_yet), (over, after) = readings(OPENS), readings(AFTER.expansion_opens_at)
    for texts, wanted, unwanted, wrong in ((built, after, over, STALE), (values, before, not_yet, TOO_EARLY)):
        for page, text in texts.items():
            unquoted = re.sub(r"“[^”]*”", "", text)  # claims from the time before the opening are quoted
            assert (found(unwanted, unquoted), wrong.findall(unquoted)) == ([], []), page
        assert [words for words in wanted if not any(words in text for text in texts.values())] == []
    formerly = FACILITY_WORDS.opening.formerly
    assert formerly in texts_of(pages / "index.html")
    assert "this page said" not in values["/"]


def test_the_privacy_page_names_the_live_map_and_the_calendar_only_where_there_are_such(documents, early):
    with_both, without = documents[url_for("privacy")].text, " ".join(early.values())
    for words in (PRIVACY.live_map, PRIVACY.booking_calendar):
        said = words.rpartition("** ")[2]
        assert (said in with_both, said in without) == (True, False)


@pytest.mark.part("expansion")
def test_after_the_opening_the_built_countdown_shows_four_zeros(pages, opener, static_host):
    for path in ("", url_for("facility-expansion")):
        page = read(pages / path.strip("/") / "index.html")
        assert [figure.text for figure in page.one(role="timer").all("b")] == ["0"] * 4
        assert "data-opened" in page.one("html").attrs
    page = opener.open(static_host)
    assert page.evaluate(FIGURES) == "0 0 0 0"
    page.locator("main a", has_text=OPENING_PANEL.more.label).click()
    until(page, f"location.pathname === '{url_for('facility-expansion')}' && {FIGURES} === '0 0 0 0'")


def test_forms_without_a_server_go_to_the_form_service_without_the_field_for_bots(early):
    for path, page in early.items():
        actions = re.findall(r'\baction:"([^"]*)"', page)
        assert len(actions) == page.count('"lead-form"')
        assert {*actions} <= {ENDPOINT_WITHOUT_SERVER}, path
        assert [one for one in ('"website"', FORMS_PATH, "/records/") if one in page] == [], path
    assert sum(page.count('"lead-form"') for page in early.values()) > len(FORMS)


def test_below_a_path_search_engines_and_files_get_addresses_with_it(early):
    assert re.findall(r'"/(?:images|clips|fonts|css)/[^"]*', " ".join(early.values())) == []
    for route in ROUTES:
        for path in filter(None, (route.path, route.alias)):
            assert 'rel:\\"canonical\\"' in early[path]
            assert f'{ADDRESS}{route.path}\\"' in early[path], path
    assert robots(ADDRESS).endswith(f"Sitemap: {ADDRESS}/sitemap.xml\n")
    assert ADDRESS.endswith(SUB_PATH)
