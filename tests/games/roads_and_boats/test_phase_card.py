"""The phase card: what people forget before they leave a phase, by how the game stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import Command
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


Rules = dict[str, tuple[str, ...]]
"""What a card names, in its order, each with its rules."""
GEESE: Rules = {"geese-breed": ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-04")}
BREED = GEESE | {"donkeys-breed": ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-05", "RB-LIVE-06")}
USUAL = BREED | {"fleet-check": ("RB-FLEET-12", "RB-FLEET-13")}
FULL = BREED | {"fleet-full": ("RB-FLEET-12", "RB-FLEET-13")}
DRY: Rules = {"turn-back": ("RB-MOVE-11",), "geese-left": ("RB-GOOSE-01", "RB-GOOSE-04")}
AT_SEA: Rules = {
    "at-sea": ("RB-GOOSE-02", "RB-BOAT-10", "RB-BOAT-11"), "carried": ("RB-CARRY-02", "RB-CARRY-04"),
}  # fmt: skip
OWN: Rules = {"own-transporter": ("RB-BUILD-02", "RB-BUILD-03")}
DESERTS: Rules = {"deserts": ("RB-BUILD-08",)}
PASTURES: Rules = {"deserts-pastures": ("RB-BUILD-08", "RB-WON-10")}
WALLS: Rules = {"walls-at-sea": ("RB-WALL-12",)}
EMPTY: Rules = {"mines-empty": ("RB-MINE-12",)}
MINES: Rules = {"new-mines": ("RB-BUILD-01", "RB-MINE-03")}
PAY: Rules = {"pay": ("RB-WON-02",)}
RAFT = ChangeFleet("blue", "raft", 1)
UNLIMITED = Correct("option", {"fleet": {"land": None, "water": None, "total": None}}, "agreed")
SHAFTS = Research("blue", "new-shaft", late=True)


def card(
    name: str, phase: Phase, turn: int, built: str, entries: tuple[Command, ...], bricks: int, rules: Rules
) -> Any:
    """A case of the card. It names exactly these, each with its rules."""
    marks = pytest.mark.rule(*sorted({rule for each in rules.values() for rule in each}))
    return pytest.param(phase, turn, built.split(), entries, bricks, rules, id=name, marks=marks)


@pytest.mark.parametrize(
    ("phase", "turn", "built", "entries", "bricks", "rules"),
    [
        card("no player has anything yet", "production", 1, "", (), 0, {}),
        card("nothing makes anything", "production", 2, "quarry wagon-factory", (), 0, USUAL),
        card("a factory runs by itself", "production", 2, "sawmill", (), 0,
             {"automatic-run": ("RB-PROD-18",)} | USUAL),
        card("boards go first and paper is lost", "production", 2, "sawmill papermill", (), 0,
             {"boards-first": ("RB-PROD-18", "RB-PROD-19"), "research-lost": ("RB-RES-07",)} | USUAL),
        card("a transporter is to be claimed", "production", 2, "raft-factory", (), 0,
             {"unclaimed": ("RB-FLEET-19", "RB-FLEET-20")} | USUAL),
        card("the transporter is claimed", "production", 2, "raft-factory", (RAFT,), 0, BREED),
        card("no player has two donkeys", "production", 2, "quarry",
             (ChangeFleet("red", "donkey", -2), ChangeFleet("blue", "donkey", -2)), 0, GEESE),
        card("a fleet is full", "production", 2, "quarry", (ChangeFleet("blue", "donkey", 2),), 0, FULL),
        card("no fleet is ever full", "production", 2, "quarry", (UNLIMITED,), 0, BREED),
        card("no player has a boat", "movement", 1, "quarry", (), 0, DRY),
        card("a player has a boat", "movement", 1, "quarry", (RAFT,), 0, DRY | AT_SEA),
        card("no player enters fleets", "movement", 2, "quarry", (), 0, DRY | AT_SEA),
        card("a first building phase", "building", 1, "", (), 0, OWN | DESERTS | MINES),
        card("deserts are pastures", "building", 1, "", (), 45, OWN | PASTURES | MINES),
        card("walls from the sea", "building", 1, "", (RAFT,), 0, OWN | DESERTS | WALLS | MINES),
        card("no player may sink a shaft", "building", 1, "", (BuildMine(3, "red", "standard"),), 0,
             OWN | DESERTS | MINES),
        card("a player may sink a shaft", "building", 1, "", (BuildMine(3, "red", "standard"), SHAFTS), 0,
             OWN | DESERTS | EMPTY | MINES),
        card("a usual wonder phase", "wonder", 2, "", (), 0, PAY | {"neutral": ("RB-WON-11",)}),
        card("bricks are soon dearer", "wonder", 2, "", (), 15,
             PAY | {"dearer": ("RB-WON-06", "RB-WON-08"), "neutral": ("RB-WON-11",)}),
        card("the neutral brick irrigates", "wonder", 2, "", (), 44,
             PAY | {"neutral-irrigates": ("RB-WON-10", "RB-WON-11")}),
    ],
)  # fmt: skip
def test_the_card_names_what_is_forgotten_as_the_game_stands(
    phase: Phase, turn: int, built: list[Building], entries: tuple[Command, ...], bricks: int, rules: Rules
) -> None:
    play = later(*built, phase=phase, turn=turn)
    play.do(*entries)
    if bricks:
        play.correct(option={"neutral": 83}, bricks=[None] * bricks)
    state = replace(play.state, mines=tuple(Mine(mine.number, 0, 0) for mine in play.state.mines))
    found = {each.code: each for each in phase_card(state)}
    assert [(code, each.rules) for code, each in found.items()] == [*rules.items()]
    params = {
        "fleet-full": {"players": ["blue"]},
        "dearer": {"count": 2},
        "mines-empty": {"mines": [3], "players": ["blue"], "count": 1},
    }
    assert {code: each.params for code, each in found.items() if each.params} == {
        code: each for code, each in params.items() if code in rules
    }


def test_a_player_who_left_is_not_on_the_card() -> None:
    play = later("woodcutter")
    play.do(ChangeFleet("blue", "donkey", 2), Leave("blue"))
    assert "fleet-full" not in codes(play)
    play = later("woodcutter", phase="movement")
    play.do(ChangeFleet("blue", "raft", 1), Leave("blue"))
    assert "at-sea" not in codes(play)


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


@pytest.mark.parametrize("language", MESSAGES.codes)
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
