"""A box's messages: its table's state, events, results, and calls."""

from __future__ import annotations

import errno
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pytest

from companion.games.registry import registered
from companion.mqtt import topics
from companion.mqtt.payloads import MAX_SIZE, Outcome, TableState, decode, encode
from companion.mqtt.publisher import GRACE, QUEUE_SIZE, Publisher
from companion.mqtt.state import Identity, state_of
from companion.parts import Parts
from companion.storage.entry import stamped
from companion.storage.storage import StorageFailed
from companion.table.organiser import Call, Notice, Organiser, Reply
from companion.table.verification import verify
from tests.fakes.evening import Evening
from tests.fakes.folders import failing
from tests.fakes.sender import RecordingSender

EVENT = "club-2026"
AT = "2026-11-21T18:00:00Z"
SEATS = [{"colour": "red", "name": "Rosa"}, {"colour": "blue", "name": "Björn"}, {"colour": "green"}]
ROADS = {"type": "start", "system": "roads-and-boats", "players": SEATS}
STRADA = {
    "type": "start",
    "system": "la-strada",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "yellow"}, {"colour": "black"}],
    "options": {"names": {"1": "Monza", "2": "Rosa"}},
}


class Box:
    """A box without a broker: what it tells is encode down. now: seconds on a clock that stands still."""

    def __init__(self, folder: Path, *, names: bool = False, event: str | None = EVENT) -> None:
        self.evening = Evening(folder, registered())
        self.parts = Parts(self.evening.notifier)
        self.id = self.evening.table.snapshot.box
        self.now = 100.0
        self.identity = Identity(self.id, event, 12, names)
        self._organiser = None
        if event is not None:
            settings, notifier = self.evening.journal.settings, self.evening.notifier
            self._organiser = Organiser(settings, event, 12, notifier, self.evening.clock)
        self.line = RecordingSender()
        self.publisher = Publisher(
            self.identity,
            self.evening.table,
            self.parts,
            self._organiser,
            self.evening.notifier,
            monotonic=lambda: self.now,
        )

    @property
    def organiser(self) -> Organiser:
        """Of a box at an event."""
        assert self._organiser is not None
        return self._organiser

    def do(self, body: Any, **more: Any) -> None:
        """An event at the table, and its publication."""
        self.evening.do(body, **more)
        self.tell()

    def tell(self) -> float | None:
        return self.publisher.publish_changes(self.line)

    def told(self, kind: topics.Kind) -> Any:
        return self.line.at(self.id, kind)

    def state(self) -> TableState:
        state = decode(self.line.kept[topics.of_box(self.id, "state")], TableState)
        assert state is not None
        return state

    def receive(self, topic: str, payload: bytes) -> None:
        self.publisher.received(topic, payload, retained=False)
        self.tell()


class Boxes(Protocol):
    def __call__(self, **how: Any) -> Box: ...


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Boxes]:
    """Make a box in the folder, in the place of one before it."""
    boxes: list[Box] = []

    def make(**how: Any) -> Box:
        if boxes:
            boxes[-1].evening.table.close()
        boxes.append(Box(tmp_path / "box", **how))
        return boxes[-1]

    yield make
    boxes[-1].evening.table.close()


@pytest.fixture
def box(made: Boxes) -> Box:
    return made()


def everything_published(box: Box) -> bytes:
    """All that has left the box, the game's file unpacked."""
    plain = msgspec.json.encode(file_told(box))
    return b"".join([*box.line.kept.values(), *(payload for _, payload in box.line.published), plain])


def file_told(box: Box) -> Any:
    return msgspec.json.decode(gzip.decompress(box.line.kept[topics.of_box(box.id, "export")]))


def test_a_box_without_a_game_publishes_its_name_and_status(box: Box) -> None:
    box.tell()
    assert (box.state().box, box.state().event, box.state().table) == (box.id, EVENT, 12)
    assert (box.state().system, box.state().colours, box.state().far) == (None, (), None)
    assert box.line.kept[topics.of_box(box.id, "status")] == topics.ONLINE
    assert list(box.line.kept)[-1] == topics.of_box(box.id, "status"), "who hears it finds the rest"


