"""The blog as an Atom feed (RFC 4287)."""

from pathlib import Path

from mako.template import Template

from gym_site.content.business import LANGUAGE
from gym_site.gym import needed
from gym_site.routes import FEED_PATH
from gym_site.site import Site

MEDIA_TYPE = "application/atom+xml"
_FEED = Template(filename=str(Path(__file__).with_name("feed.xml")), default_filters=["h"], strict_undefined=True)


def atom_feed(site: Site) -> str:
    """Return the feed as XML text, with the newest post first."""
    address = site.settings.address
    feed = _FEED.render_unicode(
        posts=sorted(site.gym.posts, key=lambda post: post.published, reverse=True),
        business=site.business,
        words=needed(site.gym.blog).words,
        language=LANGUAGE,
        media_type=MEDIA_TYPE,
        address=address,
        blog=address + site.routes.url_for("blog"),
        own=address + FEED_PATH,
        post_path=site.routes.post_path,
    )
    return str(feed)
