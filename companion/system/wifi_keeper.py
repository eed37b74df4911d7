"""The thread that runs the decisions of `companion.system.wifi`.

It waits for news of NetworkManager, for requests, and for the next deadline; with a stable network it never
wakes.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable
from contextlib import suppress

import msgspec

from companion.notifier import SETTLE_TIME, Notifier
from companion.storage.settings import OWN_WIFI, Settings
from companion.storage.storage import StorageFailed
from companion.system import access_point
from companion.system import wifi as decisions
from companion.system.access_point import ADDRESS, PREFIX, AccessPoint
from companion.system.bus import BusError
from companion.system.network_manager import NetworkManager
from companion.system.wifi import (
    Action,
    Close,
    Forget,
    Join,
    Keep,
    ListNetworks,
    Network,
    Open,
    Scan,
    Seconds,
    Stay,
    Step,
    SwitchOn,
    Wifi,
)

log = logging.getLogger(__name__)

START_DELAY: Seconds = 4.0
"""Seconds after a start before the radio is used, which leaves the machine to the first page."""
REQUEST_DELAY: Seconds = 2.0
"""Seconds between a phone's request and its execution, in which the phone gets its response."""
RETRY: Seconds = 60.0
"""Seconds between two tries to connect to the bus."""
SCAN_TIME: Seconds = 5.0
"""Seconds until a scan is complete."""
SYSTEM = "SYSTEM"


class _Request(msgspec.Struct, frozen=True):
    """A request for the thread. at: the monotonic second before which it waits."""

    step: Callable[[Wifi, Seconds], Step]
    at: Seconds = -math.inf


class _BusLost(msgspec.Struct, frozen=True):
    """The bus connection is lost."""


class _Stop(msgspec.Struct, frozen=True):
    """End the thread."""


class _Changed(msgspec.Struct, frozen=True):
    """The radio's status may have changed."""


