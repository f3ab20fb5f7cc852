"""Checks of every exported page for visitors, search engines, slow connections and link previews."""

import base64
import hashlib
import re
import subprocess
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from PIL import Image

from gym_site.components.calls import free_consultation, sign_up_online
from gym_site.content.business import tel
from gym_site.content.prices import ServicePrice
from gym_site.routes import FEED_PATH
from gym_site.settings import ROOT
from tests.forms import SERVICE_KEY
from tests.gym import GYM, SETTINGS
from tests.markup import Element, read
from tests.site import BOOKING_SERVICE, MAP_SERVICE

SITE = SETTINGS.site_url
CHECKED_BY = Path(__file__).with_name("htmlvalidate.json")
LANDING = (*GYM.routes.services, "trainers", "consultation", "book-appointment")


def meta(document: Element, name: str) -> str:
    return document.one("meta", name=name).attrs["content"]


def pictures(element: Element) -> list[str]:
    """Return the URL of every picture, script or frame that an element refers to."""
    sets = [element.attrs.get(name) or "" for name in ("srcset", "imagesrcset")]
    named = [part.split()[0] for part in ", ".join(sets).split(",") if part.strip()]
    return named + [element.attrs[name] for name in ("src", "poster") if element.attrs.get(name)]


def test_a_page_and_its_alias_share_one_canonical_url(documents, long_paths):
    for path, document in documents.items():
        same = documents[long_paths[path]]
        data, same_data = (page.all("script", type="application/ld+json") for page in (document, same))
        assert [script.children for script in data] == [script.children for script in same_data], path
        assert document.one("link", rel="canonical").attrs["href"] == SITE + long_paths[path], path
        assert document.one("main").text == same.one("main").text, path


def test_title_description_and_keywords_come_from_the_record(documents):
    for route in GYM.routes.values():
        record, document = GYM.records[route.key], documents[route.path]
        assert document.one("title").text == record.title
        assert meta(document, "description") == record.meta_description
        assert meta(document, "keywords") == ", ".join([*record.keywords, *record.local_keywords])
    for post in GYM.posts:
        assert documents[GYM.routes.post_path(post.id)].one("title").text == post.title


def test_no_development_address_or_placeholder_is_left_in_a_page(pages):
    for file in pages.rglob("*.html"):
        html = file.read_text(encoding="utf-8")
        assert not re.search(r"localhost|127\.0\.0\.1", re.sub(r"<meta http-equiv[^>]*>", "", html)), file
        # The router's own scripts may say ``undefined``.
        visible = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
        assert not re.search(r"undefined|\[object Object\]|\{email\}|\{phone\}", visible), file
        assert not re.search(r"\d sq ft", visible), file  # a no-break space keeps a number and its unit together


def test_only_services_with_a_price_have_the_note_that_taxes_are_added(documents):
    for key in GYM.service_pages:
        head = documents[GYM.routes.url_for(key)].one("header", class_="page-head")
        assert (GYM.services.page_words.taxes in head.text) == isinstance(GYM.cards[key].price, ServicePrice), key


@pytest.mark.part("trainers")
def test_service_pages_show_a_picture_of_their_own_at_the_top_and_their_trainers_in_a_list(documents):
    shown = []
    for key in GYM.routes.services:
        page = documents[GYM.routes.url_for(key)]
        (head,) = page.all(class_="page-head-picture")
        shown.append(re.sub(r"-\d+\..*", "", str(head.all("img")[0].attrs["src"])))
        faces = [face for listed in page.all(class_="face-list") for face in listed.all("img")]
        theirs = [trainer for trainer in GYM.trainers if key in trainer.services]
        assert len(faces) == (len(theirs) if key in GYM.service_pages else 0)
    assert len(set(shown)) == len(GYM.routes.services)


def test_the_head_of_each_landing_page_names_the_place(documents):
    heads = {
        key: documents[GYM.routes.url_for(key)]
        for key in (route.key for route in GYM.routes.values())
        if key in LANDING
    }
    shown = {key: page.one("main").text[:900] for key, page in heads.items()}
    assert [key for key, text in shown.items() if GYM.brand.area not in text] == []


def test_the_mail_link_of_a_service_page_has_the_service_as_subject(documents):
    subject = quote(GYM.services.page_words.mail_subject.format(title=GYM.cards[SERVICE_KEY].title))
    assert documents[GYM.routes.url_for(SERVICE_KEY)].all("a", href=f"mailto:{GYM.business.email}?subject={subject}")


