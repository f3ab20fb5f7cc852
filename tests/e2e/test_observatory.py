"""The grade that Mozilla's HTTP Observatory would give, by its published rules, on real answers.

A score begins at 100. Every rule adds or takes away; what is added counts only where the rest alone is worth 90.
Strict-Transport-Security and the redirect to https come from the proxy: deploy/Caddyfile is read for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie

import httpx
import pytest

from gym_site.routes import url_for
from gym_site.settings import ROOT
from tests.site import PrebuiltSite

ASKER = "https://observatory.example"  # a page elsewhere that asks whether it may read our answers
PROXY = ROOT / "deploy" / "Caddyfile"
GRADES = ((100, "A+"), (90, "A"), (85, "A-"), (80, "B+"), (70, "B"), (65, "B-"), (60, "C+"), (50, "C"), (45, "C-"),
          (40, "D+"), (30, "D"), (25, "D-"), (0, "F"))  # fmt: skip
ENOUGH_FOR_BONUS = 90
HALF_A_YEAR = 15_552_000  # seconds

ANYWHERE = {"*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
INLINE = {"'unsafe-inline'", "data:"}
PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
LEAKY = {"origin", "origin-when-cross-origin", "unsafe-url", "no-referrer-when-downgrade"}


@dataclass(frozen=True)
class Answer:
    """What the Observatory looks at: a page over https, the answer to its preflight, where http leads."""

    headers: httpx.Headers
    html: str
    preflight: httpx.Headers
    redirected: bool = True

    def header(self, name: str) -> str:
        return self.headers.get(name, "").strip().lower()

    def without(self, *names: str) -> Answer:
        return self.having(**dict.fromkeys(names))

    def having(self, **headers: str | None) -> Answer:
        """Return the same answer with some headers set, or without them."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        kept = {name: value for name, value in self.headers.items() if name not in named}
        return replace(self, headers=httpx.Headers(kept | {name: value for name, value in named.items() if value}))


def directives(policy: str) -> dict[str, set[str]]:
    parts = (rule.split() for rule in policy.split(";"))
    return {rule[0]: set(rule[1:]) for rule in parts if rule}


def content_security_policy(answer: Answer) -> int:
    rules = directives(answer.header("content-security-policy"))
    if not rules:
        return -25
    fallback = rules.get("default-src", {"*"})
    scripts, styles, objects = (set(rules.get(f"{kind}-src", fallback)) for kind in ("script", "style", "object"))
    for sources in (scripts, styles):
        if any(source.startswith(("'sha256-", "'sha384-", "'sha512-", "'nonce-")) for source in sources):
            sources.discard("'unsafe-inline'")  # browsers ignore it beside a hash
    passive = set().union(*(rules.get(f"{kind}-src", fallback) for kind in ("img", "media")))
    active = scripts.union(*(rules[name] for name in rules if name not in ("img-src", "media-src", "script-src")))
    if scripts & (ANYWHERE | INLINE) or objects & ANYWHERE:
        return -20
    if any(source.startswith(("http:", "ftp:")) for source in active):
        return -20
    if "'unsafe-eval'" in scripts | styles:
        return -10
    if any(source.startswith(("http:", "ftp:")) for source in passive):
        return -10
    if styles & (ANYWHERE | INLINE):
        return 0
    return 10 if rules.get("default-src") == {"'none'"} else 5


def cookies(answer: Answer) -> int:
    jar = [one for line in answer.headers.get_list("set-cookie") for one in SimpleCookie(line).values()]
    safe_anyway = strict_transport_security(answer) == 0
    worst = 5
    for one in jar:
        session, csrf = re.search("login|sess", one.key, re.I), "csrf" in one.key.lower()
        if one["samesite"].lower() not in ("", "lax", "strict", "none"):
            worst = min(worst, -20)
        if one["samesite"].lower() == "none" and not one["secure"]:
            worst = min(worst, -20)
        if not one["secure"]:
            worst = min(worst, (-10 if session else -5) if safe_anyway else (-40 if session else -20))
        if csrf and not one["samesite"]:
            worst = min(worst, -20)
        if session and not one["httponly"]:
            worst = min(worst, -30)
        if not one["samesite"]:
            worst = min(worst, 0)
    return worst if jar else 0


def cross_origin_resource_sharing(answer: Answer) -> int:
    """Whoever asks may read with the visitor's cookies: that alone is punished."""
    to, with_cookies = (answer.preflight.get(f"access-control-allow-{what}") for what in ("origin", "credentials"))
    return -50 if to == ASKER and with_cookies == "true" else 0


def redirection(answer: Answer) -> int:
    return 0 if answer.redirected else -20


def referrer_policy(answer: Answer) -> int:
    if not (said := answer.header("referrer-policy")):
        return 0
    known = [one.strip() for one in said.split(",") if one.strip() in PRIVATE | LEAKY]
    return 5 if known and known[-1] in PRIVATE else -5


def strict_transport_security(answer: Answer) -> int:
    found = re.search(r"(?:^|;)\s*max-age=(\d+)", answer.header("strict-transport-security"))
    if found is None:
        return -20
    return 0 if int(found[1]) >= HALF_A_YEAR else -10


