"""An RC522: its registers, the cards it reads, and when it is missing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.reader import pn532
from hardware.reader.rc522 import FIFO, GAIN, POLL_INTERVAL, Polling, Rc522Decoder, crc, read, write
from tests.fakes.chip import found
from tests.fakes.mfrc522 import Card, crc_a
from tests.hardware.reader.transfers import Transfers

FOUR, SEVEN, TEN = "FB0EE20B", "04374BD29C3980", "04A1B2C3D4E5F6071829"
LOOKS = 3 * POLL_INTERVAL
NUMBERS = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)).filter(
    lambda uid: uid[0] != 0x08 and (len(uid) == 4 or uid[0] != 0x88)
)  # fmt: skip
"""None is made up. One of four bytes may begin as one that goes on does; a maker's, of more, does not."""


def by_pn532(uid: str) -> str | None:
    """The tag that the other chip gives for the same card."""
    (packet,) = pn532.Packets().feed(found(uid))
    return pn532.uid(packet)


def test_the_checksum_is_that_of_the_standard() -> None:
    assert crc(b"\x00\x00") == bytes.fromhex("A01E"), "ISO 14443-3, annex B"
    assert crc(b"\x12\x34") == bytes.fromhex("26CF"), "ISO 14443-3, annex B"
    assert crc(b"\x50\x00") == bytes.fromhex("57CD"), "HLTA"


@given(st.binary(max_size=20))
def test_the_checksum_of_anything_is_that_of_the_shift_register(data: bytes) -> None:
    assert crc(data) == crc_a(data)


def test_a_register_is_read_and_written_as_in_the_datasheet() -> None:
    assert read(0x37) == bytes.fromhex("EE 00"), "VersionReg: 1 110111 0"
    assert write(0x01, 0x0F) == bytes.fromhex("02 0F"), "CommandReg: SoftReset"
    assert write(0x09, 1, 2, 3) == bytes.fromhex("12 01 02 03"), "FIFODataReg, three bytes"


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN, "8804374B", "88000000", "04374B88C39801"])
def test_a_card_is_read_and_named_as_a_pn532_names_it(uid: str) -> None:
    transfers = Transfers().lay(uid).run(LOOKS)
    assert transfers.read() == {uid} == {by_pn532(uid)}
    assert transfers.wells == [None, True]


@given(NUMBERS)
@settings(max_examples=20)
def test_every_number_is_named_as_a_pn532_names_it(uid: bytes) -> None:
    transfers = Transfers().lay(uid.hex()).run(LOOKS)
    assert transfers.read() == {by_pn532(uid.hex())}


def test_a_card_of_which_more_comes_without_the_sign_of_it_is_no_tag() -> None:
    transfers = Transfers()
    card = Card(FOUR)
    card.parts = [bytes.fromhex("FB0EE20B"), bytes.fromhex("11223344")]
    transfers.chip.lay(card)
    transfers.run(2)
    assert transfers.read() == set()
    assert transfers.wells == [None, True]


@pytest.mark.parametrize(("gain", "written"), [(18, 0x28), (48, 0x78)])
def test_the_receiver_s_gain_is_set_where_it_is_chosen_and_set_again_after_a_loss_of_power(
    gain: int, written: int
) -> None:
    transfers = Transfers(gain=gain).run(1)
    assert transfers.chip.registers[GAIN] == written
    transfers.chip.power_cycle()
    transfers.lay(SEVEN).run(1)
    assert transfers.chip.registers[GAIN] == written
    assert transfers.read() == {SEVEN} == {piece.tag for piece in transfers.pieces[1:]}
    assert transfers.wells == [None, True]


def test_a_number_that_is_made_up_is_no_tag() -> None:
    transfers = Transfers().lay("080EE20B").run(LOOKS)
    assert transfers.read() == set()
    assert [piece.means.code for piece in transfers.pieces][:2] == ["dump.chip", "dump.made-up"]
    assert by_pn532("080EE20B") is None


