"""The files for crawlers, feed readers and phones that install the site."""

import json
import re
from datetime import UTC, date, datetime
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image

from gym_site.routes import FEED_PATH, SECURITY_PATH
from tests.gym import GYM, SETTINGS

SITE = SETTINGS.site_url
ATOM = {"": "http://www.w3.org/2005/Atom"}
SITEMAP = {"": "http://www.sitemaps.org/schemas/sitemap/0.9"}


@pytest.fixture(scope="module")
def feed(pages) -> ElementTree.Element:
    return ElementTree.parse(pages / FEED_PATH.strip("/")).getroot()


def test_the_sitemap_lists_every_page_once_with_its_modification_date(pages, long_paths):
    urls = ElementTree.parse(pages / "sitemap.xml").getroot().findall("url", SITEMAP)
    listed = {one.findtext("loc", namespaces=SITEMAP): one.findtext("lastmod", namespaces=SITEMAP) for one in urls}
    assert set(listed) == {(SITE + path).rstrip("/") for path in long_paths.values()}
    for post in GYM.posts:
        assert listed[SITE + GYM.routes.post_path(post.id)] == post.published.isoformat()
    newest = {GYM.routes.url_for("blog"): max(post.published for post in GYM.posts).isoformat()} if GYM.posts else {}
    assert {path: listed[SITE + path] for path in newest} == newest
    assert all(date.fromisoformat(day) <= date.today() for day in listed.values())


def test_crawlers_may_read_every_page_and_find_the_sitemap(pages, long_paths):
    robots = RobotFileParser()
    robots.parse((pages / "robots.txt").read_text(encoding="utf-8").splitlines())
    assert robots.site_maps() == [f"{SITE}/sitemap.xml"]
    assert [path for path in long_paths if not robots.can_fetch("*", SITE + path)] == []
    assert not robots.can_fetch("*", f"{SITE}/forms/inquiry")


def test_security_txt_says_where_to_report_a_hole_and_expires_within_a_year(pages, site):
    answer = httpx.get(site.url + SECURITY_PATH)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.text == (pages / SECURITY_PATH.strip("/")).read_text(encoding="utf-8")
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    expires = datetime.fromisoformat(lines.pop("Expires"))
    assert lines == {
        "Contact": f"mailto:{GYM.brand.email}",
        "Preferred-Languages": "en",
        "Canonical": f"{SITE}{SECURITY_PATH}",
    }
    assert 300 < (expires - datetime.now(UTC)).days <= 366


@pytest.mark.part("blog")
def test_the_feed_has_every_element_required_by_rfc_4287(feed, long_paths):
    assert feed.tag == f"{{{ATOM['']}}}feed"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "en-CA"
    for one in (feed, *feed.findall("entry", ATOM)):
        for name in ("id", "title", "updated"):
            assert len(one.findall(name, ATOM)) == 1, name
            assert one.findtext(name, namespaces=ATOM)
        assert re.match("https://", one.findtext("id", namespaces=ATOM))
        assert datetime.fromisoformat(one.findtext("updated", namespaces=ATOM)).tzinfo is not None
        assert one.findtext("author/name", namespaces=ATOM)
        (page,) = [link.get("href") for link in one.findall("link", ATOM) if link.get("rel") == "alternate"]
        assert page.removeprefix(SITE) in long_paths.values()
    (own,) = [link.get("href") for link in feed.findall("link", ATOM) if link.get("rel") == "self"]
    assert own == SITE + FEED_PATH


@pytest.mark.part("blog")
def test_the_feed_lists_every_post_newest_first(feed, documents):
    entries = feed.findall("entry", ATOM)
    ids = [one.findtext("id", namespaces=ATOM) for one in entries]
    assert ids == [
        SITE + GYM.routes.post_path(post.id)
        for post in sorted(GYM.posts, key=lambda post: post.published, reverse=True)
    ]
    for one in entries:
        document = documents[one.findtext("id", namespaces=ATOM).removeprefix(SITE)]
        assert one.findtext("title", namespaces=ATOM) == document.one("h1").text
        assert one.findtext("summary", namespaces=ATOM) == document.one("meta", name="description").attrs["content"]
    days = [one.findtext("published", namespaces=ATOM)[:10] for one in entries]
    assert days == sorted((post.published.isoformat() for post in GYM.posts), reverse=True)
    assert feed.findtext("updated", namespaces=ATOM) == entries[0].findtext("updated", namespaces=ATOM)


def test_the_web_manifest_has_icons_a_name_and_a_theme_colour(pages, documents):
    manifest = json.loads((pages / "site.webmanifest").read_text(encoding="utf-8"))
    home = documents["/"]
    assert manifest["name"] == home.one("meta", property="og:site_name").attrs["content"]
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["lang"] == home.one("html").attrs["lang"] == "en-CA"
    assert manifest["theme_color"].lower() == home.one("meta", name="theme-color").attrs["content"]
    sizes = {"any": set(), "maskable": set()}
    for icon in manifest["icons"]:
        file = pages / icon["src"].strip("/")
        if icon["type"] == "image/png":
            with Image.open(file) as picture:
                assert icon["sizes"] == f"{picture.width}x{picture.height}"
            sizes[icon["purpose"]].add(icon["sizes"])
        assert file.is_file()
    assert sizes["any"] == sizes["maskable"] == {"192x192", "512x512"}


def test_icons_and_manifest_load_after_the_page(documents, open_page):
    """Otherwise they compete with the first paint. Without an icon, browsers would fetch /favicon.ico at once."""
    assert [path for path, document in documents.items() if document.all("link", rel="manifest")] == []
    page = open_page("/")
    links = (
        "(kind) => [...document.head.querySelectorAll(`link[rel=${kind}]`)].map((link) => link.getAttribute('href'))"
    )
    assert page.evaluate(links, "icon")[1:] == ["/favicon.ico"]
    assert page.evaluate(links, "apple-touch-icon") == ["/apple-touch-icon.png"]
    assert page.evaluate(links, "manifest") == ["/site.webmanifest"]


def test_the_logo_of_a_maskable_icon_fits_the_safe_zone(pages):
    """A mask may crop to a centred circle with a radius of 40% of the width; everything outside is background."""
    with Image.open(pages / "icon-512.png") as icon:
        icon = icon.convert("RGB")
        ground, middle = icon.getpixel((0, 0)), icon.width / 2
        outside = {icon.getpixel((x, y)) for x in range(0, icon.width, 2) for y in range(0, icon.height, 2)
                   if (x - middle) ** 2 + (y - middle) ** 2 > (0.4 * icon.width) ** 2}  # fmt: skip
    assert outside == {ground}


def test_the_server_sends_the_right_content_types(site):
    for path, kinds in {
        **({FEED_PATH: {"application/atom+xml", "application/xml", "text/xml"}} if GYM.posts else {}),
        "/sitemap.xml": {"application/xml", "text/xml"},
        "/robots.txt": {"text/plain"},
        "/site.webmanifest": {"application/manifest+json", "application/json"},
    }.items():
        answer = httpx.get(site.url + path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] in kinds
