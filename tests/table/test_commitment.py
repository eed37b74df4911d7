"""The next secret is committed before phones add seeds, and the rolls are made of both."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from companion.games.dice import Dice
from companion.games.la_strada.game import GAME as STRADA
from companion.games.roads_and_boats.game import GAME as BOATS
from companion.storage.backup import write_backup
from companion.storage.replacing import restore
from companion.storage.settings import Settings
from companion.storage.storage import StorageFailed
from companion.table.box_state import MAX_SEEDS
from companion.table.commitment import SETTING
from companion.table.parsing import InvalidCommand
from companion.table.verification import verify
from tests.fakes.evening import OTHER, START, TOY, Evening
from tests.table.exported import ADD, chained
from tests.table.refusing import refusal

MANY = {**START, "options": {"target": 900, "faces": 100}}


def seed(what: str) -> dict[str, Any]:
    return {"type": "add-seed", "seed": what}


def at_start(evening: Evening) -> list[dict[str, Any]]:
    """What the last start wrote down beside the game's own events."""
    start = [each for each in evening.table.log() if each["command"]["type"] == "start"][-1]
    return [each for each in start["events"] if each["type"] in {"seeded", "replaced"}]


def promised(evening: Evening) -> str:
    """The commitment of the next game's secret."""
    commitment: str = evening.body["next"]["commitment"]
    return commitment


def rolls(evening: Evening) -> list[int]:
    for _ in range(6):
        evening.do("roll")
    faces: list[int] = evening.game["rolls"]
    return faces


def test_the_next_games_secret_is_committed_and_stored_before_any_seed(bare: Evening) -> None:
    first = bare.body["next"]
    assert (len(first["commitment"]), first["seeds"]) == (64, 0)
    bare.restart()
    assert bare.body["next"] == first
    bare.do(seed("a"), phone="one")
    assert bare.body["next"] == {**first, "seeds": 1}
    bare.restart()
    assert bare.body["next"] == {**first, "seeds": 1}
    bare.do(MANY)
    assert bare.game["commitment"] == first["commitment"]
    following = bare.body["next"]
    assert following["seeds"] == 0
    assert following["commitment"] != first["commitment"]
    bare.restart()
    assert bare.body["next"] == following
    secret = bare.journal.secret(bare.game["id"])
    assert secret is not None
    assert hashlib.sha256(secret).hexdigest() == first["commitment"]


def test_a_stored_secret_that_is_none_is_replaced(bare: Evening) -> None:
    before = promised(bare)
    kept = bare.journal.settings.get(SETTING, dict[str, Any])
    assert kept is not None
    bare.journal.settings.set(SETTING, {**kept, "secret": "00"})
    bare.restart()
    assert promised(bare) != before


def test_what_phones_add_enters_the_rolls_in_their_order_and_the_file(bare: Evening) -> None:
    for phone, what in (("one", "a"), ("two", "b"), ("three", "c")):
        bare.do(seed(what), phone=phone)
    bare.do(seed("d"), phone="one")
    assert bare.body["next"]["seeds"] == 3, "a phone's seed takes the place of its first"
    bare.do(MANY)
    assert at_start(bare) == [{"type": "seeded", "seeds": ["b", "c", "d"]}]
    assert bare.table.log_entries(1)[0].text.what == "start"
    assert bare.game["luck"]["seeds"] == 3
    secret = bare.journal.secret(bare.game["id"])
    assert secret is not None
    dice = Dice(secret, ["b", "c", "d"])
    assert rolls(bare) == [1 + dice.roll(100, "roll", n) for n in range(6)]
    bare.restart()
    bare.do("undo")
    bare.do("roll")
    assert bare.game["rolls"][5] == 1 + dice.roll(100, "roll", 5)
    bare.do("finish")
    verdict = verify(bare.table.export(), TOY)
    assert verdict.status == "holds"
    assert verdict.luck_log is not None
    assert verdict.luck_log.seeds == ("b", "c", "d")


