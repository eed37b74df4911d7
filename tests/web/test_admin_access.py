"""Admin access: requested by a phone, granted at the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.notifier import Notifier
from companion.storage.settings import Settings
from tests.fakes.sitting import CODE, Clock, counting
from web.admin_access import CODE_LIFETIME, MAX_REQUESTS, REJECTION_TIME, REQUEST_LIFETIME, AdminAccess
from web.errors import Problem
from web.membership import Membership

Box = tuple[Membership, AdminAccess]
Stand = Callable[..., Box]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def notifier() -> Notifier:
    return Notifier()


@pytest.fixture
def stand(settings: Settings, clock: Clock, notifier: Notifier) -> Stand:
    """A box with buttons that were pressed, or the same after another start."""
    entropy = counting()
    shared: Any = {"monotonic": clock.monotonic, "notifier": notifier}

    def build(*, pressed: bool = True, **changes: Any) -> Box:
        membership = Membership(settings, configured=CODE, colours=("red",), entropy=entropy, **shared)
        access = AdminAccess(membership, settings, **{"entropy": entropy, **shared, **changes})
        if pressed:
            access.claim()
        return membership, access

    return build


def joined(membership: Membership, address: str = "10.0.0.1") -> str:
    return membership.join(CODE, "Rosa", None, address)


def wait(error: pytest.ExceptionInfo[Problem]) -> tuple[int, str]:
    return error.value.status, error.value.headers["Retry-After"]


def test_access_is_granted_by_number_and_outlives_a_restart(stand: Stand) -> None:
    membership, access = stand()
    token, other = joined(membership), joined(membership, "10.0.0.2")
    with pytest.raises(Problem) as error:
        access.request("strange", "10.0.0.1")
    assert error.value.status == 401
    number = access.request(token, "10.0.0.1")
    assert access.request(token, "10.0.0.1") == number, "asking again keeps it"
    assert (access.number_of(token), access.number_of(other)) == (number, None)
    assert list(access.requests) == [number]
    assert not access.is_admin(token), "asking is not enough"
    access.answer(number, yes=True)
    assert access.is_admin(token)
    assert not access.is_admin(other)
    assert not access.requests
    assert stand()[1].is_admin(token)
    again = membership.join(CODE, "Ro", None, "10.0.0.1", token)
    assert access.is_admin(again), "a phone that joins again with its token stays an admin's"


def test_an_expired_number_grants_nothing(stand: Stand, clock: Clock) -> None:
    membership, access = stand()
    token = joined(membership)
    number = access.request(token, "10.0.0.1")
    clock.seconds += REQUEST_LIFETIME
    assert not access.requests
    access.answer(number, yes=True)
    assert not access.is_admin(token)


def test_a_rejected_phone_asks_again_only_after_a_while(stand: Stand, clock: Clock) -> None:
    membership, access = stand()
    token = joined(membership)
    access.answer(access.request(token, "10.0.0.1"), yes=False)
    assert not access.is_admin(token)
    with pytest.raises(Problem) as error:
        access.request(token, "10.0.0.1")
    assert wait(error) == (429, str(int(REJECTION_TIME)))
    clock.seconds += REJECTION_TIME
    assert access.request(token, "10.0.0.1")


def test_an_address_has_one_pending_request_and_all_have_no_more_than_a_few(stand: Stand) -> None:
    membership, access = stand()
    for each in range(MAX_REQUESTS):
        access.request(joined(membership, f"10.0.0.{each}"), f"10.0.0.{each}")
        with pytest.raises(Problem):
            access.request(joined(membership, f"10.0.0.{each}"), f"10.0.0.{each}")
    with pytest.raises(Problem):
        access.request(joined(membership, "10.0.0.99"), "10.0.0.99")
    assert len(set(access.requests)) == MAX_REQUESTS


def test_a_new_code_and_leaving_end_access(stand: Stand) -> None:
    membership, access = stand()
    first, second = joined(membership), joined(membership, "10.0.0.2")
    for token, address in ((first, "10.0.0.1"), (second, "10.0.0.2")):
        access.answer(access.request(token, address), yes=True)
    access.leave(first)
    assert (access.is_admin(first), access.is_admin(second)) == (False, True)
    membership.new_code()
    assert not access.is_admin(second)


def test_every_member_is_an_admin_until_the_box_is_claimed(stand: Stand) -> None:
    membership, access = stand(pressed=False)
    token = joined(membership)
    assert access.is_admin(token)
    assert not access.is_admin(None), "but no stranger"
    access.claim()
    assert not access.is_admin(token)
    assert not stand(pressed=False)[1].is_admin(token), "also after another start"


def test_an_expired_number_is_not_given_to_another_phone(stand: Stand, clock: Clock) -> None:
    """A guest asks just when the owner's number has expired."""
    numbers = iter([7, 7, 7, 8])
    membership, access = stand(entropy=lambda size: next(numbers).to_bytes(size))
    owner, guest = joined(membership), joined(membership, "10.0.0.66")
    number = access.request(owner, "10.0.0.1")
    clock.seconds += REQUEST_LIFETIME
    assert access.request(guest, "10.0.0.66") != number
    access.answer(number, yes=True)
    assert not access.is_admin(guest)


