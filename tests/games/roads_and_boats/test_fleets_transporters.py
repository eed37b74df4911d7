"""The six kinds of transporter, whose they are, and what they count for."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from companion.games.roads_and_boats import fleets
from companion.games.roads_and_boats.commands import Advance, ChangeFleet, MakeWagon
from companion.games.roads_and_boats.fleets import FIGURES, on_water
from companion.games.roads_and_boats.words import Colour, Transporter
from tests.games.roads_and_boats.playing import Play

KINDS: tuple[Transporter, ...] = get_args(Transporter)


@pytest.mark.rule("RB-FLEET-01")
def test_six_kinds_carry_so_much_and_go_so_far() -> None:
    assert {kind: (figures.load, figures.steps) for kind, figures in FIGURES.items()} == {
        "donkey": (2, 2), "wagon": (3, 3), "truck": (6, 4),
        "raft": (3, 3), "rowboat": (5, 4), "steamer": (8, 6),
    }  # fmt: skip
    assert {kind: figures.cross_country for kind, figures in FIGURES.items() if figures.cross_country} == {
        "donkey": 1
    }
    assert [kind for kind in KINDS if on_water(kind)] == ["raft", "rowboat", "steamer"]


def test_a_fleet_is_entered_by_these_six_kinds_and_no_other() -> None:
    play = Play(fleet={})
    play.do(*(ChangeFleet("red", kind, 1) for kind in KINDS))
    assert play.view().fields["fleets"]["red"] == dict.fromkeys(KINDS, 1)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"colour": "red", "transporter": "balloon", "by": 1}, ChangeFleet)


@pytest.mark.rule("RB-FLEET-07")
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_transporter_belongs_to_the_player_who_handed_in_the_goods(kind: Transporter) -> None:
    play = Play("red", "blue")
    before = play.view().fields["fleets"]["red"]
    play.do(ChangeFleet("blue", kind, 1))
    assert play.view().fields["fleets"]["blue"].get(kind) == (4 if kind == "donkey" else 1)
    assert play.view().fields["fleets"]["red"] == before


@pytest.mark.rule("RB-FLEET-08", "TV-RB-FLEET-06")
@pytest.mark.parametrize("owner", ["red", "blue", "green"])
def test_a_wagon_takes_the_place_of_its_owners_donkey_also_in_a_full_fleet(owner: Colour) -> None:
    full = {"donkey": 5, "raft": 3}
    play = Play("red", "blue", "green", fleet=full)
    play.do(MakeWagon(owner), Advance())
    assert play.view().fields["fleets"] == dict.fromkeys(play.colours, full) | {
        owner: {"donkey": 4, "wagon": 1, "raft": 3}
    }


@pytest.mark.rule("RB-FLEET-08")
def test_without_a_donkey_there_is_no_wagon() -> None:
    play = Play()
    play.do(ChangeFleet("red", "donkey", -3))
    assert play.refusal(MakeWagon("red")) == ("no-donkey", "RB-FLEET-08")


@pytest.mark.rule("RB-FLEET-21", "RB-FLEET-12")
def test_a_bred_donkey_counts_against_the_limits_like_any_transporter() -> None:
    play = Play(fleet={"donkey": 4, "truck": 1})
    assert fleets.over_limit(play.state) == ()
    play.do(ChangeFleet("red", "donkey", 1))
    assert play.warned()["fleet-over-limit"]["remove"] == 1
    assert play.refusal(Advance()) == ("fleet-over-limit", "RB-FLEET-13")
    play.do(ChangeFleet("red", "truck", -1), Advance())