def test_the_starting_phones_seed_is_last(bare: Evening) -> None:
    bare.do(seed("a"), phone="one")
    bare.do(seed("b"), phone="two")
    bare.do({**MANY, "seed": "z"}, phone="one")
    assert at_start(bare) == [{"type": "seeded", "seeds": ["b", "z"]}]
    bare.do({**OTHER, "seed": "only"})
    assert {"type": "seeded", "seeds": ["only"]} in at_start(bare)


@pytest.mark.parametrize("forged", [["a"], ["b", "a"], ["a", "b", "c"], [], None])
def test_other_seeds_than_those_that_were_added_are_found(bare: Evening, forged: list[str] | None) -> None:
    bare.do(seed("a"), phone="one")
    bare.do(seed("b"), phone="two")
    bare.do(MANY)
    rolls(bare)
    bare.do("finish")
    file = json.loads(json.dumps(bare.table.export()))
    events = file["entries"][0]["events"]
    events.pop()
    if forged is not None:
        events.append({"type": "seeded", "seeds": forged})
    assert verify(file, TOY).reason == "chain"
    assert verify(chained(file), TOY).reason == "events"


def test_what_the_table_writes_down_of_a_start_stands_there_once_and_nowhere_else(bare: Evening) -> None:
    bare.do(seed("a"), phone="one")
    bare.do(MANY)
    bare.do("roll")
    bare.do("finish")
    file = json.loads(json.dumps(bare.table.export()))
    start, roll = file["entries"][0], file["entries"][1]
    seeded = start["events"].pop()
    start["events"].insert(0, seeded)
    assert verify(chained(file), TOY).reason == "events"
    start["events"] = [*start["events"][1:], seeded, seeded]
    assert verify(chained(file), TOY).reason == "events"
    start["events"].pop()
    assert verify(chained(file), TOY).status == "holds"
    roll["events"].append(seeded)
    assert verify(chained(file), TOY).status == "forged"


def test_a_game_without_chance_takes_nothing_of_it(bare: Evening) -> None:
    bare.games = {**TOY, STRADA.system: STRADA}
    bare.restart()
    bare.do(seed("a"), phone="one")
    strada = {"type": "start", "system": STRADA.system, "players": [{"colour": "red"}, {"colour": "black"}]}
    bare.do(strada)
    bare.do({**strada, "replace": True})
    assert at_start(bare) == []
    assert "luck" not in bare.game


def test_what_cannot_be_shown_is_refused(bare: Evening) -> None:
    for odd in ("a\u0000", "\u202e", "a\nb"):
        for body in ({**MANY, "seed": odd}, seed(odd)):
            with pytest.raises(InvalidCommand) as refused:
                bare.do(body)
            assert refused.value.reason == "hidden-sign"


def test_any_number_of_phones_may_add_seeds_and_every_seed_counts(bare: Evening) -> None:
    """One phone that joins again and again is many: it could keep the dice to itself."""
    made = []
    for honest in "xy":
        bare.do(seed(honest), phone="first")
        for phone in range(2 * MAX_SEEDS):
            bare.do(seed("a"), phone=f"{honest}{phone}")
        assert bare.body["next"]["seeds"] == MAX_SEEDS
        bare.restart()
        assert bare.body["next"]["seeds"] == MAX_SEEDS
        bare.do({**OTHER, "seed": "b"}, phone="last")
        ((seeds),) = (each["seeds"] for each in at_start(bare) if each["type"] == "seeded")
        assert seeds[1:] == ["a"] * (MAX_SEEDS - 2) + ["b"]
        made.append(seeds[0])
    assert made[0] != made[1], "what the first phone added is in it"


