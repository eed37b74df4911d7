"""Probes of disk, network, port and journal, and the health check that runs them repeatedly."""

from __future__ import annotations

import errno
import http.client
import json
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from companion.health.findings import Finding, Probe, fine, missing, off, sentence, warned
from companion.health.machine import BOOT, MOUNTS, is_volatile, mount_of, mounts
from companion.health.network import radio_off
from companion.language.messages import Language
from companion.language.text import CompanionError
from companion.parts import PartName, Parts
from companion.storage.files import NoGamesYet
from companion.table.table import Table

log = logging.getLogger(__name__)

INTERVAL = 31.0
"""Seconds between two health checks; no multiple of other intervals, so that threads do not wake together."""
TRIAL_INTERVAL = 60.0
"""Seconds without an entry after which a disk is tried."""
_ENTRY_SIZE = 512
"""Bytes."""
_JOURNAL_TROUBLES = frozenset(
    f"journal-{each}" for each in ("full", "read-only", "failed", "unsure", "gone", "damaged", "broken")
)
NO_COMPANION: Mapping[str, str] = MappingProxyType({})
"""No companion answers."""
MEGABYTE = 1 << 20
FULL = 20 * MEGABYTE
NEARLY_FULL = 200 * MEGABYTE
"""Free bytes: an evening needs a few hundred kilobytes, other programs may need more."""

AVAHI = Path("/run/avahi-daemon/socket")
"""The socket of the mDNS responder."""


def disk(
    folder: Path,
    *,
    write_error: Callable[[Path], str | None] = lambda _: None,
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    listing: Path = MOUNTS,
    boot: Path = BOOT,
) -> Finding:
    """Whether the folder of the games, or the nearest existing one above it, is writable and persistent.

    write_error: tries to write, unless a problem is visible already; returns the system's error.
    """
    there = next(each for each in (folder, *folder.absolute().parents) if _exists(each))
    found = _disk_finding(folder, there, free, listing, boot)
    why = None if found.state == "missing" else write_error(there)
    return found if why is None else missing("disk", "unwritable", folder=str(folder), why=why)


