"""The page of the book of evenings: public, in the reader's language, and read on a little at each look."""

from __future__ import annotations

from tests.fakes.sitting import START, Sitting, act, shown


def ended(sitting: Sitting, *, gold: int = 2) -> None:
    """A game of Rosa and Blue that has ended."""
    phone = sitting.phone()
    assert act(phone, {**START, "replace": True}).status_code == 200
    act(phone, {"type": "end"})
    for colour, has in (("red", gold), ("blue", 3)):
        wealth = {"type": "count-wealth", "colour": colour, "gold": has, "coins": 0, "stock": 0}
        assert act(phone, wealth).status_code == 200


def test_the_book_tells_records_in_the_readers_language(sitting: Sitting) -> None:
    ended(sitting)
    ended(sitting, gold=4)
    told = shown(sitting.stranger(), "/book", "it")
    assert [each for each in ("Punteggio più alto", "40 punti", "Rosa", "Blu") if each not in told] == []


def test_a_colour_without_a_name_is_not_in_the_ranking(sitting: Sitting) -> None:
    ended(sitting)
    ranking = shown(sitting.stranger(), "/book")
    assert '<th scope="row">Rosa<' in ranking
    assert '<th scope="row">Blue' not in ranking


def test_a_box_without_an_ended_game_shows_that(sitting: Sitting) -> None:
    assert "No game has ended on this box yet." in shown(sitting.stranger(), "/book")
