"""Mines and their bags: fillings, shafts, draws by dice and by hand, and draws that do not count."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import Advance, BuildMine, Draw, DrawAll, RecordDraw, SinkShaft
from companion.games.roads_and_boats.events import MineBuilt, OreDrawn, PhaseBegun
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import Mine
from companion.games.roads_and_boats.words import MAX_MINES, Mixture
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


@pytest.mark.rule("RB-MINE-16", "TV-RB-BAG-04")
def test_a_draw_leaves_the_rest_and_its_odds() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"))
    assert bag(play) == (2, 3)
    assert ask("bag", play.state, number=7)["next"] == {"gold": 2 / 5, "iron": 3 / 5}
    assert play.view().mine_cards[0].odds == {"gold": 40, "iron": 60}


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
    for mixture, subject, rule in (
        ("gold", "specialised-mine", "RB-MINE-04"),
        ("iron", "specialised-mine", "RB-MINE-04"),
        ("big", "big-mine", "RB-MINE-05"),
    ):
        refused = play.refused(
            msgspec.convert({"number": 8, "colour": "yellow", "mixture": mixture}, BuildMine)
        )
        assert (refused.code, refused.rule) == ("needs-research", rule)
        assert refused.params == {"colour": "yellow", "subject": subject}
    refused = play.refused(SinkShaft(7, "yellow", "standard"))
    assert (refused.code, refused.rule) == ("needs-research", "RB-MINE-12")
    assert refused.params == {"colour": "yellow", "subject": "new-shaft"}
    play.know("yellow", "new-shaft")
    play.do(SinkShaft(7, "yellow", "standard"))
    for mixture, rule in (("gold", "RB-MINE-04"), ("iron", "RB-MINE-04"), ("big", "RB-MINE-05")):
        shaft = msgspec.convert({"number": 7, "colour": "yellow", "mixture": mixture}, SinkShaft)
        assert play.refusal(shaft) == ("needs-research", rule)
    assert bag(play) == (6, 6)


@pytest.mark.parametrize("mixture", ["big-gold", [8, 0], [10, 0], [5, 0], [4, 4], {"gold": 10, "iron": 0}, 5])
def test_no_other_filling_can_be_sent(mixture: object) -> None:
    for command in (BuildMine, SinkShaft):
        with pytest.raises(msgspec.ValidationError, match=r"\$\.mixture"):
            msgspec.convert({"number": 7, "colour": "red", "mixture": mixture}, command)


@pytest.mark.rule("RB-MINE-06", "RB-MINE-07")
def test_with_both_fillings_known_each_mine_may_get_either() -> None:
    play = Play()
    play.know("red", "specialised-mine", "big-mine")
    fillings: tuple[Mixture, ...] = ("big", "gold", "standard", "iron")
    for number, mixture in enumerate(fillings, start=1):
        play.do(BuildMine(number, "red", mixture, late=True))
    assert [(mine.gold, mine.iron) for mine in play.state.mines] == [(5, 5), (4, 0), (3, 3), (0, 4)]


@pytest.mark.rule("RB-MINE-15")
def test_research_leaves_the_bags_alone() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    play.know("red", "specialised-mine", "big-mine", "new-shaft")
    assert bag(play) == (3, 3)


@pytest.mark.rule("RB-GEN-06", "RB-MINE-08")
@pytest.mark.parametrize("number", [19, 22, 40])
@pytest.mark.parametrize("laid_out", [18, 40])
def test_an_improvised_mine_is_built_and_drawn_with_any_bags_ready(number: int, laid_out: int) -> None:
    play = Play(mines=laid_out)
    assert {*range(1, MAX_MINES + 1)} == {*play.view().bags}
    play.do(BuildMine(number, "red", "standard", late=True), Draw(number))
    assert sum(bag(play)) == 5
    assert play.view().bags[0] == number, "what is in use is asked for first"
    assert GAME.tap(play.view(), number) == GAME.bag_screen(play.view(), number)


@pytest.mark.rule("RB-MINE-01")
def test_bags_are_numbered_from_1_to_40() -> None:
    def read(number: int) -> Draw:
        return msgspec.convert({"type": "draw", "number": number}, Draw)

    assert (read(1), read(40)) == (Draw(1), Draw(40))
    for number in (0, 41):
        with pytest.raises(msgspec.ValidationError):
            read(number)


def test_what_no_rule_allows_in_a_file_made_by_hand_does_not_go_round_for_ever() -> None:
    play = Play()
    (built,) = play.do(BuildMine(3, "red", "standard", late=True))
    assert isinstance(built, MineBuilt)
    twice = mines.apply_mine_built(mines.apply_mine_built(play.state, built), built)
    assert {each.number for each in twice.mines} == {3}


def test_mines_stand_in_the_order_of_their_numbers() -> None:
    play = Play()
    play.do(*(BuildMine(number, "red", "standard", late=True) for number in (9, 2, 5)))
    assert [mine["number"] for mine in play.view().fields["mines"]] == [2, 5, 9]


@pytest.mark.rule("RB-MINE-08")
def test_each_mine_is_drawn_once_a_turn_in_production_only() -> None:
    play = mining()
    assert play.refused(Draw(7)).params == {"phase": "production"}
    for command in (Draw(7), DrawAll(), RecordDraw(7, "gold")):
        assert play.refusal(command) == ("not-in-phase", "RB-MINE-08")
    play.to("production")
    play.do(Draw(7))
    ore = play.state.mines[0].drawn
    refused = play.refused(Draw(7))
    assert (refused.code, refused.rule) == ("already-drawn", "RB-MINE-08")
    assert refused.params == {"number": 7, "ore": ore}
    play.do(Advance())
    assert play.state.mines[0].drawn == ore
    play.to("production")
    assert play.state.mines[0].drawn is None


@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_all_mines_are_drawn_in_one_go_whichever_player_built_them() -> None:
    play = Play()
    play.do(*(BuildMine(each, "red", "standard", late=True) for each in (1, 2)))
    play.do(BuildMine(3, "yellow", "standard", late=True), Draw(2))
    events = play.do(DrawAll())
    assert [event.number for event in events if isinstance(event, OreDrawn)] == [1, 3]


@pytest.mark.rule("RB-MINE-08")
def test_a_hand_draws_only_what_the_bag_holds() -> None:
    play = mining(1, 0)
    play.to("production")
    refused = play.refused(RecordDraw(7, "iron"))
    assert (refused.code, refused.rule) == ("ore-not-in-bag", "RB-MINE-08")
    assert refused.params == {"number": 7, "ore": "iron"}
    play.do(RecordDraw(7, "gold"))
    assert bag(play) == (0, 0)
    assert play.state.mines[0].drawn == "gold"


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


@pytest.mark.rule("RB-BUILD-01", "RB-MINE-12")
def test_mines_and_shafts_belong_to_the_building_phase_unless_they_were_forgotten() -> None:
    play = Play()
    play.know("red", "new-shaft")
    refused = play.refused(BuildMine(1, "red", "standard"))
    assert (refused.code, refused.rule) == ("not-in-phase", "RB-BUILD-01")
    assert refused.params == {"phase": "building"}
    play.do(BuildMine(1, "red", "standard", late=True))
    refused = play.refused(SinkShaft(1, "red", "standard"))
    assert (refused.code, refused.rule) == ("not-in-phase", "RB-MINE-12")
    assert refused.params == {"phase": "building"}
    play.do(SinkShaft(1, "red", "standard", late=True))
    play.to("building")
    play.do(BuildMine(2, "red", "standard", late=True))


@pytest.mark.rule("RB-MINE-09", "RB-MINE-12")
def test_a_shaft_in_an_empty_mine_waits_for_the_next_production() -> None:
    play = mining(0, 0)
    play.to("building")
    assert play.view().fields["mines"] == [{"number": 7, "gold": 0, "iron": 0, "drawn": "nothing"}]
    play.do(SinkShaft(7, "red", "gold"))
    assert play.view().fields["mines"] == [{"number": 7, "gold": 4, "iron": 0, "drawn": "nothing"}]
    play.to("production")
    assert play.view().fields["mines"] == [{"number": 7, "gold": 4, "iron": 0, "drawn": None}]
