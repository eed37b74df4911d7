"""Other versions of the companion: what may be installed, and asking for it.

The companion installs nothing itself. It leaves a file and a wish in its data folder;
`companion-update.service`, which is root's, takes both, believes nothing of them, and tells in a file of its
own what came of it.
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

MOST = 384 << 20
"""Bytes that an update may have; it holds a package for every release of the system."""
FOLDER = "update"
"""The folder of what is to be installed, in a data folder."""
FILE, WISH = "incoming.update", "wish"
NAMED = re.compile(r"companion-[0-9A-Za-z.+~ ()-]{1,40}\.update")
"""What an update on a stick is called, also one that was fetched twice: `companion-1.2 (1).update`."""
PACKAGE = re.compile(r"pool/([a-z]{1,20})/companion_([0-9][0-9A-Za-z.+]{0,30})~deb\d+_([a-z0-9]{1,10})\.deb")
"""A package in it: for which release of the system, which version, for which machine."""
_MEMBERS = 200
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
_END = bytes(tarfile.BLOCKSIZE)
_BLOCK = 1 << 20
_AR = b"!<arch>\n"
_CONTROL = 4 << 20
"""Bytes at the beginning of a package in which its papers are."""


class Places(msgspec.Struct, frozen=True):
    """Where things lie on a box that was installed from its package. key: the public one by which updates are
    known. installer: what installs them. previous: the version before. told: what came of the last time.
    runs: is there while something is installed. system: what names the release.
    """

    key: Path = Path("/usr/share/keyrings/companion.asc")
    installer: Path = Path("/usr/lib/companion/update")
    previous: Path = Path("/var/cache/companion/previous.deb")
    told: Path = Path("/var/cache/companion/updated.json")
    system: Path = Path("/etc/os-release")
    runs: Path = Path("/run/companion-update")


class Outcome(msgspec.Struct, frozen=True):
    """What came of the last time. what: a word, of which `update.came.<what>` is the sentence. version: that
    was wanted. why: the system's words.
    """

    what: str
    version: str = ""
    why: str = ""

    @property
    def said(self) -> Text:
        """In words."""
        return text(f"update.came.{self.what}", version=self.version, why=self.why)


class NoUpdate(CompanionError):
    """Something is no update for this box, or cannot be installed now. code: of the sentence."""

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(text(code, **params))


class Updates:
    """Safe to use from any thread.

    folder: the data folder. stick: of copies, in which an update may lie, or None.
    """

    def __init__(self, folder: Path, stick: Path | None, places: Places | None = None) -> None:
        self._folder = folder
        self._own = folder / FOLDER
        self._stick = stick
        self._places = places or Places()
        self._busy = threading.Lock()
        self._found: str | None = None

    @property
    def most(self) -> int:
        """Bytes that an update may have."""
        return MOST

    @property
    def installs(self) -> bool:
        """Whether this box was installed from its package: else there is nothing to update here."""
        return self._places.installer.is_file()

    @property
    def signed(self) -> bool:
        """Whether there is a key by which an update would be known."""
        return self._places.key.is_file()

    @property
    def found(self) -> str | None:
        """The version that the file which came in says it is; None where none came in."""
        return self._found

    @property
    def under_way(self) -> bool:
        """Whether one is being installed, or was asked for."""
        return self._places.runs.exists() or self.waits

    @property
    def waits(self) -> bool:
        """Whether one was asked for that nobody has taken up yet."""
        return (self._own / WISH).exists()

    def came(self) -> Outcome | None:
        """What came of the last time."""
        try:
            return msgspec.json.decode(self._places.told.read_bytes(), type=Outcome)
        except (OSError, msgspec.DecodeError):
            return None

    def before(self) -> str | None:
        """The version that can be gone back to."""
        try:
            with self._places.previous.open("rb") as package:
                return _version(package.read(_CONTROL))
        except (OSError, ValueError, tarfile.TarError, StopIteration, EOFError):
            return None

    def on_stick(self) -> tuple[str, ...]:
        """The names of updates that lie on the stick."""
        if self._stick is None:
            return ()
        with suppress(OSError):
            return tuple(sorted(each.name for each in self._stick.iterdir() if _is_update(each)))
        return ()

    def from_stick(self, name: str) -> None:
        """Take the update of this name from the stick. Raises `CompanionError`."""
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
        """Where an update that comes in is written; left without an error, `found` says what it is.

        Raises `CompanionError` for what is none for this box, and while another comes in. What came before is
        gone then.
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
            incoming = Incoming(self._folder, place, MOST)
            try:
                yield incoming
                incoming.settle()
                self._found = _judged(place, self._codename())
            except BaseException:
                place.unlink(missing_ok=True)
                raise
            finally:
                incoming.close()
        finally:
            self._busy.release()

    def forget(self) -> None:
        """Throw away what came in, and a wish that nobody has taken up. What is being installed is root's."""
        self._found = None
        for name in (WISH, FILE):
            with suppress(OSError):
                (self._own / name).unlink(missing_ok=True)

    def install(self, version: str) -> None:
        """Ask for what came in to be installed. version: that somebody has said yes to; `NoUpdate` is raised
        where another has come in meanwhile.
        """
        if self._found is None or self._found != version or self._busy.locked():
            raise NoUpdate("update.gone")
        self._ask("install")

    def go_back(self) -> None:
        """Ask for the version before. Raises `NoUpdate`."""
        if not self.installs or self.before() is None:
            raise NoUpdate("update.nothing-before")
        self._ask("back")

    def _ask(self, what: str) -> None:
        try:
            self._own.mkdir(0o700, exist_ok=True)
            atomic_write(self._own / WISH, (f"{what}\n".encode(),))  # companion-update.path watches it
        except OSError as failure:
            raise NoUpdate("update.unasked", why=failure.strerror or str(failure)) from failure

    def _codename(self) -> str:
        with suppress(OSError):
            for line in self._places.system.read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition("=")
                if name == "VERSION_CODENAME":
                    return value.strip('"')
        return ""