def test_a_card_that_lies_there_is_read_at_every_look() -> None:
    transfers = Transfers().lay(SEVEN).run(10)
    times = [at for at, _ in transfers.tags]
    assert max(later - sooner for sooner, later in itertools.pairwise(times)) < 1.2 * POLL_INTERVAL


def test_a_tap_waits_no_longer_than_one_look() -> None:
    transfers = Transfers().run(1)
    transfers.lay(SEVEN)
    transfers.run(POLL_INTERVAL + 0.05)
    assert transfers.read() == {SEVEN}


def test_a_quiet_reader_takes_few_transfers_a_second_and_wakes_the_machine_ten_times() -> None:
    transfers = Transfers().run(1)
    before = len(transfers.chip.transfers)
    wakes = transfers.steps - before
    transfers.run(10)
    count = len(transfers.chip.transfers) - before
    assert count <= 10 * 45
    assert transfers.steps - count - before - wakes <= 10 * 10


@given(st.lists(NUMBERS, min_size=2, max_size=4, unique=True))
@settings(max_examples=10)
def test_of_cards_that_lie_there_together_one_is_read_and_always_the_same(uids: list[bytes]) -> None:
    every = [uid.hex().upper() for uid in uids]
    transfers = Transfers().lay(*every).run(1)
    assert len(transfers.read()) == 1
    assert transfers.read() <= set(every)
    transfers.chip.cards = [card for card in transfers.chip.cards if not is_card(card, transfers.tags[0][1])]
    transfers.tags.clear()
    transfers.run(1)
    assert len(transfers.read()) == 1, "the next one, as soon as the first is lifted"


@pytest.mark.parametrize(
    ("one", "other"), [("FB0EE20B", "FA0EE20B"), ("112233C4", "11223344"), (SEVEN, "04374BD29C3900")]
)
def test_of_two_cards_the_one_with_the_first_bit_more_is_read(one: str, other: str) -> None:
    assert Transfers().lay(other, one).run(1).read() == {one}


def test_collisions_that_lead_nowhere_end_with_the_look() -> None:
    transfers = Transfers().run(0.5)
    transfers.chip.stuck = 1
    transfers.lay("FA0EE20B", "FB0EE20B", "F80EE20B")
    before = transfers.chip.transfers.count(write(FIFO, 0x52))
    transfers.run(2)
    assert transfers.chip.transfers.count(write(FIFO, 0x52)) - before >= 8
    assert transfers.wells == [None, True]


def is_card(card: Card, uid: str) -> bool:
    return card.parts[-1].hex().upper() == uid[-8:]


@pytest.mark.parametrize("frames", range(6))
def test_a_card_that_is_pulled_away_in_the_middle_is_no_tag_and_the_next_is_read(frames: int) -> None:
    transfers = Transfers().run(1)
    transfers.chip.lay(Card(SEVEN, patience=frames))
    transfers.run(1)
    assert transfers.read() <= ({SEVEN} if frames == 5 else set())
    transfers.chip.lift()
    transfers.lay(FOUR).run(1)
    assert FOUR in transfers.read()
    assert transfers.wells == [None, True]


@pytest.mark.parametrize("error", [0x01, 0x02, 0x10, 0x13], ids=["protocol", "parity", "overflow", "all"])
def test_what_the_chip_calls_spoilt_is_no_tag_and_is_asked_for_again(error: int) -> None:
    transfers = Transfers().run(1)
    transfers.chip.spoilt = [0, error, 0, 0, error, 0, 0, 0, 0, error]
    transfers.lay(SEVEN).run(5)
    assert transfers.read() == {SEVEN}
    transfers.tags.clear()
    transfers.chip.spoilt = [error] * 100
    transfers.run(2)
    assert transfers.read() == set()


def test_a_number_that_came_spoilt_is_reported_and_none_is_chosen_by_it() -> None:
    transfers = Transfers().run(0.5)
    transfers.chip.flipped = [None, 5]
    transfers.lay(FOUR).run(POLL_INTERVAL + 0.02)
    assert [piece.means.code for piece in transfers.pieces] == ["dump.chip", "dump.bad-checksum"]
    assert not [sent for sent in transfers.chip.transfers if sent[:3] == write(FIFO, 0x93, 0x70)]


