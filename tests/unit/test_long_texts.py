"""No work for a stranger's text grows faster than the text: each pattern that may see one, with its worst text."""

import ast
import math
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from gym_site.check.posts import MARKUP
from gym_site.cli import visits
from gym_site.cli.leads import mask_phone
from gym_site.desk import request_filter, requests
from gym_site.forms import kinds
from gym_site.forms.entries import clean, find_problems
from gym_site.forms.tidy import plain, sanitise
from gym_site.leads.gateway import SINGLE_ADDRESS
from gym_site.leads.spam import LINK
from gym_site.leads.store import PAGE_KEY
from gym_site.runtime import rules
from gym_site.server import logs
from gym_site.settings import ROOT
from lean_reflex.network import is_from, network
from lean_reflex.server import bounds, policy
from lean_reflex.server.packets import Packets
from tests.gym import CURRENT, SITE

PATH, HEADER, MEGABYTE = 300, 16 * 1024, 10**6  # lengths; a path or header that is longer is refused first
FIELD = 4 * max(field.limit for form in SITE.forms.values() for field in form.fields) + 16  # `clean` cuts a longer one
ANYWAY = 0.005  # seconds; a text that is read in less needs no comparison
TIMES_SIXTEEN, ROUNDS = 64, 5


class Row(NamedTuple):
    """What reads a text of strangers, the worst text of a length, and the greatest length."""

    read: Callable[[str], object]
    worst: Callable[[int], str]
    most: int


def of(sign: str, end: str = "", begin: str = "") -> Callable[[int], str]:
    """Return a function that repeats ``sign`` up to a length."""
    return lambda length: f"{begin}{sign * (length // len(sign))}{end}"


_redirect = rules(CURRENT).redirect
# By module and name, or function, of the call.
PATTERNS = {
    "gym_site/cli/leads.py mask_phone": Row(mask_phone, of("1"), FIELD),
    "gym_site/cli/visits.py _VISIT": Row(visits._VISIT.fullmatch, of("a|", begin="person|"), MEGABYTE),
    "gym_site/desk/records.py changes": Row(lambda text: re.search(MARKUP, text), of("["), HEADER),
    "gym_site/desk/requests.py _NOT_DIALLED": Row(lambda text: requests._NOT_DIALLED.sub("", text), of("x"), FIELD),
    "gym_site/desk/request_filter.py _PLAIN": Row(request_filter._PLAIN.findall, of("a "), FIELD),
    "gym_site/forms/kinds.py _ADDRESS": Row(kinds._ADDRESS.fullmatch, of("a.", " ", "a@"), 4 * 100 + 16),
    "gym_site/forms/kinds.py _NUMBER": Row(kinds._NUMBER.fullmatch, of("0", "x"), 4 * 20 + 16),
    "gym_site/forms/tidy.py _DROPPED": Row(plain, of("\0"), FIELD),
    "gym_site/forms/tidy.py sanitise": Row(sanitise, of("&"), FIELD),
    "gym_site/leads/gateway.py SINGLE_ADDRESS": Row(SINGLE_ADDRESS.fullmatch, of("a", "@ "), FIELD),
    "gym_site/leads/spam.py LINK": Row(LINK.findall, of("https://"), FIELD),
    "gym_site/leads/store.py PAGE_KEY": Row(PAGE_KEY.fullmatch, of("0"), HEADER),
    "gym_site/runtime.py _redirect": Row(lambda path: _redirect(path, ()), of("/0", begin="/blog/1"), PATH),
    "gym_site/server/logs.py _QUERY": Row(lambda line: logs._QUERY.sub("", line), of("/"), MEGABYTE),
    "gym_site/server/logs.py _TOKEN": Row(lambda line: logs._TOKEN.sub("", line), of("-00000000"), MEGABYTE),
    "lean_reflex/network.py _PORT": Row(network, of("1", "x", "1.1.1."), HEADER),
    "lean_reflex/network.py canonical": Row(lambda url: is_from(url, ()), of("@", begin="http://"), HEADER),
    "lean_reflex/server/bounds.py _TOKEN": Row(bounds._TOKEN.fullmatch, of("0"), HEADER),
    "lean_reflex/server/policy.py _NEARLY": Row(lambda path: policy._NEARLY.sub("", path[::-1]), of("-", "a"), PATH),
    "lean_reflex/server/packets.py QUERY": Row(lambda text: Packets.QUERY.fullmatch(text.encode()), of("0", begin="token="), HEADER),
}  # fmt: skip
# What else reads a field.
OTHERS = {
    f"a form's fields, {name}": Row(
        lambda text: [find_problems(form, clean(form, dict.fromkeys([each.name for each in form.fields], text)))
                      for form in SITE.forms.values()], of(sign), 64 * 1024)
    for name, sign in {"marks": "\u0345\u0301\u0316", "tags": "<b><i><p>", "entities": "&amp;lt;", "wide": "\ufdfa"}.items()
}  # fmt: skip
# Patterns for the gym's folder, a build, settings, arguments and file names of staff.
OWN = (
    "gym_site/brand.py ", "gym_site/build/", "gym_site/check/", "gym_site/cli/alert.py ", "gym_site/cli/builds.py ", "gym_site/cli/command.py ",
    "gym_site/cli/status.py ", "gym_site/cli/visits.py _rotated", "gym_site/components/", "gym_site/content/", "gym_site/db/prepare.py ",
    "gym_site/desk/state.py ",
    "gym_site/folder.py ", "gym_site/forms/all_forms.py ", "gym_site/hours.py ", "gym_site/pages/", "gym_site/reading/", "gym_site/refusal.py ",
    "gym_site/pictures/", "gym_site/sections/", "gym_site/setting_values.py ",
    "gym_site/text.py ", "lean_reflex/build/", "lean_reflex/environment.py ", "lean_reflex/plugins.py ",
    "lean_reflex/reflex_internals.py ", "lean_reflex/server/events.py _NAME", "lean_reflex/server/policy.py _START",
    "lean_reflex/server/published.py ",
)  # fmt: skip


