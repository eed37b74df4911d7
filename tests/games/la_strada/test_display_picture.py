"""What the display's pictures say in words, and when a bare warning sign stands there."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.la_strada.colonies import laid_out
from companion.games.la_strada.options import Options
from companion.games.la_strada.state import State
from companion.games.picture import Picture
from companion.games.screen import Screen
from companion.language.picture import Band, Sign, Words
from companion.language.text import Text
from tests.fakes.box import MESSAGES
from tests.fakes.scenes import journey, stop

SYSTEM = "la-strada"
BARE = laid_out(Options())


def pictured(screen: Screen) -> Picture:
    assert screen.picture is not None
    return screen.picture


def said(band: Band[Text]) -> list[str]:
    """Its words, each in the first of their lengths."""
    words = MESSAGES.language("en", SYSTEM)
    return [words.say(mark.said[0]) for mark in (*band.left, *band.right) if isinstance(mark, Words)]


def home(state: State) -> tuple[Band[Text], Band[Text], Band[Text]]:
    moment, purse, last = pictured(stop(state, "table")).bands
    return moment, purse, last


def test_before_the_first_turn_words_say_that_factories_are_placed_and_no_sign_warns_of_it() -> None:
    """LS-AMB-02."""
    moment, _, last = home(journey(turn=1, active="black", colonies=BARE))
    assert said(last) == ["Place your factories"]
    assert Sign("warning") not in moment.right


def test_two_players_are_warned_of_their_seats_beside_it() -> None:
    """LS-AMB-02."""
    moment, _, last = home(journey(("Anna", "Bo"), turn=1, active="grey", colonies=BARE))
    assert said(last) == ["Place your factories"]
    assert Sign("warning") in moment.right


def test_what_ending_the_turn_would_lose_is_said_in_words_once_a_colony_was_linked() -> None:
    """LS-TURN-05."""
    moment, _, last = home(journey(connected=True))
    assert said(last) == ["Ending now loses 3"]
    assert last.left[-1] == Sign("resource")
    assert Sign("warning") not in moment.right
    assert said(home(journey())[2]) == []


def test_a_colony_ticked_says_that_one_was_linked_and_nothing_that_none_was() -> None:
    assert home(journey(connected=True))[0].left[:2] == (Sign("colony"), Sign("done"))
    assert home(journey())[0].left[0] == Sign("then")


def best(*numbers: int) -> list[str]:
    """What is said where the active player has linked all but these."""
    grey = ("grey",)
    colonies = tuple(
        each if each.number in numbers else replace(each, merchants=grey, linked=grey) for each in BARE
    )
    state = journey(active="grey", colonies=colonies)
    return said(pictured(stop(state, "colonies")).bands[-1])


def test_the_colony_that_pays_most_is_called_by_its_kind_and_number() -> None:
    assert best(4) == ["best: City 4"]


def test_several_of_a_kind_are_called_together() -> None:
    assert best(3, 4) == ["best: Cities 3 4"]


def test_the_title_names_the_player_by_the_word_of_his_colour() -> None:
    title = pictured(stop(journey(active="grey"), "colonies")).bands[0]
    assert said(title) == ["What Grey can earn"]


def test_the_standings_promise_the_gold_that_they_show() -> None:
    assert said(pictured(stop(journey(), "standings")).bands[0]) == ["Gold so far"]
