"""The box's Wi-Fi over a fake NetworkManager, on a clock that a test turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.notifier import Notifier
from companion.storage.storage import Storage
from companion.system.wifi import Doing, Wifi
from companion.system.wifi_keeper import WifiKeeper, _Changed
from tests.fakes.network_manager import NetworkManagerOn
from tests.fakes.private_bus import PrivateBus, private_bus
from tests.patience import PATIENCE


class OnTheAir:
    """A box on the air. manager: what is around it; None where NetworkManager does not run.

    request_delay: seconds of its clock from a phone's request to its execution.
    """

    def __init__(
        self, folder: Path, bus: PrivateBus, manager: NetworkManagerOn | None, request_delay: float
    ) -> None:
        self.bus = bus
        self._request_delay = request_delay
        self.manager = manager
        self.now = 1000.0
        self.notifier = Notifier()
        self.journal = Storage(folder, at=datetime(2026, 11, 22, tzinfo=UTC), entropy=bytes)
        self.keeper = self.another()

    @property
    def air(self) -> NetworkManagerOn:
        """NetworkManager and the air around it."""
        assert self.manager is not None
        return self.manager

    @property
    def wifi(self) -> Wifi:
        return self.keeper.now

    @property
    def why(self) -> str | None:
        """The code of what went wrong last, or of why the own Wi-Fi is open."""
        return None if self.wifi.why is None else self.wifi.why.code.removeprefix("wifi.why.")

    def has_tried(self, times: int) -> bool:
        """Whether it has tried so often to open its own Wi-Fi, or to switch the radio on."""
        return self.wifi.tries >= times

    def another(self) -> WifiKeeper:
        """The same box after a start."""
        self.keeper = WifiKeeper(
            self.journal.settings,
            self.notifier,
            entropy=lambda count: bytes(range(count)),
            monotonic=lambda: self.now,
            address=self.bus.address,
            start_delay=0,
            settled=0,
            request_delay=self._request_delay,
        )
        return self.keeper

    def start(self, doing: Doing | None = None) -> None:
        self.keeper.start()
        if doing is not None:
            self.until(doing)

    def passes(self, seconds: float) -> None:
        """Let time pass, and the box see it."""
        self.now += seconds
        self.keeper._queue.put(_Changed())

    def until(self, doing: Doing) -> None:
        """Wait until it does that."""
        self.await_that(lambda: self.wifi.doing == doing)

    def await_that(self, holds: Callable[[], Any]) -> None:
        heard = self.notifier.count
        while not holds():
            now = self.notifier.wait(heard, PATIENCE)
            assert now > heard or holds(), (self.wifi, self.keeper.has_radio)
            heard = now

    def close(self) -> None:
        self.keeper.stop()
        self.notifier.close()
        self.journal.close()


@contextmanager
def on_the_air(
    folder: Path, *, runs: bool = True, request_delay: float = 0, **around: Any
) -> Iterator[OnTheAir]:
    """A box, not started yet. around: as `NetworkManagerOn` has it. runs: NetworkManager does."""
    with private_bus(folder) as bus:
        box = OnTheAir(folder, bus, NetworkManagerOn(bus, **around) if runs else None, request_delay)
        try:
            yield box
        finally:
            box.close()
