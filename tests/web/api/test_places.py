"""Who listens while there are too few places: who has joined before who has not, and nobody alone."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Clock
from web.api.places import OF_A_MEMBER, OF_AN_ADDRESS, REST, Place, Places


@pytest.fixture
def clock() -> Clock:
    return Clock()


def places(total: int, clock: Clock) -> Places:
    return Places(total, clock.monotonic)


def take(places: Places, holder: str | None = None, address: str = "here") -> Place:
    place = places.take(holder, address)
    assert place is not None
    return place


def test_one_stranger_gets_few_of_the_places(clock: Clock) -> None:
    hall = places(72, clock)
    got = [hall.take(None, "here") for _ in range(100)]
    assert sum(each is not None for each in got) == OF_AN_ADDRESS
    assert take(hall, address="elsewhere")


@pytest.mark.parametrize(("total", "theirs"), [(72, 36), (1, 1), (3, 2)])
def test_strangers_get_half_of_the_places(clock: Clock, total: int, theirs: int) -> None:
    hall = places(total, clock)
    got = [hall.take(None, f"address {number}") for number in range(100)]
    assert sum(each is not None for each in got) == theirs


def test_a_stranger_ends_nobodys_stream(clock: Clock) -> None:
    hall = places(2, clock)
    taken = [take(hall, "anna"), take(hall, "berta")]
    assert hall.take(None, "here") is None
    assert not any(each.ended for each in taken)


def test_a_member_gets_the_oldest_place_of_the_address_with_most_strangers(clock: Clock) -> None:
    hall = places(6, clock)
    [one, first, second] = [take(hall, address=each) for each in ("one", "many", "many")]
    members = [take(hall, each) for each in ("anna", "berta", "carla")]
    take(hall, "dora")
    assert [each.ended for each in (one, first, second)] == [False, True, False]
    take(hall, "elsa")
    take(hall, "franca")
    assert [each.ended for each in (one, first, second)] == [True] * 3
    assert not any(each.ended for each in members)


def test_a_member_with_more_pages_than_is_usual_ends_his_own_oldest_stream_where_none_is_free(
    clock: Clock,
) -> None:
    hall = places(OF_A_MEMBER + 1, clock)
    stranger = take(hall)
    own = [take(hall, "anna") for _ in range(OF_A_MEMBER + 1)]
    assert [each.ended for each in own] == [True] + [False] * OF_A_MEMBER
    assert not stranger.ended


def test_a_member_listens_as_often_as_he_likes_while_there_is_room(clock: Clock) -> None:
    hall = places(72, clock)
    own = [take(hall, "anna") for _ in range(72)]
    assert not any(each.ended for each in own)
    take(hall, "berta")
    assert [each.ended for each in own] == [True] + [False] * 71


def test_who_goes_quickly_from_page_to_page_always_gets_a_stream(clock: Clock) -> None:
    hall = places(8, clock)
    other = take(hall, "berta")
    own = [take(hall, "anna") for _ in range(50)]  # those of the pages before are not noticed to be gone
    assert not own[-1].ended
    assert not other.ended


def test_two_phones_do_not_chase_each_other_from_one_place(clock: Clock) -> None:
    hall = places(1, clock)
    take(hall, "anna")
    berta = take(hall, "berta")
    assert hall.take("anna", "here") is None
    clock.seconds += REST
    take(hall, "anna")
    assert berta.ended


def test_a_member_without_a_place_gets_one_of_the_member_who_has_most(clock: Clock) -> None:
    hall = places(4, clock)
    anna, berta, other, third = (take(hall, each) for each in ("anna", "berta", "berta", "carla"))
    take(hall, "dora")
    assert [each.ended for each in (anna, berta, other, third)] == [False, True, False, False]
    take(hall, "elsa")  # all have one: the oldest of all goes
    assert [each.ended for each in (anna, other, third)] == [True, False, False]


def test_a_members_second_page_takes_nobodys_only_place(clock: Clock) -> None:
    hall = places(2, clock)
    anna, berta = take(hall, "anna"), take(hall, "berta")
    take(hall, "berta")
    assert [anna.ended, berta.ended] == [False, True]


def test_who_lost_a_place_to_a_member_takes_none_back_at_once_but_a_free_one(clock: Clock) -> None:
    hall = places(1, clock)
    anna = take(hall, "anna")
    berta = take(hall, "berta")
    assert anna.ended
    assert hall.take("anna", "here") is None
    hall.leave(berta)
    assert take(hall, "anna")


def test_who_lost_a_place_to_a_member_takes_a_strangers_at_once(clock: Clock) -> None:
    hall = places(2, clock)
    take(hall, "anna")
    berta = take(hall, "berta")
    take(hall, "carla")  # anna's
    hall.leave(berta)
    stranger = take(hall)
    assert take(hall, "anna")
    assert stranger.ended


def test_a_place_is_given_back_once_however_often_it_is_left(clock: Clock) -> None:
    hall = places(1, clock)
    anna = take(hall, "anna")
    take(hall, "berta")
    for _ in range(2):
        hall.leave(anna)  # it is another's by now
    assert hall.take(None, "here") is None


def test_who_serves_a_stream_that_is_to_end_is_woken(clock: Clock) -> None:
    ended: list[str] = []
    hall = places(1, clock)
    hall.take(None, "here", lambda: ended.append("woken"))
    assert ended == []
    take(hall, "anna")
    assert ended == ["woken"]
