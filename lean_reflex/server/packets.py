"""The messages that Reflex's page sends over its websocket: those of engine.io and socket.io."""

import re


class Packets:
    """The forms of a page's messages. ``path``: the path of events, which names the namespace too.

    Other messages must not be parsed: an unknown packet type makes engine.io leak the connection; socket.io waits for
    every announced attachment, and takes an event named "disconnect" for the end of the connection.

    ``leave``: the message of a page that is left. ``join_or_event``: the beginnings of the first message of a page, of
    an event, and of an error report.
    """

    QUERY = re.compile(rb"token=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}&EIO=4&transport=websocket")
    PONG = "3"

    def __init__(self, path: str) -> None:
        self.leave = f"41{path},"
        self.join_or_event = (f"40{path},{{", f'42{path},["event",', f'42{path},["client_error",')