def _is_update(path: Path) -> bool:
    return NAMED.fullmatch(path.name) is not None and stat.S_ISREG(path.lstat().st_mode)


def _version(package: bytes) -> str | None:
    """The version that a package of Debian's says it is. package: its beginning, with its papers."""
    if not package.startswith(_AR):
        return None
    place = len(_AR)
    while place + 60 <= len(package):
        name, size = package[place : place + 16].strip().rstrip(b"/"), int(package[place + 48 : place + 58])
        if name.startswith(b"control.tar"):
            papers = io.BytesIO(package[place + 60 : place + 60 + size])
            with tarfile.open(fileobj=papers, mode="r:*") as archive:
                control = next(each for each in archive if each.name.removeprefix("./") == "control")
                written = archive.extractfile(control)
                lines = [] if written is None else written.read().decode("utf-8", "replace").splitlines()
            said = next((line.partition(":")[2] for line in lines if line.startswith("Version:")), "")
            return said.strip().partition("~")[0] or None
        place += 60 + size + size % 2
    return None


def _judged(place: Path, codename: str) -> str:
    """The version that an update for this release of the system says it is. Nothing is unpacked, nor
    believed: that it is ours, only the installer finds out. Raises `NoUpdate`.
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

    Raises OSError, ValueError and `tarfile.TarError` for a file that is none, and where anything else is in
    it, or contents that do not lie within it. `tarfile` itself would believe sparse maps and headers about
    headers, which make much of a small file.
    """
    whole = place.stat().st_size
    with place.open("rb") as file:
        for _ in range(_MEMBERS):
            block = file.read(tarfile.BLOCKSIZE)
            if block == _END:
                return
            head = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
            if head.type not in _PLAIN or not 0 <= head.size <= whole - file.tell():
                raise tarfile.ReadError("something else than files and folders")
            yield head.name
            file.seek(-(-head.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE, os.SEEK_CUR)
    raise tarfile.ReadError("too many files")
