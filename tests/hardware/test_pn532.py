"""Talking with the chip: what is sent, when, and what comes of everything that can go wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pn532 import RETRIES, SAM, WAKE, Session
from hardware.pn532_frames import ACK, NACK, command, encode
from hardware.pn532_pieces import LOOK
from hardware.session import Turn
from tests.hardware.chip import ERROR, NONE, Chip, damaged, found

UID, OTHER = "04374BD29C3980", "FB0EE20B"
WAKE_AND_SAM = bytes.fromhex("55 55" + 14 * "00" + "00 00 FF 03 FD D4 14 01 17 00")
BOUNDED = command(RETRIES, bytes.fromhex("05 FF 01 FE"))
LOOKS = bytes.fromhex("00 00 FF 04 FC D4 4A 01 00 E1 00")
LONG_HEAD = bytes.fromhex("00 00 FF FF FF 01 08 F7")
"""The beginning of a frame of 264 bytes, which will never come."""
WIRE = 0.002
"""Seconds that bytes need."""


class Echo(Chip):
    """No chip: the line's two wires touch."""

    def feed(self, data: bytes) -> bytes:
        return data


class Talk:
    """A session and a chip, and the time between them."""

    def __init__(self, chip: Chip | None = None) -> None:
        self.chip = chip or Chip()
        self.session = Session()
        self.now = 100.0
        self.sent: list[tuple[float, bytes]] = []
        self.tags: list[tuple[float, str]] = []
        self.wells: list[bool | None] = []
        self.coming = b""
        self.turn = self.step(b"")

    def step(self, data: bytes) -> Turn:
        self.turn = turn = self.session.step(data, self.now)
        self.tags += [(self.now, tag) for tag in turn.tags]
        if self.wells[-1:] != [turn.well]:
            self.wells.append(turn.well)
        if turn.send:
            self.sent.append((self.now, turn.send))
            self.coming += self.chip.feed(turn.send)
        return turn

    def run(self, seconds: float) -> None:
        """Let this time pass."""
        until = self.now + seconds
        while True:
            assert self.turn.again is not None
            due = self.now + WIRE if self.coming else max(self.now, self.turn.again)
            if due > until:
                self.now = until
                return
            self.now = due
            data, self.coming = self.coming, b""
            self.step(data)

    def ready(self) -> Talk:
        """Woken, set up and looking."""
        self.run(0.1)
        assert self.chip.looking
        assert self.wells[-1] is True
        return self

    def lay(self, tag: str) -> None:
        self.coming += self.chip.lay(tag)

    def sends(self) -> list[bytes]:
        return [sent for _, sent in self.sent]

    def read(self) -> list[str]:
        return [tag for _, tag in self.tags]


def test_the_chip_is_woken_made_a_plain_reader_and_told_to_look_for_a_bounded_time() -> None:
    talk = Talk()
    talk.run(0.1)
    assert talk.sends() == [WAKE_AND_SAM, BOUNDED, LOOKS]
    assert talk.wells == [None, True]


def test_a_tag_is_read_as_soon_as_it_is_laid_down() -> None:
    talk = Talk().ready()
    talk.run(0.5)
    at = talk.now
    talk.lay(UID)
    talk.run(0.01)
    assert talk.read() == [UID]
    assert talk.tags[0][0] == pytest.approx(at + WIRE)


@pytest.mark.parametrize("after", [0.0, 0.05, 0.1, 0.3, 2.3, 2.35, 2.4, 2.45, 2.5, 2.55, 5.0])
def test_a_tap_is_seen_within_a_quarter_of_a_second_whenever_it_comes(after: float) -> None:
    talk = Talk().ready()
    talk.run(after)
    at = talk.now
    talk.lay(UID)
    talk.run(0.25)
    assert talk.read()
    assert talk.tags[0][0] - at <= 0.25


