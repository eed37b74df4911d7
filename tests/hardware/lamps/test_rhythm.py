"""The animation of each state: distinct by light and rhythm, and cheap."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import get_args

import pytest

from companion.language.signals import Lamp, LampState
from companion.parts import Lights
from hardware.lamps.driver import Animation
from hardware.lamps.rhythm import FULL, PERIOD, Keyframe, LampLevel, animate

STATES: tuple[LampState, ...] = get_args(LampState)
BRIGHT, DIMMED = 64, 4


def keyframes(
    *shows: LampState, dim: bool = False, dimmable: bool = True, bright: int = BRIGHT
) -> tuple[Keyframe, ...]:
    lamps = tuple(Lamp(f"colour {number}", each) for number, each in enumerate(shows))
    return animate(Lights(lamps, dim), bright, DIMMED, lambda _: dimmable)


def course(shows: LampState, *, dim: bool = False, dimmable: bool = True) -> list[tuple[float, float]]:
    return [(beat.at, beat.row[0].level) for beat in keyframes(shows, dim=dim, dimmable=dimmable)]


def lit(shows: LampState) -> float:
    """The part of a cycle for which a lamp that is only on or off is on."""
    steps = [*course(shows, dimmable=False), (PERIOD, 0.0)]
    return sum(after - at for (at, light), (after, _) in pairwise(steps) if light) / PERIOD


@pytest.mark.parametrize("dimmable", [True, False], ids=["dimmed", "on or off"])
@pytest.mark.parametrize("dim", [True, False], ids=["by night", "by day"])
def test_any_two_states_look_different_in_any_colour(dimmable: bool, dim: bool) -> None:
    for one, other in combinations(STATES, 2):
        assert course(one, dim=dim, dimmable=dimmable) != course(other, dim=dim, dimmable=dimmable), (
            one,
            other,
        )


def test_a_steady_lamp_is_a_single_beat_and_so_is_a_dark_one() -> None:
    assert [len(keyframes(each)) for each in STATES if each != "asked"] == [1, 1, 1]
    assert len(keyframes("may", "done", dimmable=False)) == 1
    assert animate(Lights(), BRIGHT, DIMMED, lambda _: True) == (Keyframe(0.0, ()),)


def test_the_player_in_turn_is_brightest_and_never_dimmer_than_the_next() -> None:
    breath = [light for _, light in course("asked")]
    (_, may_act), (_, following), (_, done) = (course(each)[0] for each in ("may", "next", "done"))
    assert max(breath) == BRIGHT == breath[0]
    assert BRIGHT > may_act > min(breath) > following > done == 0
    assert may_act / following == 4, "more than an eye needs"


def test_a_breath_has_no_jump_and_takes_few_steps() -> None:
    breath = course("asked")
    assert len(breath) <= 6 * PERIOD
    lights = [light for _, light in (*breath, breath[0])]
    assert all(abs(after - light) / light < 0.25 for light, after in pairwise(lights))


def test_a_dimmed_breath_takes_no_more_steps_than_there_are_lights() -> None:
    assert [light for _, light in course("asked", dim=True)] == [4, 3, 2, 1, 2, 3, 4]


def test_dimmed_lamps_are_lit_by_what_little_light_there_is() -> None:
    assert course("may", dim=True) == [(0.0, 2.0)]
    assert course("next", dim=True) == [(0.0, 1.0)]


@pytest.mark.parametrize("dimmable", [True, False])
def test_no_light_at_all_is_dark_for_every_state_and_no_work(dimmable: bool) -> None:
    for shows in STATES:
        assert len(keyframes(shows, bright=0, dimmable=dimmable)) == 1
        assert keyframes(shows, bright=0, dimmable=dimmable)[0].row[0].level == 0


def test_a_lamp_that_is_only_on_or_off_is_known_by_how_long_it_is_on() -> None:
    assert lit("may") == 1
    assert lit("asked") == pytest.approx(0.75)
    assert lit("next") == pytest.approx(0.05)
    assert lit("done") == 0


def test_lamps_on_or_off_change_twice_in_two_seconds_at_most_each() -> None:
    assert len(keyframes("asked", dimmable=False)) == len(keyframes("next", dimmable=False)) == PERIOD
    assert len(keyframes("asked", "next", "done", "may", dimmable=False)) == PERIOD * 3 / 2


def test_lamps_that_can_be_dimmed_and_others_stand_in_one_row() -> None:
    lamps = (Lamp("red", "asked"), Lamp("blue", "may"))
    row = animate(Lights(lamps), BRIGHT, DIMMED, lambda colour: colour == "blue")[0].row
    assert row == (LampLevel("red", FULL), LampLevel("blue", BRIGHT / 2))


def test_what_is_seen_goes_round() -> None:
    cycle = Animation(
        (Keyframe(0.0, (LampLevel("red", 2),)), Keyframe(1.0, (LampLevel("red", 1),))), started_at=100.0
    )
    for at, light, next_change in (
        (0.0, 2, 1.0), (0.5, 2, 0.5), (1.0, 1, 3.0), (3.5, 1, 0.5), (4.0, 2, 1.0), (9.25, 1, 2.75),
    ):  # fmt: skip
        assert cycle.row(100 + at)[0].level == light
        assert cycle.next_change(100 + at) == pytest.approx(next_change)


def test_a_slightly_early_wakeup_is_not_repeated_for_the_same_beat() -> None:
    cycle = Animation(
        (Keyframe(0.0, (LampLevel("red", 2),)), Keyframe(1.0, (LampLevel("red", 1),))), started_at=0.0
    )
    assert cycle.row(1.0 - 1e-9)[0].level == 1
    assert cycle.next_change(1.0 - 1e-9) == pytest.approx(3.0)


def test_nothing_is_due_where_nothing_changes() -> None:
    cycle = Animation(keyframes("may", "next", "done"), started_at=0.0)
    assert cycle.next_change(1e6) is None
