"""Who may look after the box: a phone whose number somebody has let in where the box stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.bell import Bell
from companion.storage.settings import Settings
from tests.fakes.sitting import CODE, Clock, counting
from web.caretaking import MOST, RESTS, SHOWN, STANDS, Caretaking
from web.errors import Problem
from web.membership import Membership

Box = tuple[Membership, Caretaking]
Stand = Callable[..., Box]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def stand(settings: Settings, clock: Clock, bell: Bell) -> Stand:
    """A box at whose buttons somebody has been, or the same after another start."""
    entropy = counting()
    shared: Any = {"monotonic": clock.monotonic, "bell": bell}

    def build(*, pressed: bool = True, **changes: Any) -> Box:
        membership = Membership(settings, configured=CODE, colours=("red",), entropy=entropy, **shared)
        caretaking = Caretaking(membership, settings, **{"entropy": entropy, **shared, **changes})
        if pressed:
            caretaking.pressed()
        return membership, caretaking

    return build


def joined(membership: Membership, address: str = "10.0.0.1") -> str:
    return membership.join(CODE, "Rosa", None, address)


def wait(error: pytest.ExceptionInfo[Problem]) -> tuple[int, str]:
    return error.value.status, error.value.headers["Retry-After"]


def test_a_phone_is_let_in_by_its_number_and_stays_so_over_a_restart(stand: Stand) -> None:
    membership, caretaking = stand()
    token, other = joined(membership), joined(membership, "10.0.0.2")
    number = caretaking.ask(token, "10.0.0.1")
    assert (caretaking.number(token), caretaking.number(other)) == (number, None)
    assert list(caretaking.asking) == [number]
    assert not caretaking.may(token), "asking is not enough"
    caretaking.answer(number, yes=True)
    assert caretaking.may(token)
    assert not caretaking.may(other)
    assert not caretaking.asking
    assert stand()[1].may(token)


def test_asking_again_keeps_the_number(stand: Stand) -> None:
    membership, caretaking = stand()
    token = joined(membership)
    assert caretaking.ask(token, "10.0.0.1") == caretaking.ask(token, "10.0.0.1")


def test_who_has_not_joined_cannot_ask(stand: Stand) -> None:
    with pytest.raises(Problem) as error:
        stand()[1].ask("nobody", "10.0.0.1")
    assert error.value.status == 401


def test_a_number_stands_so_long_and_then_means_nobody(stand: Stand, clock: Clock) -> None:
    membership, caretaking = stand()
    token = joined(membership)
    number = caretaking.ask(token, "10.0.0.1")
    clock.seconds += STANDS
    assert not caretaking.asking
    caretaking.answer(number, yes=True)
    assert not caretaking.may(token)


def test_who_is_sent_away_asks_again_only_after_a_rest(stand: Stand, clock: Clock) -> None:
    membership, caretaking = stand()
    token = joined(membership)
    caretaking.answer(caretaking.ask(token, "10.0.0.1"), yes=False)
    assert not caretaking.may(token)
    with pytest.raises(Problem) as error:
        caretaking.ask(token, "10.0.0.1")
    assert wait(error) == (429, str(int(RESTS)))
    clock.seconds += RESTS
    assert caretaking.ask(token, "10.0.0.1")


def test_an_address_has_one_number_however_often_it_joins(stand: Stand) -> None:
    membership, caretaking = stand()
    caretaking.ask(joined(membership), "10.0.0.1")
    with pytest.raises(Problem):
        caretaking.ask(joined(membership), "10.0.0.1")
    assert len(caretaking.asking) == 1


def test_no_more_than_a_few_numbers_stand_at_the_box(stand: Stand) -> None:
    membership, caretaking = stand()
    for each in range(MOST):
        caretaking.ask(joined(membership, f"10.0.0.{each}"), f"10.0.0.{each}")
    with pytest.raises(Problem):
        caretaking.ask(joined(membership, "10.0.0.99"), "10.0.0.99")
    assert len(set(caretaking.asking)) == MOST


def test_joining_again_with_its_token_a_phone_goes_on_looking_after_the_box(stand: Stand) -> None:
    membership, caretaking = stand()
    token = joined(membership)
    caretaking.answer(caretaking.ask(token, "10.0.0.1"), yes=True)
    assert caretaking.may(membership.join(CODE, "Ro", None, "10.0.0.1", token))


def test_a_new_code_and_leaving_end_it(stand: Stand) -> None:
    membership, caretaking = stand()
    first, second = joined(membership), joined(membership, "10.0.0.2")
    for token, address in ((first, "10.0.0.1"), (second, "10.0.0.2")):
        caretaking.answer(caretaking.ask(token, address), yes=True)
    caretaking.leave(first)
    assert (caretaking.may(first), caretaking.may(second)) == (False, True)
    membership.new_code()
    assert not caretaking.may(second)


def test_until_a_button_was_pressed_whoever_has_joined_may(stand: Stand) -> None:
    membership, caretaking = stand(pressed=False)
    token = joined(membership)
    assert caretaking.may(token)
    assert not caretaking.may(None), "but nobody who has not joined"
    caretaking.pressed()
    assert not caretaking.may(token)
    assert not stand(pressed=False)[1].may(token), "also after another start"


def test_a_number_that_somebody_may_have_in_mind_is_not_given_to_another_phone(
    stand: Stand, clock: Clock
) -> None:
    """A guest asks just when the number of the phone in the owner's hand stands no more."""
    numbers = iter([7, 7, 7, 8])
    membership, caretaking = stand(entropy=lambda size: next(numbers).to_bytes(size))
    owner, guest = joined(membership), joined(membership, "10.0.0.66")
    number = caretaking.ask(owner, "10.0.0.1")
    clock.seconds += STANDS
    assert caretaking.ask(guest, "10.0.0.66") != number
    caretaking.answer(number, yes=True)
    assert not caretaking.may(guest)