@pytest.mark.parametrize("after", [0.0, 0.1, 0.19])
def test_a_tap_right_after_another_tag_was_taken_away_is_seen_within_a_quarter_of_a_second(
    after: float,
) -> None:
    talk = Talk().ready()
    talk.lay(OTHER)
    talk.run(0.01)
    talk.chip.lift()
    talk.run(after)
    at = talk.now
    talk.lay(UID)
    talk.run(0.25)
    assert next(seen for seen, tag in talk.tags if tag == UID) - at <= 0.25


def test_a_tag_that_stays_is_read_again_and_again_but_gently() -> None:
    talk = Talk().ready()
    talk.lay(UID)
    talk.run(10)
    assert 40 <= len(talk.read()) <= 46
    assert set(talk.read()) == {UID}


def test_without_a_tag_the_chip_is_seldom_asked_and_looks_the_time_between() -> None:
    talk = Talk().ready()
    before = len(talk.sent)
    talk.run(30)
    looks = [sent for sent in talk.sends()[before:] if sent == LOOKS]
    assert 11 <= len(looks) <= 12
    assert set(talk.sends()[before:]) == {LOOKS, ACK}


def test_a_chip_that_gives_up_at_once_is_not_asked_more_than_five_times_a_second() -> None:
    talk = Talk().ready()
    before = len(talk.sent)
    for _ in range(5000):
        talk.coming += talk.chip.tire()
        talk.run(0.002)
    assert 40 <= len(talk.sent) - before <= 46
    assert talk.wells == [None, True]


def test_a_look_that_finds_nothing_is_broken_off_by_an_ack_and_the_chip_left_alone_a_while() -> None:
    talk = Talk().ready()
    talk.run(2.7)
    (asked, _), (broken, ack), (again, look) = talk.sent[-3:]
    assert (ack, look) == (ACK, LOOKS)
    assert broken - asked == pytest.approx(2.5, abs=0.01)
    assert again - broken == pytest.approx(0.05)


def test_a_tag_that_crosses_with_the_breaking_off_counts() -> None:
    talk = Talk().ready()
    while talk.sends()[-1] != ACK:
        talk.run(0.01)
    assert talk.step(found(UID)).tags == (UID,)


def test_everything_may_come_byte_by_byte() -> None:
    talk = Talk().ready()
    for byte in ACK + NONE:
        talk.step(bytes((byte,)))
    talk.run(0.25)
    for byte in ACK + found(UID):
        talk.step(bytes((byte,)))
    assert talk.read() == [UID]


def test_a_chip_that_does_not_answer_is_woken_again_and_then_said_to_be_missing() -> None:
    talk = Talk(Chip(dead=True))
    talk.run(1.5)
    assert talk.wells == [None, False]
    wakes = talk.sends().count(WAKE_AND_SAM)
    assert wakes == 4
    talk.run(30)
    assert 20 <= talk.sends().count(WAKE_AND_SAM) - wakes <= 30, "about once a second"
    assert set(talk.sends()) == {WAKE_AND_SAM, ACK}


def test_a_chip_that_comes_late_is_taken() -> None:
    talk = Talk(Chip(dead=True))
    talk.run(20)
    talk.chip.dead = False
    talk.run(3)
    assert talk.wells == [None, False, True]
    talk.lay(UID)
    talk.run(0.25)
    assert UID in talk.read()


def test_answers_of_a_slow_line_that_come_all_at_once_do_no_harm() -> None:
    talk = Talk(Chip(dead=True))
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
    talk.run(2.6)
    assert talk.chip.looking
    assert talk.sends().count(WAKE_AND_SAM) == 2
    assert talk.wells == [None, True]
    talk.lay(UID)
    talk.run(0.25)
    assert UID in talk.read()


def test_a_beginning_without_an_end_swallows_no_more_than_one_look() -> None:
    talk = Talk().ready()
    talk.coming += LONG_HEAD
    talk.run(2.6)
    talk.lay(UID)
    talk.run(0.1)
    assert talk.read() == [UID]


def test_failures_with_good_looks_between_them_make_no_missing_reader() -> None:
    talk = Talk().ready()
    for _ in range(8):
        talk.run(5)
        talk.chip.power_cycle()
    talk.run(5)
    assert talk.wells == [None, True]


