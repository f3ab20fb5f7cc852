"""What every exported page owes a search engine, a screen reader and a slow connection."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import urlsplit

import pytest

from gym_site.content.page_records import PAGE_RECORDS
from gym_site.routes import ROUTES
from gym_site.settings import Settings

SITE = Settings().site_url
PATHS = {route.key: route.path for route in ROUTES}


def metas(document, attribute):
    return {one.attrs[attribute]: one.attrs.get("content") for one in document.all("meta") if attribute in one.attrs}


def addresses(element):
    """Return every address of a picture that an element names."""
    found = [element.attrs.get("src"), element.attrs.get("poster")]
    found += [part.split()[0] for part in (element.attrs.get("srcset") or "").split(",") if part.strip()]
    return [address for address in found if address]


def test_the_home_page_is_built(documents):
    assert "home" in documents


def test_a_page_has_one_first_heading_with_words(documents):
    assert {key: [bool(one.text) for one in page.all("h1")] for key, page in documents.items()} == {
        key: [True] for key in documents
    }


def test_title_and_description_are_the_records(documents):
    for key, page in documents.items():
        assert page.one("title").text == PAGE_RECORDS[key].title
        descriptions = page.all("meta", name="description")
        assert [one.attrs["content"] for one in descriptions] == [PAGE_RECORDS[key].meta_description]


def test_a_page_is_known_by_its_long_path(documents):
    for key, page in documents.items():
        assert [one.attrs["href"] for one in page.all("link", rel="canonical")] == [SITE + PATHS[key]]


def test_a_shared_link_shows_title_words_and_a_picture(documents, pages):
    for key, page in documents.items():
        tags = metas(page, "property")
        assert tags["og:title"] == PAGE_RECORDS[key].title
        assert tags["og:description"] == PAGE_RECORDS[key].meta_description
        assert tags["og:url"] == SITE + PATHS[key]
        assert tags["og:image"].startswith(f"{SITE}/")
        assert (pages / urlsplit(tags["og:image"]).path.strip("/")).is_file()
        assert metas(page, "name")["twitter:card"] == "summary_large_image"


def test_the_language_is_said(documents):
    assert {page.one("html").attrs["lang"] for page in documents.values()} == {"en-CA"}


@pytest.mark.parametrize("word", ["localhost", "127.0.0.1", "undefined", "[object Object]", "{email}", "{phone}"])
def test_nothing_of_the_workshop_is_left_in_a_page(pages, word):
    assert [file.relative_to(pages).as_posix() for file in pages.rglob("*.html") if word in visible(file)] == []


def visible(file):
    """Return a page without its scripts: the router's own may say ``undefined``."""
    html = file.read_text(encoding="utf-8")
    return re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)


def test_no_script_in_a_page_names_this_machine(pages):
    for file in pages.rglob("*.html"):
        assert not re.search(r"localhost|127\.0\.0\.1", file.read_text(encoding="utf-8"))


def test_every_picture_has_words_and_a_place(documents):
    for page in documents.values():
        for image in page.all("img"):
            assert image.attrs.get("alt"), image.attrs
            assert int(image.attrs["width"]) > 0
            assert int(image.attrs["height"]) > 0


def test_every_picture_is_there(documents, pages):
    for page in documents.values():
        named = [address for tag in ("img", "source", "video") for one in page.all(tag) for address in addresses(one)]
        for link in page.all("link", rel="icon") + page.all("link", rel="preload"):
            sizes = link.attrs.get("imagesrcset", "").split(", ")
            named += [link.attrs["href"]] if "href" in link.attrs else [size.split()[0] for size in sizes]
        missing = [one for one in named if not (pages / one.strip("/").split("?")[0]).is_file()]
        assert missing == []


def test_what_the_styles_name_is_there(pages):
    for sheet in pages.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?([^)'\"]+)", sheet.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")):
                assert (pages / address.strip("/") if address[0] == "/" else sheet.parent / address).is_file(), address


def test_nothing_is_styled_in_place(documents):
    for page in documents.values():
        assert [one.attrs for one in page.walk() if "style" in one.attrs] == []
        (style,) = page.all("style")  # the site's own, which the policy names
        assert style.text == documents["home"].one("style").text


def test_ids_are_unique_and_every_anchor_has_its_target(documents):
    for page in documents.values():
        ids = [one.attrs["id"] for one in page.walk() if one.attrs.get("id")]
        assert sorted(ids) == sorted(set(ids))
        anchors = {one.attrs["href"][1:] for one in page.all("a") if (one.attrs.get("href") or "").startswith("#")}
        assert anchors <= set(ids)
        described = {id_ for name in ("aria-describedby", "aria-labelledby", "aria-controls", "for", "popovertarget")
                     for one in page.walk() for id_ in (one.attrs.get(name) or "").split()}  # fmt: skip
        assert described <= set(ids)


def test_anchors_of_the_home_page_named_elsewhere_are_there(documents, home):
    ids = {one.attrs.get("id") for one in home.walk()}
    named = {
        one.attrs["href"][2:]
        for page in documents.values()
        for one in page.all("a")
        if (one.attrs.get("href") or "").startswith("/#")
    }
    assert named <= ids


def test_a_link_out_of_the_site_opens_a_new_tab_and_tells_nothing(documents):
    for page in documents.values():
        for link in page.all("a", where=lambda one: (one.attrs.get("href") or "").startswith("http")):
            assert link.attrs.get("target") == "_blank", link.attrs
            assert {"noopener", "noreferrer"} <= set((link.attrs.get("rel") or "").split()), link.attrs


def test_every_link_and_button_says_where_it_leads(documents):
    for page in documents.values():
        for one in page.all("a") + page.all("button"):
            pictures = "".join(image.attrs["alt"] for image in one.all("img"))
            assert one.text or one.attrs.get("aria-label") or pictures, one.attrs


def test_headings_skip_no_level(documents):
    for page in documents.values():
        levels = [int(one.tag[1]) for one in page.one("main").walk() if re.fullmatch("h[1-6]", one.tag)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), levels
