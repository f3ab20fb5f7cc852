"""What every exported page owes a search engine, a screen reader and a slow connection."""

from __future__ import annotations

import re

from gym_site.content.page_records import PAGE_RECORDS
from gym_site.routes import ROUTES
from gym_site.settings import Settings

SITE = Settings().site_url
PATHS = {route.key: route.path for route in ROUTES}


def addresses(element):
    """Return every address of a picture that an element names."""
    found = [element.attrs.get("src"), element.attrs.get("poster")]
    found += [part.split()[0] for part in (element.attrs.get("srcset") or "").split(",") if part.strip()]
    return [address for address in found if address]


def test_title_and_description_are_the_records(documents):
    for key, page in documents.items():
        assert page.one("title").text == PAGE_RECORDS[key].title
        descriptions = page.all("meta", name="description")
        assert [one.attrs["content"] for one in descriptions] == [PAGE_RECORDS[key].meta_description]


def test_the_language_is_said(documents):
    assert {page.one("html").attrs["lang"] for page in documents.values()} == {"en-CA"}


def test_nothing_of_the_workshop_is_left_in_a_page(pages):
    for file in pages.rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        assert not re.search(r"localhost|127\.0\.0\.1", html), file
        # The router's own scripts may say ``undefined``.
        visible = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
        assert not re.search(r"undefined|\[object Object\]|\{email\}|\{phone\}", visible), file


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