def test_a_table_s_state_is_published_after_each_entry(box: Box) -> None:
    box.do(ROADS)
    snapshot, state = box.evening.table.snapshot, box.state()
    assert (state.version, state.epoch, state.game) == (1, snapshot.epoch, box.evening.game["id"])
    assert (state.system, state.turn, state.phase, state.ended) == ("roads-and-boats", 1, "production", False)
    assert stamped(state.at) == snapshot.at
    assert state.far is not None
    assert state.far.done == 0
    box.do("advance")
    assert (box.state().version, box.state().phase) == (2, "movement")
    own = box.told("state")
    assert own["order"]["temple"] == box.evening.game["temple"]
    assert own["bricks"] == {"laid": 0, "left": state.far.of, "of": {}}
    assert own["mines"] == []


def test_colours_are_in_the_order_of_play_without_players_who_left(box: Box) -> None:
    box.do(ROADS)
    assert list(box.state().colours) == box.evening.game["sequence"]
    gone = box.evening.game["sequence"][0]
    box.do({"type": "leave", "colour": gone})
    assert gone not in box.state().colours
    assert len(box.state().colours) == 2


@pytest.mark.parametrize(("names", "said"), [(False, {}), (True, {"red": "Rosa", "blue": "Björn"})])
def test_names_are_published_only_if_the_owner_wishes_it(
    made: Boxes, names: bool, said: dict[str, str]
) -> None:
    box = made(names=names)
    box.do(ROADS)
    box.do({"type": "leave", "colour": "green"})
    box.do({"type": "join", "colour": "yellow", "name": "Quirin"})
    box.do({"type": "correct", "field": "turn", "value": 2, "reason": "Kunibert forgot"})
    box.do("end")
    assert {colour: name for colour, name in box.state().names.items() if colour in said} == said
    result = decode(box.line.kept[topics.of_box(box.id, "result")], Outcome)
    assert result is not None
    assert {each.colour: each.name for each in result.standings if each.name and each.colour in said} == said
    everything = everything_published(box)
    for name in ("Rosa", "Björn", "Quirin", "Kunibert"):
        assert (name.encode() in everything) is names


def test_what_players_call_things_leaves_the_box_no_more_than_they_do(box: Box) -> None:
    """A colony may be called as one of them, or after him, at once or later, and otherwise once more."""
    names = {"1": "Rosa", "2": "Villa Rosa"}
    box.do({**STRADA, "options": {"names": names}})
    for number, called in ((3, "Quirin"), (3, "Kuniberts"), (1, "Villa Rosa"), (2, ""), (1, " Quirin")):
        value = {"names": {str(number): called}}
        box.do({"type": "correct", "field": "option", "value": value, "reason": "Xaver wishes it"})
    for number in (1, 3):
        box.do({"type": "connect", "colour": box.evening.game["active"], "colony": number, "plains": 1})
    box.do("undo")
    box.do("end")
    verdict = verify(file_told(box), registered())
    assert (verdict.status, verdict.redacted) == ("holds", True)
    told = everything_published(box)
    assert [each for each in ("Rosa", "Quirin", "Kunibert", "Xaver") if each.encode() in told] == []


def test_a_missing_part_is_published(box: Box) -> None:
    box.parts.report("reader", "missing")
    box.parts.report("display", "ok")
    box.tell()
    assert box.state().missing == ("reader",)
    box.parts.report("reader", "ok")
    box.tell()
    assert box.state().missing == ()


def test_events_are_published_once_in_the_words_of_the_game(box: Box) -> None:
    box.do(ROADS)
    assert box.line.happened() == ["game-begun"]
    box.do("advance")
    assert box.line.happened() == ["game-begun", "phase-begun"]
    topic, payload = box.line.published[-1]
    told = msgspec.json.decode(payload)
    assert topic == topics.of_box(box.id, "event")
    assert (told["phase"], told["version"], told["game"]) == ("movement", 2, box.evening.game["id"])
    box.tell()
    assert len(box.line.published) == 2
    box.do("undo")
    assert len(box.line.published) == 2, "what is taken back is seen in the state"