def _disk_finding(
    folder: Path, there: Path, free: Callable[[Path], int], listing: Path, boot: Path
) -> Finding:
    mount = mount_of(there.resolve(), mounts(listing))
    if mount is not None and mount.read_only:
        return missing("disk", "read-only", folder=str(folder), mount=str(mount.point))
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        why = os.strerror(errno.EACCES if there.is_dir() else errno.ENOTDIR)
        return missing("disk", "locked", folder=str(folder), why=why)
    left = free(there)
    if left < FULL:
        return missing("disk", "full", folder=str(folder), free=left // MEGABYTE)
    if mount is not None and is_volatile(mount, boot):
        return warned("disk", "forgets", folder=str(folder))
    if left < NEARLY_FULL:
        return warned("disk", "nearly-full", folder=str(folder), free=left // MEGABYTE)
    return fine("disk", "free", folder=str(folder), free=left // MEGABYTE)


def write_error(folder: Path) -> str | None:
    """Write and sync an unnamed file as small as an entry; return the system's error."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(_ENTRY_SIZE))
            os.fsync(file.fileno())
    except OSError as failure:
        return failure.strerror or str(failure)
    return None


class WriteTrial:
    """Tries now and then whether a disk takes writes.

    A disk that took an entry since the last call is not tried; else it is tried once a minute, and after an
    error each time. written: the number of the last entry. monotonic: seconds. write_error: tries it.
    """

    def __init__(
        self,
        written: Callable[[], int],
        monotonic: Callable[[], float],
        write_error: Callable[[Path], str | None] = write_error,
    ) -> None:
        self._written = written
        self._monotonic = monotonic
        self._write_error = write_error
        self._exists: int | None = None
        self._at = 0.0
        self._why: str | None = None

    def __call__(self, folder: Path) -> str | None:
        """Try if due; return the system's error."""
        written, now = self._written(), self._monotonic()
        known, self._exists = self._exists, written
        if known is not None and written != known:
            self._at, self._why = now, None
        elif known is None or self._why is not None or now >= self._at + TRIAL_INTERVAL:
            self._at, self._why = now, self._write_error(folder)
        return self._why


def writer_finding(trouble: Callable[[], str | None]) -> Finding:
    """The finding for the journal being written. trouble: the code of a lasting problem, or None."""
    code = trouble()
    return fine("journal", "well") if code is None else missing("journal", code.removeprefix("journal-"))


def backups_finding(failing: Callable[[], bool]) -> Finding:
    """The finding for backups. failing: whether the last one failed."""
    return missing("copies", "failing") if failing() else fine("copies", "well")


def _exists(folder: Path) -> bool:
    """Whether a folder exists, as far as the rights allow to know."""
    try:
        return folder.exists()
    except PermissionError:
        return False


def network(
    reachable: Callable[[], tuple[str, ...]],
    name: str | None,
    avahi: Path = AVAHI,
    off: Callable[[], bool] = radio_off,
) -> Finding:
    """By which addresses phones reach the box. name: see `companion.health.network.local_name`. off:
    whether the radio is.
    """
    addresses = reachable()
    if not addresses:
        return warned("network", "radio-off") if off() else warned("network", "none")
    if all(each.startswith(("127.", "[::1]")) for each in addresses):
        return fine("network", "alone", address=addresses[0])
    if name is None:
        return fine("network", "reached", addresses=addresses)
    return fine("network", "named" if avahi.exists() else "nameless", addresses=addresses, name=name)


def port(host: str, number: int, others: Callable[[], Mapping[str, str]]) -> Finding:
    """Whether the port can be bound. others: see `running`."""
    if others():
        return fine("port", "ours", port=number)
    if number == 0:
        return fine("port", "any")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError as error:
            known = {errno.EADDRINUSE: "busy", errno.EACCES: "no-rights", errno.EADDRNOTAVAIL: "elsewhere"}
            what = known.get(error.errno or 0, "broken")
            why = error.strerror or str(error)
            return missing("port", what, port=number, host=host, why=why)
        except UnicodeError:  # no name of a machine: `nonsense..`
            return missing("port", "elsewhere", port=number, host=host)
    return fine("port", "free", port=number)


def running(address: str, timeout: float = 1.0) -> Mapping[str, str]:
    """The state of a companion that answers at this `host:port`: each part's, the broker's under `broker`,
    and problem codes under `why`, separated by blanks. Empty when none answers.
    """
    asked = http.client.HTTPConnection(address, timeout=timeout)
    try:
        asked.request("GET", "/healthz")
        sentence = json.loads(asked.getresponse().read(4096))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        asked.close()
    if not isinstance(sentence, dict) or not {"display", "buttons", "reader", "version"} <= sentence.keys():
        return {}
    why = sentence.get("why")
    codes = " ".join(map(str, why)) if isinstance(why, list) else ""
    parts = {
        part: str(sentence[part]) for part in ("display", "buttons", "reader", "broker") if part in sentence
    }
    return {**parts, "why": codes} if codes else parts


def running_backups_finding(others: Callable[[], Mapping[str, str]]) -> Finding:
    """The finding for a running companion's backups. others: see `running`."""
    if not others():
        return off("copies", "unknown")
    return backups_finding(lambda: "copies-failing" in others().get("why", "").split())


def journal(
    reading: Callable[[], AbstractContextManager[Table]],
    others: Callable[[], Mapping[str, str]] = lambda: NO_COMPANION,
) -> Finding:
    """Whether all entries can be read and all games replayed. Changes nothing, also beside a running
    companion; its own problems come first.

    others: see `running`.
    """
    trouble = next((each for each in others().get("why", "").split() if each in _JOURNAL_TROUBLES), None)
    if trouble is not None:
        return writer_finding(lambda: trouble)
    try:
        with reading() as table:
            games = table.games()
            entries = table.snapshot.version
    except NoGamesYet:
        return fine("journal", "empty")
    except CompanionError as error:
        return Finding("journal", "missing", error.message)
    lost = [game.id for game in games if not game.readable]
    if lost:
        broken = any(game.moment.code == "moment.broken" for game in games)
        unreadable = warned("journal", "unreadable", game=lost[0], count=len(lost))
        return missing("journal", "broken") if broken else unreadable
    on_table = next((game for game in games if game.on_table), None)
    if on_table is None:
        return fine("journal", "whole", entries=entries, count=len(games))
    return fine("journal", "whole-and-playing", entries=entries, count=len(games), moment=on_table.moment)


class HealthCheck:
    """Runs probes and returns findings that need action, the box's parts first; new ones are logged.

    A part is only probed while its driver reports it as missing. of_parts, machine: probes, which may take
    time.
    """

    def __init__(
        self, parts: Parts, of_parts: Mapping[PartName, Probe], machine: Iterable[Probe], language: Language
    ) -> None:
        self._parts = parts
        self._of_parts = of_parts
        self._machine = tuple(machine)
        self._language = language
        self._known: frozenset[str] = frozenset()

    def add(self, probe: Probe) -> None:
        """Add a probe of the machine."""
        self._machine += (probe,)

    def __call__(self) -> tuple[Finding, ...]:
        """Check now."""
        states = self._parts.states()
        probes = [probe for part, probe in self._of_parts.items() if states[part] == "missing"]
        found = tuple(each for probe in (*probes, *self._machine) if (each := probe()).needs_action)
        for each in found:
            if each.said.code not in self._known:
                log.warning("%s: %s", each.part, sentence(each, self._language))
        self._known = frozenset(each.said.code for each in found)
        return found
