"""Looks after the box's Wi-Fi on a thread of its own, as `companion.system.wifi` decides.

The thread waits for what NetworkManager tells, for what somebody on a phone wants, and for the next moment at
which something is due; with all well nothing is due.
"""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections.abc import Callable
from contextlib import suppress

import msgspec

from companion.bell import SETTLED, Bell
from companion.storage.settings import OWN_WIFI, Settings
from companion.storage.storage import StorageFailed
from companion.system import own_wifi
from companion.system import wifi as deciding
from companion.system.bus import BusFailed
from companion.system.network_manager import NetworkManager
from companion.system.own_wifi import ADDRESS, PREFIX, OwnWifi
from companion.system.wifi import (
    Close,
    Forget,
    Heard,
    Join,
    Keep,
    Note,
    Open,
    Scan,
    Seconds,
    Stay,
    Step,
    SwitchOn,
    Wifi,
    Wish,
)

log = logging.getLogger(__name__)

AFTER_START: Seconds = 4.0
"""Seconds for which the machine is left to the first page before it is looked at."""
GOES_AFTER: Seconds = 2.0
"""Seconds after which the box does what a phone wants: by then the phone has the answer."""
AGAIN: Seconds = 60.0
"""Seconds after which a bus that was not there is tried again."""
SCANNED: Seconds = 5.0
"""Seconds after which what was listened for has been heard."""
SYSTEM = "SYSTEM"


class _Want(msgspec.Struct, frozen=True):
    """What somebody wants, done on the thread. at: not before this monotonic second."""

    step: Callable[[Wifi, Seconds], Step]
    at: Seconds = -math.inf


class _Gone(msgspec.Struct, frozen=True):
    """The bus has gone."""


class _End(msgspec.Struct, frozen=True):
    """It is over."""


class _News(msgspec.Struct, frozen=True):
    """There may be something new to see."""


