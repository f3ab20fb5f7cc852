"""What the guard of the websocket lets through: every message that a page sends, and nothing that differs from it."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gym_site.server import socket
from gym_site.server.socket import MAX_MESSAGE, MessageKind, RefusedError, TokenBucket, read
from tests.strangers.client import CALLS, MARK, MOVED, STATE, SUBMIT, joining, moving, submitting

PLACE = {"pathname": "/", "asPath": "/?a=b#faq", "query": {"a": "b", "splat": ["nope", "x"]}}
FIELDS = {"key": "c" * 32, "website": "", "name": "Zoë", "message": "one\ntwo \U0001f600"}
MOVE = {"name": MOVED, "router_data": PLACE}
FORM = {"name": SUBMIT, "payload": {"fields": FIELDS, "attempt": "b" * 32}, "router_data": PLACE}
HYDRATE = {"name": f"{STATE}.hydrate_and_load", "router_data": PLACE}
FIRST = HYDRATE | {"payload": {"hashes": ["946b36c3740a7ab4"] * 11}}
JOIN = {"event": FIRST, "state_schema": "6ffc1db0cae13021c1315a034a358d6a"}
FAULT = {"name": f"{STATE}.reflex___state____frontend_event_exception_state.handle_frontend_exception"}


def written(value: object) -> str:
    """As a browser writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def packet(event: object) -> str:
    return "42/_event," + written(["event", event])


def outcome(message: str | None) -> MessageKind | str:
    """Return the kind of message, or why it was refused."""
    try:
        return read(message, CALLS)
    except RefusedError as refused:
        return refused.reason


