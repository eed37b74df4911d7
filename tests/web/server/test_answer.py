"""How an answer goes out: framed as the one who asked can read it, and not more of it than was said."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from web.server.answer import Answer
from web.server.grammar import read
from web.server.preambles import Preamble

if TYPE_CHECKING:
    from _typeshed import OptExcInfo


class Phone:
    """Takes all that is said. stays: what it says when it is asked whether another request may follow."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.settled = 0
        self.endless = False
        self.stays = True

    def may_stay(self) -> bool:
        return self.stays

    def say(self, words: bytes) -> None:
        self.said.append(words)

    def settle(self) -> None:
        self.settled += 1


class Pieces:
    """What an application gives, piece by piece."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = pieces
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def phone() -> Phone:
    return Phone()


def asked(line: bytes = b"GET / HTTP/1.1", *headers: bytes) -> Preamble:
    return read(b"\r\n".join((line, b"Host: box", *headers, b"", b"")))


def answered(
    phone: Phone,
    pieces: Iterable[bytes],
    *headers: tuple[str, str],
    status: str = "200 OK",
    line: bytes = b"GET / HTTP/1.1",
) -> Answer:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start(status, list(headers))
        return pieces

    answer = Answer(phone, asked(line))
    answer.give(app, {})
    return answer


def parted(phone: Phone) -> tuple[list[bytes], bytes]:
    """The lines of the head, and the words."""
    head, _, words = b"".join(phone.said).partition(b"\r\n\r\n")
    return head.split(b"\r\n"), words


def test_what_has_a_length_is_said_in_one_piece_and_another_may_follow(phone: Phone) -> None:
    answer = answered(phone, [b"hello"], ("Content-Length", "5"))
    assert len(phone.said) == 1
    assert parted(phone) == ([b"HTTP/1.1 200 OK", b"Content-Length: 5", b"Server: companion"], b"hello")
    assert answer.stays
    assert not phone.settled


def test_what_has_no_length_comes_in_chunks_each_of_which_is_taken_before_the_next_is_made(
    phone: Phone,
) -> None:
    pieces = Pieces(b"one", b"", b"three")
    answer = answered(phone, pieces)
    head, words = parted(phone)
    assert b"Transfer-Encoding: chunked" in head
    assert words == b"3\r\none\r\n5\r\nthree\r\n0\r\n\r\n"
    assert (answer.stays, phone.settled, pieces.closed) == (True, 2, True)


def test_who_knows_no_chunks_reads_to_the_end_of_the_connection(phone: Phone) -> None:
    answer = answered(phone, [b"one", b"two"], line=b"GET / HTTP/1.0")
    head, words = parted(phone)
    assert b"Transfer-Encoding: chunked" not in head
    assert b"Connection: close" in head
    assert words == b"onetwo"
    assert not answer.stays


@pytest.mark.parametrize("headers", [(), (("Content-Length", "3"),)])
def test_who_asks_for_the_head_alone_is_sent_that(phone: Phone, headers: tuple[tuple[str, str], ...]) -> None:
    answer = answered(phone, [b"one"], *headers, line=b"HEAD / HTTP/1.1")
    assert parted(phone)[1] == b""
    assert answer.stays


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_an_answer_that_has_no_words_is_not_framed(phone: Phone, status: str) -> None:
    answer = answered(phone, [], status=status)
    assert b"".join(phone.said) == f"HTTP/1.1 {status}\r\nServer: companion\r\n\r\n".encode()
    assert answer.stays


def test_what_has_no_end_is_not_cut_into_chunks(phone: Phone) -> None:
    phone.endless, phone.stays = True, False
    answered(phone, [])
    assert parted(phone) == ([b"HTTP/1.1 200 OK", b"Connection: close", b"Server: companion"], b"")


def test_no_more_is_sent_than_was_said(phone: Phone) -> None:
    with pytest.raises(ValueError, match="longer"):
        answered(phone, [b"one", b"two"], ("Content-Length", "3"))
    assert parted(phone)[1] == b"one"


def test_after_less_than_was_said_the_connection_ends(phone: Phone) -> None:
    assert not answered(phone, [b"one"], ("Content-Length", "6")).stays


def test_what_is_made_is_closed_though_it_breaks(phone: Phone) -> None:
    class Breaking(Pieces):
        def __iter__(self) -> Iterator[bytes]:
            yield b"one"
            raise LookupError

    pieces = Breaking()
    with pytest.raises(LookupError):
        answered(phone, pieces)
    assert pieces.closed
    assert not b"".join(phone.said).endswith(b"0\r\n\r\n")


def breaking() -> Iterator[bytes]:
    yield from ()
    raise LookupError("halfway")


def fault() -> OptExcInfo:
    """As `sys.exc_info` has it of what has just been caught."""
    with pytest.raises(LookupError) as caught:
        next(breaking())
    return caught.type, caught.value, caught.tb


def test_a_fault_may_change_the_status_until_something_has_been_sent(phone: Phone) -> None:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        write = start("200 OK", [("Content-Length", "6")])
        write = start("500 Oh", [("Content-Length", "6")], fault())
        write(b"one")
        start("400 No", [], fault())
        return []

    answer = Answer(phone, asked())
    with pytest.raises(LookupError, match="halfway"):
        answer.give(app, {})
    assert parted(phone)[0][0] == b"HTTP/1.1 500 Oh"


def test_an_answer_begins_once(phone: Phone) -> None:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start("200 OK", [])
        start("200 OK", [])
        return []

    answer = Answer(phone, asked())
    with pytest.raises(ValueError, match="twice"):
        answer.give(app, {})
    assert phone.said == []


def test_an_empty_piece_does_not_end_an_answer_in_chunks(phone: Phone) -> None:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        write = start("200 OK", [])
        for piece in (b"one", b"", b"two"):
            write(piece)
        return []

    Answer(phone, asked()).give(app, {})
    assert parted(phone)[1] == b"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"


def test_of_an_endless_answer_no_more_is_made_than_the_head_that_was_asked_for(phone: Phone) -> None:
    answered(phone, itertools.repeat(b"more"), line=b"HEAD / HTTP/1.1")
    assert parted(phone)[1] == b""


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (("X-Name", "\u0416"), "latin-1"),
        (("Content-Length", "3"), "longer"),
        (("Content-Length", "x"), "invalid literal"),
    ],
)
def test_what_fails_before_anything_is_sent_has_not_begun(
    phone: Phone, header: tuple[str, str], why: str
) -> None:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start("200 OK", [header])
        return [b"hello"]

    answer = Answer(phone, asked())
    with pytest.raises(ValueError, match=why):
        answer.give(app, {})
    assert (answer.begun, phone.said) == (False, [])


def test_an_application_that_says_no_status_is_at_fault(phone: Phone) -> None:
    answer = Answer(phone, asked())
    with pytest.raises(ValueError, match="status"):
        answer.give(lambda _, __: [b"one"], {})
    assert (phone.said, answer.begun) == ([], False)