class WifiKeeper:
    """The box's Wi-Fi. Public methods return at once, and may be called from any thread.

    settings: store the access point, which is created once.
    notifier: notifies when the state changes.
    entropy: returns so many random bytes.
    monotonic: seconds.
    address: of the system bus.
    start_delay, request_delay: see `START_DELAY`, `REQUEST_DELAY`.
    settled: seconds of silence after which a burst of news is complete.
    """

    def __init__(
        self,
        settings: Settings,
        notifier: Notifier,
        *,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        address: str = SYSTEM,
        start_delay: Seconds = START_DELAY,
        settled: Seconds = SETTLE_TIME,
        request_delay: Seconds = REQUEST_DELAY,
    ) -> None:
        self._settings = settings
        self._notifier = notifier
        self._entropy = entropy
        self._monotonic = monotonic
        self._address = address
        self._start_delay = start_delay
        self._settled = settled
        self._request_delay = request_delay
        self._delayed: _Request | None = None
        self._own = settings.get(OWN_WIFI, AccessPoint)
        self._wifi = Wifi(choice="always" if self._own is not None and self._own.always else "home")
        self._queue: queue.SimpleQueue[_Request | _BusLost | _Stop | _Changed] = queue.SimpleQueue()
        self._manager: NetworkManager | None = None
        self._list_at = math.inf
        self._manager_runs = False
        self._thread = threading.Thread(target=self._run, name="wifi", daemon=True)

    @property
    def now(self) -> Wifi:
        """The state."""
        return self._wifi

    @property
    def has_radio(self) -> bool:
        """Whether there is a radio, managed by NetworkManager."""
        return self._manager_runs

    @property
    def radio_off(self) -> bool:
        """Whether the radio stays off although it was switched on."""
        return self._manager_runs and self._wifi.why == decisions.RADIO_OFF

    @property
    def own(self) -> AccessPoint | None:
        """The access point while it is open."""
        return self._own if self._wifi.doing == "own" and self._manager_runs else None

    @property
    def network(self) -> str | None:
        """The access point's network while it is open, with the box's address."""
        return None if self.own is None else f"{ADDRESS}/{PREFIX}"

    @property
    def named(self) -> AccessPoint | None:
        """The access point, open or not; None until a radio was found."""
        return self._own

    def join(self, name: str, password: str | None) -> None:
        """Join a network, and return to the access point if that fails.

        password: None for a known network, or one without a password.
        """

        def step(wifi: Wifi, at: Seconds) -> Step:
            heard = next((each for each in wifi.heard if each.name == name), None)
            return decisions.join(wifi, Join(name, password, heard), at)

        self._request(step)

    def stay(self, choice: Stay) -> None:
        """Open the access point for this evening or always; or, with `home`, close it for a known network."""
        self._request(lambda wifi, at: decisions.stay(wifi, choice, at))

    def listen(self) -> None:
        """Scan for networks; the access point is closed for that, and opened again."""
        self._request(decisions.listen)

    def asked_from(self, here: str) -> None:
        """Note a request by a phone. here: the box's address that it used."""
        if here == ADDRESS and self._wifi.doing == "own" and not self._wifi.has_guests:
            self._queue.put(_Request(lambda wifi, _at: (decisions.with_guest(wifi), ())))

    def start(self) -> None:
        """Start the thread. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; the Wi-Fi stays as it is."""
        self._queue.put(_Stop())
        if self._thread.ident is not None:
            self._thread.join(2)

    def _request(self, step: Callable[[Wifi, Seconds], Step]) -> None:
        self._queue.put(_Request(step, self._monotonic() + self._request_delay))

    def _run(self) -> None:
        due = self._monotonic() + self._start_delay
        try:
            while True:
                item = self._next(due)
                if isinstance(item, _Stop):
                    return
                due = self._handle(item)
        finally:
            self._disconnect()

    def _next(self, due: Seconds) -> _Request | _BusLost | _Stop | _Changed | None:
        """The next item; None at the deadline. A burst of news is one item."""
        try:
            item = self._queue.get(timeout=self._until(due))
        except queue.Empty:
            return None
        if isinstance(item, _Changed):
            with suppress(queue.Empty):
                while isinstance(item, _Changed):
                    item = self._queue.get(timeout=self._settled)
        return item

    def _until(self, due: Seconds) -> Seconds | None:
        return None if math.isinf(due) else max(0.0, due - self._monotonic())

    def _handle(self, item: _Request | _BusLost | _Changed | None) -> Seconds:
        """Handle an item; return the monotonic second of the next deadline."""
        before = (self._wifi, self._manager_runs)
        item = self._due_item(item)
        try:
            self._step(item)
        except Exception:
            log.exception("the Wi-Fi was not looked after; it is tried again")
            self._disconnect()
        if before != (self._wifi, self._manager_runs):
            self._notifier.notify()
        delayed = math.inf if self._delayed is None else self._delayed.at
        if self._manager is None:
            return min(self._monotonic() + RETRY, delayed)
        return min(self._wifi.due if self._manager_runs else math.inf, self._list_at, delayed)

    def _due_item(self, item: _Request | _BusLost | _Changed | None) -> _Request | _BusLost | _Changed | None:
        """The item to handle now; of delayed requests only the last one counts."""
        if isinstance(item, _Request) and item.at > self._monotonic():
            self._delayed, item = item, None
        delayed = self._delayed
        if item is None and delayed is not None and delayed.at <= self._monotonic():
            self._delayed, item = None, delayed
        return item

    def _step(self, item: _Request | _BusLost | _Changed | None) -> None:
        if isinstance(item, _BusLost):
            self._disconnect()
            return
        if self._manager is None and not self._connect():
            return
        if self._monotonic() >= self._list_at:
            self._list_networks()
        if not self._update() or not isinstance(item, _Request):
            return
        self._apply(item.step(self._wifi, self._monotonic()))

    def _connect(self) -> bool:
        """Connect to the bus; False without one."""
        try:
            self._manager = NetworkManager(
                lambda: self._queue.put(_Changed()), lambda: self._queue.put(_BusLost()), self._address
            )
        except BusError as failed:
            log.info("the system bus is not to be had: %s", failed)
            return False
        return True

    def _disconnect(self) -> None:
        manager, self._manager = self._manager, None
        self._manager_runs = False
        self._list_at = math.inf
        if manager is not None:
            manager.close()

    def _update(self) -> bool:
        """Read the radio's status and react; False without a radio."""
        manager = self._connected_manager
        name = "" if self._own is None else self._own.name
        try:
            status, hardware = manager.status(name)
        except BusError as failed:
            if self._manager_runs:
                log.warning("NetworkManager does not answer: %s", failed)
            self._manager_runs = False
            return False
        self._manager_runs = bool(hardware)
        if hardware and self._own is None:
            self._create_own(hardware)
        self._apply(decisions.on_status(self._wifi, status, self._monotonic()))
        return self._manager_runs

    def _create_own(self, hardware: str) -> None:
        made = access_point.create(hardware, self._entropy(16))
        self._own = made
        with suppress(StorageFailed):  # it opens all the same, and the next start makes another password
            self._settings.set(OWN_WIFI, made)

    def _apply(self, step: Step) -> None:
        """Perform actions in order; a refused one may lead to others."""
        self._wifi, actions = step
        self._store_choice()
        for action in actions:
            log.info("Wi-Fi: %s", type(action).__name__)
            try:
                self._perform(action)
            except BusError as failed:
                log.warning("Wi-Fi: %s was turned down: %s", type(action).__name__, failed)
                self._apply(decisions.on_failed(self._wifi, action, self._monotonic()))

    def _perform(self, action: Action) -> None:
        manager, own = self._connected_manager, self._own
        match action:
            case Open() if own is not None:
                manager.open(own.name, own.password)
            case Close() if own is not None:
                manager.close_own(own.name)
            case Join():
                manager.join(action)
            case Keep():
                manager.keep(self._wifi.network)
            case Forget():
                manager.forget()
            case Scan():
                manager.scan()
                self._list_at = self._monotonic() + SCAN_TIME
            case ListNetworks():
                self._list_networks()
            case SwitchOn():
                manager.switch_on()
            case _:
                pass

    def _list_networks(self) -> None:
        self._list_at = math.inf
        heard: tuple[Network, ...] = ()
        with suppress(BusError):
            heard = self._connected_manager.networks("" if self._own is None else self._own.name)
        self._wifi = decisions.with_networks(self._wifi, heard)

    def _store_choice(self) -> None:
        always = self._wifi.choice == "always"
        if self._own is not None and self._own.always != always:
            self._own = msgspec.structs.replace(self._own, always=always)
            with suppress(StorageFailed):  # it holds until the next start
                self._settings.set(OWN_WIFI, self._own)

    @property
    def _connected_manager(self) -> NetworkManager:
        assert self._manager is not None
        return self._manager
