"""What came in: the wish, and a file that apt judges where root alone may write."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

from release.updating.box import Paths, Refused, last_line, run, small

MOST = 384 << 20
"""Bytes that an update may have."""
_MEMBERS = 200
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
        """Unpack what came in, and let apt judge it; the version that it has for this box."""
        repository, lists = self._paths.work / "repository", self._paths.work / "lists"
        if not self._paths.key.is_file():
            raise Refused("no-key")
        with self._taken() as file:
            unpack(file, repository)
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
        """The file that came in, copied to where nobody changes it any more."""
        own = self._paths.work / "taken.update"
        with self._asked() as folder:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
            handle = os.open("incoming.update", flags, dir_fd=folder)
        with os.fdopen(handle, "rb") as file, own.open("wb") as copied:
            seen = os.fstat(handle)
            if not stat.S_ISREG(seen.st_mode) or seen.st_size > MOST:
                raise Refused("not-ours")
            shutil.copyfileobj(file, copied, 1 << 20)
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


class _Sparing(io.BufferedReader):
    """A file of which nobody reads very much at once: a header may say that its name has gigabytes."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or not 0 <= size <= 1 << 20:
            raise tarfile.ReadError("a header is too large")
        return super().read(size)


def unpack(file: Path, place: Path) -> None:
    """Unpack an update. Raises `Refused` for a file that is none, and for one with anything else in it."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(0o755)
    try:
        with _Sparing(io.FileIO(file)) as opened, tarfile.open(fileobj=opened, mode="r:") as archive:
            for count, each in enumerate(archive):
                fits = _TOP.fullmatch(each.name) is not None and (each.isreg() or each.isdir())
                if not fits or count > _MEMBERS or each.size > MOST:
                    raise Refused("not-ours")
                target = place / each.name
                if each.isdir():
                    target.mkdir(0o755, exist_ok=True)
                    continue
                content = archive.extractfile(each)
                if content is None or not target.parent.is_dir() or target.exists():
                    raise Refused("not-ours")
                with content, target.open("xb") as written:
                    shutil.copyfileobj(content, written, 1 << 20)
                target.chmod(0o644)
    except (tarfile.TarError, ValueError, EOFError) as failure:
        raise Refused("not-ours") from failure
    if not (place / "dists").is_dir():
        raise Refused("not-ours")