def test_calls_to_action_of_inner_pages_link_to_pages_not_to_sections(documents):
    bar = documents[GYM.routes.url_for("faq")].one(class_="bar")
    for call in (free_consultation(GYM), sign_up_online(GYM)):
        (link,) = [link for link in bar.all("a") if link.text == call.label]
        assert link.attrs["href"] == call.elsewhere.href(GYM.routes)


def test_the_contact_section_has_address_phone_email_and_hours(documents):
    words = documents["/"].one(id="contact")
    assert [
        fact
        for fact in (GYM.business.address, GYM.business.email, GYM.home.contact.hours_text)
        if fact not in words.text
    ] == []
    assert words.one("dl").all("a", href=tel(GYM.business.phone))
    facts = {row.one("dt").text: row.one("dd").text for row in words.all(class_="contact-row")}
    shown = [facts[GYM.home.contact.phone], facts[GYM.home.contact.email]]
    assert shown == [GYM.business.phone, GYM.business.email]


def test_every_picture_exists_and_reserves_its_space(documents, pages):
    for path, document in documents.items():
        for image in document.all("img"):
            assert int(image.attrs["width"]) > 0, (path, image.attrs)
            assert int(image.attrs["height"]) > 0, (path, image.attrs)
            assert not re.search(r"\.(jpg|webp|avif)|^(image|picture|photo) of", image.attrs["alt"], re.IGNORECASE)
        told = [
            link
            for link in document.all("a")
            if link.text.strip() and any(image.attrs["alt"] for image in link.all("img"))
        ]
        assert [link.text for link in told] == [], path  # a picture in a link with words says nothing more
        naming = [tag for kind in ("img", "source", "video", "link") for tag in document.all(kind)]
        named = [address for tag in naming for address in pictures(tag)]
        named += [link.attrs["href"] for link in document.all("link", rel="preload") if "href" in link.attrs]
        assert [one for one in named if not (pages / one.strip("/").split("?")[0]).is_file()] == [], path


