from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hardware.reader.protocol import Piece
from hardware.reader.rdm6300 import Rdm6300Decoder, checksum, encode

FRAMES = {
    "010063E9AE": "02 30 31 30 30 36 33 45 39 41 45 32 35 03",
    "09002E4EA2": "02 30 39 30 30 32 45 34 45 41 32 43 42 03",
    "3C00CE754C": "02 33 43 30 30 43 45 37 35 34 43 43 42 03",
    "01000734E0": "02 30 31 30 30 30 37 33 34 45 30 44 32 03",
    "000414CD7E": "02 30 30 30 34 31 34 43 44 37 45 41 33 03",
    "01C8F00800": "02 30 31 43 38 46 30 30 38 30 30 33 31 03",
    "1F00644BB6": "02 31 46 30 30 36 34 34 42 42 36 38 36 03",
    "0D00319CD0": "02 30 44 30 30 33 31 39 43 44 30 37 30 03",
    "67003B51C6": "02 36 37 30 30 33 42 35 31 43 36 43 42 03",
}
PAYLOADS = [
    "67003BA86C98", "67003BA86793",  # RDM6300
    "1E009A4067A3", "010230F28243", "01023C013A04", "01023101093A", "01023C0A4376", "01023C000E31",
    "01023C0A3207", "1A004116317C", "1E009A81F9FC", "1A004162261F", "6A003E4B243B",  # ID-12, ID-20
]  # fmt: skip
CLONE = bytes.fromhex("02 30 31 31 34 41 45 33 42 42 43 3C 03")
ID_20LA = bytes.fromhex("02 30 35 30 30 32 30 37 42 33 32 36 43 0D 0A 03")
GOOD = encode("0F0184F07B")


class Parser:
    """The tags that the pieces bring. bad: how many frames had a wrong checksum."""

    def __init__(self) -> None:
        self.pieces = Rdm6300Decoder()
        self.seen: list[Piece] = []

    def feed(self, data: bytes) -> list[str]:
        new = self.pieces.feed(data)
        self.seen += new
        return [piece.tag for piece in new if piece.tag is not None]

    @property
    def bad(self) -> int:
        return sum(piece.means.code == "dump.bad-checksum" for piece in self.seen)


tags = st.binary(min_size=5, max_size=5).map(lambda data: data.hex().upper())


def short(tag: str) -> bytes:
    """The frame of the clone that sends its checksum as one byte."""
    return b"\x02" + tag.encode() + bytes((checksum(tag), 0x03))


def long(tag: str) -> bytes:
    """The frame of an ID-12LA or ID-20LA."""
    return encode(tag)[:-1] + b"\r\n\x03"


frames = tags.flatmap(lambda tag: st.sampled_from([(tag, encode(tag)), (tag, short(tag)), (tag, long(tag))]))
noise = st.binary(max_size=20) | st.text("\x02\x03\r\n0A", max_size=20).map(str.encode)


@pytest.mark.parametrize(("tag", "dump"), FRAMES.items())
def test_frames_of_the_rdm6300_are_read_and_written(tag: str, dump: str) -> None:
    frame = bytes.fromhex(dump)
    assert Parser().feed(frame) == [tag]
    assert encode(tag) == frame


@pytest.mark.parametrize("payload", PAYLOADS)
def test_payloads_are_read_in_the_frames_of_both_makers(payload: str) -> None:
    assert Parser().feed(f"\x02{payload}\x03".encode()) == [payload[:10]]
    assert Parser().feed(f"\x02{payload}\r\n\x03".encode()) == [payload[:10]]


@pytest.mark.parametrize("tag", ["0200000000", "0300000000", "0D00000000", "3000000000", "4100000000"])
def test_a_checksum_of_one_byte_may_look_like_any_other_sign(tag: str) -> None:
    parser = Parser()
    assert parser.feed(short(tag) + short(tag)) == [tag, tag]
    assert parser.bad == 0


@pytest.mark.parametrize("payload", ["68003B51C6CB", "02004DB005FC", "060075EA6DD6"])
def test_a_wrong_checksum_is_refused_and_counted(payload: str) -> None:
    parser = Parser()
    assert parser.feed(f"\x02{payload}\x03".encode()) == []
    assert parser.feed(f"\x02{payload}\r\n\x03".encode()) == []
    assert parser.bad == 2
    assert parser.feed(GOOD) == ["0F0184F07B"]


def test_a_wrong_checksum_of_one_byte_is_refused_and_counted() -> None:
    parser = Parser()
    assert parser.feed(CLONE[:-2] + b"\x3d\x03" + GOOD) == ["0F0184F07B"]
    assert parser.bad == 1


@pytest.mark.parametrize(
    "broken",
    [
        bytes.fromhex("38 32 34 45 3B 44 03"),  # begins in the middle, and its checksum is no hex
        bytes.fromhex("02 30 36 30 30 37 35 38 32 34 45 3B 44 03"),
        b"\x02\x02\x02",
        b"\x02" + b"0F0184F0",  # cut off
        b"\x02" + b"0F0184F07B",
        b"\x02" + b"0F0184F07B8",
        b"\x02" + b"0F0184F07B81",
        b"\x02" + b"0F0184F07B81\r",
        b"\x02" + b"0F0184F07B81\r\n",
        b"\x02" + b"0F0184F07B81\n\r\x03",
        b"0F0184F07B81\x03",
        b"\x020F0184F07G81\x03",
        b"\xff\x00\x03\x0d\x0a",
    ],
)
def test_after_a_broken_frame_the_next_whole_one_is_read(broken: bytes) -> None:
    parser = Parser()
    assert parser.feed(broken + GOOD) == ["0F0184F07B"]
    assert parser.feed(GOOD) == ["0F0184F07B"]


