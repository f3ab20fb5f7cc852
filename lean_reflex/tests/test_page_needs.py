"""The needs of a page beyond those of all pages, and the policy that follows from them."""

import re

import pytest
import reflex as rx

from lean_reflex.browser.needs import ColourMode, LateToaster, Needs, answering, provided
from lean_reflex.build.page_policy import grants, policy_element, usual_policy
from lean_reflex.build.policies import policies_script
from lean_reflex.reflex_internals import route_pattern


def answer():
    """A function between a handler and Reflex's."""
    return rx.window_alert("Hello")


def second(_text, handler):
    """Another one, which gets a handler."""
    return handler


class Asked(rx.State):
    """Handlers that do and don't send scripts."""

    count: int = 0

    @rx.event
    def add(self):
        self.count += 1
        return rx.redirect("/")

    @rx.event
    def toast(self):
        yield rx.toast.error("No")

    @rx.event
    def indirect(self):
        return answer()

    @rx.event
    def chained(self):
        return Asked.indirect

    @rx.event
    def given(self, text: str):
        return second(text, self.indirect)

    @rx.event(background=True)
    async def later(self):
        async with self:
            yield rx.call_script("1", callback=Asked.add)


def needs_of(*content, on_load=None):
    needs = Needs(on_load or [])
    page = provided(rx.el.div(*content), needs)
    return needs, [type(part) for part in (page, *page.children)]


@pytest.mark.parametrize(
    ("event", "toasts", "runs_text"),
    [
        (Asked.add, False, False),
        (Asked.toast, True, True),
        (Asked.indirect, False, True),
        (Asked.chained, False, True),
        (Asked.given("a"), False, True),
        (Asked.later, False, True),
        (rx.toast("Here"), True, False),
        (rx.window_alert("Here"), False, False),
        (rx.call_script("1"), False, True),
        (rx.run_script("1", callback=Asked.add), False, True),
        (rx.cond(Asked.count > 1, Asked.toast(), Asked.add()), True, True),
    ],
)  # fmt: skip
def test_a_page_needs_what_its_events_lead_to(event, toasts, runs_text):
    needs, parts = needs_of(rx.el.button(on_click=event))
    assert (needs.toasts, bool(needs.text)) == (toasts, runs_text)
    assert (LateToaster in parts) == toasts


def test_a_page_needs_what_its_on_load_leads_to():
    assert needs_of(on_load=[Asked.add, Asked.toast])[0].text == {"Asked.toast"}


@pytest.mark.parametrize(
    "content",
    [
        rx.text("Radix"),
        rx.el.p(rx.color_mode),
        rx.el.button(on_click=rx.toggle_color_mode),
        rx.cond(rx.color_mode == "light", "a", "b"),
    ],
)
def test_a_page_that_shows_the_colour_mode_provides_it(content):
    assert ColourMode in needs_of(content)[1]


def test_only_handlers_that_send_scripts_have_answering_handlers():
    assert [handler.fn.__name__ for handler in answering(Asked.later)] == ["add"]
    assert list(answering(Asked.add)) == []


def test_an_element_that_a_component_adds_beside_all_pages_stands_on_its_page():
    page = provided(rx.el.div(rx.data_editor(columns=[], data=[])), Needs())
    assert [getattr(part, "id", None) for part in page.children][1:] == ["portal"]


def test_a_link_to_a_page_with_another_policy_is_known_by_its_path():
    granted, of_dynamic = {"img-src": ["https://pics.example"]}, {"script-src": ["'unsafe-eval'"]}
    script = policies_script({"/": granted, "/plain": {}, "/item/new": {}}, ["item/[name]"], of_dynamic)
    assert '{"/": 1, "/item/new": 0, "*": 2}' in script
    assert f'new RegExp("{route_pattern("item/[name]")}")' in script
    below = policies_script({"/": granted}, ["item/[name]"], of_dynamic, "/sub")
    assert re.findall(r'"(?:/sub|\^/sub/item)/', below) == ['"/sub/', '"^/sub/item/']
    assert policies_script({"/": {}, "/plain": {}}, ["item/[name]"], {}) == ""


def test_other_pages_get_nothing():
    assert needs_of(rx.el.p("Text"), rx.el.button(on_click=Asked.add)) == (Needs(), [rx.el.Div, rx.el.P, rx.el.Button])


@pytest.mark.parametrize(
    ("html", "writers", "needs", "expected"),
    [
        ("<p>", [], {}, {}),
        ("<p>", ["sonner"], {}, {"style-src": ["'unsafe-inline'"]}),
        ('<p style="color:red">', [], {}, {"style-src": ["'unsafe-inline'"]}),
        ("<p>", [], {"text": ["Asked.toast"]}, {"script-src": ["'unsafe-eval'"]}),
        ('<img src="https://pics.example/a.png"><img src="/a.png">', [], {}, {"img-src": ["https://pics.example"]}),
        ('<iframe src="//video.example/1">', [], {}, {"frame-src": ["https://video.example"]}),
        ('<form action="https://post.example/f">', [], {}, {"form-action": ["https://post.example"]}),
        ("<p>", [], {"policy": {"connect-src": ["https://api.example"]}}, {"connect-src": ["https://api.example"]}),
        ("<p>", [], {"policy": {"img-src": ["data:"]}}, {}),
    ],
)  # fmt: skip
def test_a_policy_allows_what_its_page_has(html, writers, needs, expected):
    usual = usual_policy("", {})
    granted, _ = grants(html, "", writers, needs, usual)
    assert granted == expected
    policy = policy_element(f"<style>a</style>{html}", usual, granted)
    for directive, sources in expected.items():
        rule = re.search(f"{directive} ([^;]*)", policy)[1].split()
        assert set(sources) <= set(rule)
        assert not ("'unsafe-inline'" in rule and any("sha256" in source for source in rule))
