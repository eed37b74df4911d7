"""Updates of the companion: receiving files, and requesting their installation.

The companion installs nothing itself: it leaves a file and a request in its data folder.
`companion-update.service` runs as root, verifies both, and reports the outcome in a file.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from companion.language.text import CompanionError, Text, text
from companion.storage.backup import BackupFailed
from companion.storage.files import atomic_write
from companion.storage.incoming import Incoming

MAX_SIZE = 384 << 20
"""Bytes of an update at most, with a package for every release of the system."""
FOLDER = "update"
"""The folder of file and request, in a data folder."""
FILE, REQUEST = "incoming.update", "wish"
NAMED = re.compile(r"companion-[0-9A-Za-z.+~ ()-]{1,40}\.update")
"""The name of an update on a stick, also of a repeated download: `companion-1.2 (1).update`."""
PACKAGE = re.compile(r"pool/([a-z]{1,20})/companion_([0-9][0-9A-Za-z.+]{0,30})~deb\d+_([a-z0-9]{1,10})\.deb")
"""A package in an update: release of the system, version, architecture."""
_MAX_MEMBERS = 200
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
_END = bytes(tarfile.BLOCKSIZE)
_BLOCK = 1 << 20
_AR_MAGIC = b"!<arch>\n"
_CONTROL_BYTES = 4 << 20
"""Bytes at a package's beginning that include its control files."""


class UpdatePaths(msgspec.Struct, frozen=True):
    """Paths on a box that was installed from its package."""

    key: Path = Path("/usr/share/keyrings/companion.asc")
    """The public key that verifies updates."""
    installer: Path = Path("/usr/lib/companion/update")
    previous: Path = Path("/var/cache/companion/previous.deb")
    """The package of the previous version."""
    outcome: Path = Path("/var/cache/companion/updated.json")
    """The last `Outcome`."""
    system: Path = Path("/etc/os-release")
    runs: Path = Path("/run/companion-update")
    """Exists during an installation."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of an installation."""

    what: str
    """A code, of the message `update.came.<what>`."""
    version: str = ""
    """The requested version."""
    why: str = ""
    """The system's error."""

    @property
    def said(self) -> Text:
        """The outcome as a text."""
        return text(f"update.came.{self.what}", version=self.version, why=self.why)