class WifiKeeper:
    """The box's Wi-Fi. It gives what was seen last; what it is asked returns at once. Safe from any thread.

    settings: keep the own Wi-Fi's name and password, which are made once. bell: rung when something is other
    than before. entropy: gives that many random bytes. monotonic: in seconds. address: of the system bus.
    after_start, goes_after: see `AFTER_START`, `GOES_AFTER`. settled: seconds of silence after which all news
    have come.
    """

    def __init__(
        self,
        settings: Settings,
        bell: Bell,
        *,
        entropy: Callable[[int], bytes],
        monotonic: Callable[[], Seconds],
        address: str = SYSTEM,
        after_start: Seconds = AFTER_START,
        settled: Seconds = SETTLED,
        goes_after: Seconds = GOES_AFTER,
    ) -> None:
        self._settings = settings
        self._bell = bell
        self._entropy = entropy
        self._monotonic = monotonic
        self._address = address
        self._after_start = after_start
        self._settled = settled
        self._goes_after = goes_after
        self._later: _Want | None = None
        self._own = settings.get(OWN_WIFI, OwnWifi)
        self._wifi = Wifi(choice="always" if self._own is not None and self._own.always else "home")
        self._items: queue.SimpleQueue[_Want | _Gone | _End | _News] = queue.SimpleQueue()
        self._there: NetworkManager | None = None
        self._note_at = math.inf
        self._manager_runs = False
        self._thread = threading.Thread(target=self._run, name="wifi", daemon=True)

    @property
    def now(self) -> Wifi:
        """How it stands."""
        return self._wifi

    @property
    def there(self) -> bool:
        """Whether there is a radio, and NetworkManager, which has it."""
        return self._manager_runs

    @property
    def radio_off(self) -> bool:
        """Whether the radio stays off although it was switched on."""
        return self._manager_runs and self._wifi.why == deciding.RADIO_OFF

    @property
    def own(self) -> OwnWifi | None:
        """The own Wi-Fi while it is open."""
        return self._own if self._wifi.doing == "own" and self._manager_runs else None

    @property
    def network(self) -> str | None:
        """The network of the own Wi-Fi while it is open, with the box's address in it."""
        return None if self.own is None else f"{ADDRESS}/{PREFIX}"

    @property
    def named(self) -> OwnWifi | None:
        """The own Wi-Fi, open or not; None as long as no radio has been seen."""
        return self._own

    def join(self, name: str, password: str | None) -> None:
        """Join a network, and come back when that comes to nothing.

        password: None for the one that the machine knows, or where none is wanted.
        """

        def step(wifi: Wifi, at: Seconds) -> Step:
            heard = next((each for each in wifi.heard if each.name == name), None)
            return deciding.join(wifi, Join(name, password, heard), at)

        self._want(step)

    def stay(self, choice: Stay) -> None:
        """Open the own Wi-Fi for this evening or always; or, `home`, leave it for a network that is known."""
        self._want(lambda wifi, at: deciding.stay(wifi, choice, at))

    def listen(self) -> None:
        """Listen for networks; the own Wi-Fi is closed for that, and opened again."""
        self._want(deciding.listen)

    def asked_from(self, here: str) -> None:
        """A phone has asked something. here: the box's address that it asked."""
        if here == ADDRESS and self._wifi.doing == "own" and not self._wifi.came:
            self._items.put(_Want(lambda wifi, _at: (deciding.came(wifi), ())))

    def start(self) -> None:
        """Begin. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End; the Wi-Fi stays as it is."""
        self._items.put(_End())
        if self._thread.ident is not None:
            self._thread.join(2)

    def _want(self, step: Callable[[Wifi, Seconds], Step]) -> None:
        self._items.put(_Want(step, self._monotonic() + self._goes_after))

    def _run(self) -> None:
        due = self._monotonic() + self._after_start
        try:
            while True:
                item = self._next(due)
                if isinstance(item, _End):
                    return
                due = self._guarded(item)
        finally:
            self._leave()

    def _next(self, due: Seconds) -> _Want | _Gone | _End | _News | None:
        """What comes next; None when it is time. Several news are one."""
        try:
            item = self._items.get(timeout=self._until(due))
        except queue.Empty:
            return None
        if isinstance(item, _News):
            with suppress(queue.Empty):
                while isinstance(item, _News):
                    item = self._items.get(timeout=self._settled)
        return item

    def _until(self, due: Seconds) -> Seconds | None:
        return None if math.isinf(due) else max(0.0, due - self._monotonic())

    def _guarded(self, item: _Want | _Gone | _News | None) -> Seconds:
        """Do what is to be done; the monotonic second at which there is more to do."""
        before = (self._wifi, self._manager_runs)
        item = self._whose_time_has_come(item)
        try:
            self._step(item)
        except Exception:
            log.exception("the Wi-Fi was not looked after; it is tried again")
            self._leave()
        if before != (self._wifi, self._manager_runs):
            self._bell.ring()
        later = math.inf if self._later is None else self._later.at
        if self._there is None:
            return min(self._monotonic() + AGAIN, later)
        return min(self._wifi.due if self._manager_runs else math.inf, self._note_at, later)

    def _whose_time_has_come(self, item: _Want | _Gone | _News | None) -> _Want | _Gone | _News | None:
        """What is to be done now; of several wants that wait the last one counts."""
        if isinstance(item, _Want) and item.at > self._monotonic():
            self._later, item = item, None
        later = self._later
        if item is None and later is not None and later.at <= self._monotonic():
            self._later, item = None, later
        return item

    def _step(self, item: _Want | _Gone | _News | None) -> None:
        if isinstance(item, _Gone):
            self._leave()
            return
        if self._there is None and not self._reach():
            return
        if self._monotonic() >= self._note_at:
            self._note()
        if not self._look() or not isinstance(item, _Want):
            return
        self._take(item.step(self._wifi, self._monotonic()))

    def _reach(self) -> bool:
        """Reach the bus; whether it is there."""
        try:
            self._there = NetworkManager(
                lambda: self._items.put(_News()), lambda: self._items.put(_Gone()), self._address
            )
        except BusFailed as failed:
            log.info("the system bus is not to be had: %s", failed)
            return False
        return True

    def _leave(self) -> None:
        there, self._there = self._there, None
        self._manager_runs = False
        self._note_at = math.inf
        if there is not None:
            there.close()

    def _look(self) -> bool:
        """See how the radio is, and do what comes of that; whether there is one to be looked after."""
        there = self._reached
        name = "" if self._own is None else self._own.name
        try:
            seen, hardware = there.look(name)
        except BusFailed as failed:
            if self._manager_runs:
                log.warning("NetworkManager does not answer: %s", failed)
            self._manager_runs = False
            return False
        self._manager_runs = bool(hardware)
        if hardware and self._own is None:
            self._make_own(hardware)
        self._take(deciding.see(self._wifi, seen, self._monotonic()))
        return self._manager_runs

    def _make_own(self, hardware: str) -> None:
        made = own_wifi.made(hardware, self._entropy(16))
        self._own = made
        with suppress(StorageFailed):  # it opens all the same, and the next start makes another password
            self._settings.set(OWN_WIFI, made)

    def _take(self, step: Step) -> None:
        """Do what is wished, in its order; what is turned down may lead to other wishes."""
        self._wifi, wishes = step
        self._keep_choice()
        for wish in wishes:
            log.info("Wi-Fi: %s", type(wish).__name__)
            try:
                self._do(wish)
            except BusFailed as failed:
                log.warning("Wi-Fi: %s was turned down: %s", type(wish).__name__, failed)
                self._take(deciding.refused(self._wifi, wish, self._monotonic()))

    def _do(self, wish: Wish) -> None:
        there, own = self._reached, self._own
        match wish:
            case Open() if own is not None:
                there.open(own.name, own.password)
            case Close() if own is not None:
                there.close_own(own.name)
            case Join():
                there.join(wish)
            case Keep():
                there.keep(self._wifi.network)
            case Forget():
                there.forget()
            case Scan():
                there.scan()
                self._note_at = self._monotonic() + SCANNED
            case Note():
                self._note()
            case SwitchOn():
                there.switch_on()
            case _:
                pass

    def _note(self) -> None:
        self._note_at = math.inf
        heard: tuple[Heard, ...] = ()
        with suppress(BusFailed):
            heard = self._reached.heard("" if self._own is None else self._own.name)
        self._wifi = deciding.hears(self._wifi, heard)

    def _keep_choice(self) -> None:
        always = self._wifi.choice == "always"
        if self._own is not None and self._own.always != always:
            self._own = msgspec.structs.replace(self._own, always=always)
            with suppress(StorageFailed):  # it holds until the next start
                self._settings.set(OWN_WIFI, self._own)

    @property
    def _reached(self) -> NetworkManager:
        assert self._there is not None
        return self._there
