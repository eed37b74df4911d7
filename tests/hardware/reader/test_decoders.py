"""What every decoder makes of its reader's stream, however that comes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.reader import parallax, pn532, rdm6300
from hardware.reader.kinds import KINDS
from hardware.reader.protocol import Piece

TAGS = st.binary(min_size=5, max_size=5).map(lambda data: data.hex().upper())
FRAMES: Mapping[str, st.SearchStrategy[bytes]] = {
    "rdm6300": TAGS.map(rdm6300.encode)
    | TAGS.map(lambda tag: b"\x02" + tag.encode() + bytes((rdm6300.checksum(tag), 0x03)))
    | TAGS.map(lambda tag: rdm6300.encode(tag)[:-1] + b"\r\n\x03"),
    "parallax": TAGS.map(parallax.encode),
    "pn532": st.sampled_from([pn532.ACK, pn532.NACK])
    | st.builds(
        lambda tfi, rest: pn532.encode(bytes((tfi,)) + rest),
        st.sampled_from([0xD4, 0xD5]),
        st.binary(min_size=1, max_size=40),
    ),
    "keyboard": st.text("0123456789ABCDEF,?!", min_size=1, max_size=30).map(
        lambda typed: f"{typed}\n".encode()
    ),
}
PASSED_OVER = {"pn532": b"\x00", "keyboard": b"\n"}
"""Bytes that may stand between two pieces."""
SIZES: Mapping[str, Container[int]] = {
    "rdm6300": (5,), "parallax": (5,), "pn532": (4, 7, 10), "keyboard": range(4, 11),
}  # fmt: skip
"""Bytes that a tag has."""


def fed(kind: str, *chunks: bytes) -> list[Piece]:
    decoder = KINDS[kind].decoder()
    return [piece for chunk in chunks if chunk for piece in decoder.feed(chunk)]


@pytest.mark.parametrize("kind", FRAMES)
@settings(max_examples=40)
@given(data=st.data(), cuts=st.sets(st.integers(1, 120)))
def test_each_frame_is_one_piece_however_the_stream_is_cut(
    kind: str, data: st.DataObject, cuts: set[int]
) -> None:
    frames = data.draw(st.lists(FRAMES[kind], max_size=6))
    stream = b"".join(frames)
    edges = [0, *sorted(cuts), len(stream)]
    pieces = fed(kind, *(stream[start:end] for start, end in pairwise(edges)))
    assert pieces == fed(kind, stream)
    assert len(pieces) == len(frames)


@pytest.mark.parametrize("kind", FRAMES)
@settings(max_examples=40)
@given(chunks=st.lists(st.binary(max_size=64)))
def test_any_bytes_can_be_fed_and_none_is_given_twice_or_left_out(kind: str, chunks: list[bytes]) -> None:
    stream, end = b"".join(chunks), 0
    for piece in fed(kind, *chunks):
        start = stream.index(piece.raw, end)
        assert not stream[end:start].strip(PASSED_OVER.get(kind, b""))
        end = start + len(piece.raw)
        if piece.tag is not None:
            assert piece.tag == piece.tag.upper()
            assert len(bytes.fromhex(piece.tag)) in SIZES[kind]
