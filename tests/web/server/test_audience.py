"""Phones that listen: told at once and all the same, by whoever has news, and none is waited for."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.bell import Bell
from tests.web.server.serving import FIRST, Paper, application, ask, dial, greedy
from web.server.audience import COMMENT, Audience, Heard, Listener
from web.server.connection import TIMEOUT, Connection
from web.server.server import THREADS, WebServer

PHONES = 64
AT_ONCE = socket.MSG_DONTWAIT
NEWS = b"news\n"
LONG = b"x" * (1 << 20)
"""More than the machine takes for a phone that reads nothing."""


class Line:
    """A phone's connection that takes so many bytes and then, for a while, no more. said: each piece."""

    def __init__(self, takes: int = 1 << 30) -> None:
        self.takes = takes
        self.said: list[bytes] = []
        self.unsent = 0
        self.gone = self.was_cut = False

    def say(self, words: bytes) -> None:
        if self.gone:
            raise BrokenPipeError
        if words:
            self.said.append(words)
        self.unsent += len(words)
        taken = min(self.takes, self.unsent)
        self.takes -= taken
        self.unsent -= taken

    def hung_up(self) -> bool:
        return self.gone or self.was_cut

    def cut(self) -> None:
        self.was_cut = True


class Hall:
    """An audience of lines, and what is read to it."""

    def __init__(self) -> None:
        self.bell = Bell()
        self.paper = Paper()
        self.asked = 0
        self.watched: list[Line] = []
        self.audience = Audience[Line](self.bell, 15.0, self.watched.append)

    def news(self, heard: Heard) -> tuple[Heard, bytes]:
        self.asked += 1
        return self.paper.news(heard)

    def listener(self) -> Listener:
        return Listener((len(self.paper.pieces),), self.news, b"over\n")

    def come(self, line: Line) -> Line:
        assert self.audience.take(line, self.listener())
        return line

    def says(self, piece: bytes) -> None:
        self.paper.pieces.append(piece)
        self.bell.ring()


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_news_are_one_ready_piece_that_is_sent_once_to_each_phone(hall: Hall) -> None:
    lines = [hall.come(Line()) for _ in range(PHONES)]
    before = hall.asked
    hall.says(NEWS)
    assert [line.said for line in lines] == [[NEWS]] * PHONES
    assert len({id(line.said[0]) for line in lines}) == 1
    assert hall.asked == before + 1


def test_when_the_ring_returns_every_phone_has_been_told_and_nobody_else_has_woken(hall: Hall) -> None:
    line = hall.come(Line())
    told: list[list[bytes]] = []
    hall.bell.first(lambda: told.append(list(line.said)))
    hall.says(NEWS)
    assert told == [[NEWS]]


def test_a_ring_that_brings_nothing_is_answered_by_a_comment_but_for_who_hears_later(hall: Hall) -> None:
    program, page = hall.come(Line()), Line()
    listener = hall.listener()
    listener.quiet = True
    assert hall.audience.take(page, listener)
    hall.bell.ring()
    assert (program.said, page.said) == ([COMMENT], [])
    hall.paper.pieces.append(NEWS)
    listener.wake()
    assert (program.said, page.said) == ([COMMENT], [NEWS])


def test_rings_that_bring_nothing_do_not_put_off_the_comment_for_who_hears_later() -> None:
    bell = Bell()
    audience, page = Audience[Line](bell, 0.0, lambda _line: None), Line()
    listener = Listener((0,), lambda heard: (heard, b""), b"over\n")
    listener.quiet = True
    assert audience.take(page, listener)
    audience._spoken = spoken = -1.0
    bell.ring()
    assert audience._spoken == spoken
    audience.beat()
    assert page.said == [COMMENT]


def test_a_slow_phone_is_told_the_newest_and_nothing_of_what_was_between(hall: Hall) -> None:
    slow, quick = hall.come(Line(takes=3)), hall.come(Line())
    for piece in (b"one\n", b"two\n", b"three\n"):
        hall.says(piece)
    assert slow.said == [b"one\n"]
    assert quick.said == [b"one\n", b"two\n", b"three\n"]
    assert hall.watched[-1] is slow
    slow.takes = 100
    assert hall.audience.look(slow)
    assert slow.said == [b"one\n", b"three\n"]
    assert slow.unsent == 0


