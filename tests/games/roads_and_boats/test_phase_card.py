"""The phase card: what people forget before they leave a phase, by how the game stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.registry import folders, registered
from companion.games.roads_and_boats.commands import (
    Build,
    BuildMine,
    ChangeFleet,
    Correct,
    Draw,
    Leave,
    Research,
)
from companion.games.roads_and_boats.options import MATTERS
from companion.games.roads_and_boats.phase_card import Item, phase_card
from companion.games.roads_and_boats.state import Mine, State
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import PHASES, Building, Colour, Phase
from companion.language.messages import Messages, catalogues
from tests.games.roads_and_boats.playing import Play

LANGUAGES = ("en", "it")
MESSAGES = Messages(catalogues(folders(registered())))


def later(*built: Building, phase: Phase = "production", turn: int = 2, **options: Any) -> Play:
    """A game of two in its second turn, with these buildings on the board."""
    play = Play("red", "blue", temple=["red", "blue"], **options)
    play.do(*(Build(each, 1, late=True) for each in built))
    while (play.state.turn, play.state.phase) != (turn, phase):
        play.to(phase)
    return play


def codes(play: Play) -> list[str]:
    return [each.code for each in phase_card(play.state)]


def item(play: Play, code: str) -> Item:
    return next(each for each in phase_card(play.state) if each.code == code)


def rules(play: Play) -> dict[str, tuple[str, ...]]:
    """The rules that each item of the card names."""
    return {each.code: each.rules for each in phase_card(play.state)}


def test_a_player_who_left_is_not_on_the_card() -> None:
    play = later("woodcutter")
    play.do(ChangeFleet("blue", "donkey", 2))
    assert item(play, "fleet-full").params == {"players": ["blue"]}
    play.do(Leave("blue"))
    assert "fleet-full" not in codes(play)
    play = later("woodcutter", phase="movement")
    play.do(ChangeFleet("blue", "raft", 1))
    assert "at-sea" in codes(play)
    play.do(Leave("blue"))
    assert "at-sea" not in codes(play)


@pytest.mark.rule("RB-PROD-18", "RB-PROD-19")
def test_where_factories_stand_production_ends_with_their_automatic_run() -> None:
    assert rules(later("sawmill"))["automatic-run"] == ("RB-PROD-18",)
    assert rules(later("sawmill", "papermill"))["boards-first"] == ("RB-PROD-18", "RB-PROD-19")
    primary = codes(later("woodcutter", "quarry", "raft-factory"))
    assert not {"automatic-run", "boards-first"} & set(primary)


@pytest.mark.rule("RB-FLEET-19", "RB-FLEET-20")
def test_a_factory_that_can_still_make_a_transporter_is_to_be_claimed_and_one_of_wagons_never() -> None:
    assert "unclaimed" not in codes(later("wagon-factory"))
    play = later("raft-factory")
    assert rules(play)["unclaimed"] == ("RB-FLEET-19", "RB-FLEET-20")
    play.do(ChangeFleet("blue", "raft", 1))
    assert "unclaimed" not in codes(play)


@pytest.mark.rule("RB-RES-07")
def test_geese_and_paper_left_over_are_thought_of_where_paper_is_made() -> None:
    assert rules(later("papermill"))["research-lost"] == ("RB-RES-07",)
    assert "research-lost" not in codes(later("sawmill"))


@pytest.mark.rule("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-04", "RB-LIVE-05", "RB-LIVE-06")
def test_two_geese_alone_breed_and_two_donkeys_as_long_as_a_player_has_two() -> None:
    play = later("quarry")
    assert rules(play)["geese-breed"] == ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-04")
    assert rules(play)["donkeys-breed"] == ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-05", "RB-LIVE-06")
    play.do(ChangeFleet("red", "donkey", -2), ChangeFleet("blue", "donkey", -2))
    assert "geese-breed" in codes(play)
    assert "donkeys-breed" not in codes(play)


@pytest.mark.rule("RB-FLEET-12", "RB-FLEET-13")
def test_fleets_are_counted_by_the_table_or_the_card_names_players_without_room() -> None:
    play = later("quarry")
    assert rules(play)["fleet-check"] == ("RB-FLEET-12", "RB-FLEET-13")
    play.do(ChangeFleet("blue", "donkey", 2))
    assert "fleet-check" not in codes(play)
    assert item(play, "fleet-full").params == {"players": ["blue"]}
    assert rules(play)["fleet-full"] == ("RB-FLEET-12", "RB-FLEET-13")
    play.do(Correct("option", {"fleet": {"land": None, "water": None, "total": None}}, "agreed"))
    assert not {"fleet-check", "fleet-full"} & set(codes(play))


def test_in_the_first_production_nothing_stands_and_nothing_breeds_so_nothing_is_forgotten() -> None:
    assert codes(Play("red", "blue")) == []


@pytest.mark.rule("RB-MOVE-11", "RB-GOOSE-01", "RB-GOOSE-02", "RB-GOOSE-04")
@pytest.mark.rule("RB-BOAT-10", "RB-BOAT-11", "RB-CARRY-02", "RB-CARRY-04")
def test_movement_ends_with_goods_turned_back_and_geese_and_with_boats_the_sea() -> None:
    play = later("quarry", phase="movement", turn=1)
    dry = {"turn-back": ("RB-MOVE-11",), "geese-left": ("RB-GOOSE-01", "RB-GOOSE-04")}
    assert rules(play) == dry
    play.do(ChangeFleet("blue", "raft", 1))
    assert rules(play) == dry | {
        "at-sea": ("RB-GOOSE-02", "RB-BOAT-10", "RB-BOAT-11"), "carried": ("RB-CARRY-02", "RB-CARRY-04"),
    }  # fmt: skip
    assert "at-sea" in codes(later("quarry", phase="movement"))


@pytest.mark.rule("RB-BUILD-01", "RB-BUILD-02", "RB-BUILD-03", "RB-BUILD-08")
@pytest.mark.rule("RB-MINE-03", "RB-WON-10", "RB-WALL-12")
def test_building_ends_with_deserts_as_they_are_and_walls_from_the_sea_for_those_with_boats() -> None:
    play = later(phase="building", turn=1)
    own, mines = ("RB-BUILD-02", "RB-BUILD-03"), ("RB-BUILD-01", "RB-MINE-03")
    assert rules(play) == {"own-transporter": own, "deserts": ("RB-BUILD-08",), "new-mines": mines}
    wet = replace(play.state, bricks=(None,) * 45)
    assert [(each.code, each.rules) for each in phase_card(wet)] == [
        ("own-transporter", own), ("deserts-pastures", ("RB-BUILD-08", "RB-WON-10")), ("new-mines", mines),
    ]  # fmt: skip
    play.do(ChangeFleet("blue", "raft", 1))
    assert rules(play)["walls-at-sea"] == ("RB-WALL-12",)


@pytest.mark.rule("RB-MINE-12")
def test_an_empty_mine_is_named_with_those_who_may_sink_a_shaft() -> None:
    play = later(phase="building", turn=1)
    play.do(BuildMine(3, "red", "standard"))
    empty = replace(play.state, mines=(Mine(3, 0, 0),))
    assert "mines-empty" not in [each.code for each in phase_card(empty)]
    play.do(Research("blue", "new-shaft", late=True))
    found = [
        each for each in phase_card(replace(play.state, mines=(Mine(3, 0, 0),))) if each.code == "mines-empty"
    ]
    assert found == [Item("mines-empty", ("RB-MINE-12",), {"mines": [3], "players": ["blue"], "count": 1})]


@pytest.mark.rule("RB-WON-02", "RB-WON-06", "RB-WON-08", "RB-WON-11")
def test_the_wonder_phase_ends_with_where_goods_come_from_and_the_neutral_brick() -> None:
    play = later(phase="wonder")
    assert rules(play) == {"pay": ("RB-WON-02",), "neutral": ("RB-WON-11",)}
    near = replace(play.state, bricks=(None,) * 15)
    assert phase_card(near) == (
        Item("pay", ("RB-WON-02",)), Item("dearer", ("RB-WON-06", "RB-WON-08"), {"count": 2}),
        Item("neutral", ("RB-WON-11",)),
    )  # fmt: skip


@pytest.mark.rule("RB-WON-10", "RB-WON-11")
def test_the_neutral_brick_that_irrigates_is_announced() -> None:
    play = later(phase="wonder")
    last = phase_card(replace(play.state, bricks=(None,) * 44))[-1]
    assert last == Item("neutral-irrigates", ("RB-WON-10", "RB-WON-11"))


@pytest.mark.rule("RB-SCORE-01", "RB-SCORE-02", "RB-WON-14")
@pytest.mark.parametrize("phase", ["movement", "wonder"])
def test_with_few_neutral_bricks_left_only_what_is_carried_counts(phase: Phase) -> None:
    play = later(phase=phase, turn=3, neutral=5)
    assert item(play, "carry") == Item("carry", ("RB-SCORE-01", "RB-SCORE-02"), {"count": 3})
    assert "carry" not in codes(later(phase=phase, turn=2, neutral=5))


def states(switch: str) -> list[State]:
    """A moment in each phase in which a house rule may matter."""
    found = []
    for phase in PHASES:
        play = later("raft-factory", phase=phase, irrigation_at=83, neutral=90, amb_13=switch == "amb_13")
        colour: Colour = "red"
        if phase == "production":
            play.do(ChangeFleet("blue", "raft", 1), ChangeFleet("red", "donkey", 2))
            play.do(Research(colour, "rowboat"), BuildMine(3, colour, "standard", late=True), Draw(3))
        else:
            play.do(ChangeFleet("blue", "raft", 1))
        found.append(play.state)
        found.append(replace(play.state, bricks=(None,) * 15))
        found.append(replace(play.state, bricks=(None,) * 60))
    return found


@pytest.mark.parametrize("switch", [each for each in MATTERS if each != "amb_31"])
def test_every_house_rule_that_matters_in_a_phase_changes_its_card(switch: str) -> None:
    changed: set[str] = set()
    for state in states(switch):
        plain = replace(state, options=replace(state.options, **{switch: False}))
        ruled = replace(state, options=replace(state.options, **{switch: True}))
        assert not any(switch in each.switches for each in phase_card(plain))
        if phase_card(plain) != phase_card(ruled):
            assert any(switch in each.switches for each in phase_card(ruled))
            changed.add(state.phase)
    assert changed == set(MATTERS[switch])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_has_its_words_on_page_and_display(language: str) -> None:
    said = MESSAGES.language(language, "roads-and-boats")
    seen = set()
    for switch in MATTERS:
        for state in states(switch):
            for options in (state.options, replace(state.options, **{switch: True})):
                for each in phase_card(replace(state, options=options)):
                    seen.add(each.code)
                    assert each.rules
                    assert said.has(f"rb.card.{each.code}"), each
                    assert said.has(f"display.card.{each.code}"), each
    assert len(seen) > 18


def test_one_switch_takes_the_card_away_and_after_the_end_there_is_none() -> None:
    play = later("sawmill")
    assert play.view().card
    off = later("sawmill", phase_card=False)
    assert off.view().card == ()
    assert View(replace(play.state, ended="called")).card == ()
    play.do(Correct("option", {"phase_card": False}, "we know"))
    assert codes(play) == []
    assert "phase_card" not in later().view().switches