class NoUpdate(CompanionError):
    """A file is no update for this box, or it cannot be installed now. code: of the message."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(text(code, **params))


class Updates:
    """Receives and requests updates. Safe to use from any thread.

    folder: the data folder. stick: the mounted stick, or None.
    """

    def __init__(self, folder: Path, stick: Path | None, paths: UpdatePaths | None = None) -> None:
        self._folder = folder
        self._own = folder / FOLDER
        self._stick = stick
        self._paths = paths or UpdatePaths()
        self._busy = threading.Lock()
        self._found: str | None = None

    @property
    def most(self) -> int:
        """Bytes of an update at most."""
        return MAX_SIZE

    @property
    def installs(self) -> bool:
        """Whether this box was installed from its package, and can be updated."""
        return self._paths.installer.is_file()

    @property
    def signed(self) -> bool:
        """Whether there is a key to verify updates."""
        return self._paths.key.is_file()

    @property
    def found(self) -> str | None:
        """The version of the received file; None without one."""
        return self._found

    @property
    def under_way(self) -> bool:
        """Whether an installation runs or is requested."""
        return self._paths.runs.exists() or self.waits

    @property
    def waits(self) -> bool:
        """Whether an installation is requested and not started."""
        return (self._own / REQUEST).exists()

    def came(self) -> Outcome | None:
        """The outcome of the last installation."""
        try:
            return msgspec.json.decode(self._paths.outcome.read_bytes(), type=Outcome)
        except (OSError, msgspec.DecodeError):
            return None

    def before(self) -> str | None:
        """The version to go back to."""
        try:
            with self._paths.previous.open("rb") as package:
                return _package_version(package.read(_CONTROL_BYTES))
        except (OSError, ValueError, tarfile.TarError, StopIteration, EOFError):
            return None

    def on_stick(self) -> tuple[str, ...]:
        """The names of updates on the stick."""
        if self._stick is None:
            return ()
        with suppress(OSError):
            return tuple(sorted(each.name for each in self._stick.iterdir() if _is_update(each)))
        return ()

    def from_stick(self, name: str) -> None:
        """Receive an update from the stick. Raises `CompanionError`."""
        if self._stick is None or name not in self.on_stick():
            raise NoUpdate("update.not-on-stick", file=name)
        with self.receiving() as incoming:
            incoming.name = name
            try:
                handle = os.open(self._stick / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
                with os.fdopen(handle, "rb") as file:
                    shutil.copyfileobj(file, incoming, _BLOCK)
            except OSError as failure:
                why = failure.strerror or str(failure)
                raise NoUpdate("update.unreadable", file=name, why=why) from failure

    @contextmanager
    def receiving(self) -> Iterator[Incoming]:
        """Receive an update into a file; on leaving without an error, `found` is its version.

        Raises `CompanionError` for a file that is no update for this box, and during another receipt.
        Replaces the file before.
        """
        if not self.signed or not self.installs:
            raise NoUpdate("update.no-key")
        if not self._busy.acquire(blocking=False):
            raise BackupFailed("incoming.busy", "")
        try:
            if self.under_way:
                raise NoUpdate("update.under-way")
            self.forget()
            place = self._own / FILE
            incoming = Incoming(self._folder, place, MAX_SIZE)
            try:
                yield incoming
                incoming.settle()
                self._found = _update_version(place, self._codename())
            except BaseException:
                place.unlink(missing_ok=True)
                raise
            finally:
                incoming.close()
        finally:
            self._busy.release()

    def forget(self) -> None:
        """Delete the received file, and a request that has not been started."""
        self._found = None
        for name in (REQUEST, FILE):
            with suppress(OSError):
                (self._own / name).unlink(missing_ok=True)

    def install(self, version: str) -> None:
        """Request the installation. version: confirmed by a person. Raises `NoUpdate` if the file is
        another by now.
        """
        if self._found is None or self._found != version or self._busy.locked():
            raise NoUpdate("update.gone")
        self._request("install")

    def go_back(self) -> None:
        """Request the previous version. Raises `NoUpdate`."""
        if not self.installs or self.before() is None:
            raise NoUpdate("update.nothing-before")
        self._request("back")

    def _request(self, what: str) -> None:
        try:
            self._own.mkdir(0o700, exist_ok=True)
            atomic_write(self._own / REQUEST, (f"{what}\n".encode(),))  # companion-update.path watches it
        except OSError as failure:
            raise NoUpdate("update.unasked", why=failure.strerror or str(failure)) from failure

    def _codename(self) -> str:
        with suppress(OSError):
            for line in self._paths.system.read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition("=")
                if name == "VERSION_CODENAME":
                    return value.strip('"')
        return ""


def _is_update(path: Path) -> bool:
    return NAMED.fullmatch(path.name) is not None and stat.S_ISREG(path.lstat().st_mode)


def _package_version(package: bytes) -> str | None:
    """The version of a Debian package. package: its first bytes, with the control files."""
    if not package.startswith(_AR_MAGIC):
        return None
    place = len(_AR_MAGIC)
    while place + 60 <= len(package):
        name, size = package[place : place + 16].strip().rstrip(b"/"), int(package[place + 48 : place + 58])
        if name.startswith(b"control.tar"):
            papers = io.BytesIO(package[place + 60 : place + 60 + size])
            with tarfile.open(fileobj=papers, mode="r:*") as archive:
                control = next(each for each in archive if each.name.removeprefix("./") == "control")
                written = archive.extractfile(control)
                lines = [] if written is None else written.read().decode("utf-8", "replace").splitlines()
            version = next((line.partition(":")[2] for line in lines if line.startswith("Version:")), "")
            return version.strip().partition("~")[0] or None
        place += 60 + size + size % 2
    return None


def _update_version(place: Path, codename: str) -> str:
    """The version of an update for this release of the system. Raises `NoUpdate`.

    Nothing is unpacked; only the installer verifies the signature.
    """
    try:
        packages = [found for name in _members(place) if (found := PACKAGE.fullmatch(name)) is not None]
    except (tarfile.TarError, OSError, ValueError) as failure:
        raise NoUpdate("update.none") from failure
    for each in packages:
        if each[1] == codename:
            return each[2]
    if packages:
        others = sorted({each[1] for each in packages})
        raise NoUpdate("update.other-system", systems=", ".join(others))
    raise NoUpdate("update.none")


def _members(place: Path) -> Iterator[str]:
    """The names of the files and folders in an update, by its headers alone.

    Raises `OSError`, `ValueError` and `tarfile.TarError` for a file that is no update, with other members, or
    with contents beyond its end. `tarfile` itself would accept sparse maps and extended headers, by which a
    small file can become large.
    """
    whole = place.stat().st_size
    with place.open("rb") as file:
        for _ in range(_MAX_MEMBERS):
            block = file.read(tarfile.BLOCKSIZE)
            if block == _END:
                return
            head = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
            if head.type not in _PLAIN or not 0 <= head.size <= whole - file.tell():
                raise tarfile.ReadError("something else than files and folders")
            yield head.name
            file.seek(-(-head.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE, os.SEEK_CUR)
    raise tarfile.ReadError("too many files")
