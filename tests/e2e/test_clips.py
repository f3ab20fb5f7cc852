"""The two clips among the sample posts: loaded on click, muted, and absent with reduced motion."""

import pytest
from playwright.sync_api import expect

from tests.browsing import hide, until
from tests.gym import GYM

VIDEOS = [post for post in GYM.social.posts if post.type == "video"]
PLAYS = "(({ paused, currentTime }) => !paused && currentTime > 0)(document.querySelector('.post video') ?? {})"


@pytest.fixture(scope="module")
def page(shared):
    """A page on which no clip plays before or after a test."""
    return shared()


def play_button(page, post=VIDEOS[0]):
    return page.get_by_role("button", name=GYM.social.words.play.format(content=post.content), exact=True)


def clips_asked_for(page):
    return {url.rpartition("/")[2].partition(".")[0] for url in page.watch.requests if ".mp4" in url}


def stop(page):
    page.get_by_role("button", name=GYM.social.words.pause, exact=True).click()
    expect(page.locator("video")).to_have_count(0)


def test_a_clip_plays_and_stops_by_a_click_or_by_a_key_and_then_its_caption_stays_visible(page):
    played = []
    for number, post in enumerate(VIDEOS):
        button, frame = play_button(page, post), page.locator(".post", has=page.locator(".post-video")).nth(number)
        button.scroll_into_view_if_needed()
        page.wait_for_timeout(100)
        assert page.locator("video").count() == 0
        assert clips_asked_for(page) == set(played)
        by_key = post is VIDEOS[-1]
        if by_key:
            frame.focus()
            page.keyboard.press("Tab")
            expect(button).to_be_focused()
            expect(frame.locator("figcaption")).to_have_css("opacity", "1")
            page.keyboard.press("Enter")
        else:
            button.click()
        until(page, PLAYS)
        played.append(post.picture)
        assert clips_asked_for(page) == set(played)
        how = page.locator(".post video").evaluate("one => [one.muted, one.loop, one.playsInline, !one.controls]")
        assert all(how)
        if by_key:
            expect(frame.locator("figcaption")).to_have_css("opacity", "1")
            page.keyboard.press("Enter")
            expect(page.locator("video")).to_have_count(0)
        else:
            stop(page)
        expect(button).to_be_visible()


def test_a_clip_plays_only_while_visible_and_not_with_reduced_motion(page):
    play_button(page).click()
    until(page, PLAYS)
    place = page.evaluate("scrollY")
    paused = "document.querySelector('.post video').paused"
    for leave, come_back in [
        (lambda: page.evaluate("scrollTo(0, 0)"), lambda: page.evaluate(f"scrollTo(0, {place})")),
        (lambda: hide(page, True), lambda: hide(page, False)),
    ]:
        leave()
        until(page, paused)
        come_back()
        until(page, f"!{paused}")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".post :is(video, button):visible")).to_have_count(0)
    until(page, paused)
    page.emulate_media(reduced_motion="no-preference")
    until(page, f"!{paused}")  # it resumes
    stop(page)


def test_a_clip_that_cannot_be_played_says_so(page):
    page.route("**/*.mp4", lambda route: route.fulfill(body="no clip", content_type="video/mp4"))
    failure = page.locator(".post-failure:visible")
    for _ in range(2):
        play_button(page).click()
        expect(failure).to_have_text(GYM.social.words.cant_play)
        expect(page.locator("video")).to_have_count(0)
    page.unroute("**/*.mp4")
    play_button(page).click()
    expect(failure).to_have_count(0)
    until(page, PLAYS)
    stop(page)
