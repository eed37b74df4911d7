"""A phone that speaks with a box over one connection, which is kept; for programs, tests and measurements."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from types import MappingProxyType, TracebackType
from typing import Any, NamedTuple, Self

from tests.patience import PATIENCE

CODE = "4821"
HERE = "127.0.0.1"
NOTHING: Mapping[str, str] = MappingProxyType({})


class NotAnswered(RuntimeError):
    """The box answered with an error, or with nothing at all."""


class Answer(NamedTuple):
    """status: of HTTP, 0 where there was no answer."""

    status: int
    content: bytes = b""
    headers: Mapping[str, str] = NOTHING

    @property
    def json(self) -> dict[str, Any]:
        """An object of JSON, {} for anything else."""
        try:
            content = json.loads(self.content)
        except ValueError:
            return {}
        return content if isinstance(content, dict) else {}


class Phone:
    """Not for several threads. port: of this computer, the box's or one that leads there. token: of one that
    has joined. source: the address of the network from which it seems to come. patience: in seconds.
    """

    def __init__(self, port: int, token: str = "", *, source: str = HERE, patience: float = PATIENCE) -> None:
        self.port = port
        self.token = token
        self.connection = http.client.HTTPConnection(HERE, port, timeout=patience, source_address=(source, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.put_away()

    def put_away(self) -> None:
        """Let the connection go; the next request makes another."""
        self.connection.close()

    def answer(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = NOTHING
    ) -> Answer:
        """What one request is answered, whatever that is."""
        given = {"Content-Type": "application/json", **headers}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), given)
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.read(), dict(answer.getheaders()))
        except (OSError, http.client.HTTPException) as broken:
            self.connection.close()
            return Answer(0, repr(broken).encode())

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The same, decoded. Raises `NotAnswered`."""
        answer = self.answer(method, path, body)
        if answer.status != 200:
            raise NotAnswered(f"{method} {path}: {answer.status} {answer.content!r}")
        return json.loads(answer.content)

    def do(self, body: Mapping[str, Any]) -> Answer:
        """What one command is answered."""
        return self.answer("POST", "/api/v1/commands", body)

    def tell(self, do: str, **fields: Any) -> Any:
        """The same, decoded. Raises `NotAnswered`."""
        return self.ask("POST", "/api/v1/commands", {"type": do, **fields})

    def join(self) -> None:
        """Type the code that stands on the display."""
        self.token = self.ask("POST", "/api/v1/join", {"code": CODE})["token"]

    def log(self) -> list[dict[str, Any]]:
        """Every entry, a page at a time."""
        entries: list[dict[str, Any]] = []
        more = True
        while more:
            page = self.ask("GET", f"/api/v1/log?after={entries[-1]['n'] if entries else 0}")
            entries += page["entries"]
            more = page["more"]
        return entries
