"""The hall's tables as pages show them: drawn when somebody looks, each row once until its table has changed,
and told to every open page as what has changed since it was told last.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Literal, TypeAlias

import msgspec
from jinja2 import Environment

from companion.bell import Bell
from companion.hall.hall import ANEW, Hall
from companion.hall.needs import Need, TableSeen, Urgency, need, urgency
from companion.hall.words import amiss, counted, moment, words_of
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language, Messages
from web.server.broadcaster import Seen
from web.words import ago, sayers, seconds

View: TypeAlias = Literal["row", "tile"]
"""How a table is drawn: with all that is known of it, or to be read from afar."""
VIEWS: tuple[View, ...] = ("row", "tile")
REST = 0.02
"""Seconds between two drawings at least, so that what comes together is told together."""
SHARE = 4
"""It rests so many times as long as it has drawn."""
LATELY = 15.0
"""Seconds after which is looked whether a table needs something by nothing but the time."""
_TEMPLATE = "hall_pieces.html"
_AGE = re.compile(r'<time class="num" data-at="(\d+)"></time>')

log = logging.getLogger(__name__)


class _Drawn:
    """What was drawn in one language and one way. rows: by box, each with the version that it shows."""

    def __init__(self, language: Language, pieces: Any) -> None:
        self.language = language
        self.pieces = pieces
        self.rows: dict[str, tuple[int, str]] = {}
        self.head: tuple[int, str] = (-1, "")


class Board:
    """The tables, by need. Safe to use from any thread.

    hall: what is known. link: how the broker stands. over: called, on the board's thread, with each box whose
    call is over. clock: now, UTC; monotonic: in seconds. bell: rung when there is news for open pages. env:
    has the templates.
    """

    def __init__(
        self,
        hall: Hall,
        messages: Messages,
        link: Callable[[], BrokerStatus],
        over: Callable[[str], object],
        *,
        clock: Callable[[], datetime],
        monotonic: Callable[[], float],
        bell: Bell,
        env: Environment,
    ) -> None:
        self._hall = hall
        self._messages = messages
        self._link = link
        self._over = over
        self._clock = clock
        self._monotonic = monotonic
        self._bell = bell
        self._mark = secrets.token_hex(4)
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._anew: float | None = None
        self._version = 0
        self._tables: dict[str, TableSeen] = {}
        self._needs: dict[str, Need] = {}
        self._places: dict[str, Urgency] = {}
        self._all_again = monotonic()
        self._changed: dict[str, int] = {}
        self._order: tuple[str, ...] = ()
        self._ordered = self._headed = 0
        self._about: object = None
        self._drawn: dict[tuple[str, View], _Drawn] = {}
        self._news = {
            (code, view): partial(self._told, code, view) for code in messages.codes for view in VIEWS
        }
        self._env = env

    def wake(self) -> None:
        """Something has changed. Returns at once."""
        self._woken.set()

    def connected(self) -> None:
        """There is a new connection to the broker."""
        self._hall.begin_anew()
        self._anew = self._monotonic() + ANEW
        self.wake()

    def start(self) -> None:
        """Follow what changes, on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Follow nothing more."""
        self._stopping.set()
        self._woken.set()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def shows(self) -> int:
        """How many tables it shows."""
        return len(self._order)

    @property
    def etag(self) -> str:
        """What is shown now, as a page tells it that asks for what has changed since."""
        return f"{self._mark}-{self._version}"

    def since(self, etag: str) -> Seen:
        """What a page has heard that shows this."""
        mark, _, version = etag.partition("-")
        return (int(version),) if mark == self._mark and version.isdecimal() and len(version) < 10 else (-1,)

    def news(self, code: str, view: View) -> Callable[[Seen], tuple[Seen, bytes]]:
        """What an open page is told, in this language and way: for the broadcaster."""
        return self._news[code, view]

    def look(self) -> bool:
        """Take in what has changed, and tell open pages; whether there was anything. For one thread."""
        if self._anew is not None and self._monotonic() >= self._anew:
            self._anew = None
            self._hall.let_go()
        changed, over = self._hall.changes()
        for box in over:
            self._over(box)
        news = self._sort(changed)
        about = (self._hall.notice, self._link())
        if about != self._about:
            self._about, self._headed, news = about, self._version + 1, True
        if news:
            self._version += 1
            self._bell.ring()
        return news

    def head(self, code: str, view: View) -> str:
        """What stands above the tables, as it stands in a page."""
        return self._dated(self._head(self._of(code, view)), code)

    def rows(self, code: str, view: View) -> str:
        """All tables, the most urgent first."""
        drawn = self._of(code, view)
        return self._dated("\n".join(self._row(drawn, view, each) for each in self._order), code)

    def _sort(self, changed: Mapping[str, TableSeen | None]) -> bool:
        """Put every table where it belongs; whether anything is another than before. changed: as the hall
        tells it; of the others only the time may have made something else, which is seen a little later.
        """
        version, now, moved = self._version + 1, self._clock(), False
        for box, table in changed.items():
            self._changed.pop(box, None)
            if table is None:
                moved |= self._tables.pop(box, None) is not None
                self._needs.pop(box, None)
                self._places.pop(box, None)
            else:
                self._tables[box] = table
                self._changed[box] = version
        looked: Iterable[str] = [box for box, table in changed.items() if table is not None]
        if self._monotonic() >= self._all_again:
            looked, self._all_again = list(self._tables), self._monotonic() + LATELY
        for box in looked:
            what = need(self._tables[box], now)
            if self._needs.get(box) != what:
                self._needs[box], self._headed = what, version
                self._changed.pop(box, None)
                self._changed[box] = version
            place = urgency(self._tables[box], what)
            if self._places.get(box) != place:
                self._places[box], moved = place, True
        if moved:
            self._order = tuple(sorted(self._places, key=self._places.__getitem__))
            self._ordered = self._headed = version
            for drawn in [*self._drawn.values()]:
                drawn.rows = {box: row for box, row in drawn.rows.items() if box in self._tables}
        return bool(changed) or self._headed == version

    def _run(self) -> None:
        while not self._stopping.is_set():
            began = self._monotonic()
            try:
                self.look()
            except Exception:
                log.exception("the tables could not be drawn anew")
                self._stopping.wait(LATELY)
            self._stopping.wait(max(REST, SHARE * (self._monotonic() - began)))
            self._woken.wait(LATELY)
            self._woken.clear()

    def _told(self, code: str, view: View, heard: Seen) -> tuple[Seen, bytes]:
        """What has changed since, as an event; nothing if nothing has."""
        version, since = self._version, heard[0]
        if since == version:
            return heard, b""
        drawn = self._of(code, view)
        said: dict[str, Any] = {"now": seconds(self._clock())}
        said["rows"] = {box: self._row(drawn, view, box) for box in self._later(since)}
        if self._ordered > since:
            said["order"] = self._order
        if self._headed > since:
            said["head"] = self._head(drawn)
        words = b"event: hall\nid: %b-%d\ndata: %b\n\n"
        return (version,), words % (self._mark.encode(), version, msgspec.json.encode(said))

    def _later(self, since: int) -> Iterator[str]:
        """The tables that have changed since, the latest first."""
        for box, version in reversed([*self._changed.items()]):
            if version <= since:
                return
            yield box

    def _row(self, drawn: _Drawn, view: View, box: str) -> str:
        table, what, version = self._tables.get(box), self._needs.get(box), self._changed.get(box, 0)
        if table is None or what is None:
            return ""
        found = drawn.rows.get(box)
        if found is None or found[0] != version:
            draw = getattr(drawn.pieces, view)
            found = drawn.rows[box] = version, str(draw(words_of(table, what, drawn.language)))
        return found[1]

    def _head(self, drawn: _Drawn) -> str:
        version = self._headed
        if drawn.head[0] != version:
            counts, notice = counted(self._needs, drawn.language), self._hall.notice
            at = None if notice is None else moment(notice.at)
            link = self._link()
            drawn.head = (
                version,
                str(drawn.pieces.head(counts, notice, at, link, amiss(link, drawn.language))),
            )
        return drawn.head[1]

    def _of(self, code: str, view: View) -> _Drawn:
        if (code, view) not in self._drawn:
            language = self._messages.language(code)
            pieces = self._env.get_template(_TEMPLATE).make_module({**sayers(language)})
            self._drawn[code, view] = _Drawn(language, pieces)
        return self._drawn[code, view]

    def _dated(self, drawn: str, code: str) -> str:
        """With the ages, which an open page counts by itself."""
        language, now = self._messages.language(code), seconds(self._clock())
        return _AGE.sub(lambda each: _aged(each, ago(language, int(each[1]), now)), drawn)


def _aged(found: re.Match[str], words: str) -> str:
    return found[0].replace("></time>", f">{words}</time>")
