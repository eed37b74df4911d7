"""A whole web side for the tests: a real table on a real journal, and clients to ask it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, get_args

from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion.daemon.configuration import ChangeableConfiguration, Configuration
from companion.daemon.pending import Action
from companion.games import Game
from companion.games.registry import every_colour, registered
from companion.health.findings import Finding
from companion.health.machine import EARLIEST, LATEST, SET_BY_TIMESYNCD
from companion.health.report import report
from companion.language.signals import Sound
from companion.notifier import Notifier
from companion.parts import PartName, Parts
from companion.storage.backup import BACKUPS
from companion.storage.storage import Storage
from companion.system.changelog import news
from companion.system.clock import BoxClock
from companion.system.updates import UpdatePaths, Updates
from companion.table.backup_transfer import BackupTransfer
from companion.table.data_folder import try_open
from companion.table.organiser import Organiser
from companion.table.table import Table
from tests.fakes.folders import BOX, keep_box
from tests.fakes.words import messages
from web.admin_access import AdminAccess
from web.admin_services import AdminServices
from web.app import create_app
from web.confirmations import Confirmations
from web.membership import Membership
from web.site import BoxControls, Site

CODE = "4821"
START = {
    "type": "start",
    "system": "roads-and-boats",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "blue", "name": ""}],
}
JSON = "application/json"
GAMES = registered()
MESSAGES = messages(GAMES)


class Clock:
    """A clock that stands until a test turns it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return datetime(2026, 11, 21, 18, tzinfo=UTC) + timedelta(seconds=self.seconds)


def counting() -> Callable[[int], bytes]:
    """Entropy that differs each time and is the same in each run."""
    numbers = iter(range(1, 1_000_000))
    return lambda size: next(numbers).to_bytes(8, "little").ljust(size, b"\x5a")[:size]


class RecordingBox:
    """A box whose every part is simulated, and which only notes what is done to it."""

    def __init__(self) -> None:
        self.simulated: frozenset[PartName] = frozenset(get_args(PartName))
        self.done: list[tuple[str, ...]] = []

    def buttons(self) -> tuple[str, ...]:
        return ("advance", "select", "back", "red")

    def press(self, button: str, held: bool) -> None:
        self.done.append(("press", button, "held" if held else "short"))

    def scan(self, tag: str) -> None:
        if len(tag) != 10:
            raise ValueError(tag)
        self.done.append(("scan", tag))

    def screen_png(self) -> bytes:
        return b"\x89PNG"

    def screen_json(self) -> Mapping[str, Any]:
        return {"title": "Turn 1", "lines": ["Production"], "hint": ""}

    def lamps_json(self) -> Mapping[str, Any]:
        return {
            "red": {"state": "asked", "level": 0.5, "pixel": [136, 0, 0]},
            "blue": {"state": "off", "level": 0.0, "pixel": [0, 0, 0]},
        }

    def words(self) -> tuple[tuple[Sound, datetime], ...]:
        at = datetime(2026, 11, 21, 19, tzinfo=timezone(timedelta(hours=1)))
        return ("go", at), ("rare", at + timedelta(seconds=2))

    def pull(self, part: PartName) -> None:
        if part == "buttons":
            raise ValueError(part)
        self.done.append(("pull", part))

    def plug(self, part: PartName) -> None:
        self.done.append(("plug", part))


