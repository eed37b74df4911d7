"""A journal's write-ahead log, read as it lies on the disk before SQLite opens it.

SQLite takes the log up to the first frame that is not what was written, and throws the rest away without a
word: behind a pulled plug that is right, behind a flipped bit it is what has been acknowledged since. Here
the two are told apart. The format: https://sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from struct import unpack, unpack_from
from typing import BinaryIO, TypeAlias

import msgspec

_HEADER, _HEAD = 32, 24
"""Bytes before the first frame, and of each frame before its page."""
_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""The byte order of the sums, by the number with which the log begins."""
_HERE = "<" if sys.byteorder == "little" else ">"
_VERSION = 3007000
_CELLS = {2: 12, 5: 12, 10: 8, 13: 8}
"""Where the places of the cells begin in a page, by the page's kind."""
_BLOCK = 512
"""Bytes that a disk writes, or does not write, together."""
_WORD = 0xFFFFFFFF

Sum: TypeAlias = tuple[int, int]


class NotGiven(OSError):
    """The disk would not give what is there, which says nothing about it. Never leaves this room."""


class Frame(msgspec.Struct, frozen=True):
    """One page as it was after a transaction.

    number: of the page, from 1. size: pages of the file, where a transaction ends with this frame, else 0.
    image: the page's bytes. whole: whether they are what was written.
    """

    number: int
    size: int
    image: bytes
    whole: bool


class Log(msgspec.Struct, frozen=True):
    """What a write-ahead log holds since it was begun anew, up to the end of the last transaction.

    page: bytes of one. good: how many of its frames SQLite would take. length: bytes of all. salts: name
    its present life.
    """

    page: int
    frames: tuple[Frame, ...]
    good: int
    length: int
    salts: bytes = b""

    @property
    def damaged(self) -> bool:
        """Whether a transaction was finished that SQLite would not take."""
        return self.good < len(self.frames)

    @property
    def end(self) -> int:
        """Where, in bytes, what SQLite would take ends; behind it lies what was never acknowledged."""
        return _HEADER + self.good * (_HEAD + self.page) if self.good else 0

    @property
    def lost(self) -> int:
        """Bytes of what SQLite would not take."""
        return self.length - self.end

    @property
    def complete(self) -> bool:
        """Whether each page that was written is here as it was written last."""
        bad = {frame.number for frame in self.frames if not frame.whole}
        for frame in reversed(self.frames):
            if not frame.whole and frame.number in bad:
                return False
            bad.discard(frame.number)
        return True

    def before_the_last_bad(self) -> tuple[Frame, ...]:
        """The frames before the last one that is not what was written."""
        last = max((at for at, frame in enumerate(self.frames) if not frame.whole), default=len(self.frames))
        return self.frames[:last]


def read(log: Path, page: int) -> Log:
    """Read the log of a file; where there is none, an empty one. page: bytes, if the log does not say.

    Raises `NotGiven`, and `PermissionError`.
    """
    try:
        return parse(log.read_bytes(), page)
    except FileNotFoundError:
        return Log(page, (), 0, 0)
    except PermissionError:
        raise
    except OSError as failure:
        raise NotGiven(failure.strerror or str(failure)) from failure


def parse(log: bytes, page: int) -> Log:
    """Find out which frames are of the log's present life, and which of them are what was written."""
    if len(log) < _HEADER + _HEAD:
        return Log(page, (), 0, len(log))
    magic, version, own, *_, first, second = unpack_from(">8I", log)
    order = _ORDERS.get(magic, "")
    sound = order and version == _VERSION and _sum(order, log[:24], (0, 0)) == (first, second) and own > 0
    order = order if sound else _HERE
    summed = _sum(order, log[:24], (0, 0))
    found = list(_found(log, own if sound else page, order, [(first, second), summed], sound=bool(sound)))
    earlier = False
    while found and not (found[-1].frame.size and found[-1].present):
        earlier |= not found.pop().present  # a transaction without its end was never acknowledged
    good = 0
    for count, each in enumerate(found, 1):
        if not each.plain:
            break
        if each.frame.size:
            good = count
    # who finishes the first transaction of a life cuts off what an earlier one has left behind it
    if _torn(found[good:]) or (earlier and not good):
        del found[good:]
    return Log(own if sound else page, tuple(each.frame for each in found), good, len(log), log[16:24])


def pages_of(log: bytes) -> Iterator[tuple[int, int]]:
    """The number and the bytes of each page in a log, whether SQLite would take it or not."""
    page = unpack_from(">I", log, 8)[0] if len(log) >= _HEADER else 0
    for at in range(_HEADER, len(log) - _HEAD - page + 1, _HEAD + page):
        (number,) = unpack_from(">I", log, at)
        if page and number:
            yield number, page


class _Found(msgspec.Struct, frozen=True):
    """present: whether the frame is of the log's present life. plain: whether SQLite would take it, and all
    before it. blank: whether a block of a disk in it holds nothing."""

    frame: Frame
    present: bool
    plain: bool
    blank: bool


def _torn(behind: list[_Found]) -> bool:
    """Whether frames that SQLite would not take are what a power cut leaves of one commit: some of its blocks
    were written, its end among them, and others were not.

    A commit is flushed before the next one begins, so that there is never more than one.
    """
    ends = [each for each in behind if each.frame.size and each.present]
    bad = [each for each in behind if not each.frame.whole]
    return len(ends) == 1 and len(bad) > 0 and all(each.blank for each in bad)