PAGE_SENDS = [
    ("3", MessageKind.PONG),
    ("41/_event,", MessageKind.LEAVE),
    ("40/_event," + written(JOIN), MessageKind.JOIN),
    ("40/_event," + written(JOIN | {"event": HYDRATE}), MessageKind.JOIN),
    (packet(MOVE), MessageKind.CALL),
    (packet(FORM), MessageKind.CALL),
    (packet(FAULT), MessageKind.REPORT),
    ('42/_event,["client_error",{"message":"x"}]', MessageKind.REPORT),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(("message", "kind"), PAGE_SENDS)
def test_what_a_page_sends_passes(message, kind):
    assert read(message, CALLS) is kind


@pytest.mark.parametrize("message", [message for message, _ in PAGE_SENDS if len(message) > 1])
def test_no_page_sends_it_cut_off_or_with_more_behind(message):
    for end in range(len(message)):
        if message[:end] not in ("3", "41/_event,"):
            with pytest.raises(RefusedError):
                read(message[:end], CALLS)
    with pytest.raises(RefusedError):
        read(f"{message}x", CALLS)


GOOD = moving()
REFUSED = {
    "engine.io": [f"0{MARK}", "1", "2", "2probe", f"3{MARK}", "4", "5", f" {GOOD}", f"\ufeff{GOOD}", f"{GOOD}\x1e{GOOD}",
                  "bNDIvX2V2ZW50LFtd", f"\uff14\uff12/_event,[]{MARK}"],
    "socket.io": [GOOD.replace("/_event,", other, 1) for other in ("", "/admin,", "/_event", "/_event?x=1,", "/_event,7",
                                                                    f"/_event,{'9' * 99}")],
    "another kind": [f"{number}/_event,{GOOD[10:]}" for number in range(30, 60) if number != 42],
    "no JSON": [f"42/_event,{text}" for text in (
        "[", "null", "1", f'"{MARK}"', "{}", "[]", f"['event','{MARK}']", '["event",{},]', '["event"/**/,{}]',
        f'["event","{MARK}\n"]', r'["event","\x41"]', '["event",NaN]', '["event",1e999]', f'["event",{"9" * 6000}]',
        "[" * 30_000 + "]" * 30_000, '{"a":' * 10_000 + "1" + "}" * 10_000)],
    "no event": [
        *(f'42/_event,["{kind}",{written(MOVE)}]' for kind in (MARK, "ping", "connect", "disconnect", "__proto__", "on_event")),
        *(f"42/_event,{text}" for text in (
            '["event"]', f'["event",{written(MOVE)},{{}}]', '["event",[]]', '["event",{}]', f'[["event"],{written(MOVE)}]',
            '["client_error"]')),
    ],
    "names": [moving(name=name) for name in (
        "", MARK, MOVED.upper(), f"{MOVED}\0", STATE, f"{STATE}.__init__", f"{STATE}.__class__.__init__", "_redirect",
        "_call_script", "x" * 60_000)],
    "places": [moving(router_data=PLACE | change) for change in (
        {"asPath": "/" * 30_000}, {"query": {"a": {"b": MARK}}}, {"query": {str(key): MARK for key in range(2000)}})],
    "payloads": [
        moving(payload={"x": MARK}),
        *(moving(name=f"{STATE}.hydrate_and_load", payload=payload) for payload in (
            {"vars": {"x": MARK}}, {"hashes": {"a": MARK}}, {"hashes": ["a"] * 100}, {"hashes": ["a" * 65]})),
        *(moving(name=SUBMIT, payload=payload) for payload in ({}, {"fields": FIELDS}, {"attempt": MARK})),
        submitting({str(key): MARK for key in range(41)}, "a"), submitting({MARK * 10: ""}, "a"),
        submitting(FIELDS, "a" * 65), submitting({"\udc00": MARK}, "a"),
    ],
    "joining": [
        "40/_event,", "40", f"40/admin,{MARK}", joining().replace("/_event,", "/_event,1"),
        *(f"40/_event,{text}" for text in ("null", "[]", "{}")),
        *(joining(**change) for change in (
            {"event": MOVE}, {"event": HYDRATE | {"payload": {"vars": {"x": MARK}}}}, {"state_schema": MARK},
            {"state_schema": "0" * 65}, {"token": MARK})),
    ],
}  # fmt: skip


@pytest.mark.parametrize("group", REFUSED)
def test_what_no_page_sends_is_refused(group):
    assert {outcome(message) for message in REFUSED[group]} == {"not understood"}


@given(st.text() | st.text().map("42/_event,".__add__) | st.text().map("40/_event,".__add__) | st.none())
@example("42/_event," + "[" * 60_000)
@example('40/_event,{"a":' * 6000)
def test_whatever_comes_it_is_a_page_s_or_refused(message):
    assert outcome(message) in {*MessageKind, "not understood", "binary or too long"}  # and no other exception


def paths(value: object, before: tuple = ()):
    """Yield the path to every value inside."""
    yield before
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from paths(inner, (*before, key))


def replaced(value: object, path: tuple, new: object) -> object:
    """Return a copy with the value at ``path`` replaced."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


OPTIONAL = {("router_data", "query"), *(("payload", "fields", name) for name in FIELDS)}
FREE = {
    ("router_data", "query"),
    ("payload", "fields"),
}  # mappings with whatever keys the visitor's form or address has


@pytest.mark.parametrize("event", [MOVE, FORM, FIRST], ids=["move", "form", "first"])
def test_every_part_is_needed_and_no_other_may_be_added(event):
    for path in paths(event):
        value = event
        for key in path:
            value = value[key]
        if isinstance(value, dict) and path not in FREE:
            assert outcome(packet(replaced(event, path, value | {"x": MARK}))) == "not understood", path
            for key in value:
                less = packet(replaced(event, path, {name: part for name, part in value.items() if name != key}))
                needed = (*path, key) not in OPTIONAL and (event, key) != (FIRST, "payload") and key != "hashes"
                assert outcome(less) == ("not understood" if needed else MessageKind.CALL), (path, key)


@pytest.mark.parametrize("event", [MOVE, FORM, FIRST], ids=["move", "form", "first"])
@pytest.mark.parametrize(
    "other", [None, True, 1, -1.5, 10**400, float("nan"), float("inf"), "\ud800", [1], {"a": None}, [[]]]
)
def test_no_value_may_be_of_another_kind(event, other):
    for path in paths(event):
        with pytest.raises(RefusedError):
            read("42/_event," + json.dumps(["event", replaced(event, path, other)]), CALLS)


@given(
    st.sampled_from([MOVE, FORM, FIRST]).flatmap(
        lambda event: st.tuples(st.just(event), st.sampled_from(list(paths(event))))
    ),
    JSON,
)
def test_whatever_stands_in_an_event_reflex_gets_texts_and_known_names_alone(case, other):
    event, path = case
    message = packet(changed := replaced(event, path, other))
    try:
        message.encode()
        sent = read(message, CALLS)
    except (RefusedError, UnicodeEncodeError):
        return
    assert sent is MessageKind.CALL
    assert changed["name"] in CALLS
    assert set(changed) <= {"name", "payload", "router_data"}
    for whereabouts in paths(changed):
        value = changed
        for key in whereabouts:
            value = value[key]
        assert isinstance(value, str | dict | list)


@pytest.mark.parametrize("letter", ["x", "é", "€"])
def test_a_message_has_a_longest_size_in_bytes(letter):
    room = MAX_MESSAGE - len(packet(replaced(FORM, ("payload", "fields", "name"), "")).encode())
    fits, rest = divmod(room, len(letter.encode()))
    longest = packet(replaced(FORM, ("payload", "fields", "name"), letter * fits + "x" * rest))
    assert read(longest, CALLS) is MessageKind.CALL
    with pytest.raises(RefusedError):
        read(packet(replaced(FORM, ("payload", "fields", "name"), letter * fits + "x" * (rest + 1))), CALLS)


def test_so_many_messages_pass_at_once_and_so_many_a_second(monkeypatch):
    now = 100.0
    monkeypatch.setattr(socket.time, "monotonic", lambda: now)
    bucket = TokenBucket(3)
    assert [bucket.take() for _ in range(31)] == [True] * 30 + [False]
    now += 1.0
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    now += 3600.0
    assert [bucket.take() for _ in range(31)] == [True] * 30 + [False]


def test_no_limit_is_none():
    bucket = TokenBucket(0)
    assert all(bucket.take() for _ in range(10_000))
