"""What the display's pictures say in words, so that signs and numbers cannot be taken for something else."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.picture import Picture
from companion.games.roads_and_boats.state import State
from companion.games.screen import Screen
from companion.language.picture import Band, Counts, Row, Sign, Words
from companion.language.text import Text
from tests.fakes.box import MESSAGES
from tests.fakes.scenes import bought, home, mines, page, table

SYSTEM = "roads-and-boats"


def late() -> State:
    """So late that no turn comes after this one."""
    return table(turn=33, bricks=(*([None] * 32), *(["red"] * 30)))


def pictured(screen: Screen) -> Picture:
    assert screen.picture is not None
    return screen.picture


def said(band: Band[Text]) -> list[str]:
    """Its words, each in the first of their lengths."""
    words = MESSAGES.language("en", SYSTEM)
    return [words.say(mark.said[0]) for mark in (*band.left, *band.right) if isinstance(mark, Words)]


def titles(state: State) -> list[str]:
    return said(pictured(page(state, "mines")).bands[0])


def test_prices_that_differ_are_called_prices_at_home_and_on_the_page() -> None:
    """RB-WON-08."""
    state = bought(table(phase="wonder"))
    _, way, prices = pictured(home(state)).bands
    assert said(way) == ["Next brick costs"]
    assert any(isinstance(mark, Counts) for mark in prices.left)
    assert said(pictured(page(state, "wonder")).bands[0]) == ["Next brick costs"]
    assert said(pictured(page(table(phase="wonder"), "wonder")).bands[0]) == ["Wonder: 10 of 69"]


def test_the_order_shows_whose_go_it_is_and_small_who_has_had_his() -> None:
    state = table(called=True, acting="yellow", acted=("blue", "green"))
    _, sequence, _ = pictured(page(state, "order")).bands
    assert sequence.left == (Row(state.sequence, lesser=("blue", "green"), present="yellow"),)


def test_who_is_ready_is_ticked_at_home() -> None:
    state = table(ready=("yellow", "blue"))
    assert pictured(home(state)).bands[1].left == (Row(state.sequence, ready=("yellow", "blue")),)


def test_above_the_mines_stands_what_is_to_be_drawn_and_else_how_many_are_built() -> None:
    assert titles(table(phase="production", mines=mines(1, 5))) == ["4 of 5 to draw"]
    assert titles(table(phase="production", mines=mines(5, 5))) == ["5 of 18 built"]
    assert titles(table(phase="production", mines=mines(20, 20))) == ["20 of 20 built"]


def test_what_mines_gave_in_all_stands_behind_the_sign_of_its_ore() -> None:
    title = pictured(page(table(mines=mines(18, 18)), "mines")).bands[0]
    assert (title.left[0], title.right[0]) == (Sign("gold"), Sign("iron"))
    assert said(title) == ["9 gold", "9 iron"]


def test_the_last_turn_is_said_in_words_in_place_of_its_number() -> None:
    """RB-WON-14."""
    moment = pictured(home(late())).bands[0]
    assert said(moment) == ["Last turn"]
    assert Sign("warning") not in moment.right


def test_of_another_warning_a_sign_tells_in_the_last_turn_too() -> None:
    waits = replace(late(), mines=tuple(replace(each, voided=True) for each in mines(0, 1)))
    moment = pictured(home(waits)).bands[0]
    assert said(moment) == ["Last turn"]
    assert moment.right[0] == Sign("warning")
