"""Posts, some of them clips made by ``scripts/make_clips.py``, and links to the gym's profile."""

import reflex as rx

from gym_site.browser.media import Loop
from gym_site.components.calls import profile
from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section, section_heading
from gym_site.content.social import SocialPost, SocialWords
from gym_site.site import Site
from gym_site.text import fill
from lean_reflex.browser.state import script


def _post(site: Site, post: SocialPost, words: SocialWords) -> rx.Component:
    """Return a post. Its likes and comments appear on hover and on focus; a tap focuses the post."""
    loop = _loop(site, post, words) if post.type == "video" else ()
    caption = rx.el.figcaption(
        rx.el.p(post.content),
        rx.el.p(
            rx.el.span(icon("heart"), f"{post.likes} ", rx.el.span(words.likes, class_name="visually-hidden")),
            rx.el.span(icon("comment"), f"{post.comments} ", rx.el.span(words.comments, class_name="visually-hidden")),
            class_name="post-counts",
        ),
    )
    shown = picture(site, post.picture, sizes="(min-width: 64rem) 17vw, 33vw")
    return rx.el.li(rx.el.figure(shown, *loop, caption, tab_index=0, class_name="post"))


def _loop(site: Site, post: SocialPost, words: SocialWords) -> tuple[rx.Component, rx.Component, rx.Component]:
    """Return a clip, the button that adds and removes it, and what is said if it can't be played.

    Under reduced motion, CSS hides them.

    The click on the button adds the clip, and the clip's ref starts it during that click: some phones let a video start
    at no other time.
    """
    state = Loop(f"post{post.id}")
    video = rx.el.video(
        src=site.settings.public_path(site.gym.clips[post.picture]["mp4"]),
        muted=True,
        loop=True,
        plays_inline=True,
        tab_index=-1,
        aria_hidden=True,
        custom_attrs={"ref": script("seen", "loop"), "onError": state.set(wanted=False, failed=True)},
    )
    button = rx.el.button(
        rx.cond(state.wanted, icon("pause"), icon("play")),
        type="button",
        class_name="post-video",
        aria_label=rx.cond(state.wanted, words.pause, fill(words.play, content=post.content)),
        on_click=state.set(wanted=~state.wanted, failed=False),
    )
    failure = rx.el.p(words.cant_play, role="alert", class_name="post-failure")
    return rx.cond(state.wanted, video), button, rx.cond(state.failed, failure)


def social(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one: the grid of posts and the community panel."""
    if site.gym.social is None:
        return None
    words = site.gym.social.words
    community = rx.el.div(
        rx.el.h3(words.panel_title),
        rx.el.p(words.panel_text),
        rx.el.div(
            site_link(words.follow, site, look="ember"),
            site_link(words.consultation, site, look="line"),
            class_name="button-row",
        ),
        class_name="community",
    )
    return section(
        "social",
        rx.el.div(
            section_heading(words.title, id="social-title", text=words.intro),
            site_link(words.profile or profile(site.gym), site, class_name="handle"),
            community,
            class_name="social-words",
        ),
        rx.el.ul(*(_post(site, post, words) for post in site.gym.social.posts), class_name="post-grid"),
        rx.el.p(words.sample_note, class_name="fine-print") if words.sample_note else None,
        look="section social",
        frame="social-body",
    )
