"""What is to be told to the broker: of each topic the newest, and a little that is said once."""

import threading
from collections import deque

WAITING = 64
"""What waits to be said and is not kept; then the oldest goes."""


class Outbox:
    """What is given, until the broker has it. Safe to use from any thread; nothing here waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, bytes] = {}
        self._untold: dict[str, None] = {}
        self._said: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._followed: dict[str, bool] = {}
        self._unheard: deque[str] = deque()
        self._open = False

    def follow(self, *filters: str, retained: bool = True) -> None:
        """These are to be heard. retained: also what the broker keeps there."""
        with self._lock:
            new = [each for each in filters if each not in self._followed]
            self._followed.update(dict.fromkeys(new, retained))
            self._unheard += new

    def only_new(self, topic: str) -> bool:
        """Whether what the broker keeps there is to be passed over."""
        return not self._followed.get(topic, True)

    def keep(self, topic: str, payload: bytes, *, again: bool = False) -> bool:
        """The broker is to keep this; False where it was given already, and is not to be said again. Raises
        ValueError for no topic."""
        _check(topic)
        with self._lock:
            if self._kept.get(topic) == payload and not again:
                return False
            self._kept[topic] = payload
            self._untold[topic] = None
        return True

    def forget(self, topic: str) -> None:
        """This is not to be told any more, nor again; what the broker has there stays."""
        with self._lock:
            self._kept.pop(topic, None)
            self._untold.pop(topic, None)

    def say(self, topic: str, payload: bytes) -> bool:
        """To be said once; False while nobody is there. Raises ValueError for no topic."""
        _check(topic)
        with self._lock:
            if self._open:
                self._said.append((topic, payload))
            return self._open

    def begin(self) -> None:
        """A new connection: everything is to be told again."""
        with self._lock:
            self._open = True
            self._untold = dict.fromkeys(self._kept)
            self._unheard = deque(self._followed)

    def end(self) -> None:
        """The connection is over, and what was only to be said is lost."""
        with self._lock:
            self._open = False
            self._said.clear()

    def next_filter(self) -> str | None:
        """The next to be heard, each once for a connection."""
        with self._lock:
            return self._unheard.popleft() if self._unheard else None

    def next_kept(self) -> tuple[str, bytes] | None:
        """The next to be kept: of the topics with something new the one that has waited longest."""
        with self._lock:
            topic = next(iter(self._untold), None)
            if topic is None:
                return None
            del self._untold[topic]
            return topic, self._kept[topic]

    def next_said(self) -> tuple[str, bytes] | None:
        """The next to be said."""
        with self._lock:
            return self._said.popleft() if self._said else None

    @property
    def empty(self) -> bool:
        """Whether everything has been taken out."""
        with self._lock:
            return not (self._untold or self._said)


def _check(topic: str) -> None:
    """Raises ValueError for what is no topic."""
    if not topic or set("+#\0") & set(topic):
        raise ValueError(topic)
