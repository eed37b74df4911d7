"""A chip that is silent, faulty, reset or gone: the bytes sent, and the report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.reader.pn532 import ACK, LONG_POLL, NACK, SAM_CONFIGURATION, Polling, command, encode
from tests.fakes.chip import ERROR, NONE, FakePn532, damaged, found
from tests.hardware.reader.pn532_session import BOUNDED, LONG_HEAD, LOOKS, UID, WAKE_AND_SAM, WIRE, Echo, Link


def test_a_chip_that_does_not_answer_is_woken_again_and_then_reported_missing() -> None:
    link = Link(FakePn532(dead=True))
    link.run(1.5)
    assert link.wells == [None, False]
    wakes = link.sends().count(WAKE_AND_SAM)
    assert wakes == 4
    link.run(30)
    assert 20 <= link.sends().count(WAKE_AND_SAM) - wakes <= 30, "about once a second"
    assert set(link.sends()) == {WAKE_AND_SAM, ACK}


def test_a_chip_that_comes_late_is_taken() -> None:
    link = Link(FakePn532(dead=True))
    link.run(20)
    link.chip.dead = False
    link.run(3)
    assert link.wells == [None, False, True]
    link.lay(UID)
    link.run(0.25)
    assert UID in link.read()


def test_answers_of_a_slow_line_that_come_all_at_once_do_no_harm() -> None:
    link = Link(FakePn532(dead=True))
    link.run(0.9)
    link.chip.dead = False
    link.coming = 3 * (ACK + bytes.fromhex("00 00 FF 02 FE D5 15 16 00"))
    link.chip.awake = link.chip.configured = True
    link.run(0.5)
    assert link.wells == [None, True]
    link.lay(UID)
    link.run(0.25)
    assert link.read()[:1] == [UID]


@pytest.mark.parametrize(
    "noise", [b"", b"\x00", b"\xff\x00\xff", bytes.fromhex("98 80 98 80 1E 66"), b"\x00\x00\xff", LONG_HEAD]
)
def test_a_chip_that_lost_its_power_in_the_middle_is_woken_again_without_being_missed(
    link: Link, noise: bytes
) -> None:
    link.run(0.5)
    link.chip.power_cycle()
    link.coming += noise
    link.run(LONG_POLL + 0.1)
    assert link.chip.looking
    assert link.sends().count(WAKE_AND_SAM) == 2
    assert link.wells == [None, True]
    link.lay(UID)
    link.run(0.25)
    assert UID in link.read()


def test_a_beginning_without_an_end_swallows_no_more_than_one_look(link: Link) -> None:
    link.coming += LONG_HEAD
    link.run(LONG_POLL + 0.1)
    link.lay(UID)
    link.run(0.1)
    assert link.read() == [UID]


def test_failures_with_good_looks_between_them_make_no_missing_reader(link: Link) -> None:
    for _ in range(8):
        link.run(2 * LONG_POLL)
        link.chip.power_cycle()
    link.run(2 * LONG_POLL)
    assert link.wells == [None, True]


def test_a_chip_that_lost_its_setting_and_refuses_to_look_is_set_up_again(link: Link) -> None:
    link.chip.configured = False
    link.chip.looking = False
    link.run(LONG_POLL + 0.5)
    assert link.chip.looking
    assert link.wells == [None, True]


def test_a_chip_that_is_gone_for_good_is_missing_two_seconds_after_its_last_look(link: Link) -> None:
    link.chip.dead = True
    link.run(LONG_POLL + 1.5)
    assert link.wells == [None, True, False]


def test_an_answer_that_was_spoilt_on_the_way_is_asked_for_once_more(link: Link) -> None:
    link.chip.damage = 1
    link.lay(UID)
    link.run(0.1)
    assert link.sends()[-1] == NACK
    assert link.read() == [UID]


def test_an_answer_that_stays_spoilt_is_asked_for_twice_and_then_the_chip_is_woken(link: Link) -> None:
    link.chip.damage = 3
    link.lay(UID)
    link.run(1.0)
    assert link.sends().count(NACK) == 2
    assert link.sends().count(WAKE_AND_SAM) == 2
    assert UID in link.read()
    assert link.wells == [None, True]


def test_a_chip_that_does_not_repeat_its_answer_is_woken(link: Link) -> None:
    link.chip.damage = 1
    link.lay(UID)
    link.run(WIRE)
    assert link.sends()[-1] == NACK
    link.chip.lift()
    link.coming = b""
    link.run(0.6)
    assert link.sends().count(WAKE_AND_SAM) == 2


def test_what_came_spoilt_before_the_ack_is_no_answer_to_ask_for_again() -> None:
    session = Polling()
    session.step(b"", 0.0)
    assert session.step(damaged(NONE), 0.01).send == b""
    assert session.step(ACK + encode(b"\xd5\x15"), 0.02).send == BOUNDED


def test_an_answer_to_another_command_is_not_taken_for_one_to_this() -> None:
    session = Polling()
    session.step(b"", 0.0)
    for other in (
        encode(b"\xd5\x33"),
        NONE,
        encode(b"\xd5\x03\x32\x01\x06\x07"),
        command(SAM_CONFIGURATION + 1),
    ):
        assert session.step(ACK + other, 0.01).send == b""
    assert session.step(encode(b"\xd5\x15"), 0.02).send == BOUNDED


def test_a_line_that_spoils_everything_is_asked_gently_and_reads_no_tag(link: Link) -> None:
    link.chip.damage = 10**6
    link.lay(UID)
    link.run(60)
    assert link.read() == []
    assert link.wells[-1] is False
    assert len(link.sent) < 60 * 6


@pytest.mark.parametrize("nacks", [1, 2])
def test_a_command_that_was_not_understood_is_repeated(link: Link, nacks: int) -> None:
    link.chip.nacks = nacks
    link.run(LONG_POLL + 0.5)
    assert link.chip.looking
    assert link.sends().count(WAKE_AND_SAM) == 1
    assert link.wells == [None, True]


def test_a_command_that_is_never_understood_is_sent_three_times_and_then_the_chip_is_woken(
    link: Link,
) -> None:
    link.chip.nacks = 10**6
    before = len(link.sent)
    link.run(60)
    assert link.sends()[before + 1 : before + 5] == [LOOKS, LOOKS, LOOKS, ACK]
    assert len(link.sent) - before < 60 * 6
    assert link.wells[-1] is False


def test_an_error_frame_without_a_request_does_no_harm(link: Link) -> None:
    link.lay(UID)
    link.run(0.05)
    link.chip.lift()
    link.coming += ERROR + NACK + damaged(NONE) + ACK
    link.run(1.0)
    assert link.sends().count(WAKE_AND_SAM) == 1


def test_a_line_with_touching_ends_receives_itself_and_finds_no_reader() -> None:
    link = Link(Echo())
    link.run(10)
    assert link.wells == [None, False]
    assert link.read() == []


@given(
    st.lists(
        st.tuples(
            st.binary(max_size=30)
            | st.sampled_from([ACK, NACK, ERROR, NONE, found(UID), damaged(found(UID)), found(UID)[:9]]),
            st.floats(0, 3),
        ),
        max_size=40,
    )
)
def test_after_any_bytes_the_session_goes_on_gently_and_reads_only_whole_tags(
    chunks: list[tuple[bytes, float]],
) -> None:
    session = Polling()
    now = 0.0
    turn = session.step(b"", now)
    sends = 0
    for data, after in chunks:
        now += after
        turn = session.step(data, now)
        sends += len(turn.send)
        assert turn.next_step_at is not None
        assert now < turn.next_step_at <= now + LONG_POLL
        for tag in turn.tags:
            assert found(UID)[1:-1] in b"".join(each for each, _ in chunks)
            assert len(bytes.fromhex(tag)) in (4, 7, 10)
    assert sends <= 200 * (len(chunks) + 1)
