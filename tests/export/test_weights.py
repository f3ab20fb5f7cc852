"""The bytes of the built files that a first view downloads, against the budget of each page."""

import re
from pathlib import Path

import pytest

from lean_reflex.build import built_pages
from lean_reflex.server.rules import PAGE_HEADERS
from tests.gym import GYM
from tests.site import WEB

KB = 1000
_LONGER = [
    path for route in GYM.routes.values() if route.key in ("trainers", "faq") for path in (route.path, route.alias)
]
# Each room of its floor plan has a picture.
_OF_ROOMS = [
    path for route in GYM.routes.values() if route.key == "facility-expansion" for path in (route.path, route.alias)
]
# Maximum bytes by kind and path; the path "" stands for all other pages. "page" is the HTML with its inline styles,
# plus the response's headers: a server may send about 14.6 KB before the phone's first reply. "styles" is the separate
# style sheet, which loads after the first paint.
BUDGETS = {
    "page": {"/": 26 * KB, **dict.fromkeys(_LONGER, 16 * KB), **dict.fromkeys(_OF_ROOMS, 14.4 * KB), "": 14 * KB},
    "scripts": {"/": 131 * KB, "": 122.6 * KB},
    "styles": {"": 16.5 * KB},
    "fonts": {"": 45 * KB},
}
# A response's status line and headers: ours, and those that a proxy adds to a file (tests/scale checks the sum).
HEAD = 400 + sum(len(f"{name}: {value}\r\n") for name, value in PAGE_HEADERS.items())
_START = re.compile(r'<script type="text/plain" id="start" data-module="/([^"]+)">')
_FROM_START = re.compile(r'"/(assets/[^"]+\.js)"')
_FROM_SCRIPT = re.compile(r'(?:\bfrom|\bimport)\s*["`]\./([^"`]+\.js)["`]')
_STYLE = re.compile(r'<link href="/([^"]+\.css)"[^>]* disabled=""/>')
_FONT = re.compile(r'<link [^>]*href="/(fonts/[^"]+\.woff2)"')


def transfer_size(file: Path) -> int:
    """Return the bytes of a file as sent: compressed, if the build has compressed it."""
    compressed = file.with_name(f"{file.name}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def scripts_of(html: str, root: Path) -> set[Path]:
    """Return the scripts that a page loads by itself: those that it starts, and their static imports."""
    loaded = {root / start for start in _START.findall(html)}
    queue = [root / path for start in loaded for path in _FROM_START.findall(start.read_text(encoding="utf-8"))]
    while queue:
        script = queue.pop()
        if script not in loaded:
            loaded.add(script)
            queue += [script.parent / name for name in _FROM_SCRIPT.findall(script.read_text(encoding="utf-8"))]
    return loaded


def weights(root: Path) -> dict[str, dict[str, int]]:
    """Return the bytes of every page's first view by path and kind, as in `BUDGETS`."""
    measured = {}
    for page in root.rglob("index.html"):
        html = page.read_text(encoding="utf-8")
        measured[f"/{page.parent.relative_to(root).as_posix()}".removesuffix(".")] = {
            "page": transfer_size(page) + HEAD,
            "scripts": sum(map(transfer_size, scripts_of(html, root))),
            "styles": sum(transfer_size(root / path) for path in _STYLE.findall(html)),
            "fonts": sum(transfer_size(root / path) for path in set(_FONT.findall(html))),
        }
    return dict(sorted(measured.items()))


def test_no_page_exceeds_its_size_budget(pages):
    measured = weights(pages)
    paths = {route.path for route in GYM.routes.values()} | {
        GYM.routes.alias_for(route.key) for route in GYM.routes.values()
    }
    posts = {path(post.id) for post in GYM.posts for path in (GYM.routes.post_path, GYM.routes.post_alias)}
    assert paths | posts <= measured.keys()
    budgets = {path: {kind: by_path.get(path, by_path[""]) for kind, by_path in BUDGETS.items()} for path in measured}
    exceeded = {(path, kind): (weight, budgets[path][kind]) for path, sizes in measured.items()
                for kind, weight in sizes.items() if weight > budgets[path][kind]}  # fmt: skip
    assert exceeded == {}


def test_another_build_of_the_same_site_keeps_the_scripts_that_a_browser_has(pages):
    """Their names have hashes of their contents, so the time of the build must not be in them."""
    dated = [file.name for file in (pages / "assets").glob("*.js") if "_datetime" in file.read_text(encoding="utf-8")]
    assert dated == []


@pytest.mark.parametrize(
    ("rule", "is_kept"),
    [
        (".sheet{color:red}", False),  # in a closed dialog
        (".shown{color:red}", True),  # in an open one, after other attributes
        (".box:has(.absent) p{color:red}", False),
        (".box:has(.here){color:red}", True),
        (".box:has(.here,.absent){color:red}", True),  # one of the two is enough
        (".box:is(:has(.absent),.here){color:red}", True),
        (".box:not(:has(.absent)){color:red}", True),
        (".box:has(a:focus) p{color:red}", False),  # an input
        (".box:not(:has(a:focus)) p{color:red}", True),
    ],
)
def test_a_page_contains_the_rules_for_what_it_shows_before_an_input(rule, is_kept, pages, tmp_path, monkeypatch):
    monkeypatch.setattr(built_pages, "web_folder", lambda: WEB)  # has the packages
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "all.css").write_text(rule, encoding="utf-8")
    page = """<link href="/assets/all.css" rel="stylesheet" type="text/css"/><div class="box here"><p>Text</p></div>
        <dialog class="a"><b class="sheet">Closed</b></dialog><dialog class="a" open=""><b class="shown">Open</b></dialog>"""
    styles, _ = built_pages._own_styles({"page": page}, tmp_path, "")
    assert ("red" in styles["page"]) == is_kept
