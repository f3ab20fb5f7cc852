"""Every route, alias and post of the export: one page, one name, and no link that leads nowhere."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest

from gym_site.content.page_records import DESCRIPTION, LONGEST_TITLE
from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_alias, post_path
from gym_site.settings import Settings
from tests.markup import Element, read

SITE = Settings().site_url
LONG = {path: route.path for route in ROUTES for path in (route.path, route.alias) if path} | {
    path: post_path(post.id) for post in POSTS for path in (post_path(post.id), post_alias(post.id))
}


@pytest.fixture(scope="module")
def every_page(pages) -> dict[str, Element]:
    return {path: read(pages / path.strip("/") / "index.html") for path in LONG}


def test_a_page_and_its_alias_are_the_same_page_under_one_canonical_name(every_page):
    for path, document in every_page.items():
        assert [link.attrs["href"] for link in document.all("link", rel="canonical")] == [SITE + LONG[path]], path
        assert document.one("main").text == every_page[LONG[path]].one("main").text, path


def test_a_page_has_one_heading_a_short_title_and_a_description_of_fitting_length(every_page):
    titles = {}
    for path, document in every_page.items():
        assert len(document.all("h1")) == 1, path
        title = document.one("title").text
        assert 0 < len(title) <= LONGEST_TITLE, path
        assert len(document.one("meta", name="description").attrs["content"]) in DESCRIPTION, path
        titles.setdefault(title, set()).add(LONG[path])
    assert all(len(paths) == 1 for paths in titles.values()), "two pages of one title"


def test_internal_links_and_anchors_lead_somewhere(every_page, pages):
    for path, document in every_page.items():
        for link in document.all("a"):
            href = urlsplit(link.attrs["href"])
            if href.scheme or href.netloc:
                continue
            target = every_page.get(href.path) if href.path else document
            assert target is not None, f"{path} links to {link.attrs['href']}"
            if href.fragment:
                assert target.all(id=unquote(href.fragment)), f"{path} links to {link.attrs['href']}"


def test_links_out_of_the_site_are_https_in_a_new_tab_and_tell_nothing(every_page):
    for path, document in every_page.items():
        for link in document.all("a"):
            href = urlsplit(link.attrs["href"])
            if not href.netloc:
                assert href.scheme in ("", "tel", "mailto"), path
                continue
            assert href.scheme == "https", path
            assert link.attrs["target"] == "_blank", path
            assert "noopener" in link.attrs["rel"], path


def test_the_missing_page_says_so_before_any_script(pages):
    document = read(pages / "404.html")
    assert document.one("h1").text == "Oops! Page not found"
    assert [link.attrs["href"] for link in document.all("a", where=lambda one: one.text == "Return to Home")] == ["/"]
    assert document.one("meta", name="robots").attrs["content"] == "noindex"


def test_keywords_come_before_local_ones(every_page):
    content = every_page["/gym-faq-surrey-delta"].one("meta", name="keywords").attrs["content"]
    assert content.startswith("gym FAQ, ")
    assert content.endswith("gym FAQ Delta BC")
