"""A hall without a broker: messages of tables are handed to it, and its own are recorded."""

from __future__ import annotations

import json
import re
from typing import Any

from flask.testing import FlaskClient

from companion.games.registry import registered
from companion.hall.board import View
from companion.hall.code import OrganiserCode
from companion.hall.pages import HallSite, create_hall
from companion.health.broker_status import BrokerStatus
from companion.notifier import Notifier
from tests.fakes.event import Event
from tests.fakes.words import messages

CODE = "48213507"
GAMES = registered()
MESSAGES = messages(GAMES)


class OpenHall:
    """The pages of an event's hall. sent: its messages to the tables. link: the state of its connection.
    seconds: on its monotonic clock."""

    def __init__(self) -> None:
        self.event = Event()
        self.sent: list[tuple[Any, ...]] = []
        self.link = BrokerStatus("connected")
        self.seconds = 1000.0
        self.notifier = Notifier()
        self.app, self.board = create_hall(
            HallSite(
                hall=self.event.hall,
                messages=MESSAGES,
                games=GAMES,
                code=OrganiserCode(CODE, self.event.name, lambda: self.seconds),
                link=lambda: self.link,
                publish_notice=lambda notice: self.sent.append(("notice", notice)),
                answer=lambda box, call, done: self.sent.append(("answer", box, call, done)),
                on_call_over=lambda box: self.sent.append(("over", box)),
                names=frozenset({"localhost"}),
                clock=lambda: self.event.now,
                monotonic=lambda: self.seconds,
                notifier=self.notifier,
            )
        )

    def looker(self, language: str = "en") -> FlaskClient:
        """Somebody who looks."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        return client

    def organiser(self) -> FlaskClient:
        """A browser signed in with the code."""
        client = self.looker()
        assert client.post("/organiser", data={"code": CODE}).status_code == 303
        return client

    def page(self, at: str = "/", language: str = "en") -> str:
        """A page as it is now."""
        self.board.update()
        return self.looker(language).get(at).text

    def changes(self, shown: str, view: View = "row") -> dict[str, Any]:
        """The changes sent to a page that shows this; empty if there are none."""
        self.board.update()
        return read(self.looker().get(f"/events?view={view}&shown={shown}").text)


def read(stream: str) -> dict[str, Any]:
    """An event of the stream, with its ID as `etag`."""
    found = re.search(r"^id: (\S+)\ndata: (.*)$", stream, re.MULTILINE)
    return {} if found is None else {"etag": found[1], **json.loads(found[2])}