def test_events_before_the_start_are_not_published(made: Boxes) -> None:
    made().do(ROADS)
    again = made()
    again.tell()
    assert again.line.published == []
    assert again.state().system == "roads-and-boats"


def test_of_many_entries_at_once_the_newest_are_published(box: Box) -> None:
    box.do(STRADA)
    before = len(box.line.published)
    for _ in range(130):
        box.evening.do("end-turn")
    box.tell()
    told = [msgspec.json.decode(payload)["version"] for _, payload in box.line.published[before:]]
    assert sorted(set(told)) == list(range(32, 132))


@pytest.mark.parametrize("start", [ROADS, STRADA])
@pytest.mark.parametrize("names", [False, True])
def test_the_result_is_proved_by_the_file_published_with_it(
    made: Boxes, start: dict[str, Any], names: bool
) -> None:
    box = made(names=names)
    box.do(start)
    assert (box.told("result"), box.line.kept[topics.of_box(box.id, "export")]) == (None, b"")
    if start is STRADA:
        box.do({"type": "connect", "colour": box.evening.game["active"], "colony": 2, "plains": 1})
    box.do({"type": "correct", "field": "players", "value": _renamed(box), "reason": "a name was wrong"})
    box.do("end")
    outcome = decode(box.line.kept[topics.of_box(box.id, "result")], Outcome)
    file = file_told(box)
    verdict = verify(file, registered(), outcome.head if outcome else None)
    assert outcome is not None
    assert (verdict.status, verdict.redacted, verdict.entries_after) == ("holds", not names, 0)
    assert outcome.head == verdict.head == file["head"]
    assert {each.colour for each in outcome.standings} == {each["colour"] for each in start["players"]}
    assert bool(outcome.secret) is bool(outcome.commitment) is (start is ROADS)
    assert (outcome.box, outcome.event, outcome.table) == (box.id, EVENT, 12)


def _renamed(box: Box) -> list[dict[str, str]]:
    players: list[dict[str, str]] = [dict(each) for each in box.evening.game["players"]]
    players[-1]["name"] = "Quirin"
    return players


def test_the_result_follows_what_is_set_right_after_the_end_and_goes_with_the_next_game(box: Box) -> None:
    box.do(ROADS)
    box.do("end")
    first = box.told("result")
    box.do({"type": "count-wealth", "colour": "red", "gold": 3, "coins": 1, "stock": 0})
    second = box.told("result")
    points = {each["colour"]: each["points"] for each in second["standings"]}
    assert points["red"] > {each["colour"]: each["points"] for each in first["standings"]}["red"]
    assert second["head"] == file_told(box)["head"] != first["head"]
    for _ in range(2):
        box.do("undo")
    assert box.told("result") is None, "the end is taken back"
    box.do("end")
    assert box.told("result")
    box.do(ROADS)
    assert (box.told("result"), box.line.kept[topics.of_box(box.id, "export")]) == (None, b"")


def test_a_call_stands_at_the_broker_until_the_organiser_has_settled_it(box: Box) -> None:
    answer = topics.answer(EVENT, box.id)
    assert box.publisher.filters == (topics.notice(EVENT), answer)
    box.organiser.place_call("red")
    box.tell()
    call = msgspec.convert(box.told("call"), Call)
    assert (call.table, call.by) == (12, "red")
    box.receive(answer, encode(Reply(call.at, call.at)))
    assert box.organiser.is_coming
    assert box.told("call") is not None
    box.receive(answer, encode(Reply(call.at, call.at, done=True)))
    assert box.organiser.call is None
    assert box.told("call") is None


