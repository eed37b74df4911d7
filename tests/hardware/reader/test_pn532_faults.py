"""A chip that is silent, faulty, reset or gone: the bytes sent, and the report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.reader.pn532 import ACK, LONG_POLL, NACK, SAM_CONFIGURATION, Polling, command, encode
from tests.fakes.chip import ERROR, NONE, FakePn532, damaged, found
from tests.hardware.reader.pn532_session import BOUNDED, LONG_HEAD, LOOKS, UID, WAKE_AND_SAM, WIRE, Echo, Talk


def test_a_chip_that_does_not_answer_is_woken_again_and_then_reported_missing() -> None:
    talk = Talk(FakePn532(dead=True))
    talk.run(1.5)
    assert talk.wells == [None, False]
    wakes = talk.sends().count(WAKE_AND_SAM)
    assert wakes == 4
    talk.run(30)
    assert 20 <= talk.sends().count(WAKE_AND_SAM) - wakes <= 30, "about once a second"
    assert set(talk.sends()) == {WAKE_AND_SAM, ACK}


def test_a_chip_that_comes_late_is_taken() -> None:
    talk = Talk(FakePn532(dead=True))
    talk.run(20)
    talk.chip.dead = False
    talk.run(3)
    assert talk.wells == [None, False, True]
    talk.lay(UID)
    talk.run(0.25)
    assert UID in talk.read()


def test_answers_of_a_slow_line_that_come_all_at_once_do_no_harm() -> None:
    talk = Talk(FakePn532(dead=True))
    talk.run(0.9)
    talk.chip.dead = False
    talk.coming = 3 * (ACK + bytes.fromhex("00 00 FF 02 FE D5 15 16 00"))
    talk.chip.awake = talk.chip.configured = True
    talk.run(0.5)
    assert talk.wells == [None, True]
    talk.lay(UID)
    talk.run(0.25)
    assert talk.read()[:1] == [UID]


@pytest.mark.parametrize(
    "noise", [b"", b"\x00", b"\xff\x00\xff", bytes.fromhex("98 80 98 80 1E 66"), b"\x00\x00\xff", LONG_HEAD]
)
def test_a_chip_that_lost_its_power_in_the_middle_is_woken_again_without_being_missed(noise: bytes) -> None:
    talk = Talk().ready()
    talk.run(0.5)
    talk.chip.power_cycle()
    talk.coming += noise
    talk.run(LONG_POLL + 0.1)
    assert talk.chip.looking
    assert talk.sends().count(WAKE_AND_SAM) == 2
    assert talk.wells == [None, True]
    talk.lay(UID)
    talk.run(0.25)
    assert UID in talk.read()


def test_a_beginning_without_an_end_swallows_no_more_than_one_look() -> None:
    talk = Talk().ready()
    talk.coming += LONG_HEAD
    talk.run(LONG_POLL + 0.1)
    talk.lay(UID)
    talk.run(0.1)
    assert talk.read() == [UID]


def test_failures_with_good_looks_between_them_make_no_missing_reader() -> None:
    talk = Talk().ready()
    for _ in range(8):
        talk.run(2 * LONG_POLL)
        talk.chip.power_cycle()
    talk.run(2 * LONG_POLL)
    assert talk.wells == [None, True]


def test_a_chip_that_lost_its_setting_and_refuses_to_look_is_set_up_again() -> None:
    talk = Talk().ready()
    talk.chip.configured = False
    talk.chip.looking = False
    talk.run(LONG_POLL + 0.5)
    assert talk.chip.looking
    assert talk.wells == [None, True]


def test_a_chip_that_is_gone_for_good_is_missing_two_seconds_after_its_last_look() -> None:
    talk = Talk().ready()
    talk.chip.dead = True
    talk.run(LONG_POLL + 1.5)
    assert talk.wells == [None, True, False]


def test_an_answer_that_was_spoilt_on_the_way_is_asked_for_once_more() -> None:
    talk = Talk().ready()
    talk.chip.damage = 1
    talk.lay(UID)
    talk.run(0.1)
    assert talk.sends()[-1] == NACK
    assert talk.read() == [UID]


def test_an_answer_that_stays_spoilt_is_asked_for_twice_and_then_the_chip_is_woken() -> None:
    talk = Talk().ready()
    talk.chip.damage = 3
    talk.lay(UID)
    talk.run(1.0)
    assert talk.sends().count(NACK) == 2
    assert talk.sends().count(WAKE_AND_SAM) == 2
    assert UID in talk.read()
    assert talk.wells == [None, True]


def test_a_chip_that_does_not_repeat_its_answer_is_woken() -> None:
    talk = Talk().ready()
    talk.chip.damage = 1
    talk.lay(UID)
    talk.run(WIRE)
    assert talk.sends()[-1] == NACK
    talk.chip.lift()
    talk.coming = b""
    talk.run(0.6)
    assert talk.sends().count(WAKE_AND_SAM) == 2


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


def test_a_line_that_spoils_everything_is_asked_gently_and_reads_no_tag() -> None:
    talk = Talk().ready()
    talk.chip.damage = 10**6
    talk.lay(UID)
    talk.run(60)
    assert talk.read() == []
    assert talk.wells[-1] is False
    assert len(talk.sent) < 60 * 6


@pytest.mark.parametrize("nacks", [1, 2])
def test_a_command_that_was_not_understood_is_repeated(nacks: int) -> None:
    talk = Talk().ready()
    talk.chip.nacks = nacks
    talk.run(LONG_POLL + 0.5)
    assert talk.chip.looking
    assert talk.sends().count(WAKE_AND_SAM) == 1
    assert talk.wells == [None, True]


def test_a_command_that_is_never_understood_is_sent_three_times_and_then_the_chip_is_woken() -> None:
    talk = Talk().ready()
    talk.chip.nacks = 10**6
    before = len(talk.sent)
    talk.run(60)
    assert talk.sends()[before + 1 : before + 5] == [LOOKS, LOOKS, LOOKS, ACK]
    assert len(talk.sent) - before < 60 * 6
    assert talk.wells[-1] is False


def test_a_chip_that_refuses_every_command_is_missing_and_asked_gently() -> None:
    talk = Talk(FakePn532(errors=10**6))
    talk.run(60)
    assert talk.wells == [None, False]
    assert len(talk.sent) < 60 * 4


def test_an_error_frame_without_a_request_does_no_harm() -> None:
    talk = Talk().ready()
    talk.lay(UID)
    talk.run(0.05)
    talk.chip.lift()
    talk.coming += ERROR + NACK + damaged(NONE) + ACK
    talk.run(1.0)
    assert talk.sends().count(WAKE_AND_SAM) == 1


def test_a_line_with_touching_ends_receives_itself_and_finds_no_reader() -> None:
    talk = Talk(Echo())
    talk.run(10)
    assert talk.wells == [None, False]
    assert talk.read() == []


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
    said: list[tuple[bytes, float]],
) -> None:
    session = Polling()
    now = 0.0
    turn = session.step(b"", now)
    sends = 0
    for data, after in said:
        now += after
        turn = session.step(data, now)
        sends += len(turn.send)
        assert turn.next_step_at is not None
        assert now < turn.next_step_at <= now + LONG_POLL
        for tag in turn.tags:
            assert found(UID)[1:-1] in b"".join(each for each, _ in said)
            assert len(bytes.fromhex(tag)) in (4, 7, 10)
    assert sends <= 200 * (len(said) + 1)
