"""What the doctor looks at beside the parts of the box: the disk, the network, the port and the journal.

And the check-up, which looks again and again while the box is served.
"""

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

from companion.health.findings import Finding, Probe, fine, missing, off, said, warned
from companion.health.machine import BOOT, MOUNTS, forgets, mount_of, mounts
from companion.health.network import radio_off
from companion.language.messages import Language
from companion.language.text import CompanionError
from companion.parts import PartName, Parts
from companion.storage.files import NoGamesYet
from companion.table.table import Table

log = logging.getLogger(__name__)

EVERY = 31.0
"""Seconds from one check-up to the next; no multiple of what else is due again and again, the pulse and the
comment of the streams: threads that wake in the same moment keep one another waiting, and wake a dozen times.
"""
TRIED_EVERY = 60.0
"""Seconds after which a disk is tried to which nobody has written."""
_AN_ENTRY = 512
"""Bytes."""
_TROUBLES = frozenset(
    f"journal-{each}" for each in ("full", "read-only", "failed", "unsure", "gone", "damaged", "broken")
)
NOBODY: Mapping[str, str] = MappingProxyType({})
"""No companion answers."""
MEGABYTE = 1 << 20
FULL = 20 * MEGABYTE
NEARLY_FULL = 200 * MEGABYTE
"""Free bytes: an evening needs a few hundred kilobytes, but others write on the same card."""

AVAHI = Path("/run/avahi-daemon/socket")
"""Who answers in the network for the machine's name."""


def disk(
    folder: Path,
    *,
    refused: Callable[[Path], str | None] = lambda _: None,
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    listing: Path = MOUNTS,
    boot: Path = BOOT,
) -> Finding:
    """Whether the folder of the games, or the nearest one above it, can be written, and keeps what is.

    refused: tries to write there, unless it can be seen that nothing could be; the system's words when that
    fails.
    """
    there = next(each for each in (folder, *folder.absolute().parents) if _seen(each))
    found = _at_a_glance(folder, there, free, listing, boot)
    why = None if found.state == "missing" else refused(there)
    return found if why is None else missing("disk", "unwritable", folder=str(folder), why=why)


