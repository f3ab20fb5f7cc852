"""One blog post (spec section 2)."""

import reflex as rx

from gym_site.components.icon import icon
from gym_site.components.link import PlainLink
from gym_site.components.picture import picture
from gym_site.components.prose import prose
from gym_site.content.posts import BlogPost, published_text
from gym_site.gym import needed
from gym_site.site import Site
from gym_site.text import fill


def _neighbours(site: Site, post: BlogPost, label: str) -> rx.Component:
    posts = site.gym.posts
    index = posts.index(post)

    def path_of(other: BlogPost) -> str:
        return site.settings.public_path(site.routes.post_alias(other.id))

    previous, following = rx.el.span(), None
    if index:
        before = posts[index - 1]
        shown = (icon("chevron-left"), rx.el.span(before.title))
        previous = PlainLink.create(*shown, href=path_of(before), custom_attrs={"rel": "prev"})
    if index + 1 < len(posts):
        after = posts[index + 1]
        shown = (rx.el.span(after.title), icon("chevron-right"))
        following = PlainLink.create(*shown, href=path_of(after), custom_attrs={"rel": "next"})
    return rx.el.nav(previous, following, aria_label=label, class_name="post-neighbours")


def blog_post(post: BlogPost, site: Site) -> tuple[rx.Component, ...]:
    """Return the page of a post."""
    words = needed(site.gym.blog).words
    # If the gym doesn't offer the post's service, the post links to the consultation.
    key = post.service if site.gym.has(post.service) else "consultation"
    label = site.routes[key].label
    facts = (
        fill(words.by, author=post.author, area=site.gym.brand.area),
        post.read_time.replace(" ", "\N{NO-BREAK SPACE}"),
        fill(words.published, date=published_text(post)).replace(" ", "\N{NO-BREAK SPACE}"),
    )
    call = fill(words.next_call, service=label)
    return (
        rx.el.article(
            rx.el.header(
                rx.el.a(
                    icon("chevron-left"), rx.el.span(words.back), href=site.routes.url_for("blog"), class_name="back"
                ),
                rx.el.h1(post.title),
                rx.el.p(" · ".join(facts), class_name="quiet"),
                class_name="post-head",
            ),
            picture(site, post.picture, sizes="(min-width: 64rem) 62vw, 66vw", eager=True, class_name="post-picture"),
            prose(post.content),
            rx.el.p(words.advice_note, class_name="note"),
            rx.el.aside(
                rx.el.h2(words.next_title),
                rx.el.a(call, href=site.routes.url_for(key), class_name="button button-ember"),
                class_name="post-next",
            ),
            _neighbours(site, post, words.others_title),
            class_name="frame post-page",
        ),
    )
