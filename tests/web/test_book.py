"""The page of the book of evenings: public, in the reader's language, and read on a little at each look."""

from __future__ import annotations

from tests.fakes.sitting import START, Sitting, act


def ended(sitting: Sitting, *, gold: int = 2) -> None:
    """A game of Rosa and Blue that has ended."""
    phone = sitting.phone()
    assert act(phone, {**START, "replace": True}).status_code == 200
    act(phone, {"type": "end"})
    for colour, has in (("red", gold), ("blue", 3)):
        wealth = {"type": "count-wealth", "colour": colour, "gold": has, "coins": 0, "stock": 0}
        assert act(phone, wealth).status_code == 200


def test_a_colour_without_a_name_is_not_in_the_ranking(sitting: Sitting) -> None:
    ended(sitting)
    shown = sitting.stranger().get("/book").get_data(as_text=True)
    assert '<th scope="row">Rosa<' in shown
    assert '<th scope="row">Blue' not in shown


def test_a_box_without_an_ended_game_shows_that(sitting: Sitting) -> None:
    shown = sitting.stranger().get("/book").get_data(as_text=True)
    assert "No game has ended on this box yet." in shown