@dataclass
class Sitting:
    """Everything that the daemon would have built, with `site` and `app` on top."""

    folder: Path
    box: BoxControls | None = None
    clock: Clock = field(default_factory=Clock)
    games: Mapping[str, Game] = field(default_factory=registered)
    put_back: list[str] = field(default_factory=list)
    forgotten: list[tuple[str, str]] = field(default_factory=list)
    paths: UpdatePaths = field(default_factory=UpdatePaths)
    box_clock: BoxClock | None = None
    check: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()
    configuration: Configuration | None = None
    wished: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        entropy = counting()
        colours = every_colour(self.games)
        self.folder.mkdir(parents=True, exist_ok=True)
        keep_box(self.folder, BOX)  # chance has no part in who it is
        self.journal = Storage(self.folder, at=self.clock.now(), entropy=entropy)
        self.notifier = Notifier()
        self.parts = Parts(self.notifier)
        self.table = Table(self.journal, self.games, self.notifier, clock=self.clock.now, entropy=entropy)
        self.membership = Membership(
            self.journal.settings,
            configured=CODE,
            colours=colours,
            entropy=entropy,
            monotonic=self.clock.monotonic,
            notifier=self.notifier,
        )
        self.admin_access = AdminAccess(
            self.membership,
            self.journal.settings,
            entropy=entropy,
            monotonic=self.clock.monotonic,
            notifier=self.notifier,
        )
        self.confirmations = Confirmations(monotonic=self.clock.monotonic, notifier=self.notifier)
        configuration = self.configuration or Configuration(None, (f"data.folder={self.folder}",))
        stick = self.folder / "stick"
        self.admin = AdminServices(
            carrying=BackupTransfer(
                self.folder,
                lambda: self.table.snapshot,
                ended_games=self.table.ended_games,
                clock=self.clock.now,
                try_open=try_open,
            ),
            copies=self.folder / BACKUPS,
            stick=stick,
            updates=Updates(self.folder, stick, self.paths),
            news=news,
            clock=self.box_clock
            or BoxClock(
                self.clock.now, None, None, plausible=(EARLIEST, LATEST), timesync_file=SET_BY_TIMESYNCD
            ),
            check=lambda: self.check,
            report=lambda language: report(language, self.check, self.lines, self.folder),
        )
        self.site = Site(
            table=self.table,
            parts=self.parts,
            notifier=self.notifier,
            messages=messages(self.games),
            games=self.games,
            membership=self.membership,
            admin_access=self.admin_access,
            confirmations=self.confirmations,
            admin=self.admin,
            clock=self.clock.now,
            configuration=ChangeableConfiguration(configuration, configuration.load(), self.wished.append),
            put_back=self.put_back.append,
            forget=lambda name, game: self.forgotten.append((name, game)),
            degraded=self.degraded,
            box=self.box,
            settings=self.journal.settings,
            monotonic=self.clock.monotonic,
        )
        self.app = create_app(self.site)

    def at_event(self) -> Organiser:
        """The table belongs to an event from now on; its organiser."""
        organiser = Organiser(self.journal.settings, "club-2026", 12, self.notifier, self.clock.now)
        self.site = replace(self.site, organiser=organiser)
        self.app = create_app(self.site)
        return organiser

    @property
    def version(self) -> int:
        return self.table.snapshot.version

    @property
    def game(self) -> dict[str, Any]:
        """The game on the table, as the API shows it."""
        body: dict[str, Any] = self.table.snapshot.body["game"]
        return body

    def degraded(self) -> tuple[str, ...]:
        """What health says of the box."""
        return ("journal-damaged",) if self.table.snapshot.set_aside else ()

    def app_with(self, **changes: Any) -> Flask:
        """The application with other collaborators."""
        return create_app(replace(self.site, **changes))

    def stranger(self) -> FlaskClient:
        """A phone that has not joined."""
        return self.app.test_client()

    def phone(self, name: str = "Rosa", colour: str | None = "red") -> FlaskClient:
        """A phone that has joined and sends its cookie."""
        client = self.app.test_client()
        joined = client.post("/api/v1/join", json={"code": CODE, "name": name, "colour": colour})
        assert joined.status_code == 200
        return client

    def token(self) -> str:
        """The token of a phone that has joined."""
        return self.membership.join(CODE, "Rosa", "red", "here")

    def close(self) -> None:
        self.notifier.close()
        self.table.close()


def act(client: FlaskClient, command: Mapping[str, Any], **more: Any) -> TestResponse:
    """Send a command with its envelope."""
    return client.post("/api/v1/commands", json={**command, **more})


def shown(client: FlaskClient, address: str, language: str = "en") -> str:
    """The page at an address, in a language."""
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def refusal(response: TestResponse, status: int) -> dict[str, Any]:
    """The error of an answer, once it has the one shape and this status."""
    assert response.status_code == status, response.get_data()
    assert response.mimetype == JSON
    body = response.get_json()
    error: dict[str, Any] = body["error"]
    assert set(error) - {"table"} == {"code", "message", "rule", "params", "version"}
    assert isinstance(error["params"], dict)
    assert isinstance(error["version"], int)
    assert error["message"] not in {"", f"refused.{error['code']}"}, error
    return error
