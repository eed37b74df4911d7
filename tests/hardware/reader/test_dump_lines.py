"""The bytes of a reader as a person sees them come."""

from __future__ import annotations

import pytest

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from hardware.reader import parallax, rdm6300
from hardware.reader.kinds import KINDS, ReaderKind
from hardware.reader.pn532 import ACK, NACK, command, encode
from tests.fakes.chip import ERROR, NONE, damaged, found
from tests.hardware.reader.transfers import Transfers

CHIP = (
    ACK,
    NACK,
    ERROR,
    NONE,
    encode(b"\xd5\x03\x32\x01\x06\x07"),
    encode(b"\xd5\x15"),
    command(0x4A, b"\x01\x00"),
)
STICKERS = (found("FB0EE20B"), found("080EE20B"), damaged(found("FB0EE20B")))
STREAMS = {
    "rdm6300": b"\xff" + rdm6300.encode("0F0184F07B") + b"\x0268003B51C6CB\x03",
    "parallax": b"\xff" + parallax.encode("0F0184F07A") * 2,
    "keyboard": b"0025489531\nF?!\n",
    "pn532": b"\xff" + b"".join((*CHIP, *STICKERS)),
    "pn532-i2c": b"\xff" + b"".join((*CHIP, *STICKERS)),
    "rc522": Transfers().lay("FB0EE20B", "080EE20B").run(1).answers,
}


def lines(kind: ReaderKind, data: bytes, code: str) -> list[str]:
    language = Messages(catalogues(folders(registered()))).language(code)
    assert language.code == code
    return [language.say(piece.line) for piece in kind.decoder().feed(data)]


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_reader_has_texts_for_its_frames(name: str) -> None:
    printed = lines(KINDS[name], STREAMS[name], "it")
    assert printed
    assert not [line for line in printed if "dump." in line or "{" in line]


def test_a_line_shows_the_bytes_and_their_meaning() -> None:
    assert lines(KINDS["rdm6300"], STREAMS["rdm6300"], "en") == [
        "FF  no frame of this reader: another kind or speed, or a bad wire",
        "02 30 46 30 31 38 34 46 30 37 42 30 31 03  tag 0F0184F07B",
        "02 36 38 30 30 33 42 35 31 43 36 43 42 03  a wrong checksum: two tags at once, or a bad wire",
    ]