def test_a_new_code_clears_the_requests(stand: Stand, clock: Clock) -> None:
    membership, access = stand()
    asked = [access.request(joined(membership, f"10.0.0.{n}"), f"10.0.0.{n}") for n in range(MAX_REQUESTS)]
    code = membership.new_code()
    access.clear()
    assert access.requests == ()
    owner = membership.join(code, "Ada", None, "10.0.0.1")
    number = access.request(owner, "10.0.0.1")
    assert list(access.requests) == [number]
    assert number not in asked
    access.answer(number, yes=True)
    assert access.is_admin(owner)


def test_requests_and_answers_notify(stand: Stand, notifier: Notifier) -> None:
    membership, access = stand()
    before = notifier.wait(0, 0)
    number = access.request(joined(membership), "10.0.0.1")
    asked = notifier.wait(before, 0)
    access.answer(number, yes=False)
    assert before < asked < notifier.wait(asked, 0)


@pytest.fixture
def displayed(stand: Stand) -> Box:
    """A box without buttons that was set up."""
    membership, access = stand(pressed=False, method="display")
    assert access.unclaimed, "until then the join code is enough"
    access.claim()
    return membership, access


def test_without_buttons_access_is_granted_by_the_code_on_the_display(displayed: Box) -> None:
    membership, access = displayed
    token, other = joined(membership), joined(membership, "10.0.0.2")
    access.request(token, "10.0.0.1")
    (code,) = access.codes
    assert len(code) == 5
    assert access.requests == (), "no list to choose from"
    assert not access.enter_code(other, code), "it is for the phone that asked"
    assert not access.is_admin(token)
    assert access.enter_code(token, f" {code} ")
    assert (access.is_admin(token), access.is_admin(other)) == (True, False)
    assert access.codes == ()


def test_three_wrong_codes_reject_the_request(displayed: Box, clock: Clock) -> None:
    membership, access = displayed
    token = joined(membership)
    access.request(token, "10.0.0.1")
    (code,) = access.codes
    for wrong in ("", "1", "00000"):
        assert not access.enter_code(token, wrong)
    assert not access.enter_code(token, code), "too late"
    assert not access.is_admin(token)
    with pytest.raises(Problem) as slow:
        access.request(token, "10.0.0.1")
    assert wait(slow) == (429, "60")
    clock.seconds += REJECTION_TIME
    access.request(token, "10.0.0.1")
    assert access.codes not in ((), (code,)), "another one"


def test_a_code_expires_after_two_minutes(displayed: Box, clock: Clock) -> None:
    membership, access = displayed
    token = joined(membership)
    access.request(token, "10.0.0.1")
    (code,) = access.codes
    clock.seconds += CODE_LIFETIME
    assert access.codes == ()
    assert not access.enter_code(token, code)


def test_without_buttons_and_display_every_member_is_an_admin(stand: Stand) -> None:
    membership, access = stand(method="none")
    assert access.is_admin(joined(membership))
    assert not access.is_admin("strange")
