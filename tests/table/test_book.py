"""The book of evenings: who played what and how often, and the records; read piece by piece, and kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.table.book import MIN_GAMES, Book, SystemSummary
from companion.table.history import CHUNK_SIZE
from companion.table.names import person_key
from tests.fakes.evening import TOY, Evening
from tests.fakes.tally.game import GAME as TALLY
from tests.table.ended import played

BOTH = {**registered(), "tally": TALLY}


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Evening]:
    """A box with three kinds of games, one of which tells no points."""
    evening = Evening(tmp_path / "box", games=BOTH)
    yield evening
    evening.table.close()


def book(box: Evening) -> Book:
    return Book(box.table.inactive_games, box.table.history, lambda: None)


def boats(box: Evening, gold: dict[str, int], **names: str) -> str:
    """A game of Roads & Boats that has ended; its id. gold: what each colour has then, 10 points each."""
    players = [{"colour": colour, "name": name} for colour, name in names.items()]
    box.do({"type": "start", "system": "roads-and-boats", "players": players, "replace": True})
    box.do("end")
    for colour in names:
        wealth = {"type": "count-wealth", "colour": colour, "gold": gold[colour], "coins": 0, "stock": 0}
        box.do(wealth)
    game: str = box.game["id"]
    return game


def tallied(box: Evening, red: str, blue: str) -> None:
    """A game without points that has ended, ten minutes after it began."""
    players = [{"colour": "red", "name": red}, {"colour": "blue", "name": blue}]
    start = {"type": "start", "system": "tally", "players": players, "options": {"goal": 5}, "replace": True}
    box.do(start)
    box.clock.later(10)
    box.do({"type": "add", "colour": "red", "by": 3})
    box.do({"type": "add", "colour": "blue", "by": 2})


def kind(box: Evening, system: str = "roads-and-boats") -> SystemSummary:
    return next(each for each in book(box).update().kinds if each.system == system)


@pytest.mark.parametrize("typed", ["Anna", "anna", " ANNA ", "Anna ", "\uff21nna"])
def test_the_same_name_in_other_letters_or_with_blanks_is_one_person(typed: str) -> None:
    assert person_key(typed) == "anna"


@pytest.mark.parametrize("typed", ["Ann a", "Änna", "Anna 2", ""])
def test_another_name_is_another_person_and_an_empty_one_is_none(typed: str) -> None:
    assert person_key(typed) != "anna"


def test_people_have_the_name_typed_last_and_a_colour_is_no_person(box: Evening) -> None:
    boats(box, {"red": 1, "blue": 0}, red="anna", blue="")
    boats(box, {"green": 0, "yellow": 2}, green="Anna", yellow="Bob")
    found = {each.name: (each.played, each.won, each.decided, each.best) for each in kind(box).people}
    assert found == {"Anna": (2, 1, 2, 10), "Bob": (1, 1, 1, 20)}


def test_a_game_without_counted_wealth_is_played_but_not_decided(box: Evening) -> None:
    players = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bob"}]
    box.do({"type": "start", "system": "roads-and-boats", "players": players})
    box.do("end")
    assert {(each.played, each.decided, each.won) for each in kind(box).people} == {(1, 0, 0)}


def test_a_person_in_two_seats_has_played_one_game(box: Evening) -> None:
    tallied(box, "Anna", "anna")
    assert [each.played for each in kind(box, "tally").people] == [1]


def test_a_game_without_points_is_in_the_book_for_nothing(box: Evening) -> None:
    for _ in range(MIN_GAMES):
        tallied(box, "Anna", "Bob")
    told = kind(box, "tally")
    assert [(each.name, each.played, each.decided, each.best) for each in told.people] == [
        ("Anna", 2, 0, None),
        ("Bob", 2, 0, None),
    ]
    assert [each.name for each in told.records] == ["longest"]


def test_only_ended_games_count(box: Evening) -> None:
    boats(box, {"red": 1, "blue": 0}, red="Anna", blue="Bob")
    players = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Eva"}]
    running = {"type": "start", "system": "roads-and-boats", "players": players}
    box.do(running)
    told = book(box).update()
    assert ({each.name for each in told.people}, told.unread) == ({"Anna", "Bob"}, 0)
    box.do({**running, "replace": True})  # set aside, it may have ended for all the book knows
    assert {each.name for each in book(box).update().people} == {"Anna", "Bob"}


def test_an_end_that_is_undone_is_in_the_book_no_more(box: Evening) -> None:
    kept = book(box)
    boats(box, {"red": 1, "blue": 0}, red="Anna", blue="Bob")
    assert len(kept.update().people) == 2
    for _ in range(3):
        box.do("undo")
    assert kept.update().people == ()
    for _ in range(3):
        box.do("redo")
    assert len(kept.update().people) == 2


def test_so_many_entries_are_read_at_a_look(box: Evening) -> None:
    for _ in range(5):
        boats(box, {"red": 1, "blue": 0}, red="Anna", blue="Bob")
    kept = book(box)
    each = 4  # start, end, and two that count
    assert [kept.update(most=2 * each).unread for _ in range(4)] == [3, 1, 0, 0]
    assert kept.summary().kinds[0].played == 5


def test_reading_the_book_yields_the_processor(tmp_path: Path) -> None:
    waited: list[int] = []
    with played("whole-rulebook", tmp_path) as table:
        told = Book(
            table.inactive_games, table.history, lambda: waited.append(table.snapshot.version)
        ).update()
        entries = table.snapshot.version
    assert len(told.kinds) == 1
    assert len(waited) == entries // CHUNK_SIZE > 0


def test_records_begin_with_the_second_game(box: Evening) -> None:
    first = boats(box, {"red": 3, "blue": 0}, red="Anna", blue="Bob")
    assert kind(box).records == ()
    boats(box, {"red": 1, "blue": 3}, red="Anna", blue="Eva")
    best = next(each for each in kind(box).records if each.name == "points")
    assert (best.value, best.game, [each.name for each in best.seats]) == (30, first, ["Anna"])


def test_the_highest_score_belongs_to_every_player_who_reached_it_in_that_game(box: Evening) -> None:
    """The temple decides who has won; as many points have all of them."""
    for _ in range(MIN_GAMES):
        boats(box, {"red": 3, "blue": 2, "green": 3}, red="Anna", blue="Bob", green="Eva")
    (highest,) = [each for each in kind(box).records if each.name == "points"]
    assert {each.name for each in highest.seats} == {"Anna", "Eva"}


def test_the_longest_game_leaves_pauses_out(box: Evening) -> None:
    boats(box, {"red": 1, "blue": 0}, red="Anna", blue="Bob")
    players = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Eva"}]
    box.do({"type": "start", "system": "roads-and-boats", "players": players, "replace": True})
    box.clock.later(20)
    box.do("end")
    longest = next(each for each in kind(box).records if each.name == "longest")
    assert longest.game == box.game["id"]
    assert 20 * 60 <= longest.value < 21 * 60


def mined(box: Evening, *ores: str) -> str:
    """A game in which red has two mines for so many turns, and draws one of these from both; its id."""
    players = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bob"}]
    box.do({"type": "start", "system": "roads-and-boats", "players": players, "replace": True})
    for mine in (3, 5):
        box.do({"type": "build-mine", "number": mine, "colour": "red", "mixture": "standard", "late": True})
    for turn, ore in enumerate(ores, 2):
        box.do({"type": "correct", "field": "turn", "value": turn, "reason": "on"})
        for mine in (3, 5):
            box.do({"type": "record-draw", "number": mine, "ore": ore})
    box.do("end")
    game: str = box.game["id"]
    return game


@pytest.mark.rule("RB-MINE-08", "RB-MINE-09")
def test_luck_is_the_exact_chance_of_all_draws_from_ones_own_mines(box: Evening) -> None:
    """By hand: nothing but what `report_ore` counts, put together."""
    (luck,) = [each for each in box.table.results(mined(box, *["gold"] * 3)).feats if each.name == "luck"]
    assert (luck.colour, luck.value, luck.of) == ("red", 6, 6)
    assert luck.chance == Fraction(1, 20) ** 2, "3 of 3 gold of 3 and 3 is one in 20, twice over"


def test_the_most_gold_and_the_least_likely_luck_are_records_and_of_equals_the_first(box: Evening) -> None:
    mined(box, "iron", "gold", "gold")
    luckiest = mined(box, "gold", "gold", "gold")
    mined(box, "gold", "gold", "gold")
    found = {
        each.name: (each.game, each.value, [seat.name for seat in each.seats]) for each in kind(box).records
    }
    assert found == {"gold-drawn": (luckiest, 6, ["Anna", "Bob"]), "luck": (luckiest, 6, ["Anna"])}


def test_a_book_that_is_being_read_tells_another_reader_what_it_knows(tmp_path: Path) -> None:
    with played("whole-rulebook", tmp_path) as table:
        unread: list[int] = []
        read = Book(table.inactive_games, table.history, lambda: unread.append(read.update().unread))
        assert read.update().unread == 0
        assert set(unread) == {1}


def test_an_unreadable_game_is_left_out_and_counted(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "box", games=BOTH)
    boats(evening, {"red": 1, "blue": 0}, red="Anna", blue="Bob")
    evening.games = TOY
    evening.restart()
    told = book(evening).update()
    evening.table.close()
    assert (told.kinds, told.unread, told.unreadable) == ((), 0, 1)
