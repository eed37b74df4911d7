"""What whoever tells something needs of the connection to a broker."""

from typing import Protocol


class Line(Protocol):
    """A connection to the broker, as `companion.mqtt.connection.Connection` has it: all return at once."""

    def follow(self, *filters: str) -> None:
        """Hear what is said at these topics."""

    def keep(self, topic: str, payload: bytes, *, again: bool = False) -> object:
        """Have the broker keep this; empty, have it forget what it keeps there. again: say it also where that
        has been said already."""

    def forget(self, topic: str) -> None:
        """Tell this no more with each new connection; what the broker keeps there stays."""

    def say(self, topic: str, payload: bytes) -> object:
        """Say this once, to those who listen now."""