def _at_a_glance(
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
    if mount is not None and forgets(mount, boot):
        return warned("disk", "forgets", folder=str(folder))
    if left < NEARLY_FULL:
        return warned("disk", "nearly-full", folder=str(folder), free=left // MEGABYTE)
    return fine("disk", "free", folder=str(folder), free=left // MEGABYTE)


def refused(folder: Path) -> str | None:
    """Write a file without a name, as small as an entry, and wait for the disk; the system's words when it
    does not take it."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            file.write(bytes(_AN_ENTRY))
            os.fsync(file.fileno())
    except OSError as failure:
        return failure.strerror or str(failure)
    return None


class Trial:
    """Tries now and then whether a disk takes anything, and spares it otherwise.

    A disk that has taken an entry since the last look has shown it. One that has not is tried once a minute,
    some fourteen hundred times a day: that is nothing beside what the machine's own log writes. One that has
    refused is tried each time, so that it is seen to be well again. written: the number of the last entry.
    monotonic: seconds. refused: tries it.
    """

    def __init__(
        self,
        written: Callable[[], int],
        monotonic: Callable[[], float],
        refused: Callable[[Path], str | None] = refused,
    ) -> None:
        self._written = written
        self._monotonic = monotonic
        self._refused = refused
        self._seen: int | None = None
        self._at = 0.0
        self._why: str | None = None

    def __call__(self, folder: Path) -> str | None:
        """Look now; the system's words when the disk takes nothing."""
        written, now = self._written(), self._monotonic()
        known, self._seen = self._seen, written
        if known is not None and written != known:
            self._at, self._why = now, None
        elif known is None or self._why is not None or now >= self._at + TRIED_EVERY:
            self._at, self._why = now, self._refused(folder)
        return self._why


def standing(trouble: Callable[[], str | None]) -> Finding:
    """How the journal that is being written is. trouble: the code of what is wrong for good, or None."""
    code = trouble()
    return fine("journal", "well") if code is None else missing("journal", code.removeprefix("journal-"))


def copying(failing: Callable[[], bool]) -> Finding:
    """Whether the games are copied after each turn. failing: whether the last copy could not be made."""
    return missing("copies", "failing") if failing() else fine("copies", "well")


def _seen(folder: Path) -> bool:
    """Whether it is there, for all that we may know."""
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
    """By which addresses phones reach the box. name: see `companion.health.network.local_name`. off: whether
    the radio is.
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
    """Whether the port can be listened on. others: see `running`."""
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
    """How a companion is that answers at this `host:port`: each of its parts, under `broker` how it stands
    with that, and under `why` the codes of what makes it less than it should be, with blanks between them.
    Empty when none answers.
    """
    asked = http.client.HTTPConnection(address, timeout=timeout)
    try:
        asked.request("GET", "/healthz")
        said = json.loads(asked.getresponse().read(4096))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        asked.close()
    if not isinstance(said, dict) or not {"display", "buttons", "reader", "version"} <= said.keys():
        return {}
    why = said.get("why")
    codes = " ".join(map(str, why)) if isinstance(why, list) else ""
    parts = {part: str(said[part]) for part in ("display", "buttons", "reader", "broker") if part in said}
    return {**parts, "why": codes} if codes else parts


def copied(others: Callable[[], Mapping[str, str]]) -> Finding:
    """What a running companion says of its copies. others: see `running`."""
    if not others():
        return off("copies", "unknown")
    return copying(lambda: "copies-failing" in others().get("why", "").split())


def journal(
    reading: Callable[[], AbstractContextManager[Table]],
    others: Callable[[], Mapping[str, str]] = lambda: NOBODY,
) -> Finding:
    """Whether the record of the games is whole: every page and every entry of it is read, every game played
    again. Nothing is changed, and a companion may be writing meanwhile; what troubles that comes first.

    others: see `running`.
    """
    trouble = next((each for each in others().get("why", "").split() if each in _TROUBLES), None)
    if trouble is not None:
        return standing(lambda: trouble)
    try:
        with reading() as table:
            games = table.games()
            entries = table.snapshot.version
    except NoGamesYet:
        return fine("journal", "empty")
    except CompanionError as error:
        return Finding("journal", "missing", error.said)
    lost = [game.id for game in games if not game.readable]
    if lost:
        broken = any(game.moment.code == "moment.broken" for game in games)
        unreadable = warned("journal", "unreadable", game=lost[0], count=len(lost))
        return missing("journal", "broken") if broken else unreadable
    on_table = next((game for game in games if game.on_table), None)
    if on_table is None:
        return fine("journal", "whole", entries=entries, count=len(games))
    return fine("journal", "whole-and-playing", entries=entries, count=len(games), moment=on_table.moment)


class Checkup:
    """Gives what is not as it should be, the box's parts first; what is new among it is logged.

    A part is looked at only while its driver says that it is missing: to find out why. of_parts, machine:
    probes that take their time, but use nothing up.
    """

    def __init__(
        self, parts: Parts, of_parts: Mapping[PartName, Probe], machine: Iterable[Probe], language: Language
    ) -> None:
        self._parts = parts
        self._of_parts = of_parts
        self._machine = tuple(machine)
        self._language = language
        self._known: frozenset[str] = frozenset()

    def look_at(self, probe: Probe) -> None:
        """Look from now on at this of the machine, too."""
        self._machine += (probe,)

    def __call__(self) -> tuple[Finding, ...]:
        """Check now."""
        states = self._parts.states()
        probes = [probe for part, probe in self._of_parts.items() if states[part] == "missing"]
        found = tuple(each for probe in (*probes, *self._machine) if (each := probe()).ill)
        for each in found:
            if each.said.code not in self._known:
                log.warning("%s: %s", each.part, said(each, self._language))
        self._known = frozenset(each.said.code for each in found)
        return found