def calls(file: Path) -> Iterator[str]:
    """Yield module and name of each call of `re`, and each import from it, which would hide a call."""
    place = file.relative_to(ROOT).as_posix()

    def inside(node: ast.AST, name: str) -> Iterator[str]:
        match node:
            case ast.FunctionDef(name=found) | ast.AsyncFunctionDef(name=found):
                name = found
            case ast.Assign(targets=[ast.Name(id=found)]) if not name:
                name = found
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=used)) if used != "escape":
                yield f"{place} {name}"
            case ast.ImportFrom(module="re") | ast.Import(names=[ast.alias(name="re" | "regex", asname=str())]):
                yield f"{place} import"
        for child in ast.iter_child_nodes(node):
            yield from inside(child, name)

    return inside(ast.parse(file.read_text(encoding="utf-8")), "")


def test_each_pattern_that_may_see_a_strangers_text_is_in_the_table():
    files = [file for package in ("gym_site", "lean_reflex") for file in sorted((ROOT / package).rglob("*.py"))]
    found = [call for file in files if "tests" not in file.parts for call in calls(file) if not call.startswith(OWN)]
    assert sorted(found) == sorted(PATTERNS)


@pytest.mark.parametrize("row", [*PATTERNS.values(), *OTHERS.values()], ids=[*PATTERNS, *OTHERS])
def test_no_text_takes_much_longer_than_one_of_a_sixteenth(row):
    """A linear pattern takes 16 times as long, a quadratic one 256 times: a busy machine must not decide."""

    def seconds(text: str) -> float:
        taken = []
        for _ in range(ROUNDS):
            began = time.thread_time()
            row.read(text)
            taken.append(time.thread_time() - began)
        return min(taken)

    taken, length = [math.inf, math.inf], 256
    while True:
        taken.append(seconds(row.worst(min(length, row.most))))
        assert taken[-1] < ANYWAY or taken[-1] <= TIMES_SIXTEEN * taken[-3], length
        if length >= row.most:
            break
        length *= 4
