"""uvicorn's websocket protocol, which tells the app of frames that bring no message."""

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto import events

from lean_reflex.server.rules import Limits
from lean_reflex.server.socket import FRAME


class CountedFrames(WSProtocol):
    """Tells of pings, pongs and the parts of a message by an ASGI message of their own, which `Websocket` counts.

    After the server has closed the websocket, it reads no more than one message's length from a client that goes on.
    """

    _late = 0

    def data_received(self, data: bytes) -> None:
        """Read from the connection."""
        self._late += len(data) if self.close_sent else 0
        if self._late > Limits.message:
            self.transport.abort()
        else:
            super().data_received(data)

    def handle_ping(self, event: events.Ping) -> None:
        """Answer a ping."""
        super().handle_ping(event)
        self._tell()

    def handle_pong(self, event: events.Pong) -> None:
        """Take a pong, for which nobody has asked."""
        super().handle_pong(event)
        self._tell()

    def handle_message(self, event: events.TextMessage | events.BytesMessage) -> None:
        """Add a frame, or what has arrived of it, to its message."""
        super().handle_message(event)
        if event.frame_finished and not event.message_finished:
            self._tell()

    def _tell(self) -> None:
        self.queue.put_nowait({"type": FRAME})  # pyright: ignore[reportArgumentType], no type of ASGI's own
        if not self.read_paused:  # as after a message
            self.read_paused = True
            self.transport.pause_reading()
