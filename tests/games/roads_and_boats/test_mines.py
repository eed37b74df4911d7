"""Mines and their bags: fillings, shafts, draws by dice and by hand, and draws that do not count."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import Command
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    Draw,
    DrawAll,
    RecordDraw,
    SinkShaft,
    VoidDraw,
)
from companion.games.roads_and_boats.display import draw_odds
from companion.games.roads_and_boats.events import MineBuilt, OreDrawn, PhaseBegun
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.mines import Prospect
from companion.games.roads_and_boats.state import Mine
from companion.games.roads_and_boats.words import Mixture
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play


def mining(gold: int | None = None, iron: int = 0, *, dice: int = 0, mixture: Mixture = "standard") -> Play:
    """Production, with mine 7 and all that Red needs to fill it; its bag as given or as filled."""
    play = Play(dice=dice)
    play.know("red", "specialised-mine", "big-mine", "new-shaft")
    play.do(BuildMine(7, "red", mixture, late=True))
    play.to("building")
    if gold is not None:
        play.correct(bag={"number": 7, "gold": gold, "iron": iron})
    return play


def bag(play: Play) -> tuple[int, int]:
    return (play.state.mines[0].gold, play.state.mines[0].iron)


@pytest.mark.rule(
    "RB-MINE-03", "RB-MINE-04", "RB-MINE-05", "RB-MINE-07", "RB-MINE-08", "RB-MINE-09",
    "TV-RB-BAG-01", "TV-RB-BAG-02", "TV-RB-BAG-05",
)  # fmt: skip
@pytest.mark.parametrize(
    ("mixture", "gold", "iron"), [("standard", 3, 3), ("gold", 4, 0), ("iron", 0, 4), ("big", 5, 5)]
)
def test_a_filling_gives_its_counters_one_a_turn_and_then_nothing(
    mixture: Mixture, gold: int, iron: int
) -> None:
    play = Play()
    play.know("red", "specialised-mine", "big-mine")
    play.to("building")
    assert play.do(BuildMine(7, "red", mixture)) == (MineBuilt(7, "red", mixture, gold, iron),)
    assert bag(play) == (gold, iron)
    given_out = []
    for _ in range(gold + iron):
        play.to("production")
        (event,) = play.do(Draw(7))
        assert isinstance(event, OreDrawn)
        given_out.append(event.ore)
    assert (given_out.count("gold"), given_out.count("iron")) == (gold, iron)
    assert play.view().fields["mines"] == [{"number": 7, "gold": 0, "iron": 0, "drawn": given_out[-1]}]
    play.to("production")
    assert play.view().fields["mines"][0]["drawn"] == "nothing"
    refused = play.refused(Draw(7))
    assert (refused.code, refused.rule) == ("mine-empty", "RB-MINE-09")
    assert play.refusal(DrawAll()) == ("nothing-to-draw", "RB-MINE-08")
    assert play.do(Advance()) == (PhaseBegun("movement", gold + iron + 2),)


@pytest.mark.rule(
    "RB-MINE-12", "RB-MINE-13", "RB-MINE-14", "TV-RB-BAG-06", "TV-RB-BAG-08", "TV-RB-BAG-09", "TV-RB-BAG-10"
)
@pytest.mark.parametrize(
    ("before", "shafts", "after"),
    [
        ((1, 2), ["standard"], (4, 5)),
        ((1, 2), ["big"], (6, 7)),
        ((0, 0), ["standard"], (3, 3)),
        ((0, 0), ["gold"], (4, 0)),
        ((0, 0), ["iron"], (0, 4)),
        ((0, 0), ["big"], (5, 5)),
        ((0, 0), ["gold", "big"], (9, 5)),
    ],
)
def test_a_shaft_adds_a_filling_to_what_is_left(
    before: tuple[int, int], shafts: list[Mixture], after: tuple[int, int]
) -> None:
    play = mining(*before)
    play.do(*(SinkShaft(7, "red", mixture) for mixture in shafts))
    assert bag(play) == after


@pytest.mark.rule("RB-MINE-04", "RB-MINE-05", "RB-MINE-12", "RB-MINE-13", "RB-RES-06", "TV-RB-BAG-12")
def test_each_filling_and_each_shaft_needs_its_own_players_research() -> None:
    play = mining(3, 3)
    assert play.refused(SinkShaft(7, "yellow", "standard")).params == {
        "colour": "yellow", "subject": "new-shaft",
    }  # fmt: skip
    assert play.refused(SinkShaft(7, "yellow", "standard")).rule == "RB-MINE-12"
    play.know("yellow", "new-shaft")
    needs: tuple[tuple[Mixture, str, str], ...] = (
        ("gold", "specialised-mine", "RB-MINE-04"),
        ("iron", "specialised-mine", "RB-MINE-04"),
        ("big", "big-mine", "RB-MINE-05"),
    )
    for mixture, subject, rule in needs:
        assert not mines.may_fill(play.state.seats[1], mixture)
        for command in (BuildMine(8, "yellow", mixture), SinkShaft(7, "yellow", mixture)):
            refused = play.refused(command)
            assert (refused.code, refused.rule) == ("needs-research", rule)
            assert refused.params == {"colour": "yellow", "subject": subject}
    play.do(SinkShaft(7, "yellow", "standard"))
    assert bag(play) == (6, 6)


@pytest.mark.rule("RB-MINE-06", "RB-MINE-07", "RB-MINE-15")
def test_with_both_fillings_known_each_mine_may_get_either_and_keeps_it() -> None:
    play = Play()
    play.do(BuildMine(9, "red", "standard", late=True))
    play.know("red", "specialised-mine", "big-mine", "new-shaft")
    fillings: tuple[Mixture, ...] = ("big", "gold", "standard", "iron")
    for number, mixture in enumerate(fillings, start=1):
        assert mines.may_fill(play.state.seats[0], mixture)
        play.do(BuildMine(number, "red", mixture, late=True))
    assert [(mine["number"], mine["gold"], mine["iron"]) for mine in play.view().fields["mines"]] == [
        (1, 5, 5), (2, 4, 0), (3, 3, 3), (4, 0, 4), (9, 3, 3),
    ]  # fmt: skip


@pytest.mark.rule("RB-GEN-06", "RB-MINE-01", "RB-MINE-08")
def test_bags_are_numbered_from_1_to_40_and_an_improvised_one_is_built_and_drawn() -> None:
    play = Play()
    assert play.view().bags == tuple(range(1, 41))
    assert msgspec.convert({"number": 1}, Draw) == Draw(1)
    play.do(BuildMine(40, "red", "standard", late=True), Draw(40))
    assert sum(bag(play)) == 5
    assert play.view().bags == (40, *range(1, 40)), "what is in use is asked for first"
    assert GAME.tap(play.view(), 40) == GAME.bag_screen(play.view(), 40)


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        (Draw, {"number": 0}),
        (Draw, {"number": 41}),
        (BuildMine, {"number": 7, "colour": "red", "mixture": "big-gold"}),
        (SinkShaft, {"number": 7, "colour": "red", "mixture": [4, 4]}),
    ],
)
def test_no_other_bag_and_no_other_filling_can_be_sent(form: type[Command], fields: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.(number|mixture)"):
        msgspec.convert(fields, form)


def test_what_no_rule_allows_in_a_file_made_by_hand_does_not_go_round_for_ever() -> None:
    play = Play()
    (built,) = play.do(BuildMine(3, "red", "standard", late=True))
    assert isinstance(built, MineBuilt)
    twice = mines.apply_mine_built(mines.apply_mine_built(play.state, built), built)
    assert {each.number for each in twice.mines} == {3}


@pytest.mark.rule("RB-MINE-12")
def test_a_forgotten_shaft_in_an_empty_mine_gives_ore_in_this_production() -> None:
    play = mining(0, 0)
    play.to("production")
    assert play.state.mines[0].drawn == "nothing"
    play.do(SinkShaft(7, "red", "gold", late=True))
    assert play.do(Draw(7)) == (OreDrawn(7, "gold"),)
    (mine,) = play.state.mines
    assert (mine.gold, mine.iron, mine.drawn, mine.voided) == (3, 0, "gold", False)
    assert mine == Mine(7, 3, 0, "gold", mine.rolled, past=mine.past)


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_each_mine_is_drawn_once_a_turn_in_production_only_whichever_player_built_it() -> None:
    play = mining()
    for command in (Draw(7), DrawAll(), RecordDraw(7, "gold")):
        assert play.refusal(command) == ("not-in-phase", "RB-MINE-08")
    play.do(BuildMine(3, "yellow", "standard"), BuildMine(8, "red", "standard"))
    play.to("production")
    play.do(Draw(7))
    ore = play.state.mines[1].drawn
    assert play.refused(Draw(7)).params == {"number": 7, "ore": ore}
    assert [event.number for event in play.do(DrawAll()) if isinstance(event, OreDrawn)] == [3, 8]
    play.do(Advance())
    assert play.state.mines[1].drawn == ore
    play.to("production")
    assert play.state.mines[1].drawn is None


@pytest.mark.rule("RB-MINE-08", "RB-MINE-16", "TV-RB-BAG-04")
def test_a_hand_draws_only_what_the_bag_holds_and_leaves_the_rest_with_its_odds() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"))
    assert (bag(play), play.state.mines[0].drawn) == ((2, 3), "gold")
    assert ask("bag", play.state, number=7)["next"] == {"gold": 2 / 5, "iron": 3 / 5}
    assert play.view().mine_cards[0].odds == {"gold": 40, "iron": 60}
    play.to("production")
    play.correct(bag={"number": 7, "gold": 1, "iron": 0})
    refused = play.refused(RecordDraw(7, "iron"))
    assert (refused.code, refused.params) == ("ore-not-in-bag", {"number": 7, "ore": "iron"})


@pytest.mark.rule("RB-BUILD-01", "RB-MINE-12", "RB-MINE-09")
def test_mines_and_shafts_belong_to_the_building_phase_unless_they_were_forgotten() -> None:
    play = Play()
    play.know("red", "new-shaft")
    assert play.refusal(BuildMine(1, "red", "standard")) == ("not-in-phase", "RB-BUILD-01")
    play.do(BuildMine(1, "red", "standard", late=True))
    assert play.refusal(SinkShaft(1, "red", "standard")) == ("not-in-phase", "RB-MINE-12")
    play.do(SinkShaft(1, "red", "standard", late=True))
    play.correct(bag={"number": 1, "gold": 0, "iron": 0})
    play.to("building")
    play.do(SinkShaft(1, "red", "standard"), BuildMine(2, "red", "standard", late=True))
    waiting = {"number": 1, "gold": 3, "iron": 3}
    assert play.view().fields["mines"][0] == waiting | {"drawn": "nothing"}
    play.to("production")
    assert play.view().fields["mines"][0] == waiting | {"drawn": None}


@pytest.mark.rule("RB-MINE-08", "TV-RB-BAG-04")
def test_a_card_shows_how_long_a_mine_lasts_and_the_odds_of_each_ore_by_then() -> None:
    play = mining(2, 3)
    assert play.view().mine_cards[0].left == 5
    assert play.view().mine_cards[0].prospects == (
        Prospect(1, gold=40, iron=60),
        Prospect(2, gold=70, iron=90),
        Prospect(3, gold=90, iron=100),
        Prospect(4, gold=100, iron=100),
    )
    play.correct(bag={"number": 7, "gold": 0, "iron": 0})
    assert (play.view().mine_cards[0].left, play.view().mine_cards[0].prospects) == (0, ())


@pytest.mark.parametrize(
    ("gold", "iron", "said"), [(1, 7, 13), (7, 1, 88), (1, 99, 1), (99, 1, 99), (0, 2, 0), (2, 0, 100)]
)
def test_what_is_merely_likely_is_never_called_certain(gold: int, iron: int, said: int) -> None:
    play = mining(gold, iron)
    assert play.view().mine_cards[0].odds == {"gold": said, "iron": 100 - said}
    assert draw_odds(play.state, play.state.mines[0]).params == {"gold": said, "iron": 100 - said}
    for each in play.view().mine_cards[0].prospects:
        assert (each.gold == 100) == (iron < each.draws)
        assert (each.gold == 0) == (gold == 0)


@given(st.integers(0, 500), st.integers(1, 9), st.integers(1, 9))
@pytest.mark.rule("RB-MINE-08")
def test_a_void_draw_gives_the_ore_back_and_never_rolls_anew(dice: int, gold: int, iron: int) -> None:
    play = mining(gold, iron, dice=dice)
    play.to("production")
    before = play.state
    first = play.do(Draw(7))
    for _ in range(2):
        play.do(VoidDraw(7, "two came out"))
        assert play.state == before
        assert play.do(Draw(7)) == first
    play.do(VoidDraw(7, "and once more"), RecordDraw(7, "gold"), VoidDraw(7, "wrong bag"))
    assert play.state == before, "what a hand draws is no roll of the dice"


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_after_production_a_voided_draw_alone_is_made_again_by_hand_where_all_are() -> None:
    play = Play(amb_23=True)
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"), Advance())
    play.do(BuildMine(8, "red", "standard", late=True), VoidDraw(7, "that was the mint's"))
    for command in (Draw(8, late=True), RecordDraw(8, "gold", late=True)):
        assert play.refusal(command) == ("production-left", "RB-MINE-08")
    assert play.refusal(Draw(7, late=True)) == ("drawn-by-hand", "RB-MINE-11")
    assert play.view().mine_cards[0].due
    play.do(RecordDraw(7, "iron", late=True))
    assert bag(play) == (3, 2)
    play.correct(phase="production")
    play.do(RecordDraw(8, "gold"))