def test_who_is_beset_by_guests_makes_a_new_code_and_asks_alone(stand: Stand, clock: Clock) -> None:
    membership, caretaking = stand()
    asked = [caretaking.ask(joined(membership, f"10.0.0.{n}"), f"10.0.0.{n}") for n in range(MOST)]
    code = membership.new_code()
    caretaking.forget()
    assert caretaking.asking == ()
    owner = membership.join(code, "Ada", None, "10.0.0.1")
    number = caretaking.ask(owner, "10.0.0.1")
    assert list(caretaking.asking) == [number]
    assert number not in asked
    caretaking.answer(number, yes=True)
    assert caretaking.may(owner)


def test_numbers_ring_the_bell(stand: Stand, bell: Bell) -> None:
    membership, caretaking = stand()
    before = bell.wait(0, 0)
    number = caretaking.ask(joined(membership), "10.0.0.1")
    asked = bell.wait(before, 0)
    caretaking.answer(number, yes=False)
    assert before < asked < bell.wait(asked, 0)


@pytest.fixture
def displayed(stand: Stand) -> Box:
    """A box without buttons that was set up."""
    membership, caretaking = stand(pressed=False, way="display")
    assert caretaking.untouched, "until then the join code is enough"
    caretaking.pressed()
    return membership, caretaking


def test_without_buttons_who_types_the_number_on_the_display_is_let_in(displayed: Box) -> None:
    membership, caretaking = displayed
    token, other = joined(membership), joined(membership, "10.0.0.2")
    caretaking.ask(token, "10.0.0.1")
    (code,) = caretaking.shown
    assert len(code) == 5
    assert caretaking.asking == (), "there is nobody to answer at a list"
    assert not caretaking.typed(other, code), "it is for the phone that asked"
    assert not caretaking.may(token)
    assert caretaking.typed(token, f" {code} ")
    assert (caretaking.may(token), caretaking.may(other)) == (True, False)
    assert caretaking.shown == ()


def test_after_three_wrong_numbers_the_phone_is_sent_away_for_a_while(displayed: Box, clock: Clock) -> None:
    membership, caretaking = displayed
    token = joined(membership)
    caretaking.ask(token, "10.0.0.1")
    (code,) = caretaking.shown
    for wrong in ("", "1", "00000"):
        assert not caretaking.typed(token, wrong)
    assert not caretaking.typed(token, code), "too late"
    assert not caretaking.may(token)
    with pytest.raises(Problem) as slow:
        caretaking.ask(token, "10.0.0.1")
    assert wait(slow) == (429, "60")
    clock.seconds += RESTS
    caretaking.ask(token, "10.0.0.1")
    assert caretaking.shown not in ((), (code,)), "another one"


def test_the_number_to_type_stands_two_minutes(displayed: Box, clock: Clock) -> None:
    membership, caretaking = displayed
    token = joined(membership)
    caretaking.ask(token, "10.0.0.1")
    (code,) = caretaking.shown
    clock.seconds += SHOWN
    assert caretaking.shown == ()
    assert not caretaking.typed(token, code)


def test_a_box_with_neither_buttons_nor_a_display_lets_in_whoever_has_joined(stand: Stand) -> None:
    membership, caretaking = stand(way="none")
    assert caretaking.may(joined(membership))
    assert not caretaking.may("nobody")