def test_a_secret_that_was_used_is_never_used_again_after_a_pulled_plug(
    bare: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug is pulled between the start and the next secret."""
    with monkeypatch.context() as pulled:
        pulled.setattr(Settings, "update", _failing)
        bare.do(MANY)
    assert bare.body["next"] is None, "what could not be kept is not promised"
    used = bare.game["commitment"]
    bare.restart()
    assert promised(bare) != used
    bare.do(OTHER)
    assert bare.game["commitment"] != used


def test_what_could_not_be_kept_is_kept_and_promised_with_the_next_entry_that_is(
    bare: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as pulled:
        pulled.setattr(Settings, "update", _failing)
        bare.do(MANY)
    bare.do(ADD)
    following = promised(bare)
    bare.restart()
    assert promised(bare) == following


def _failing(_settings: Settings, _values: object) -> None:
    raise StorageFailed("journal-failed")


def test_a_copy_that_is_put_back_brings_no_secret_that_was_used_since(bare: Evening) -> None:
    bare.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    before = promised(bare)
    copied = bare.folder.parent / "copy.zip"
    write_backup(bare.folder, copied)
    bare.do(MANY)
    assert bare.game["commitment"] == before
    bare.do("finish")
    with bare.closed():
        restore(bare.folder, copied, "copy", at=bare.clock(), entropy=bare.entropy)
    assert promised(bare) != before


def test_what_was_added_before_a_secret_was_made_does_not_count_for_it(bare: Evening) -> None:
    """Or who made it could have known the seeds, and made it until it suits."""
    bare.do(seed("a"), phone="one")
    copied = bare.folder.parent / "copy.zip"
    write_backup(bare.folder, copied)
    with bare.closed():
        restore(bare.folder, copied, "copy", at=bare.clock(), entropy=bare.entropy)
    assert bare.body["next"]["seeds"] == 0
    bare.do(seed("b"), phone="two")
    bare.restart()
    assert bare.body["next"]["seeds"] == 1
    bare.do(MANY)
    assert at_start(bare) == [{"type": "seeded", "seeds": ["b"]}]


def test_a_start_with_another_seed_than_added_is_found(bare: Evening) -> None:
    bare.do(seed("a"), phone="one")
    bare.do({**MANY, "seed": "z"}, phone="two")
    bare.do("finish")
    file = json.loads(json.dumps(bare.table.export()))
    assert verify(file, TOY).status == "holds"
    for forged in ("a", "y"):
        file["entries"][0]["command"]["seed"] = forged
        assert verify(chained(file), TOY).reason == "events"


def test_a_file_takes_its_seeds_along(bare: Evening, other: Evening) -> None:
    bare.do(seed("a"), phone="one")
    bare.do(MANY)
    rolls(bare)
    running = bare.table.export()
    other.do({"type": "resume", "game": other.table.import_game(running)})
    assert other.game["head"] == bare.game["head"]
    assert other.game["luck"] == {**bare.game["luck"], "moved": 1}
    rolls(other)
    other.do("finish")
    verdict = verify(other.table.export(), TOY)
    assert (verdict.status, verdict.unproven) == ("holds", len(running["entries"]))
    assert verdict.luck_log is not None
    assert verdict.luck_log.seeds == ("a",)


def test_a_start_that_is_refused_leaves_promise_and_seeds(bare: Evening) -> None:
    bare.do(seed("a"), phone="one")
    before = bare.body["next"]
    refusal(bare, {**MANY, "players": [{"colour": "red"}, {"colour": "red"}]})
    assert bare.body["next"] == before


def test_the_temple_is_drawn_with_what_phones_have_added(bare: Evening) -> None:
    bare.games = {BOATS.system: BOATS}
    bare.restart()
    colours = ("red", "blue", "green", "yellow")
    start = {"type": "start", "system": BOATS.system, "players": [{"colour": each} for each in colours]}
    bare.do({**start, "seed": "some"})
    secret = bare.journal.secret(bare.game["id"])
    assert secret is not None
    assert bare.game["temple"] == list(Dice(secret, ["some"]).shuffle(colours, "temple"))