def subresource_integrity(answer: Answer) -> int:
    """Scripts from elsewhere need a hash and https; the site's own give a bonus with one and are fine without."""
    worst = 0
    tags = re.findall(r"<script\b[^>]*\bsrc=[^>]*>", answer.html)
    for tag in tags:
        source, hashed = re.search(r"\bsrc=[\"']?([^\"'\s>]+)", tag)[1], "integrity=" in tag
        if re.match("https?:|//", source):
            if not source.startswith("https:"):
                worst = min(worst, -20 if hashed else -50)
            elif not hashed:
                worst = min(worst, -5)
    return 5 if worst == 0 and tags and all("integrity=" in tag for tag in tags) else worst


def x_content_type_options(answer: Answer) -> int:
    return 0 if answer.header("x-content-type-options") == "nosniff" else -5


def x_frame_options(answer: Answer) -> int:
    if "frame-ancestors" in directives(answer.header("content-security-policy")):
        return 5
    said = answer.header("x-frame-options")
    return 0 if said in ("deny", "sameorigin") or said.startswith("allow-from") else -20


def cross_origin_resource_policy(answer: Answer) -> int:
    return {"": 0, "cross-origin": 0, "same-site": 10, "same-origin": 10}.get(
        answer.header("cross-origin-resource-policy"), -5
    )


RULES: tuple[Callable[[Answer], int], ...] = (
    content_security_policy, cookies, cross_origin_resource_sharing, redirection, referrer_policy,
    strict_transport_security, subresource_integrity, x_content_type_options, x_frame_options,
    cross_origin_resource_policy,
)  # fmt: skip


def score(answer: Answer) -> int:
    modifiers = [rule(answer) for rule in RULES]
    plain = 100 + sum(one for one in modifiers if one < 0)
    return max(0, 100 + sum(modifiers) if plain >= ENOUGH_FOR_BONUS else plain)


def grade(points: int) -> str:
    return next(letter for least, letter in GRADES if points >= least)


@pytest.fixture(scope="module")
def look(pages, tmp_path_factory):
    """Return how a page of the site answers behind the proxy, the booking service being on https as it has to be."""
    outside = {
        "GYM_WIDGET_LIBRARY_URL": "https://booking.example/library.js",
        "GYM_WIDGET_SCRIPT_URL": "https://booking.example/widget.js",
        "GYM_MAP_EMBED_URL": "https://maps.example/embed/",
    }
    proxy = re.sub(r"#.*", "", PROXY.read_text(encoding="utf-8"))
    safe_transport = re.search(r"Strict-Transport-Security\s+(\"[^\"]+\"|\S+)", proxy)
    # Caddy redirects by itself where the site's address is a bare name and nobody forbids it.
    redirects = "auto_https" not in proxy and "http://" not in proxy
    with PrebuiltSite(tmp_path_factory.mktemp("observed"), **outside) as site:

        def at(path: str) -> Answer:
            page = httpx.get(site.url + path)
            assert page.status_code == 200
            asked = httpx.options(site.url + path, headers={"Origin": ASKER, "Access-Control-Request-Method": "GET"})
            seen = Answer(page.headers, page.text, asked.headers, redirects)
            return seen.having(strict_transport_security=safe_transport and safe_transport[1].strip('"'))

        yield at


@pytest.mark.parametrize("path", ["/", url_for("consultation"), url_for("book-appointment")])
def test_a_page_earns_the_best_grade_without_any_unsafe_source(look, path):
    answer = look(path)
    assert {rule.__name__: rule(answer) for rule in RULES if rule(answer) < 0} == {}
    assert content_security_policy(answer) == 10  # nothing by default, no unsafe script or style
    assert "unsafe" not in answer.header("content-security-policy")
    assert (grade(score(answer)), score(answer)) == ("A+", 130)


def test_the_answer_to_a_form_earns_it_too(look):
    assert grade(score(look("/forms/consultation/sent"))) == "A+"


@pytest.mark.parametrize(
    ("spoil", "points", "letter"),
    [
        (lambda one: one.without("content-security-policy"), 75, "B"),
        (lambda one: one.without("content-security-policy", "x-frame-options"), 55, "C"),
        (lambda one: one.without("strict-transport-security"), 80, "B+"),
        (lambda one: one.having(strict_transport_security="max-age=300"), 120, "A+"),
        (lambda one: one.without("x-content-type-options"), 125, "A+"),
        (lambda one: one.having(referrer_policy="unsafe-url", x_content_type_options=None), 115, "A+"),
        (lambda one: one.having(content_security_policy="script-src 'self' 'unsafe-inline'"), 80, "B+"),
        (lambda one: one.having(content_security_policy="default-src 'none'; script-src 'unsafe-eval'"), 105, "A+"),
        (lambda one: one.having(content_security_policy="default-src 'none'; connect-src http://x.example"), 80, "B+"),
        (lambda one: one.having(set_cookie="session=1"), 70, "B"),
        (lambda one: replace(one, redirected=False), 80, "B+"),
        (lambda one: replace(one, html='<script src="//elsewhere.example/x.js"></script>'), 50, "C"),
        (lambda one: replace(one, preflight=httpx.Headers({"access-control-allow-origin": ASKER,
                                                            "access-control-allow-credentials": "true"})), 50, "C"),
        (lambda one: Answer(httpx.Headers({"set-cookie": "session=1"}), "", httpx.Headers(), redirected=False), 0, "F"),
    ],
)  # fmt: skip
def test_a_worse_answer_earns_less(look, spoil, points, letter):
    assert (score(spoil(look("/"))), grade(score(spoil(look("/"))))) == (points, letter)
