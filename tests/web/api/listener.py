"""A phone that listens to the live stream over real HTTP."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.patience import PATIENCE

EVENTS = "/api/v1/events"
PAGES = f"{EVENTS}?pages"


@dataclass(frozen=True)
class StreamEvent:
    """One event of the stream: its fields as sent; a comment is under ""."""

    fields: Mapping[str, str]

    @property
    def kind(self) -> str:
        return self.fields.get("event", "")

    @property
    def data(self) -> Any:
        return json.loads(self.fields["data"])


class Listener:
    """Opens the stream; `next` waits for the next event, at most `PATIENCE` seconds."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None, *, events: str = EVENTS) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", events, headers=dict(headers or {}))
        self.port: int = self.connection.sock.getsockname()[1]
        self.response = self.connection.getresponse()

    def next(self) -> StreamEvent | None:
        """The next event or comment, None at the end of the stream."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode():
            if line == "\n":
                return StreamEvent(fields)
            name, _, value = line.rstrip("\n").partition(": ")
            assert name not in fields, "an event's data is one line"
            fields[name.rstrip(":")] = value
        return None

    def version(self) -> int:
        """The version of the next table event; skips other events."""
        while (event := self.next()) is not None:
            if event.kind == "table":
                version: int = event.data["version"]
                return version
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self.response.close()
        self.connection.close()