def test_a_choice_with_an_answer_that_came_spoilt_does_not_count() -> None:
    transfers = Transfers().run(0.5)
    transfers.chip.flipped = [None, None, 3]
    transfers.lay(FOUR).run(POLL_INTERVAL + 0.02)
    assert transfers.read() == set()
    assert transfers.run(3 * POLL_INTERVAL).read() == {FOUR}, "chosen already, it does not hear the next look"


@settings(max_examples=8)
@given(st.lists(st.none() | st.integers(0, 15), max_size=30))
def test_bits_that_turn_round_on_the_way_never_make_another_tag(flipped: list[int | None]) -> None:
    transfers = Transfers().run(1)
    transfers.chip.flipped = list(flipped)
    transfers.lay(SEVEN).run(10)
    assert transfers.read() == {SEVEN}


@pytest.mark.parametrize("version", [0x00, 0xFF])
def test_what_has_no_version_is_no_chip(version: int) -> None:
    assert Transfers(version).run(1).wells == [None, False]


@pytest.mark.parametrize("held", [0x00, 0xFF])
def test_a_chip_that_is_not_there_is_missing_within_half_a_second_and_asked_seldom(held: int) -> None:
    transfers = Transfers(held=held).run(0.5)
    assert transfers.wells == [None, False]
    before = len(transfers.chip.transfers)
    transfers.run(30)
    assert len(transfers.chip.transfers) - before < 30 * 12


@pytest.mark.parametrize("held", [0x00, 0xFF])
def test_a_chip_that_falls_silent_is_missing_within_a_second_and_is_back_by_itself(held: int) -> None:
    transfers = Transfers().run(1)
    transfers.chip.held = held
    transfers.run(1)
    assert transfers.wells == [None, True, False]
    transfers.chip.held = None
    transfers.chip.power_cycle()
    transfers.lay(FOUR).run(2)
    assert transfers.wells == [None, True, False, True]
    assert transfers.read() == {FOUR}


def test_a_chip_that_answers_without_sending_to_cards_is_missing() -> None:
    transfers = Transfers()
    transfers.chip.deaf = True
    transfers.run(2)
    assert transfers.wells == [None, False]


def test_a_line_that_gives_back_what_is_sent_is_no_chip() -> None:
    session = Polling()
    turn, now = session.step(b"", 0.0), 0.0
    for _ in range(200):
        if turn.send:
            turn = session.step(turn.send, now)
        else:
            assert turn.next_step_at is not None
            now = turn.next_step_at
            turn = session.step(b"", now)
    assert turn.answers is False


@pytest.mark.parametrize("version", [0x91, 0x88, 0xB2])
def test_a_copy_of_the_chip_reads_as_well(version: int) -> None:
    transfers = Transfers(version).lay(SEVEN).run(LOOKS)
    assert transfers.read() == {SEVEN}
    assert transfers.pieces[0].means.params == {"chip": "RC522", "version": f"{version:02X}"}


def test_a_dump_shows_the_chip_and_each_tag_and_no_polls() -> None:
    transfers = Transfers().run(2)
    assert [piece.means.code for piece in transfers.pieces] == ["dump.chip"]
    transfers.lay(SEVEN).run(1)
    assert {piece.tag for piece in transfers.pieces[1:]} == {SEVEN}
    assert len(transfers.pieces) - 1 == len(transfers.tags)


@given(st.lists(st.binary(max_size=70), max_size=60))
@settings(max_examples=25)
def test_no_answer_breaks_it(answers: list[bytes]) -> None:
    session, decoder = Polling(), Rc522Decoder()
    turn, now = session.step(b"", 0.0), 0.0
    for answer in answers:
        while not turn.send:
            assert turn.next_step_at is not None
            now = turn.next_step_at
            turn = session.step(b"", now)
        decoder.feed(answer)
        turn = session.step(answer or b"\x00", now)
