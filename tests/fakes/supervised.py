"""A box whose supervisor runs on a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from companion.daemon import supervisor
from companion.daemon.build import RunningBox, running_box
from companion.daemon.configuration import Configuration
from companion.daemon.pending import Pending, Start
from companion.daemon.supervisor import Supervisor
from companion.table.data_folder import folder_of
from tests.patience import PATIENCE


class Supervised:
    """starts: each start, as soon as it answers. announced: every address that it said to be ready at."""

    def __init__(self, configuration: Configuration, first: Start) -> None:
        self.configuration = configuration
        self.pending = Pending()
        self.starts: queue.SimpleQueue[RunningBox] = queue.SimpleQueue()
        self.announced: list[str] = []
        self._supervisor = Supervisor(
            configuration, self.pending, {}, on_ready=lambda url, _code: self.announced.append(url)
        )
        self.thread = threading.Thread(target=self._run, args=(first,))

    def next(self) -> RunningBox:
        """The next start, once it answers."""
        return self.starts.get(timeout=PATIENCE)

    def ended(self) -> bool:
        """Whether it ends by itself."""
        self.thread.join(PATIENCE)
        return not self.thread.is_alive()

    @property
    def folder(self) -> Path:
        """Where the games are."""
        return folder_of(self.configuration.load())

    def _run(self, first: Start) -> None:
        with self.pending:
            self._supervisor.run(first)


@contextmanager
def supervised(configuration: Configuration, example: str | None = None) -> Iterator[Supervised]:
    """Such a box. example: the game whose example it begins with."""
    box = Supervised(configuration, Start(example))

    @contextmanager
    def noted(*given: Any, **named: Any) -> Iterator[RunningBox]:
        with running_box(*given, **named) as served:
            box.starts.put(served)
            yield served

    with mock.patch.object(supervisor, "running_box", noted):
        box.thread.start()
        try:
            yield box
        finally:
            box.pending.stop()
            assert box.ended()