def test_a_notice_is_received_and_taken_back_and_junk_changes_nothing(box: Box) -> None:
    notice = Notice("The round ends at 18:30.", "2026-11-21T18:00:00Z")
    box.receive(topics.notice(EVENT), encode(notice))
    for junk in (b"{", b'{"text": ""}', b"[" * 9999, b"\xff", encode(notice) + b" " * MAX_SIZE):
        box.receive(topics.notice(EVENT), junk)
        box.receive(topics.notice("another"), encode(Notice("Fire!", notice.at)))
    assert box.organiser.notice == notice
    box.receive(topics.notice(EVENT), b"")
    assert box.organiser.notice is None


def test_a_notice_that_was_cleared_while_the_broker_was_away_is_not_shown_any_more(box: Box) -> None:
    notice = Notice("The round ends at 18:30.", "2026-11-21T18:00:00Z")
    box.receive(topics.notice(EVENT), encode(notice))
    box.publisher.connected()
    assert box.tell() == GRACE
    box.receive(topics.notice(EVENT), encode(notice))
    box.now += GRACE
    assert box.tell() is None
    assert box.organiser.notice == notice
    box.publisher.connected()
    box.tell()
    box.now += GRACE
    box.tell()
    assert box.organiser.notice is None


def test_what_a_broker_floods_the_box_with_is_bounded(box: Box) -> None:
    for number in range(1000):
        box.publisher.received(topics.notice(EVENT), encode(Notice(str(number), AT)), retained=False)
    before = box.organiser.changes
    box.tell()
    assert box.organiser.changes - before == QUEUE_SIZE
    assert box.organiser.notice is not None
    assert box.organiser.notice.text == "999"


def test_a_broker_that_never_stops_sending_keeps_nothing_from_being_published(box: Box) -> None:
    """Each notice that is taken brings the next one: there is always one more."""
    topic, taken = topics.notice(EVENT), 0

    def more() -> None:
        nonlocal taken
        taken += 1
        if taken < 1000:
            box.publisher.received(topic, encode(Notice(str(taken), AT)), retained=False)

    box.evening.notifier.subscribe(more)
    more()
    box.tell()
    assert taken == 2
    assert box.state().box == box.id


def test_a_table_that_leaves_an_event_leaves_no_call_behind(made: Boxes) -> None:
    made().organiser.place_call()
    box = made(event=None)
    box.tell()
    assert box.told("call") is None
    assert box.state().event is None
    assert box.publisher.filters == ()


def test_an_unknown_tag_is_published_and_a_known_one_is_not(box: Box) -> None:
    box.do({"type": "pair-tag", "tag": "0F0184F07B", "number": 7})
    box.publisher.tag("0F0184F07B")
    box.publisher.tag("04A2B3C4")
    box.tell()
    assert box.line.published == [(topics.of_box(box.id, "tag"), b"04A2B3C4")]


def test_what_cannot_be_published_keeps_nothing_else_from_it(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.do(ROADS)
    monkeypatch.setattr(box.evening.table, "export", failing(errno.EIO))
    monkeypatch.setattr(box.evening.table, "log", failing(errno.EIO))
    box.do("end")
    assert box.state().ended


def test_a_result_that_could_not_be_read_leaves_what_was_published_and_is_tried_again(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise StorageFailed("journal-gone")

    box.do(ROADS)
    box.do("end")
    first = box.told("result")
    with monkeypatch.context() as failing:
        failing.setattr(box.evening.table, "export", fails)
        box.do({"type": "count-wealth", "colour": "red", "gold": 3, "coins": 1, "stock": 0})
        assert box.told("result") == first
    box.tell()
    assert box.told("result")["head"] == file_told(box)["head"] != first["head"]


def test_a_game_without_events_of_its_own_publishes_the_common_ones(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "toy")
    evening.do(
        {"type": "start", "system": "toy", "players": [{"colour": "red", "name": "Ada"}, {"colour": "blue"}]}
    )
    told = msgspec.json.decode(state_of(evening.table.snapshot, {}, Identity("3fa9c27b")))
    assert set(told) == set(TableState.__struct_fields__)
    assert (told["turn"], told["phase"], told["acting"]) == (1, "rolling", "red")
    assert (told["far"], told["end_in_sight"], told["event"]) == (None, False, None)
    evening.table.close()
