"""The blog as an Atom feed (RFC 4287)."""

from collections.abc import Sequence
from datetime import date
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from gym_site.content.business import LANGUAGE, Business
from gym_site.content.posts import BLOG_WORDS, BlogPost
from gym_site.routes import FEED_PATH, post_path, url_for

MEDIA_TYPE = "application/atom+xml"


def atom_feed(posts: Sequence[BlogPost], business: Business, site_url: str) -> str:
    """Return the feed's text, the newest post first."""
    newest_first = sorted(posts, key=lambda post: post.published, reverse=True)
    blog = site_url + url_for("blog")
    feed = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": LANGUAGE})
    _text(feed, "id", blog)
    _text(feed, "title", BLOG_WORDS.feed_title.replace("{name}", business.name))
    _text(feed, "subtitle", BLOG_WORDS.intro)
    _text(feed, "updated", _timestamp(newest_first[0].published))
    SubElement(feed, "link", rel="self", type=MEDIA_TYPE, href=site_url + FEED_PATH)
    SubElement(feed, "link", rel="alternate", type="text/html", href=blog)
    _text(feed, "icon", f"{site_url}/icon-192.png")
    _text(SubElement(feed, "author"), "name", business.name)
    for post in newest_first:
        entry = SubElement(feed, "entry")
        address = site_url + post_path(post.id)
        _text(entry, "id", address)
        _text(entry, "title", post.title)
        _text(entry, "published", _timestamp(post.published))
        _text(entry, "updated", _timestamp(post.published))
        SubElement(entry, "link", rel="alternate", type="text/html", href=address)
        _text(SubElement(entry, "author"), "name", f"{post.author}, {business.name}")
        _text(entry, "summary", post.description)
    indent(feed)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(feed, encoding="unicode")}\n'


def _text(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = text


def _timestamp(day: date) -> str:
    """Return a day as a timestamp: noon in UTC, which is the same date all over Canada."""
    return f"{day}T12:00:00Z"