def test_a_tag_is_given_with_its_last_byte_and_not_before() -> None:
    for frame in (GOOD, CLONE, ID_20LA):
        parser = Parser()
        assert parser.feed(frame[:-1]) == []
        assert len(parser.feed(frame[-1:])) == 1


def test_small_letters_are_read_as_large_ones() -> None:
    assert Parser().feed(b"\x02" + b"0f0184f07b" + GOOD[11:13].lower() + b"\x03") == ["0F0184F07B"]


@given(st.lists(st.tuples(noise, frames), max_size=5), noise, st.integers(1, 20))
@settings(max_examples=40)
def test_noise_between_frames_takes_and_adds_no_tag(
    sent: list[tuple[bytes, tuple[str, bytes]]], after: bytes, cut: int
) -> None:
    for each in (*(each for each, _ in sent), after):
        assume(not Parser().feed(each))
    stream = b"".join(each + frame for each, (_, frame) in sent) + after
    parser = Parser()
    found = [tag for at in range(0, len(stream), cut) for tag in parser.feed(stream[at : at + cut])]
    assert found == [tag for _, (tag, _) in sent]


@given(frames, st.integers(0, 1000))
def test_a_flipped_bit_never_gives_another_tag(sent: tuple[str, bytes], bit: int) -> None:
    tag, frame = sent
    at, which = divmod(bit % (8 * len(frame)), 8)
    lying = frame[:at] + bytes((frame[at] ^ (1 << which),)) + frame[at + 1 :]
    assert set(Parser().feed(lying + GOOD)) <= {tag, "0F0184F07B"}


def test_what_is_no_frame_is_noise_at_once_and_in_one_piece() -> None:
    parser = Parser()
    parser.feed(b"\xff\x00\x03" + GOOD)
    parser.feed(b"\x980A")
    assert [(piece.raw, piece.means.code) for piece in parser.seen] == [
        (b"\xff\x00\x03", "dump.noise"),
        (GOOD, "dump.tag"),
        (b"\x980A", "dump.noise"),
    ]


# without any frame


class Pausing:
    """A decoder with a pause behind each of these, and its pieces."""

    def __init__(self, *chunks: bytes) -> None:
        decoder = Rdm6300Decoder()
        self.pieces = [piece for each in chunks for piece in (*decoder.feed(each), *decoder.feed(b""))]
        self.tags = [piece.tag for piece in self.pieces if piece.tag is not None]
        self.unread = [piece.unread for piece in self.pieces if piece.unread]


@pytest.mark.parametrize("sent", ["4500C5D1E9B8", "307E4DE5C224", "0f0184f07b01", "4500C5D1E9B8\r\n"])
def test_an_em18_s_twelve_digits_between_two_pauses_are_a_tag(sent: str) -> None:
    assert Pausing(sent.encode()).tags == [sent[:10].upper()]
    parser = Parser()
    for digit in sent.encode():
        assert parser.feed(bytes((digit,))) == []
    assert parser.feed(b"") == [sent[:10].upper()], "not before the pause"
    between = [sent[:10].upper(), "0F0184F07B", sent[:10].upper()]
    assert Pausing(sent.encode(), GOOD, sent.encode()).tags == between


@pytest.mark.parametrize(
    "chunks",
    [
        b"4500C5D1E9B9",  # the checksum is wrong
        b"00C5D1E9B8",  # begun in the middle
        b"4500C5D1E9B84500C5D1E9B8",
        b"00C5D1E9B84500C5D1E9B8",
        b"\xff4500C5D1E9B8",
        b"4500C5D1E9B8\x03",
        GOOD + b"4500C5D1E9B8",
        b"0012964329",
    ],
)
def test_twelve_digits_that_do_not_stand_alone_or_do_not_check_are_no_tag_of_an_em18(chunks: bytes) -> None:
    assert "4500C5D1E9" not in Pausing(chunks).tags
    assert Pausing(chunks, b"307E4DE5C224").tags[-1] == "307E4DE5C2"


def test_text_that_is_no_tag_is_handed_on_as_it_came() -> None:
    assert Pausing(b"0012964329\r\n", b"4500C5D1E9B9", b"12345", b"\x980A0A0A0A").unread == [
        "0012964329",
        "4500C5D1E9B9",
    ]
    assert Pausing(GOOD, ID_20LA, GOOD[3:]).unread == []


@given(frames, st.integers(1, 15), st.integers(1, 15))
def test_a_pause_within_a_frame_costs_nothing(sent: tuple[str, bytes], one: int, other: int) -> None:
    (tag, frame), (first, second) = sent, sorted((one, other))
    assert Pausing(frame[:first], frame[first:second], frame[second:]).tags == [tag]
