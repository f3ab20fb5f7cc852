"""What no page sends over the websocket: each is refused before Reflex or its socket library sees it.

That a refusal closes the connection is tested in tests/strangers, with one message of each group.
"""

from __future__ import annotations

import json

from gym_site.server.socket import RefusedError, Sent, page_calls, read
from gym_site.state.forms import InquiryForm
from tests.strangers.client import HYDRATE, MOVED, PLACE, STATE, SUBMIT, joining, packet, submitting, token

CALLS = page_calls(InquiryForm.submit)
MARK = "zq7stranger"
MESSAGES: dict[str, str | bytes] = {}


def add_messages(group: str, messages: dict[str, str | bytes]) -> None:
    MESSAGES.update({f"{group}: {name}": message for name, message in messages.items()})


def text(json_text: str) -> str:
    return f"42/_event,{json_text}"


def event(**changes: object) -> str:
    """A move to another page, changed; None leaves a part out."""
    whole = {"name": MOVED, "router_data": PLACE} | changes
    return packet({name: value for name, value in whole.items() if value is not None})


def place(**changes: object) -> str:
    whole = PLACE | changes
    return event(router_data={name: value for name, value in whole.items() if value is not None})


def call(name: str, payload: object) -> str:
    return event(name=f"{STATE}.{name}", payload=payload)


GOOD = event()
FIELDS = {"name": MARK, "email": "a@b.example"}

