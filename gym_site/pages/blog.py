"""The list of blog posts (spec section 2)."""

import reflex as rx

from gym_site.components.link import PlainLink
from gym_site.components.picture import picture
from gym_site.components.rows import after_first
from gym_site.components.section import list_section
from gym_site.content.posts import BlogPost, excerpt, published_text
from gym_site.gym import needed
from gym_site.sections.page_head import page_head
from gym_site.site import Site


def _card(site: Site, post: BlogPost, *, first: bool) -> rx.Component:
    # Non-breaking spaces, so that a line breaks only after a dot between two facts.
    space = "\N{NO-BREAK SPACE}"
    facts = f"{space}· ".join(fact.replace(" ", space) for fact in (published_text(post), post.read_time, post.author))
    return rx.el.article(
        # Phones load a picture narrower than the card: its file must fit into the first 14 KB that a server sends.
        picture(
            site,
            post.picture,
            sizes=f"(min-width: 64rem) {47 if first else 31}vw, (min-width: 40rem) 32vw, 64vw",
            eager=first,
        ),
        rx.el.div(
            rx.el.p(facts, class_name="fine-print"),
            rx.el.h2(PlainLink.create(post.title, href=site.settings.public_path(site.routes.post_alias(post.id)))),
            rx.el.p(excerpt(post), class_name="quiet"),
            class_name="post-card-body",
        ),
        class_name="post-card",
    )


def blog(site: Site) -> tuple[rx.Component, ...]:
    """Return the page, newest post first. A click on a card loads the post as a new document (spec section 2)."""
    words = needed(site.gym.blog).words
    posts = sorted(site.gym.posts, key=lambda post: post.published, reverse=True)
    return (
        page_head(site, words.title, words.intro),
        list_section(
            words.list_label,
            *(_card(site, post, first=post is posts[0]) for post in posts),
            frame=after_first("post-list", len(posts)),
        ),
    )
