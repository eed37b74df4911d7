"""What came in: the wish, and a file that apt judges where root alone may write."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from release.updating.box import Paths, Refused, last_line, run, small

MOST = 384 << 20
"""Bytes that an update may have."""
_SIGNED = 4 << 20
"""Bytes that all may have that says which packages an update has, its signatures among it."""
_SPARE = 32 << 20
"""Bytes that are left on the card beside an update and what is unpacked of it."""
_MEMBERS = 200
_BLOCK = 1 << 20
_END = bytes(tarfile.BLOCKSIZE)
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
_TOP = re.compile(
    r"dists(/[a-z]{1,20}(/(InRelease|Release|Release\.gpg|main(/binary-[a-z0-9]{1,10}(/Packages(\.gz)?)?)?))?)?"
    r"|pool(/[a-z]{1,20}(/companion_[0-9][0-9A-Za-z.+~]{0,60}_[a-z0-9]{1,10}\.deb)?)?"
)
"""All that an update may have in it."""
_SOURCE = "Types: deb\nURIs: file:{place}\nSuites: {suite}\nComponents: main\nSigned-By: {key}\n"


class Incoming:
    """What the companion has left in its folder. options: more for apt."""

    def __init__(self, paths: Paths, options: tuple[str, ...]) -> None:
        self._paths = paths
        self._options = options

    def wish(self) -> str | None:
        """What the companion wishes for; from now on it has been taken up."""
        said = ""
        with contextlib.suppress(OSError), self._asked() as folder:
            try:
                said = small("wish", 64, folder).decode("ascii", "replace").strip()
            finally:
                os.unlink("wish", dir_fd=folder)
        return said if said in ("install", "back") else None

    @contextlib.contextmanager
    def _asked(self) -> Iterator[int]:
        """The companion's folder, which is no link to another one. Raises OSError."""
        folder = os.open(self._paths.asked, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            yield folder
        finally:
            os.close(folder)

    def fetched(self, present: str) -> str:
        """Let apt judge what came in, then unpack its packages; the version that it has for this box."""
        if not self._paths.key.is_file():
            raise Refused("no-key")
        with self._taken() as file:
            held = members(file)
            version = self._judged(file, held, present)
            packages = f"pool/{self._suite()}/"
            _unpack(file, (each for each in held if f"{each.name}/".startswith(packages)), self._repository)
        return version

    @property
    def _repository(self) -> Path:
        return self._paths.work / "repository"

    def _judged(self, file: Path, held: list[Member], present: str) -> str:
        """The version that is to be installed. Of the file nothing is unpacked yet but what is signed."""
        repository, lists = self._repository, self._paths.work / "lists"
        signed = [each for each in held if each.name.startswith("dists")]
        if sum(each.size for each in signed) > _SIGNED:
            raise Refused("not-ours")
        _unpack(file, signed, repository)
        suite = self._suite()
        if not (repository / "dists" / suite / "InRelease").is_file():
            raise Refused("other-system", suite)
        sources = self._paths.work / "sources"
        for each in (lists / "partial", sources):
            each.mkdir(parents=True)
        said = _SOURCE.format(place=repository, suite=suite, key=self._paths.key)
        (sources / "companion.sources").write_text(said, encoding="utf-8")
        judged = self.apt("apt-get", "update", check=False)
        if judged.returncode:
            raise Refused("signature", last_line(judged.stderr))
        named = self.apt("apt-get", "indextargets", "--format", "$(ORIGIN) $(CODENAME)").stdout.splitlines()
        if not named:
            raise Refused("other-machine")
        if set(named) != {
            f"Companion {suite}"
        }:  # signed, but for another release and put under this one's name
            raise Refused("other-system", suite)
        version = self._offered()
        if version == present:
            raise Refused("same")
        newer = subprocess.run(("dpkg", "--compare-versions", version, "gt", present), check=False)
        if newer.returncode:
            raise Refused("older")
        self._alone(version)
        return version

    @contextlib.contextmanager
    def _taken(self) -> Iterator[Path]:
        """The received file, copied to where nothing can change it."""
        own = self._paths.work / "taken.update"
        with self._asked() as folder:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            handle = os.open("incoming.update", flags, dir_fd=folder)
        with os.fdopen(handle, "rb") as file, own.open("wb") as copied:
            seen = os.fstat(handle)
            if not stat.S_ISREG(seen.st_mode) or seen.st_size > MOST:
                raise Refused("not-ours")
            if shutil.disk_usage(self._paths.work).free < 2 * seen.st_size + _SPARE:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            _copy(file, copied, seen.st_size)
        try:
            yield own
        finally:
            own.unlink()

    def _suite(self) -> str:
        for line in self._paths.system.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            if name == "VERSION_CODENAME":
                return value.strip('"')
        raise Refused("other-system")

    def _offered(self) -> str:
        """The newest version that the update has for this machine."""
        listed = self.apt("apt-cache", "madison", "companion").stdout
        versions = [line.split("|")[1].strip() for line in listed.splitlines() if line.count("|") == 2]
        if not versions:
            raise Refused("other-machine")
        return versions[0]  # apt has the highest first

    def _alone(self, version: str) -> None:
        """Nothing else is installed or removed with it."""
        tried = self.apt(
            "apt-get", "--simulate", "--no-remove", "install", f"companion={version}", check=False
        )
        if tried.returncode:
            raise Refused("needs-more", last_line(tried.stdout))
        steps = [
            line.split()
            for line in tried.stdout.splitlines()
            if line[:5] in ("Inst ", "Remv ", "Purg ", "Conf ")
        ]
        if not steps or any(each[1] != "companion" or each[0] in ("Remv", "Purg") for each in steps):
            raise Refused("needs-more", " ".join(sorted({each[1] for each in steps} - {"companion"})))

    def apt(self, command: str, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """apt, which knows this one repository and no other, and takes nothing that is not signed."""
        work = self._paths.work
        options = {
            "Dir::Etc::SourceList": "/dev/null", "Dir::Etc::SourceParts": work / "sources",
            "Dir::Etc::Trusted": "/dev/null", "Dir::Etc::TrustedParts": "/dev/null",
            "Dir::Etc::Preferences": "/dev/null", "Dir::Etc::PreferencesParts": "/dev/null",
            "Dir::State::Lists": work / "lists", "Dir::Cache::pkgcache": "", "Dir::Cache::srcpkgcache": "",
            "Acquire::AllowInsecureRepositories": "false", "Acquire::AllowWeakRepositories": "false",
            "APT::Get::AllowUnauthenticated": "false", "APT::Update::Error-Mode": "any",
            "APT::Install-Recommends": "false", "DPkg::Lock::Timeout": "300",
            "Dpkg::Options::": "--force-confold",
        }  # fmt: skip
        given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return run(command, *given, *self._options, *words, check=check)

    def throw_away(self) -> None:
        """Leave nothing of it; a wish was taken up before."""
        with contextlib.suppress(OSError), self._asked() as folder:
            os.unlink("incoming.update", dir_fd=folder)


class Member(NamedTuple):
    """A file or a folder of an update. at: where its content begins. size: in bytes."""

    name: str
    folder: bool
    at: int
    size: int


def members(file: Path) -> list[Member]:
    """What is in an update, by its headers alone. Raises `Refused` for a file that is none, and for one with
    anything in it but plain files and folders whose contents all lie within it.

    `tarfile` itself would believe sparse maps and headers about headers, which make much of a small file.
    """
    found: dict[str, Member] = {}
    whole = file.stat().st_size
    with file.open("rb") as opened:
        while (block := opened.read(tarfile.BLOCKSIZE)) != _END:
            try:
                head = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
            except (tarfile.TarError, ValueError) as failure:
                raise Refused("not-ours") from failure
            each = Member(head.name, head.isdir(), opened.tell(), head.size)
            above = found.get(each.name.rpartition("/")[0])
            fits = head.type in _PLAIN and _TOP.fullmatch(each.name) is not None and each.name not in found
            nested = above.folder if above is not None else "/" not in each.name
            if not (fits and nested and 0 <= each.size <= whole - each.at and len(found) < _MEMBERS):
                raise Refused("not-ours")
            found[each.name] = each
            opened.seek(each.at + -(-each.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE)
    if "dists" not in found:
        raise Refused("not-ours")
    return list(found.values())


def _unpack(file: Path, some: Iterable[Member], place: Path) -> None:
    """Lay some of an update's members below a folder."""
    with file.open("rb") as opened:
        for each in some:
            target = place / each.name
            if each.folder:
                target.mkdir(0o755, parents=True)
                continue
            opened.seek(each.at)
            with target.open("xb") as written:
                _copy(opened, written, each.size)
            target.chmod(0o644)


def _copy(source: BinaryIO, target: BinaryIO, size: int) -> None:
    """Copy so many bytes, though the source may be growing."""
    while size > 0 and (some := source.read(min(size, _BLOCK))):
        target.write(some)
        size -= len(some)