def test_a_slow_phone_that_takes_a_little_is_told_nothing_yet(hall: Hall) -> None:
    slow = hall.come(Line(takes=1))
    hall.says(b"one\n")
    hall.says(b"two\n")
    slow.takes = 1
    assert hall.audience.look(slow)
    assert (slow.said, slow.unsent) == ([b"one\n"], 2)


def test_what_became_new_before_a_phone_was_taken_in_is_said_when_it_is(hall: Hall) -> None:
    listener, line = hall.listener(), Line()
    hall.says(NEWS)
    assert hall.audience.take(line, listener)
    assert line.said == [NEWS]


def test_a_phone_that_has_gone_is_cut_and_the_others_are_told(hall: Hall) -> None:
    gone, other = hall.come(Line()), hall.come(Line())
    gone.gone = True
    hall.says(NEWS)
    assert gone.was_cut
    assert other.said == [NEWS]
    assert not hall.audience.look(gone)


def test_who_has_left_is_told_no_more_and_gives_its_place_back(hall: Hall) -> None:
    listener, line = hall.listener(), Line()
    left: list[str] = []
    listener.leave = lambda: left.append("left")
    hall.audience.take(line, listener)
    hall.audience.leave(line, listener)
    listener.end()
    hall.says(NEWS)
    assert (left, line.said) == (["left"], [])


def test_a_stream_that_is_ended_says_its_last_word_and_the_others_hear_nothing_of_it(hall: Hall) -> None:
    listener, line, other = hall.listener(), Line(), hall.come(Line())
    hall.audience.take(line, listener)
    listener.end()
    assert (line.said, line.was_cut) == ([b"over\n"], True)
    assert (other.said, other.was_cut) == ([], False)


def test_a_stream_that_was_ended_before_it_began_ends_at_once(hall: Hall) -> None:
    listener, line = hall.listener(), Line()
    listener.end()
    hall.audience.take(line, listener)
    assert (line.said, line.was_cut) == ([b"over\n"], True)


def test_a_slow_phone_s_stream_ends_when_it_has_taken_what_was_said(hall: Hall) -> None:
    listener, line = hall.listener(), Line(takes=3)
    hall.audience.take(line, listener)
    hall.says(b"one\n")
    listener.end()
    assert not line.was_cut
    line.takes = 100
    hall.audience.look(line)
    assert (line.said, line.was_cut) == ([b"one\n", b"over\n"], True)


def test_closing_the_bell_ends_every_stream_and_takes_in_no_more(hall: Hall) -> None:
    quick, slow = hall.come(Line()), hall.come(Line(takes=0))
    hall.says(NEWS)
    hall.bell.close()
    assert quick.was_cut
    assert slow.was_cut
    assert not hall.audience.take(Line(), hall.listener())


