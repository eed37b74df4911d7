from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.parts import ButtonPressed
from hardware.buttons.driver import PressDetector


def test_a_short_press_fires_when_it_is_let_go() -> None:
    presses = PressDetector(1.0)
    assert presses.edge("back", True, 5.0) is None
    assert presses.expire(5.9) == []
    assert presses.edge("back", False, 5.9) == ButtonPressed("back", held=False, at=5.9)
    assert presses.deadline() is None


def test_a_held_press_fires_once_when_the_time_has_passed() -> None:
    presses = PressDetector(1.0)
    presses.edge("back", True, 5.0)
    assert presses.deadline() == 6.0
    assert presses.expire(6.0) == [ButtonPressed("back", held=True, at=6.0)]
    assert presses.expire(9.0) == []
    assert presses.deadline() is None
    assert presses.edge("back", False, 9.0) is None


def test_a_press_that_was_let_go_late_is_held_even_without_a_check_in_between() -> None:
    presses = PressDetector(1.0)
    presses.edge("back", True, 5.0)
    assert presses.edge("back", False, 6.5) == ButtonPressed("back", held=True, at=6.0)


def test_two_buttons_are_held_and_let_go_by_themselves() -> None:
    presses = PressDetector(1.0)
    presses.edge("red", True, 5.0)
    presses.edge("blue", True, 5.5)
    assert presses.edge("blue", False, 5.6) == ButtonPressed("blue", held=False, at=5.6)
    presses.edge("blue", True, 5.7)
    assert presses.expire(8.0) == [
        ButtonPressed("red", held=True, at=6.0),
        ButtonPressed("blue", held=True, at=6.7),
    ]


def test_a_button_down_at_the_start_does_not_fire_on_release() -> None:
    assert PressDetector(1.0).edge("back", False, 1.0) is None


def test_the_same_edge_twice_is_one_edge() -> None:
    presses = PressDetector(1.0)
    presses.edge("back", True, 5.0)
    presses.edge("back", True, 5.9)
    assert presses.deadline() == 6.0
    assert presses.edge("back", False, 5.95) is not None
    assert presses.edge("back", False, 5.96) is None


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(0.001, 3.0), st.booleans())))
def test_every_press_fires_exactly_once(moves: list[tuple[str, float, bool]]) -> None:
    presses, now, fired = PressDetector(1.0), 0.0, list[ButtonPressed]()
    for button, length, looked in moves:
        presses.edge(button, True, now)
        now += length
        if looked:
            fired += presses.expire(now)
        last = presses.edge(button, False, now)
        fired += [last] if last else []
    assert [each.button for each in fired] == [button for button, _, _ in moves]
    assert all(each.at <= now for each in fired)
