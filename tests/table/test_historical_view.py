"""A game is shown as it was after each entry, ended or running, and no secret is shown early."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.games import Refused
from companion.table.historical_view import CHECKPOINT_INTERVAL
from companion.table.steps import Steps
from tests.fakes.evening import OTHER, Evening
from tests.fakes.toy import View
from tests.games.record import FOLDER, table_for
from tests.table.refusing import refused

ADD = {"type": "add", "colour": "red", "by": 1}


def refused_at(evening: Evening, game: str, n: int) -> Refused:
    return refused(lambda: evening.table.view_after(game, n))


def at(evening: Evening, game: str, n: int) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(evening.table.view_after(game, n).snapshot.json)
    return body


@pytest.mark.parametrize("name", ["coming-and-going", "strada-coming-and-going"])
def test_each_entry_shows_what_the_table_showed_then(name: str, tmp_path: Path) -> None:
    recording = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    table = table_for(tmp_path, bytes.fromhex(recording["secret"]))
    shown: dict[int, tuple[str, dict[str, Any]]] = {}
    for command in recording["commands"]:
        snapshot = table.perform(table.read(command), source="phone").snapshot
        shown[snapshot.version] = (snapshot.body["at"], json.loads(snapshot.json)["game"])
    game = table.snapshot.body["game"]["id"]
    for n, (moment, before) in shown.items():
        body = json.loads(table.view_after(game, n).snapshot.json)
        assert (body["version"], body["at"], body["game"]) == (n, moment, before)
    table.close()


def test_it_has_the_shape_of_the_snapshot_without_what_is_the_boxes(evening: Evening) -> None:
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do(ADD)
    now, past = evening.body, at(evening, evening.game["id"], 3)
    assert past.keys() == now.keys()
    assert past["game"] == now["game"]
    assert (past["tags"], past["next"], past["set_aside"], past["house_rules"]) == ({}, None, None, {})
    assert past["epoch"] == now["epoch"]


def test_between_its_own_entries_a_game_stood_as_after_the_last_of_them(evening: Evening) -> None:
    first = evening.game["id"]
    evening.do(OTHER)
    evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    evening.do({"type": "resume", "game": first})
    evening.do(ADD)
    assert [at(evening, first, n)["version"] for n in range(1, 6)] == [1, 1, 1, 1, 5]
    past = evening.table.view_after(first, 5)
    assert (list(past.numbers), past.position) == ([1, 5], 1)


def test_what_is_no_game_or_no_entry_of_it_is_refused(evening: Evening) -> None:
    first = evening.game["id"]
    evening.do(OTHER)
    second = evening.game["id"]
    assert refused_at(evening, "nothing", 1).code == "no-such-game"
    assert refused_at(evening, first, 2).params == {"game": first, "entry": 2, "first": 1, "last": 1}
    assert [refused_at(evening, second, n).code for n in (0, 1, 3)] == ["no-such-entry"] * 3


def test_a_game_that_cannot_be_read_is_refused(evening: Evening) -> None:
    game = evening.game["id"]
    evening.games = {}
    evening.restart()
    assert refused_at(evening, game, 1).code == "game-unreadable"


@pytest.fixture
def undrawable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that cannot tell a page what it draws."""

    def broken(_view: View) -> Any:
        raise LookupError

    monkeypatch.setattr(View, "bar", property(broken))


@pytest.mark.usefixtures("undrawable")
def test_a_game_of_which_no_page_could_be_drawn_is_refused(evening: Evening) -> None:
    assert refused_at(evening, evening.game["id"], 1).code == "game-unreadable"


@pytest.mark.usefixtures("undrawable")
def test_a_game_of_which_no_page_could_be_drawn_is_not_brought_in(evening: Evening, other: Evening) -> None:
    assert refused(lambda: other.table.import_game(evening.table.export())).code == "export-forged"


def test_an_undone_end_reveals_no_secret_until_the_game_is_over(evening: Evening) -> None:
    evening.do(ADD)
    evening.do("finish")
    game = evening.game["id"]
    assert at(evening, game, 3)["game"]["secret"] == evening.game["secret"]
    assert at(evening, game, 2)["game"]["secret"] is None
    evening.do("undo")
    assert [at(evening, game, n)["game"]["secret"] for n in (1, 2, 3, 4)] == [None] * 4
    evening.do(OTHER)
    assert at(evening, game, 3)["game"]["secret"] is None
    evening.do({"type": "resume", "game": game})
    evening.do("finish")
    secret = evening.game["secret"]
    evening.do(OTHER)
    assert secret is not None
    assert at(evening, game, 3)["game"]["secret"] == secret


def test_a_game_that_moved_is_seen_again_from_its_first_box_on(evening: Evening, other: Evening) -> None:
    evening.do(ADD)
    exported = evening.table.export()
    there = other.table.import_game(exported)
    other.do({"type": "resume", "game": there})
    other.do(ADD)
    past = other.table.view_after(there, other.table.snapshot.version)
    assert json.loads(past.snapshot.json)["game"] == json.loads(other.table.snapshot.json)["game"]
    assert len(past.numbers) == 3


def test_a_long_game_is_shown_as_it_was_wherever_a_jump_leads(evening: Evening) -> None:
    counters = [evening.do(ADD).snapshot.body["game"]["counter"] for _ in range(3 * CHECKPOINT_INTERVAL + 5)]
    game, last = evening.game["id"], evening.table.snapshot.version
    for n in (last, 7, last - 3, CHECKPOINT_INTERVAL * 2 - 1, last // 2):
        assert at(evening, game, n)["game"]["counter"] == counters[n - 2]


def test_a_walk_goes_on_with_its_game(evening: Evening) -> None:
    evening.do(ADD)
    evening.table.view_after(evening.game["id"], 2)
    evening.do(ADD)
    assert len(evening.table.view_after(evening.game["id"], 3).numbers) == 3


def test_a_replay_never_delays_the_table(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command goes in while a game is being folded."""
    evening.do(ADD)
    done: list[int] = []
    after = Steps.after

    def meanwhile(steps: Steps, entry: Any) -> Steps:
        monkeypatch.setattr(Steps, "after", after)
        acting = Thread(target=lambda: done.append(evening.do(ADD).version))
        acting.start()
        acting.join()
        return after(steps, entry)

    game = evening.game["id"]
    monkeypatch.setattr(Steps, "after", meanwhile)
    assert at(evening, game, 2)["version"] == 2
    assert done == [3]
