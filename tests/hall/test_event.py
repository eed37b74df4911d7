"""A table and the hall of its event at a broker set up as in docs/organisers.md, beside a hostile box: calls,
answers, notices and results arrive, also while each of them is killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.needs import HallTable
from companion.hall.opening import RunningHall, open_hall
from companion.mqtt import topics
from companion.mqtt.payloads import TableState, encode
from companion.table.organiser import Notice
from tests.fakes.browser import Browser
from tests.fakes.documented import Documented
from tests.fakes.folders import keep_box
from tests.fakes.packets import Client
from tests.fakes.served import companion
from tests.hall.test_opening import CODE, choices, is_organiser

TABLE, FORGER, HALL = "3fa29c10", "77b0e4d1", "hall"
EVENT = "club-2026"
AT = "2026-11-23T18:00:00Z"
JUNK = (b"\x00", b"[" * 60_000, b'{"box":"3fa29c10","event":"club-2026"}')


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Documented]:
    made = Documented(tmp_path, users={each: f"password of {each}" for each in (TABLE, FORGER, HALL)})
    made.start()
    yield made
    made.kill()


def line(broker: Documented, user: str) -> Client:
    return Client(("127.0.0.1", broker.port), user, user=user, password=broker.users[user])


def leaves_junk(broker: Documented, user: str, *places: str) -> None:
    """Retain malformed messages at the broker, wherever the access list allows it."""
    with line(broker, user) as his:
        for number, place in enumerate(places):
            his.publish(place, JUNK[number % len(JUNK)])


def forges(broker: Documented) -> None:
    """The other box ends this one's game, takes its call back and speaks for the organiser; and says, last of
    all, what it may: that it is there itself.
    """
    ended = TableState(TABLE, EVENT, 12, 999, "e", AT, "roads-and-boats", "g", ended=True, phase="ended")
    with line(broker, FORGER) as his:
        his.publish(topics.of_box(TABLE, "state"), encode(ended))
        his.publish(topics.of_box(TABLE, "call"), b"")
        his.publish(topics.of_box(TABLE, "status"), topics.OFFLINE)
        his.publish(topics.notice(EVENT), encode(Notice("Go home", AT)))
        his.publish(topics.of_box(FORGER, "state"), encode(TableState(FORGER, EVENT, 13, 1, "e", AT)))


def table(hall: RunningHall) -> HallTable:
    found = hall.hall.table(TABLE)
    return HallTable(TABLE) if found is None else found


def test_table_and_hall_receive_one_another_beside_any_messages_of_others(
    broker: Documented, tmp_path: Path
) -> None:
    own: tuple[topics.Kind, ...] = ("state", "call", "result", "export", "status", "display")
    leaves_junk(broker, FORGER, *(topics.of_box(FORGER, each) for each in own))
    leaves_junk(broker, HALL, topics.notice(EVENT), topics.answer(EVENT, TABLE), f"hall/{EVENT}/answer/x")
    keep_box(tmp_path, TABLE)
    (tmp_path / "password").write_text(broker.users[TABLE], "utf-8")
    settings = (
        f"mqtt.url={broker.url}", f"mqtt.username={TABLE}", f"mqtt.password_file={tmp_path / 'password'}",
        f"mqtt.event={EVENT}", "mqtt.table=12",
    )  # fmt: skip
    with open_hall(choices(broker.broker(HALL), EVENT)) as hall, companion(*settings, data=tmp_path) as box:
        organiser = Browser(hall.url)
        box.join()
        box.start_game()
        is_organiser(hall, lambda _: table(hall).running)
        assert [each.box for each in hall.hall.tables()] == [TABLE]
        assert hall.hall.rejected > 0

        broker.kill()
        box.ask("POST", "/api/v1/call", {"by": "red"})
        box.ask("POST", "/api/v1/commands", {"type": "advance"})
        broker.start()
        is_organiser(hall, lambda _: table(hall).call is not None)
        forges(broker)
        is_organiser(hall, lambda _: hall.hall.table(FORGER) is not None)
        assert hall.hall.notice is None
        seen = table(hall)
        assert seen.state is not None
        assert (seen.here, seen.state.phase, seen.call and seen.call.by) == (True, "movement", "red")

        organiser.ask("/notice", code=CODE, text="Round ends 18:30")
        assert seen.call is not None
        organiser.ask("/answer", code=CODE, box=TABLE, call=seen.call.at, done="1")
        is_organiser(hall, lambda _: table(hall).call is None)
        said = box.ask("GET", "/api/v1/box.json")["organiser"]
        assert (said["call"], said["notice"]["text"]) == (None, "Round ends 18:30")

        box.ask("POST", "/api/v1/commands", {"type": "end"})
        is_organiser(hall, lambda _: table(hall).proof == "holds")
        box.stop()
        is_organiser(hall, lambda _: table(hall).here is False)
