"""Setting a game up: ticks that are the table's own, and the house rules of a group."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from msgspec import Meta
from msgspec.structs import replace

from companion.table.parsing import InvalidCommand
from tests.fakes.evening import OTHER, START, Evening
from tests.fakes.toy import TOY_GAME
from tests.fakes.toy.words import Options
from tests.table.refusing import refusal

TICK = {"type": "tick", "system": "toy", "step": "die"}
HOUSE = {"type": "house-rules", "system": "toy"}
TWO = {"type": "prepare", "system": "toy", "players": START["players"], "options": {"target": 300}}


def done(evening: Evening) -> set[str]:
    return {each.name for each, is_done in evening.table.setup_checklist("toy").items if is_done}


def test_a_tick_is_seen_by_all_at_once_and_kept_over_a_restart(bare: Evening) -> None:
    before = bare.table.snapshot
    performed = bare.do(TICK)
    assert [each["type"] for each in performed.events] == ["ticked"]
    assert bare.table.snapshot.version == before.version + 1
    assert done(bare) == {"die"}
    bare.restart()
    assert done(bare) == {"die"}
    bare.do({**TICK, "done": False})
    assert done(bare) == set()


def test_a_tick_twice_is_one_tick_and_all_of_them_go_at_once(bare: Evening) -> None:
    bare.do(TICK)
    bare.do(TICK)
    assert done(bare) == {"die"}
    bare.do({"type": "tick", "system": "toy"})
    assert done(bare) == {"die", "cup"}
    bare.do({"type": "tick", "system": "toy", "done": False})
    assert done(bare) == set()


def test_undo_never_meets_a_tick(bare: Evening) -> None:
    bare.do(START)
    bare.do({"type": "add", "colour": "red", "by": 2})
    step = bare.game["undo"]
    bare.do(TICK)
    bare.do({**HOUSE, "rules": ["Late is late."]})
    assert bare.game["undo"] == step
    bare.do("undo")
    assert bare.game["counter"] == 0
    assert done(bare) == {"die"}
    assert bare.game["redo"] is not None


def test_what_was_ticked_before_the_start_stays_ticked_after_it(bare: Evening) -> None:
    bare.do(TICK)
    bare.do(START)
    assert done(bare) == {"die"}
    bare.do({**TICK, "step": "cup"})
    bare.restart()
    assert done(bare) == {"die", "cup"}


def test_the_next_game_is_set_up_afresh(bare: Evening) -> None:
    bare.do(TWO)
    bare.do(TICK)
    bare.do(START)
    bare.do("finish")
    found = bare.table.setup_checklist("toy")
    assert (found.game, found.players, done(bare)) == (None, (), set())
    bare.do({**TICK, "step": "cup"})
    bare.do(OTHER)
    assert done(bare) == {"cup"}
    bare.restart()
    assert done(bare) == {"cup"}
    bare.do(OTHER)
    assert done(bare) == set()


def test_a_game_put_back_has_no_ticks_of_another(bare: Evening) -> None:
    bare.do(START)
    first = bare.game["id"]
    bare.do(OTHER)
    bare.do(TICK)
    bare.do({"type": "resume", "game": first})
    assert done(bare) == set()


def test_players_and_options_entered_before_the_start_start_nothing(bare: Evening) -> None:
    bare.do(TICK)
    bare.do(TWO)
    found = bare.table.setup_checklist("toy")
    assert [each.colour for each in found.players] == ["red", "blue"]
    assert found.options == {"target": 300}
    assert bare.body["game"] is None
    assert done(bare) == {"die"}
    bare.restart()
    assert bare.table.setup_checklist("toy").options == {"target": 300}
    bare.do(START)
    assert bare.table.setup_checklist("toy").options["target"] == 500


def test_what_a_start_would_refuse_is_refused_before_it(bare: Evening) -> None:
    players = [{"colour": "red"}, {"colour": "red"}]
    assert refusal(bare, {**TWO, "players": players}).code == "toy-colours"
    with pytest.raises(InvalidCommand) as caught:
        bare.do({**TWO, "options": {"goal": 1}})
    assert caught.value.field == "options.goal"


def test_a_game_that_has_begun_is_set_up_by_its_own_players(bare: Evening) -> None:
    bare.do(START)
    assert refusal(bare, TWO).code == "set-up-begun"


@pytest.mark.parametrize("body", [TICK, TWO, {**HOUSE, "rules": ["a"]}])
def test_only_a_game_that_there_is_can_be_set_up(bare: Evening, body: dict[str, Any]) -> None:
    assert refusal(bare, {**body, "system": "none"}).code == "unknown-system"


def test_a_step_that_the_list_has_not_is_refused(bare: Evening) -> None:
    refused = refusal(bare, {**TICK, "step": "board"})
    assert (refused.code, refused.params) == ("no-such-step", {"step": "board"})
    assert bare.table.snapshot.version == 0


def test_house_rules_are_kept_for_the_next_games_and_over_a_restart(bare: Evening) -> None:
    bare.do({**HOUSE, "rules": ["  Late is late. ", " ", "<b>No</b> dice on the floor"]})
    kept = {"toy": ["Late is late.", "<b>No</b> dice on the floor"]}
    assert bare.body["house_rules"] == kept
    bare.do(START)
    bare.restart()
    assert bare.body["house_rules"] == kept
    bare.do({**HOUSE, "rules": ["Late is fine."]})
    assert bare.body["house_rules"] == {"toy": ["Late is fine."]}
    bare.do({**HOUSE, "rules": []})
    assert bare.body["house_rules"] == {}


def test_house_rules_and_ticks_stay_at_home_when_a_game_is_exported(bare: Evening) -> None:
    bare.do({**HOUSE, "rules": ["Late is late."]})
    bare.do(START)
    bare.do(TICK)
    kinds = [entry["command"]["type"] for entry in bare.table.export()["entries"]]
    assert kinds == ["start"]


@pytest.mark.parametrize("sign", ["\x00", "\n", "\t", "\x1b", "\u202e", "\u2028", "\ufdd0"])
def test_a_house_rule_with_an_invisible_character_is_refused(bare: Evening, sign: str) -> None:
    with pytest.raises(InvalidCommand) as caught:
        bare.do({**HOUSE, "rules": ["fine", f"a{sign}b"]})
    assert (caught.value.reason, caught.value.field) == ("hidden-sign", "rules[1]")


@pytest.mark.parametrize("rules", [["a" * 161], ["a"] * 21])
def test_house_rules_are_bounded(bare: Evening, rules: list[str]) -> None:
    with pytest.raises(InvalidCommand):
        bare.do({**HOUSE, "rules": rules})
    bare.do({**HOUSE, "rules": ["a" * 160] * 20})


def test_the_log_has_each(bare: Evening) -> None:
    for body in (TWO, TICK, {**TICK, "done": False}, {**HOUSE, "rules": ["a"]}):
        bare.do(body)
    bare.do({"type": "tick", "system": "toy", "done": False})
    told = [each.text.what for each in bare.table.log_entries(9)]
    assert told == ["untick-all", "house-rules", "untick", "tick", "prepare"]


class Fewer(Options, frozen=True, forbid_unknown_fields=True):
    target: Annotated[int, Meta(ge=1, le=100)] = 50


def test_options_that_a_later_version_does_not_know_leave_the_list_as_it_usually_is(bare: Evening) -> None:
    bare.do(TWO)
    bare.do(TICK)
    bare.games = {"toy": replace(TOY_GAME, options=Fewer)}
    bare.restart()
    assert done(bare) == {"die"}
