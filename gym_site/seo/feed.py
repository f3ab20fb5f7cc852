"""The blog as an Atom feed (RFC 4287)."""

from collections.abc import Sequence
from pathlib import Path

from mako.template import Template

from gym_site.content.business import LANGUAGE, Business
from gym_site.content.posts import BLOG_WORDS, BlogPost
from gym_site.reading.parts import needed
from gym_site.routes import FEED_PATH, post_path, url_for

MEDIA_TYPE = "application/atom+xml"
_FEED = Template(filename=str(Path(__file__).with_name("feed.xml")), default_filters=["h"], strict_undefined=True)


def atom_feed(posts: Sequence[BlogPost], business: Business, address: str) -> str:
    """Return the feed as XML text, with the newest post first."""
    feed = _FEED.render_unicode(
        posts=sorted(posts, key=lambda post: post.published, reverse=True),
        business=business,
        words=needed(BLOG_WORDS),
        language=LANGUAGE,
        media_type=MEDIA_TYPE,
        address=address,
        blog=address + url_for("blog"),
        own=address + FEED_PATH,
        post_path=post_path,
    )
    return str(feed)
