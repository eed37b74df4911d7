"""What is given on of an ended game: who won by the rules, how long it took, how all stood turn by turn."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from companion.table.spreadsheet import turns
from tests.fakes.evening import OTHER, Evening
from tests.games.record import table_for
from tests.table.ended import heads, id_of, played, recorded, words
from tests.table.refusing import refused

ADD = {"type": "add", "colour": "red", "by": 1}


@pytest.mark.rule("RB-SCORE-06")
def test_of_equals_the_nearest_to_the_temple_has_won(tmp_path: Path) -> None:
    result = recorded("whole-rulebook", tmp_path).result
    assert [(each.colour, each.points, each.rank, each.won) for each in result.places] == [
        ("green", 597, 1, True),
        ("blue", 597, 2, False),
        ("yellow", 215, 3, False),
        ("red", 214, 4, False),
    ]
    assert result.places[0].details == {"wonder": 37, "gold": 40, "coins": 1, "stock": 1}
    assert result.bgg == 875


@pytest.mark.rule("LS-SCORE-08")
def test_la_strada_is_won_by_gold(tmp_path: Path) -> None:
    given = recorded("strada-four-players", tmp_path)
    assert [(each.colour, each.points, each.rank, each.won) for each in given.result.places] == [
        ("black", 25, 1, True),
        ("yellow", 22, 2, False),
        ("red", 21, 3, False),
        ("grey", 18, 4, False),
    ]
    assert (given.result.bgg, given.result.first, given.names["grey"]) == (9675, "yellow", "Greta")


@pytest.mark.rule("RB-SCORE-01")
def test_without_a_final_count_there_is_no_winner(tmp_path: Path) -> None:
    table = table_for(tmp_path, bytes(32))

    def won(**command: object) -> list[tuple[str, int, bool]]:
        table.perform(table.read(command), source="phone")
        result = table.results(table.snapshot.body["game"]["id"]).result
        return [(each.colour, each.rank, each.won) for each in result.places]

    players = [{"colour": "red"}, {"colour": "blue"}]
    options = {"temple": ["red", "blue"]}
    start = {"type": "start", "system": "roads-and-boats", "players": players, "options": options}
    table.perform(table.read(start), source="phone")
    wealth = {"type": "count-wealth", "coins": 0, "stock": 0}
    assert won(type="end") == [("red", 0, False), ("blue", 0, False)]
    assert won(**wealth, colour="red", gold=1) == [("red", 0, False), ("blue", 0, False)]
    assert won(**wealth, colour="blue", gold=2) == [("blue", 1, True), ("red", 2, False)]
    table.close()


def test_each_turn_has_all_places_at_its_end(tmp_path: Path) -> None:
    given = recorded("strada-four-players", tmp_path)
    assert [each.number for each in given.turns] == list(range(1, 9))
    assert {each.colour: each.points for each in given.turns[0].places} == {
        "yellow": 8, "black": 4, "red": 5, "grey": 4,
    }  # fmt: skip
    assert given.turns[-1].places == given.result.places
    assert given.turns[0].began_at == given.started_at
    assert sum((each.play_time for each in given.turns), timedelta()) == given.play_time


def test_a_game_is_given_on_once_it_has_ended_and_while_it_stays_so(evening: Evening) -> None:
    game = evening.game["id"]
    for command in ("advance", "finish", "undo"):
        evening.do(command)
        if command == "finish":
            assert evening.table.results(game).id == game
            assert evening.table.results(game) is evening.table.results(game)
        else:
            assert refused(lambda: evening.table.results(game)).code == "game-not-ended"
    assert refused(lambda: evening.table.results("nothing")).code == "no-such-game"


def test_pauses_and_what_comes_after_the_end_take_no_time(evening: Evening) -> None:
    evening.do(ADD)
    evening.clock.later(600)
    evening.do("finish")
    first = evening.table.results(evening.game["id"])
    assert timedelta(minutes=30) <= first.play_time < timedelta(minutes=31)
    assert first.ended_at - first.started_at > timedelta(minutes=600)
    game = evening.game["id"]
    evening.do(OTHER)
    evening.clock.later(600)
    evening.do({"type": "resume", "game": game})
    again = evening.table.results(game)
    assert (again.play_time, again.ended_at) == (first.play_time, first.ended_at)


def test_a_game_without_points_has_no_places(evening: Evening) -> None:
    evening.do("finish")
    given = evening.table.results(evening.game["id"])
    assert (given.result.places, given.turns) == ((), ())
    assert given.names == {"red": "Ada", "blue": ""}


@pytest.mark.rule("RB-SETUP-01", "RB-SETUP-12", "LS-COMP-01")
@pytest.mark.parametrize(
    ("name", "colours"),
    [("two-players", ("red", "blue", "green")), ("strada-two-players", ("grey", "red", "black"))],
)
def test_a_player_of_a_corrected_colour_keeps_start_and_turns(
    name: str, colours: tuple[str, str, str], tmp_path: Path
) -> None:
    """The second player took the first one's colour, and he another one: each had been entered wrongly."""
    one, two, new = colours
    with played(name, tmp_path) as table:
        before, called = table.results(id_of(table)), table.snapshot.body["game"]["players"]
        players = [{**called[0], "colour": new}, {**called[1], "colour": one}]
        value = {"type": "correct", "field": "players", "value": players, "reason": "the wrong colours"}
        table.perform(table.read(value), source="phone")
        after = table.results(id_of(table))
    now = {one: new, two: one}
    assert before.result.first is not None
    assert after.result.first == now[before.result.first]
    for was, turn in zip(before.turns, after.turns, strict=True):
        assert [now[each.colour] for each in was.places] == [each.colour for each in turn.places]
        assert [each.points for each in was.places] == [each.points for each in turn.places]
    assert b"\r\n1," in turns(after, words(after), heads())