def _found(log: bytes, page: int, order: str, seeds: list[Sum], *, sound: bool) -> Iterator[_Found]:
    """seeds: from which sums the first frame's may go on. sound: whether the log's own first bytes are."""
    places = range(_HEADER, len(log) - _HEAD - page + 1, _HEAD + page)
    salts = log[16:24] if sound else next(filter(any, (log[at + 8 : at + 16] for at in places)), b"")
    present, plain = True, sound
    for at in places:
        body = log[at : at + 8] + log[at + _HEAD : at + _HEAD + page]
        stored: Sum = unpack_from(">2I", log, at + 16)
        same = log[at + 8 : at + 16] == salts
        written = None
        if same or present:
            written, seeds = _written(order, body, stored, seeds)
        as_it_is = written is body and seeds == [stored]
        # what goes on from a frame of this life is of this life, whatever became of its salts
        present = same or (present and written is not None)
        plain = plain and as_it_is and same
        number, size = unpack_from(">2I", written or body)
        whole = written is not None and number > 0
        blank = not whole and _blank(log, at, page)
        yield _Found(Frame(number, size, (written or body)[8:], whole), present, plain, blank)


def _blank(log: bytes, at: int, page: int) -> bool:
    """Whether a block of the frame at this place holds nothing where something must be: between its cells and
    what they point at, a page has room that is blank by nature."""
    image, end = at + _HEAD, at + _HEAD + page
    # the first page begins with the file's own head
    head = image + (100 if log[at : at + 4] == b"\0\0\0\1" else 0)
    kind, cells, content = log[head], *unpack_from(">2H", log, head + 3)
    room = range(head + _CELLS[kind] + 2 * cells, image + content) if kind in _CELLS else range(0)
    for block in range(at - at % _BLOCK, end, _BLOCK):
        first, last = max(block, at), min(block + _BLOCK, end) - 1
        if not any(log[block : block + _BLOCK]) and not (first in room and last in room):
            return True
    return False


def _written(order: str, body: bytes, stored: Sum, seeds: list[Sum]) -> tuple[bytes | None, list[Sum]]:
    """What a frame was when it was written, None if that is lost; and from which sums the next may go on."""
    sums = [_sum(order, body, seed) for seed in seeds]
    if stored in sums:
        return body, [stored]
    for summed in sums:
        bits = list(_bits(order, body, summed, stored))
        in_the_sum = sum((one ^ other).bit_count() for one, other in zip(summed, stored, strict=True)) == 1
        if in_the_sum and not bits:
            return body, [summed, stored]
        if len(bits) == 1 and not in_the_sum:
            ((at, bit),) = bits
            return body[:at] + bytes([body[at] ^ bit]) + body[at + 1 :], [stored, stored]
    return None, [stored, sums[0]]


def _sum(order: str, data: bytes, seed: Sum) -> Sum:
    one, two = seed
    words = unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two


def _bits(order: str, body: bytes, summed: Sum, stored: Sum) -> Iterator[tuple[int, int]]:
    """Every single bit that can be what makes the sums differ: its byte's place, and the bit in it.

    A bit adds to the sum an amount that depends on its place alone, so that the difference tells the place.
    Of the highest bits of a word little of it is left: then there are several, and nobody can know which.
    """
    apart = ((summed[0] - stored[0]) & _WORD, (summed[1] - stored[1]) & _WORD)
    first, second = (1, 1), (0, 1)  # what the words of a pair add, times their value; beginning with the last
    for place in range(len(body) - 8, -8, -8):
        for word, adds in ((place, first), (place + 4, second)):
            for bit, is_set in _turned(apart, adds):
                at = word + (bit // 8 if order == "<" else 3 - bit // 8)
                if bool(body[at] >> bit % 8 & 1) == is_set:
                    yield at, 1 << bit % 8
        first, second = _further(first), _further(second)


def _further(adds: Sum) -> Sum:
    """What it has become after one more pair of words."""
    one = (adds[0] + adds[1]) & _WORD
    return one, (adds[1] + one) & _WORD


def _turned(apart: Sum, adds: Sum) -> Iterator[tuple[int, bool]]:
    """Which bit of a word, set or not set now, makes this difference. One of two numbers in `adds` is odd."""
    odd = 0 if adds[0] & 1 else 1
    times = apart[odd] * pow(adds[odd], -1, _WORD + 1) & _WORD
    if times * adds[1 - odd] & _WORD == apart[1 - odd]:
        for each, is_set in ((times, True), (-times & _WORD, False)):
            if each.bit_count() == 1:
                yield each.bit_length() - 1, is_set


def lay(frames: Iterable[Frame], file: BinaryIO) -> None:
    """Put the pages into a file as the last of them had it; what is not what was written is left out."""
    size = 0
    for frame in frames:
        if frame.whole:
            file.seek((frame.number - 1) * len(frame.image))
            file.write(frame.image)
            size = frame.size * len(frame.image) or size
    if size:
        file.truncate(size)


def cut(log: Path, size: int, salts: bytes | None = None) -> None:
    """Cut off what was written to a log behind `size` bytes, so that nothing ever takes it for a transaction.

    salts: what `salts_of` told with the size; a log that was begun anew since holds nothing else. For who
    keeps others from writing to it. On the disk when this returns; raises OSError, and then it may not be.
    """
    handle = os.open(log, os.O_RDWR | os.O_CLOEXEC)
    try:
        if salts is not None and salts_of(handle) != salts:
            size = 0
        if os.fstat(handle).st_size > size:
            os.ftruncate(handle, size)
        os.fsync(handle)
    finally:
        os.close(handle)


def salts_of(handle: int) -> bytes:
    """What names the log's present life; nothing while it is empty. Raises OSError."""
    return os.pread(handle, 8, 16)
