"""The hall's tables as HTML, each row rendered once for a version of its table, and sent to open pages
as changes.
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

from companion.hall.hall import RESYNC_TIME, Hall
from companion.hall.needs import HallTable, Need, SortKey, need_of, sort_key
from companion.hall.words import broker_problem, moment, need_counts, words_of
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language, Messages
from companion.notifier import Notifier
from web.server.broadcaster import Versions
from web.words import ago, seconds, template_functions

View: TypeAlias = Literal["row", "tile"]
"""How a table is rendered: a row with everything, or a tile to be read from a distance."""
VIEWS: tuple[View, ...] = ("row", "tile")
MIN_PAUSE = 0.02
"""Seconds between two updates at least, so that changes are sent together."""
PAUSE_FACTOR = 4
"""The pause after an update, as a multiple of its duration."""
RECHECK_INTERVAL = 15.0
"""Seconds between two checks for needs that arise by time alone."""
_TEMPLATE = "hall_pieces.html"
_AGE = re.compile(r'<time class="num" data-at="(\d+)"></time>')

log = logging.getLogger(__name__)


class _RenderCache:
    """Rendered HTML of one language and view. rows: by box, each with its version."""

    def __init__(self, language: Language, pieces: Any) -> None:
        self.language = language
        self.pieces = pieces
        self.rows: dict[str, tuple[int, str]] = {}
        self.head: tuple[int, str] = (-1, "")


class Board:
    """The tables, sorted by need. Safe to use from any thread.

    link: the status of the broker.
    on_call_over: called, on the board's thread, with each box after its call.
    clock: now, UTC.
    monotonic: seconds.
    notifier: notifies when open pages have news.
    env: of the templates.
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
        notifier: Notifier,
        env: Environment,
    ) -> None:
        self._hall = hall
        self._messages = messages
        self._link = link
        self._on_call_over = over
        self._clock = clock
        self._monotonic = monotonic
        self._notifier = notifier
        self._instance = secrets.token_hex(4)
        self._wakeup = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._resync_ends_at: float | None = None
        self._version = 0
        self._tables: dict[str, HallTable] = {}
        self._needs: dict[str, Need] = {}
        self._sort_keys: dict[str, SortKey] = {}
        self._recheck_at = monotonic()
        self._changed: dict[str, int] = {}
        self._order: tuple[str, ...] = ()
        self._order_version = self._head_version = 0
        self._about: object = None
        self._caches: dict[tuple[str, View], _RenderCache] = {}
        self._updates = {
            (code, view): partial(self._event, code, view) for code in messages.codes for view in VIEWS
        }
        self._env = env

    def wake(self) -> None:
        """Note a change. Returns at once."""
        self._wakeup.set()

    def connected(self) -> None:
        """Note a new connection to the broker."""
        self._hall.begin_resync()
        self._resync_ends_at = self._monotonic() + RESYNC_TIME
        self.wake()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._wakeup.set()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def table_count(self) -> int:
        """The number of tables."""
        return len(self._order)

    @property
    def etag(self) -> str:
        """The version of the board, sent back by a page to get later changes."""
        return f"{self._instance}-{self._version}"

    def since(self, etag: str) -> Versions:
        """A page's version by its etag."""
        mark, _, version = etag.partition("-")
        return (
            (int(version),) if mark == self._instance and version.isdecimal() and len(version) < 10 else (-1,)
        )

    def news(self, code: str, view: View) -> Callable[[Versions], tuple[Versions, bytes]]:
        """The source of an open page's changes in this language and view, for the broadcaster."""
        return self._updates[code, view]

    def update(self) -> bool:
        """Apply changes and wake open pages; False without changes. For one thread."""
        if self._resync_ends_at is not None and self._monotonic() >= self._resync_ends_at:
            self._resync_ends_at = None
            self._hall.end_resync()
        changed, over = self._hall.changes()
        for box in over:
            self._on_call_over(box)
        news = self._apply_changes(changed)
        about = (self._hall.notice, self._link())
        if about != self._about:
            self._about, self._head_version, news = about, self._version + 1, True
        if news:
            self._version += 1
            self._notifier.notify()
        return news

    def head(self, code: str, view: View) -> str:
        """The HTML above the tables."""
        return self._with_ages(self._head(self._cache(code, view)), code)

    def rows(self, code: str, view: View) -> str:
        """The HTML of all tables, the most urgent first."""
        cache = self._cache(code, view)
        return self._with_ages("\n".join(self._row(cache, view, each) for each in self._order), code)

    def _apply_changes(self, changed: Mapping[str, HallTable | None]) -> bool:
        """Apply changed tables and sort; False without changes. Other tables may change by time, and are
        checked now and then.
        """
        version, now, moved = self._version + 1, self._clock(), False
        for box, table in changed.items():
            self._changed.pop(box, None)
            if table is None:
                moved |= self._tables.pop(box, None) is not None
                self._needs.pop(box, None)
                self._sort_keys.pop(box, None)
            else:
                self._tables[box] = table
                self._changed[box] = version
        looked: Iterable[str] = [box for box, table in changed.items() if table is not None]
        if self._monotonic() >= self._recheck_at:
            looked, self._recheck_at = list(self._tables), self._monotonic() + RECHECK_INTERVAL
        for box in looked:
            what = need_of(self._tables[box], now)
            if self._needs.get(box) != what:
                self._needs[box], self._head_version = what, version
                self._changed.pop(box, None)
                self._changed[box] = version
            place = sort_key(self._tables[box], what)
            if self._sort_keys.get(box) != place:
                self._sort_keys[box], moved = place, True
        if moved:
            self._order = tuple(sorted(self._sort_keys, key=self._sort_keys.__getitem__))
            self._order_version = self._head_version = version
            for cache in [*self._caches.values()]:
                cache.rows = {box: row for box, row in cache.rows.items() if box in self._tables}
        return bool(changed) or self._head_version == version

    def _run(self) -> None:
        while not self._stopping.is_set():
            began = self._monotonic()
            try:
                self.update()
            except Exception:
                log.exception("the tables could not be drawn anew")
                self._stopping.wait(RECHECK_INTERVAL)
            self._stopping.wait(max(MIN_PAUSE, PAUSE_FACTOR * (self._monotonic() - began)))
            self._wakeup.wait(RECHECK_INTERVAL)
            self._wakeup.clear()

    def _event(self, code: str, view: View, seen: Versions) -> tuple[Versions, bytes]:
        """Changes since a version as an event; empty without any."""
        version, since = self._version, seen[0]
        if since == version:
            return seen, b""
        cache = self._cache(code, view)
        changes: dict[str, Any] = {"now": seconds(self._clock())}
        changes["rows"] = {box: self._row(cache, view, box) for box in self._changed_since(since)}
        if self._order_version > since:
            changes["order"] = self._order
        if self._head_version > since:
            changes["head"] = self._head(cache)
        words = b"event: hall\nid: %b-%d\ndata: %b\n\n"
        return (version,), words % (self._instance.encode(), version, msgspec.json.encode(changes))

    def _changed_since(self, since: int) -> Iterator[str]:
        """The tables changed since a version, the latest first."""
        for box, version in reversed([*self._changed.items()]):
            if version <= since:
                return
            yield box

    def _row(self, cache: _RenderCache, view: View, box: str) -> str:
        table, what, version = self._tables.get(box), self._needs.get(box), self._changed.get(box, 0)
        if table is None or what is None:
            return ""
        found = cache.rows.get(box)
        if found is None or found[0] != version:
            draw = getattr(cache.pieces, view)
            found = cache.rows[box] = version, str(draw(words_of(table, what, cache.language)))
        return found[1]

    def _head(self, cache: _RenderCache) -> str:
        version = self._head_version
        if cache.head[0] != version:
            counts, notice = need_counts(self._needs, cache.language), self._hall.notice
            at = None if notice is None else moment(notice.at)
            link = self._link()
            cache.head = (
                version,
                str(cache.pieces.head(counts, notice, at, link, broker_problem(link, cache.language))),
            )
        return cache.head[1]

    def _cache(self, code: str, view: View) -> _RenderCache:
        if (code, view) not in self._caches:
            language = self._messages.language(code)
            pieces = self._env.get_template(_TEMPLATE).make_module({**template_functions(language)})
            self._caches[code, view] = _RenderCache(language, pieces)
        return self._caches[code, view]

    def _with_ages(self, html: str, code: str) -> str:
        """HTML with the ages filled in, which an open page updates itself."""
        language, now = self._messages.language(code), seconds(self._clock())
        return _AGE.sub(lambda each: _with_age(each, ago(language, int(each[1]), now)), html)


def _with_age(found: re.Match[str], words: str) -> str:
    return found[0].replace("></time>", f">{words}</time>")