@pytest.mark.parametrize("heartbeat", [0.0, 3600.0])
def test_silence_is_filled_when_it_has_been_long_enough_but_not_for_who_is_slow(heartbeat: float) -> None:
    hall = Hall()
    hall.audience = Audience[Line](hall.bell, heartbeat, hall.watched.append)
    quick, slow = hall.come(Line()), hall.come(Line(takes=0))
    hall.says(NEWS)
    hall.audience.beat()
    assert quick.said == [NEWS, *([COMMENT] if heartbeat == 0 else [])]
    assert slow.said == [NEWS]


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def web(bell: Bell, paper: Paper) -> Iterator[WebServer]:
    web = WebServer(application(bell, paper), bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def listening(web: WebServer, version: str = "1.1") -> socket.socket:
    """A phone that has heard the first word."""
    phone = dial(web)
    phone.sendall(f"GET /listen HTTP/{version}\r\nHost: box\r\n\r\n".encode())
    heard = b""
    while not heard.endswith(FIRST):
        heard += phone.recv(1)
    return phone


def settled(web: WebServer, phones: int) -> list[Connection]:
    """The connections of those who listen, once there are so many."""
    audience = web.audience
    for _ in iter(lambda: len(audience._lines) == phones, True):
        ask(web)
    return list(audience._lines)


def test_phones_that_listen_take_no_thread(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    assert ask(web) == (200, b"hello")
    before = threading.active_count()
    phones = [crowd.enter_context(listening(web)) for _ in range(PHONES)]
    settled(web, PHONES)
    assert threading.active_count() == before
    paper.pieces.append(NEWS)
    bell.ring()
    assert [phone.recv(100, AT_ONCE) for phone in phones] == [NEWS] * PHONES  # when the ring has returned


def test_a_phone_that_hangs_up_is_let_go_at_once(web: WebServer, crowd: ExitStack) -> None:
    phones = [crowd.enter_context(listening(web)) for _ in range(3)]
    settled(web, 3)
    phones[0].close()
    phones[1].shutdown(socket.SHUT_WR)
    assert phones[1].recv(1) == b""
    settled(web, 1)


def test_a_phone_that_breaks_off_is_let_go_and_the_others_are_told(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    broken, other = listening(web), crowd.enter_context(listening(web))
    settled(web, 2)
    broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    broken.close()
    paper.pieces.append(NEWS)
    bell.ring()
    assert other.recv(100) == NEWS
    settled(web, 1)


def test_who_says_something_more_on_his_stream_is_let_go(web: WebServer, crowd: ExitStack) -> None:
    phone = crowd.enter_context(listening(web))
    settled(web, 1)
    phone.sendall(b"GET / HTTP/1.1\r\n\r\n")
    settled(web, 0)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_stream_ends_with_its_connection_when_the_box_stops(
    web: WebServer, crowd: ExitStack, version: str
) -> None:
    phone = crowd.enter_context(listening(web, version))
    web.stop()
    assert phone.recv(1) == b""


def wedged(web: WebServer, crowd: ExitStack, paper: Paper, bell: Bell) -> list[socket.socket]:
    """Phones that have not taken what was said, more than there are threads."""
    phones = [crowd.enter_context(greedy(web, "/listen")) for _ in range(THREADS + 3)]
    settled(web, len(phones))
    paper.pieces.append(LONG)
    bell.ring()
    assert all(line.unsent for line in web.audience._lines)
    return phones


def test_wedged_phones_keep_nobody_waiting_and_what_is_kept_for_each_is_one_piece(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    wedged(web, crowd, paper, bell)
    for piece in (LONG, LONG, b"last\n"):
        paper.pieces.append(piece)
        bell.ring()
    assert all(0 < line.unsent < len(LONG) for line in web.audience._lines)
    assert ask(web) == (200, b"hello")
    assert ask(web, "/long")[0] == 200


def test_a_wedged_phone_that_reads_again_hears_what_was_begun_and_then_the_newest(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    phone, *_ = wedged(web, crowd, paper, bell)
    for piece in (b"between\n", b"last\n"):
        paper.pieces.append(piece)
        bell.ring()
    heard = b""
    while not heard.endswith(b"last\n"):
        heard += phone.recv(65536)
    assert heard.partition(FIRST)[2] == LONG + b"last\n"


def test_a_phone_that_takes_nothing_for_too_long_is_let_go_and_one_that_is_silent_is_not(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    wedged(web, crowd, paper, bell)
    paper.pieces.append(FIRST)
    quiet = crowd.enter_context(listening(web))
    for line in settled(web, THREADS + 4):
        assert line.last_used is not None
        line.last_used -= web.timeout
    web._room._look_by(0)  # the clock has not moved: nothing but a nudge has the room look
    settled(web, 1)
    paper.pieces.append(NEWS)
    bell.ring()
    assert quiet.recv(100).replace(COMMENT, b"") == NEWS


def test_it_stops_in_time_with_wedged_phones(
    web: WebServer, bell: Bell, paper: Paper, crowd: ExitStack
) -> None:
    wedged(web, crowd, paper, bell)
    stopping = threading.Thread(target=web.stop, daemon=True)
    stopping.start()
    stopping.join(TIMEOUT / 2)
    assert not stopping.is_alive()
