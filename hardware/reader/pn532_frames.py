"""The frames of the PN532 on a serial line (HSU), after NXP's UM0701-02, chapter 6.2. Pure.

    00 FF, LEN, LCS, TFI, data, DCS                  a frame; LEN counts TFI and data
    00 FF, FF FF, LENM, LENL, LCS, TFI, data, DCS    a longer one
    00 FF, 00 FF                                     ACK; from the host it also breaks off a command
    00 FF, FF 00                                     NACK: the last frame is wanted once more

LEN and LCS make zero in eight bits, and so do TFI, data and DCS. Before and after a frame there may be any
number of zeros. TFI says whose frame it is; an answer's code is its command's plus one.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

START = b"\x00\xff"
ACK = b"\x00" + START + b"\x00\xff\x00"
NACK = b"\x00" + START + b"\xff\x00\x00"
LONGEST = 265
"""The most bytes that the chip puts into a frame."""
_HOST, _CHIP, _ERROR = 0xD4, 0xD5, 0x7F
_HEAD = 4
_LONG_HEAD = 7

Sort = Literal["answer", "command", "error", "ack", "nack", "bad", "noise"]


class Frame(NamedTuple):
    """What was found in the stream.

    raw: without the zeros around it. code: of an answer or a command. data: what follows the code.
    """

    sort: Sort
    raw: bytes
    code: int = 0
    data: bytes = b""


def encode(payload: bytes) -> bytes:
    """The frame that carries a payload of at most 255 bytes: TFI, code and data."""
    length = len(payload)
    head = bytes((length, -length & 0xFF))
    return b"\x00" + START + head + payload + bytes((-sum(payload) & 0xFF, 0))


def command(code: int, data: bytes = b"") -> bytes:
    """The frame by which the host gives the chip a command."""
    return encode(bytes((_HOST, code)) + data)


class Frames:
    """Finds frames in a stream that may begin and break off anywhere."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._noise = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """Take what came and give what is complete with it."""
        self._buffer += data
        found: list[Frame] = []
        while (start := self._buffer.find(START)) >= 0:
            self._skip(start)
            length = _length(self._buffer)
            if length is None:
                break
            if length == 0:
                self._skip(1)
                continue
            found += self._skipped()
            frame = _judge(bytes(self._buffer[:length]))
            found.append(frame)
            del self._buffer[: len(frame.raw)]
        else:
            self._skip(len(self._buffer) - self._buffer.endswith(START[:1]))
        return found + self._skipped()

    def _skip(self, length: int) -> None:
        self._noise += self._buffer[:length]
        del self._buffer[:length]

    def _skipped(self) -> list[Frame]:
        """What was skipped, if it is more than the zeros around frames."""
        noise = bytes(self._noise.strip(b"\x00"))
        self._noise.clear()
        return [Frame("noise", noise)] if noise else []


def _length(buffer: bytearray) -> int | None:
    """The length of what begins with a start code; 0 if it is no frame, None while more must come."""
    head = bytes(buffer[2:_HEAD])
    if len(head) < 2:
        return None
    if head in (ACK[3:5], NACK[3:5]):
        return _HEAD
    size, ends = head[0], _HEAD
    if head == b"\xff\xff":
        if len(buffer) < _LONG_HEAD:
            return None
        size, ends = int.from_bytes(buffer[4:6], "big"), _LONG_HEAD
        well = sum(buffer[4:_LONG_HEAD]) & 0xFF == 0
    else:
        well = sum(head) & 0xFF == 0
    if not well or not 0 < size <= LONGEST:
        return 0
    return ends + size + 1 if len(buffer) > ends + size else None


def _judge(raw: bytes) -> Frame:
    if len(raw) == _HEAD:
        return Frame("ack" if raw == ACK[1:5] else "nack", raw)
    body = raw[_LONG_HEAD if raw[2:4] == b"\xff\xff" else _HEAD :]
    if sum(body) & 0xFF:
        return Frame("bad", _before_another(raw))
    tfi, code, data = body[0], body[1], body[2:-1]
    if tfi == _ERROR and len(body) == 2:
        return Frame("error", raw)
    if tfi in (_CHIP, _HOST) and len(body) > 2:
        return Frame("answer" if tfi == _CHIP else "command", raw, code, data)
    return Frame("noise", raw)


def _before_another(raw: bytes) -> bytes:
    """A frame with a wrong checksum may have lost its end: then it holds the beginning of the next one."""
    start = raw.find(START, 2)
    if start > 0:
        return raw[:start]
    return raw[:-1] if raw.endswith(START[:1]) else raw