def test_every_file_that_a_style_sheet_refers_to_exists(pages):
    for sheet in pages.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?([^)'\"]+)", sheet.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")):
                assert (pages / address.strip("/") if address[0] == "/" else sheet.parent / address).is_file(), address


def test_links_resolve_and_external_ones_open_safely_in_a_new_tab(documents):
    ids = {path: {tag.attrs.get("id") for tag in document.walk()} for path, document in documents.items()}
    for path, document in documents.items():
        for link in document.all("a"):
            href = urlsplit(link.attrs["href"])
            if href.netloc:
                assert (href.scheme, link.attrs["target"]) == ("https", "_blank"), path
                assert set(link.attrs["rel"].split()) >= {"noopener", "noreferrer"}, path
            elif href.scheme:
                assert href.scheme in ("tel", "mailto"), path
            else:
                targets = ids.get(href.path or path)
                assert targets is not None, f"{path} links to {href.path}"
                assert not href.fragment or unquote(href.fragment) in targets, f"{path} links to {href.fragment}"


def test_every_page_is_valid_html(documents, pages):
    files = [str(file) for file in pages.rglob("*.html") if not (file.with_suffix("") / "index.html").exists()]
    assert len(files) >= len(documents)
    checked = subprocess.run(
        [ROOT / "node_modules" / ".bin" / "html-validate", "--config", CHECKED_BY, *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
    # This checker doesn't know of spaces in an address.
    for path, document in documents.items():
        assert not [link for link in document.all("link") if " " in link.attrs.get("href", "")], path


def test_no_script_or_style_sheet_blocks_the_first_paint(documents):
    for path, document in documents.items():
        head = document.one("head")
        assert head.all("link", rel="modulepreload") == [], path
        scripts = [tag.attrs for tag in head.all("script") if "src" in tag.attrs]
        assert all("async" in tag or tag.get("type") in ("module", "text/plain") for tag in scripts), path
        sheets = head.all("link", rel="stylesheet")
        without_scripts = [link for part in head.all("noscript") for link in part.children]
        assert [sheet for sheet in sheets if "disabled" not in sheet.attrs] == without_scripts, path
        icons = [link.attrs["href"] for link in head.all("link", rel="icon")]
        assert [icon.partition(",")[0] for icon in icons] == ["data:image/svg+xml"], path  # needs no request


def test_fonts_are_declared_in_the_page_not_in_the_shared_style_sheet(documents, pages):
    """A second declaration would load the fonts again and shift a page that was drawn without them."""
    for path, document in documents.items():
        style = document.one("style").children[0]
        assert "@font-face" in style, path
        assert len(re.findall(r'"([^"]+)","\1 Fallback"', style)) == 2, path  # each stand-in has its font's widths
    (sheet,) = (pages / "assets").glob("*.css")
    assert "@font-face" not in sheet.read_text(encoding="utf-8")


def test_a_page_starts_with_a_csp_that_allows_only_its_own_content(documents, pages):
    for path, document in {**documents, "404": read(pages / "404.html")}.items():
        policy = document.one("head").children[1]
        assert policy.attrs["http-equiv"] == "Content-Security-Policy", path
        rules = dict(rule.split(" ", 1) for rule in policy.attrs["content"].split("; "))
        assert rules["default-src"] == rules["base-uri"] == "'none'", path
        assert "unsafe" not in policy.attrs["content"], path
        assert set(re.findall(r"https?://[^ ;]+", policy.attrs["content"])) <= {BOOKING_SERVICE, MAP_SERVICE}, path
        inline = [tag for tag in document.all("script") if not {"src", "type"} & tag.attrs.keys() and tag.children]
        for rule, elements in (("script-src", inline), ("style-src", document.all("style"))):
            digests = [hashlib.sha256("".join(element.children).encode()).digest() for element in elements]
            allowed = {f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}
            assert {source for source in rules[rule].split() if "sha256" in source} == allowed, (path, rule)


def test_the_top_picture_of_the_home_page_is_preloaded(pages):
    home = (pages / "index.html").read_text(encoding="utf-8")
    upright, wide = re.findall(r'<link rel="preload" as="image"[^>]*>', home)
    for preload in upright, wide:
        (wanted,) = re.findall(r'imagesrcset="([^"]+)"', preload)
        assert f'srcSet="{wanted}"' in home
        assert 'fetchpriority="high"' in preload
        assert home.index(preload) < home.index("<style>")
    (condition,), (opposite,) = (re.findall(r'media="([^"]+)"', preload) for preload in (upright, wide))
    assert opposite == f"not all and {condition}"


def test_sharing_tags_have_a_title_a_description_and_a_picture_with_size(documents, long_paths, pages):
    days = {GYM.routes.post_path(post.id): post.published.isoformat() for post in GYM.posts}
    for path, document in documents.items():
        named = [(tag.attrs.get("property") or tag.attrs.get("name"), tag.attrs.get("content"))
                 for tag in document.all("meta")]  # fmt: skip
        shared = [(name, content) for name, content in named if re.match("(og|article|twitter):", name or "")]
        tags, day = dict(shared), days.get(long_paths[path])
        assert len(shared) == len(tags), f"{path} repeats a meta tag"
        assert tags["og:title"] == tags["twitter:title"] == document.one("title").text
        assert tags["og:description"] == tags["twitter:description"] == meta(document, "description")
        assert tags["og:url"] == SITE + long_paths[path]
        assert tags["og:image"] == tags["twitter:image"]
        assert tags["twitter:card"] == "summary_large_image"
        assert tags["og:image:alt"] == tags["twitter:image:alt"]
        assert len(tags["og:image:alt"]) > 5
        with Image.open(pages / urlsplit(tags["og:image"]).path.strip("/")) as card:
            assert card.size == (int(tags["og:image:width"]), int(tags["og:image:height"]))
        names = [name for name, _ in shared if name.startswith("og:image")]
        assert names[0] == "og:image", "a picture's properties must follow it"
        assert (tags["og:type"], tags.get("article:published_time")) == ("article" if day else "website", day), path


@pytest.mark.part("blog")
def test_every_page_links_to_the_feed(documents):
    for path, document in documents.items():
        feed = document.one("link", rel="alternate").attrs
        assert (feed["type"], feed["href"], bool(feed["title"])) == ("application/atom+xml", FEED_PATH, True), path


def test_the_404_page_links_home_without_scripts_and_is_not_indexed(pages):
    document = read(pages / "404.html")
    assert document.one("h1").text
    assert document.one("main").all("a", href="/")
    assert meta(document, "robots") == "noindex"
