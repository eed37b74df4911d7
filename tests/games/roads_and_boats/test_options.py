"""House rules: every switch can be chosen and corrected, and does something or is said somewhere."""

from __future__ import annotations

from typing import Any

import polib
import pytest

from companion.games.roads_and_boats import options
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    CountWealth,
    End,
)
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.presses import payment_texts
from tests.games.roads_and_boats.playing import Play

SWITCHES = [name for name in Options.__struct_fields__ if name.startswith("amb_")]


def test_every_switch_is_worded_chosen_at_the_start_and_corrected_later() -> None:
    file = GAME.folder.joinpath("catalogues", "it", "pages.po")
    said = {entry.msgid for entry in polib.pofile(file.read_text(encoding="utf-8"))}
    switches = [*SWITCHES, "standings", "more_players"]
    assert {f"rb.option.{switch}" for switch in switches} <= said
    chosen: dict[str, Any] = dict.fromkeys(switches, True)
    play = Play(**chosen)
    assert set(switches) <= set(play.view().switches)
    for switch in switches:
        play.correct(option={switch: False})
        assert play.view().fields["options"][switch] is False
        assert switch not in play.view().switches


def test_every_switch_but_that_of_the_start_matters_in_a_phase() -> None:
    assert set(options.MATTERS) == set(SWITCHES) - {"amb_01"}
    play = Play(amb_07=True, amb_19=True, amb_31=True)
    said = []
    for _ in range(4):
        said.append(list(play.view().switches_now))
        play.do(Advance())
    assert said == [["amb_31"], ["amb_19", "amb_31"], ["amb_31"], ["amb_07", "amb_31"]]


def test_what_pays_for_a_brick_follows_the_groups_own_rules() -> None:
    chosen: tuple[dict[str, Any], ...] = ({}, {"amb_11": True}, {"amb_07": True, "amb_11": True})
    codes = [[line.code for line in payment_texts(Play(**switches).state)] for switches in chosen]
    assert codes == [
        ["display.buys.means"], ["display.buys.tile"], ["display.buys.tile", "display.buys.no-geese"]
    ]  # fmt: skip


@pytest.mark.rule("RB-END-03")
def test_points_are_hidden_until_the_end_unless_the_group_wants_them() -> None:
    play = Play("red", "blue", temple=["blue", "red"])
    play.correct(bricks=["red", "red", None, None, "blue", "red"])
    play.do(CountWealth("blue", 1, 0, 0), Build("quarry", 1, late=True))
    assert play.view().fields["standings"] is play.view().fields["row_points"] is None
    play.correct(option={"standings": True})
    standings = play.view().fields["standings"]
    assert [(each["colour"], each["total"], each["rank"]) for each in standings] == [
        ("blue", 15, 1),
        ("red", 15, 2),
    ]
    assert play.view().fields["row_points"] == {"red": [10, 5], "blue": [0, 5]}
    assert [page.name for page in GAME.pages(play.view())][-1] == "standings"
    play.do(End())
    assert play.view().fields["standings"] is None
    assert play.view().fields["ended"]["scores"] == standings
    assert play.view().fields["row_points"] == {"red": [10, 5], "blue": [0, 5]}
