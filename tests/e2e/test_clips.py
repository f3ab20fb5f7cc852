"""The two loops among the sample posts: nothing before the click, silent after it, none where motion isn't wanted."""

from __future__ import annotations

import pytest

from gym_site.content.social import SOCIAL, SOCIAL_POSTS
from tests.browsing import until

VIDEOS = [post for post in SOCIAL_POSTS if post.type == "video"]
PLAYS = (
    "(() => { const one = document.querySelector('.post video'); return one && !one.paused && one.currentTime > 0 })()"
)


def clips_asked_for(page) -> list[str]:
    return [url for url in page.watch.requests if ".mp4" in url]


def play_button(page, post):
    return page.get_by_role("button", name=SOCIAL.play.format(content=post.content), exact=True)


@pytest.mark.parametrize("post", VIDEOS, ids=[post.picture for post in VIDEOS])
def test_a_click_plays_the_loop_and_the_next_one_stops_it(open_page, post):
    page = open_page()
    button = play_button(page, post)
    button.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert page.locator("video").count() == 0
    assert clips_asked_for(page) == []

    button.click()
    until(page, PLAYS)
    video = page.locator(".post video")
    assert video.evaluate("one => [one.muted, one.loop, one.playsInline, one.controls]") == [True, True, True, False]
    assert {url.rsplit("/", 1)[1].split(".")[0] for url in clips_asked_for(page)} == {post.picture}

    page.get_by_role("button", name=SOCIAL.pause, exact=True).click()
    until(page, "!document.querySelector('video')")
    assert play_button(page, post).count() == 1
    assert page.watch.errors == []


def test_the_keyboard_plays_it_and_the_likes_stay_in_reach(open_page):
    page = open_page()
    button = play_button(page, VIDEOS[0])
    post = page.locator(".post", has=button)
    post.focus()
    page.keyboard.press("Tab")
    assert button.evaluate("one => one === document.activeElement")
    opacity = "getComputedStyle(document.querySelector('.post:focus-within figcaption')).opacity === '1'"
    until(page, opacity)
    page.keyboard.press("Enter")
    until(page, PLAYS)
    until(page, opacity)
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('video')")


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}])
def test_no_button_where_nothing_may_move_or_nothing_runs(open_page, options):
    page = open_page(**options)
    page.locator(".post-grid").scroll_into_view_if_needed()
    assert page.locator(".post").count() == len(SOCIAL_POSTS)
    assert page.locator(".post button, .post video").count() == 0
    assert clips_asked_for(page) == []


def test_who_turns_motion_off_stops_what_plays(open_page):
    page = open_page()
    play_button(page, VIDEOS[0]).click()
    until(page, PLAYS)
    page.emulate_media(reduced_motion="reduce")
    until(page, "!document.querySelector('.post :is(video, button)')")