add_messages("engine.io", {
    "nothing": "", "a letter": f"x{MARK}", "open": f"0{MARK}", "close": "1", "ping": "2", "probe": "2probe",
    "pong with words": f"3{MARK}", "a bare message": "4", "upgrade": "5", "noop": "6", "type 7": f"7{MARK}",
    "base64": "bNDIvX2V2ZW50LFtd", "full-width digits": f"\uff14\uff12/_event,[]{MARK}", "a space first": f" {GOOD}",
    "a byte order mark first": f"\ufeff{GOOD}", "two in one": f"{GOOD}\x1e{GOOD}", "a minus": "-42", "NUL": f"\0{MARK}",
})  # fmt: skip
add_messages("socket.io", {
    "join the root": "40", "join the root with words": f'40{{"x":"{MARK}"}}', "join another": f"40/admin,{MARK}",
    "join without words": "40/_event,", "join without a comma": "40/_event", "join twice": joining(),
    "leave the root": "41", "leave another": "41/admin,", "leave with words": f"41/_event,{MARK}",
    "event to the root": f'42["event","{MARK}"]', "event to another": f'42/admin,["event","{MARK}"]',
    "event with a query": GOOD.replace("/_event,", "/_event?x=1,"), "event with an ack": GOOD.replace(",", ",7", 1),
    "event with a huge ack": GOOD.replace(",", "," + "9" * 99, 1), "event without a comma": "42/_event",
    "event without words": "42/_event,", "ack": "43/_event,1[]", "ack of nothing": f'43/_event,["{MARK}"]',
    "refusal": f'44/_event,{{"message":"{MARK}"}}', "binary event": '451-/_event,["event",{"_placeholder":true,"num":0}]',
    "binary event of many": "459999999999-/_event,[]", "binary ack": "461-/_event,1[]", "type 7": "47/_event,[]",
    "only digits": "4" + "2" * 1000, "a superscript": f"4\u00b2/_event,[]{MARK}",
})  # fmt: skip
add_messages("binary", {
    "empty": b"", "a digit": b"4", "zeros": bytes(100), "a good event": GOOD.encode(), "words": MARK.encode(),
    "type and words": b"\x04" + MARK.encode(), "long": b"x" * 70_000,
})  # fmt: skip
add_messages("json", {
    "an open list": text("["), "a closed list": text("]"), "null": text("null"), "true": text("true"),
    "a number": text("1"), "a string": text(f'"{MARK}"'), "a mapping": text("{}"), "an empty list": text("[]"),
    "single quotes": text(f"['event','{MARK}']"), "a comma too many": text('["event",{},]'),
    "a comment": text('["event"/**/,{}]'), "an open string": text(f'["event","{MARK}'),
    "a raw line break": text(f'["event","{MARK}\n"]'), "words behind": GOOD + MARK, "a bad escape": text(r'["event","\x41"]'),
    "NaN": text('["event",NaN]'), "Infinity": text('["event",Infinity]'), "-Infinity": text('["event",-Infinity]'),
    "too big for a float": text('["event",1e999]'), "too many digits": text(f'["event",{"9" * 6000}]'),
    "deep lists": text("[" * 30_000), "deep closed lists": text("[" * 30_000 + "]" * 30_000),
    "deep mappings": text('{"a":' * 10_000 + "1" + "}" * 10_000),
    "deep in an event": event(router_data=PLACE | {"query": json.loads("[" * 500 + "]" * 500)}),
    "NaN in a form": submitting(FIELDS, float("nan")), "Infinity in a form": submitting({"a": float("inf")}, MARK),
})  # fmt: skip
add_messages("event", {
    "no event": text('["event"]'), "two": text('["event",{},{}]'), "null": text('["event",null]'),
    "a list": text('["event",[]]'), "a number": text('["event",1]'), "a string": text(json.dumps(["event", MARK])),
    "an event as a string": packet(json.dumps({"name": MOVED, "router_data": PLACE})), "empty": text('["event",{}]'),
    "a list for its kind": text('[["event"],{}]'), "null for its kind": text("[null,{}]"), "ping": text('["ping"]'),
    "ping with words": text(f'["ping","{MARK}"]'), "connect": text('["connect",{}]'), "disconnect": text('["disconnect",{}]'),
    "message": text(f'["message","{MARK}"]'), "prototype": text('["__proto__",{}]'), "of Python": text('["__init__",{}]'),
    "a method": text('["on_event",{}]'), "an unknown kind": text(f'["{MARK}",{{}}]'),
    "no report": text('["client_error"]'),
    "no name": event(name=None), "a number for a name": event(name=1), "a list for a name": event(name=[MOVED]),
    "a mapping for a name": event(name={"a": MARK}), "an empty name": event(name=""), "an unknown name": event(name=MARK),
    "a name too long": event(name="x" * 60_000), "NUL in the name": event(name=f"{MOVED}\0"),
    "another case": event(name=MOVED.upper()), "a dunder": event(name=f"{STATE}.__init__"),
    "a deep dunder": event(name=f"{STATE}.__class__.__init__"), "a state": event(name=STATE),
    "of the browser": event(name="_redirect", payload={"path": MARK}), "a script": event(name="_call_script"),
    "half a pair in the name": event(name="\ud83d"),
    "with a token": event(token=token()), "with a handler": event(handler="uploadFiles"), "with a stranger's part": event(x=MARK),
    "with actions": event(event_actions={"throttle": 1}), "with a prototype": event(__proto__={"x": MARK}),
    "no place": event(router_data=None), "a list for a place": event(router_data=[]), "words for a place": event(router_data=MARK),
    "an empty place": event(router_data={}), "no path": place(pathname=None), "a number for a path": place(pathname=1),
    "a list for a path": place(pathname=[MARK]), "half a pair in the path": place(pathname="/\udfff"),
    "a path too long": place(asPath="/" * 30_000), "a list for a query": place(query=[MARK]),
    "words for a query": place(query=MARK), "a number in the query": place(query={"a": 1}),
    "a mapping in the query": place(query={"a": {"b": MARK}}), "a list of numbers in the query": place(query={"a": [1]}),
    "a query too long": place(query={str(one): MARK for one in range(3000)}), "headers in the place": place(headers={"x": MARK}),
    "an address in the place": place(ip="1.2.3.4"), "a session in the place": place(sid=MARK),
})  # fmt: skip
add_messages("payload", {
    "a list": event(payload=[]), "words": event(payload=MARK), "a number": event(payload=1), "of a move": event(payload={"x": MARK}),
    "values for the browser's storage": event(name=HYDRATE, payload={"vars": {"x": MARK}}),
    "a mapping for hashes": event(name=HYDRATE, payload={"hashes": {"a": MARK}}),
    "numbers for hashes": event(name=HYDRATE, payload={"hashes": [1, 2]}), "too many hashes": event(name=HYDRATE, payload={"hashes": ["a"] * 100}),
    "an empty form": event(name=SUBMIT, payload={}), "a form without an attempt": event(name=SUBMIT, payload={"fields": FIELDS}),
    "an attempt without a form": event(name=SUBMIT, payload={"attempt": MARK}),
    "a form and more": event(name=SUBMIT, payload={"fields": FIELDS, "attempt": MARK, "self": MARK}),
    "a list of fields": submitting([MARK], "a"), "null for fields": submitting(None, MARK), "words for fields": submitting(MARK, "a"),
    "a number in a field": submitting({"age": 1e308, "name": MARK}, "a"), "true in a field": submitting({"name": True}, MARK),
    "null in a field": submitting({"name": None}, MARK), "a list in a field": submitting({"name": [MARK]}, "a"),
    "a mapping in a field": submitting({"name": {"$ne": MARK}}, "a"), "too many fields": submitting({str(one): MARK for one in range(41)}, "a"),
    "a field's name too long": submitting({MARK * 10: ""}, "a"), "half a pair in a field": submitting({"name": f"\ud800{MARK}"}, "a"),
    "half a pair in a field's name": submitting({"\udc00": MARK}, "a"), "a number for an attempt": submitting(FIELDS, 1),
    "null for an attempt": submitting(FIELDS, None), "a list for an attempt": submitting(FIELDS, [MARK]),
    "an attempt too long": submitting(FIELDS, "a" * 65), "half a pair in an attempt": submitting(FIELDS, "\ud800"),
})  # fmt: skip
add_messages("size", {
    "one too many": submitting({"message": "x" * 65_536}, MARK), "200 kB": submitting({"message": MARK * 18_000}, "a"),
    "too many bytes": text(json.dumps(["event", "\u20ac" * 30_000], ensure_ascii=False)), "1 MB of nothing": " " * 1_000_000,
})  # fmt: skip
add_messages("join", {
    "an event first": GOOD, "leaving first": "41/_event,", "a report first": text('["client_error",{}]'),
    "binary first": MARK.encode(), "nothing said": "40/_event,", "null": "40/_event,null", "a list": "40/_event,[]",
    "words": f'40/_event,"{MARK}"', "empty": "40/_event,{}", "no event": joining(event=None), "no schema": joining(state_schema=None),
    "a list for an event": joining(event=[]), "words for an event": joining(event=MARK), "words for a schema": joining(state_schema=MARK),
    "a long schema": joining(state_schema="0" * 65), "a list for a schema": joining(state_schema=["0"]), "and more": joining(token=MARK),
    "another handler": joining(event={"name": f"{STATE}.setvar", "payload": {"var_name": "x", "value": MARK}, "router_data": PLACE}),
    "a move": joining(event={"name": MOVED, "router_data": PLACE}),
    "storage": joining(event={"name": HYDRATE, "payload": {"vars": {"x": MARK}}, "router_data": PLACE}),
    "no place": joining(event={"name": HYDRATE}), "another namespace": joining().replace("/_event", "/admin"),
    "the root": joining().replace("/_event,", ""), "an ack": joining().replace("/_event,", "/_event,1"),
})  # fmt: skip

# A message that a page may send, at a moment when none does: the guard knows the order, `read` doesn't.
IN_ORDER_ONLY = {
    "socket.io: join twice": Sent.JOIN,
    "join: an event first": Sent.CALL,
    "join: leaving first": Sent.LEAVE,
    "join: a report first": Sent.REPORT,
}


def test_what_no_page_sends_is_refused():
    passed = {}
    for name, message in MESSAGES.items():
        try:
            passed[name] = read(None if isinstance(message, bytes) else message, CALLS)
        except RefusedError:
            continue
    assert passed == IN_ORDER_ONLY