def test_a_chip_that_lost_its_setting_and_refuses_to_look_is_set_up_again() -> None:
    talk = Talk().ready()
    talk.chip.configured = False
    talk.chip.looking = False
    talk.run(3.0)
    assert talk.chip.looking
    assert talk.wells == [None, True]


def test_a_chip_that_is_gone_for_good_is_missing_after_four_seconds() -> None:
    talk = Talk().ready()
    talk.chip.dead = True
    talk.run(4.0)
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


def test_a_chip_that_does_not_say_it_again_is_woken() -> None:
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
    session = Session()
    session.step(b"", 0.0)
    assert session.step(damaged(NONE), 0.01).send == b""
    assert session.step(ACK + encode(b"\xd5\x15"), 0.02).send == BOUNDED


def test_an_answer_to_another_command_is_not_taken_for_one_to_this() -> None:
    session = Session()
    session.step(b"", 0.0)
    for other in (encode(b"\xd5\x33"), NONE, encode(b"\xd5\x03\x32\x01\x06\x07"), command(SAM + 1)):
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
def test_a_command_that_was_not_understood_is_said_again(nacks: int) -> None:
    talk = Talk().ready()
    talk.chip.nacks = nacks
    talk.run(3.0)
    assert talk.chip.looking
    assert talk.sends().count(WAKE_AND_SAM) == 1
    assert talk.wells == [None, True]


def test_a_command_that_is_never_understood_is_said_three_times_and_then_the_chip_is_woken() -> None:
    talk = Talk().ready()
    talk.chip.nacks = 10**6
    before = len(talk.sent)
    talk.run(60)
    assert talk.sends()[before + 1 : before + 5] == [LOOKS, LOOKS, LOOKS, ACK]
    assert len(talk.sent) - before < 60 * 6
    assert talk.wells[-1] is False


def test_a_chip_that_refuses_every_command_is_missing_and_asked_gently() -> None:
    talk = Talk(Chip(errors=10**6))
    talk.run(60)
    assert talk.wells == [None, False]
    assert len(talk.sent) < 60 * 4


def test_an_error_frame_that_nobody_asked_for_does_no_harm() -> None:
    talk = Talk().ready()
    talk.lay(UID)
    talk.run(0.05)
    talk.chip.lift()
    talk.coming += ERROR + NACK + damaged(NONE) + ACK
    talk.run(1.0)
    assert talk.sends().count(WAKE_AND_SAM) == 1


def test_a_phone_that_makes_up_a_number_is_no_tag_and_not_asked_for_more_often() -> None:
    talk = Talk().ready()
    before = len(talk.sent)
    talk.lay("080EE20B")
    talk.run(10)
    assert talk.read() == []
    assert len(talk.sent) - before <= 51


def test_a_line_whose_ends_touch_hears_itself_and_finds_no_reader() -> None:
    talk = Talk(Echo())
    talk.run(10)
    assert talk.wells == [None, False]
    assert talk.read() == []


def test_two_tags_in_turn_are_both_read() -> None:
    talk = Talk().ready()
    for tag in (UID, OTHER, UID):
        talk.lay(tag)
        talk.run(0.25)
    assert {UID, OTHER} == set(talk.read())


def test_the_wake_up_is_what_others_send() -> None:
    assert WAKE + command(SAM, b"\x01") == WAKE_AND_SAM
    assert command(LOOK, b"\x01\x00") == LOOKS


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
def test_whatever_comes_the_session_goes_on_gently_and_reads_only_whole_tags(
    said: list[tuple[bytes, float]],
) -> None:
    session = Session()
    now = 0.0
    turn = session.step(b"", now)
    sends = 0
    for data, after in said:
        now += after
        turn = session.step(data, now)
        sends += len(turn.send)
        assert turn.again is not None
        assert now < turn.again <= now + 2.5
        for tag in turn.tags:
            assert found(UID)[1:-1] in b"".join(each for each, _ in said)
            assert len(bytes.fromhex(tag)) in (4, 7, 10)
    assert sends <= 200 * (len(said) + 1)
