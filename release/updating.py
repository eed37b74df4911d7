#!/usr/bin/python3 -I
"""Installs another version of the companion, as root: `companion-update.service`, which the companion asks
for by a file in its data folder.

Nothing that lies there is believed. What came in is copied to where root alone may write, taken apart by
names and sizes, and handed to apt as a repository of its own, beside which apt knows no other: apt takes
only what is signed with the key in the package. The version before is the one that was kept when this one
was installed.

What it does is noted before it is done. A version whose service is not ready in time goes again by itself,
and with it what it has made of the games' file. Run once more after a power cut, it finishes or goes back.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

READY_WITHIN = 120.0
"""Seconds that a version has to become ready."""
_LOOK = 2.0
_SAFE_MODE = 5
"""Failed starts in a row after which the companion serves nothing but what is wrong."""
MOST = 384 << 20
_MEMBERS = 200
_TOP = re.compile(
    r"dists(/[a-z]{1,20}(/(InRelease|Release|Release\.gpg|main(/binary-[a-z0-9]{1,10}(/Packages(\.gz)?)?)?))?)?"
    r"|pool(/[a-z]{1,20}(/companion_[0-9][0-9A-Za-z.+~]{0,60}_[a-z0-9]{1,10}\.deb)?)?"
)
"""All that an update may have in it."""
_SOURCE = "Types: deb\nURIs: file:{place}\nSuites: {suite}\nComponents: main\nSigned-By: {key}\n"
_LASTING = "[Service]\nTimeoutStartSec={seconds:g}\n"
_KEPT = re.compile(r"journal\.format-\d+-\d{8}T\d{6}Z(-\d+)?")
_JOURNAL = "journal.sqlite"


class Paths(NamedTuple):
    """Where everything lies. asked: the companion's folder with wish and file. work: root's own, for as long
    as something goes on. cache: for what stays.
    """

    data: Path = Path("/var/lib/companion")
    asked: Path = Path("/var/lib/companion/update")
    work: Path = Path("/var/lib/companion-update")
    cache: Path = Path("/var/cache/companion")
    key: Path = Path("/usr/share/keyrings/companion.asc")
    keep: Path = Path("/usr/lib/companion/keep-version")
    system: Path = Path("/etc/os-release")
    failed: Path = Path("/run/companion/failed-starts")
    lasting: Path = Path("/run/systemd/system/companion.service.d/updating.conf")


class Refused(Exception):
    """Nothing has changed. what: a word for the companion. why: the system's words."""

    def __init__(self, what: str, why: str = "") -> None:
        super().__init__(what, why)
        self.what = what
        self.why = why


class Updating:
    """One run. user: to whom the games belong; None leaves that as it is. options: more for apt. pause: waits
    for so many seconds. monotonic: seconds.
    """

    def __init__(
        self,
        paths: Paths,
        *,
        user: str | None,
        options: tuple[str, ...] = (),
        pause: Callable[[float], object] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._paths = paths
        self._user = user
        self._options = options
        self._pause = pause
        self._monotonic = monotonic
        self._state = paths.work / "state.json"

    def run(self) -> None:
        """Do what is asked for, or finish what a power cut broke off."""
        paths = self._paths
        paths.work.mkdir(0o755, parents=True, exist_ok=True)
        paths.cache.mkdir(0o755, parents=True, exist_ok=True)
        begun = self._begun()
        version = ""
        try:
            if begun is not None:
                version = begun["to"]
                self._go_on(begun)
            else:
                wish = self._wish()
                if wish is None:
                    return
                (self._paths.cache / "updated.json").unlink(missing_ok=True)
                version = self._wanted(wish)
        except Refused as refused:
            self._tell(refused.what, version, refused.why)
        except (OSError, subprocess.SubprocessError) as failure:
            self._tell("failed", version, _words(failure))
        finally:
            self._clean()

    # what is asked for

    def _wish(self) -> str | None:
        """What the companion wishes for; from now on it has been taken up."""
        said = ""
        with contextlib.suppress(OSError), self._asked() as folder:
            try:
                said = _small("wish", 64, folder).decode("ascii", "replace").strip()
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

    def _wanted(self, wish: str) -> str:
        present = self._installed()
        if wish == "back":
            package = self._paths.work / "new.deb"
            try:
                shutil.copyfile(self._paths.cache / "previous.deb", package)
            except FileNotFoundError:
                raise Refused("nothing-before") from None
            version = self._field(package, "Version")
            self._begin("back", present, version)
        else:
            version = self._fetched(present)
            self._begin("install", present, version)
        self._replace(version)
        self._see(wish, present, version)
        return version

    # what came in

    def _fetched(self, present: str) -> str:
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
        judged = self._apt("apt-get", "update", check=False)
        if judged.returncode:
            raise Refused("signature", _last(judged.stderr))
        named = self._apt("apt-get", "indextargets", "--format", "$(ORIGIN) $(CODENAME)").stdout.splitlines()
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
        listed = self._apt("apt-cache", "madison", "companion").stdout
        versions = [line.split("|")[1].strip() for line in listed.splitlines() if line.count("|") == 2]
        if not versions:
            raise Refused("other-machine")
        return versions[0]  # apt has the highest first

    def _alone(self, version: str) -> None:
        """Nothing else is installed or removed with it."""
        tried = self._apt(
            "apt-get", "--simulate", "--no-remove", "install", f"companion={version}", check=False
        )
        if tried.returncode:
            raise Refused("needs-more", _last(tried.stdout))
        steps = [
            line.split()
            for line in tried.stdout.splitlines()
            if line[:5] in ("Inst ", "Remv ", "Purg ", "Conf ")
        ]
        if not steps or any(each[1] != "companion" or each[0] in ("Remv", "Purg") for each in steps):
            raise Refused("needs-more", " ".join(sorted({each[1] for each in steps} - {"companion"})))

    def _apt(self, command: str, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
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
        return _run(command, *given, *self._options, *words, check=check)

    # another version

    def _begin(self, what: str, present: str, version: str) -> None:
        """Keep the version that is here, and note what is done: from now on a power cut is gone on from."""
        paths = self._paths
        kept = paths.work / "back.deb"
        made = _run(str(paths.keep), check=False)
        if made.returncode or not (paths.cache / "replaced.deb").is_file():
            raise Refused("not-kept", _last(made.stderr))
        shutil.move(paths.cache / "replaced.deb", kept)  # else it passed for what this run replaced
        if (paths.cache / "previous.deb").is_file():
            shutil.copyfile(paths.cache / "previous.deb", paths.work / "earlier.deb")
        shutil.copyfile(__file__, paths.work / "updater")  # this one: another version may not know how
        formats = self._formats()
        known = self._known() if what == "back" else {}
        if known.get("version") == version:
            formats = known["formats"]
        self._note({"do": what, "from": present, "to": version, "formats": formats})

    def _replace(self, version: str) -> None:
        """Install it. What comes of it is seen by what is installed then, and by its service."""
        # its first start must not take longer than it is waited for
        self._paths.lasting.parent.mkdir(parents=True, exist_ok=True)
        self._paths.lasting.write_text(_LASTING.format(seconds=READY_WITHIN), encoding="ascii")
        begun = self._begun()
        if begun is not None and begun["do"] == "back":
            self._dpkg(self._paths.work / "new.deb")
            if self._installed() == version:
                self._journal_back(begun["formats"])
        else:
            self._apt("apt-get", "--yes", "--no-remove", "install", f"companion={version}", check=False)

    def _see(self, did: str, present: str, version: str) -> None:
        """Whether the version has taken over; else the one before takes over again."""
        if self._installed() == version and self._ready():
            if did == "install":
                known = {"version": present, "formats": (self._begun() or {}).get("formats", [])}
                _write(self._paths.cache / "previous.json", known)
            self._forget()
            self._tell("installed" if did == "install" else "back", version)
            return
        if self._installed() == present:  # nothing came of it, and no other version has seen the games
            _run("systemctl", "start", "--no-block", "companion.service", check=False)
            self._forget()
            self._tell("failed", version)
            return
        self._return(did, present, version)

    def _return(self, did: str, present: str, version: str) -> None:
        """Take back what was begun."""
        begun = self._begun() or {"formats": [], "do": did}
        self._note({**begun, "from": present, "to": version, "returning": True})
        _run("systemctl", "stop", "companion.service", check=False)
        self._dpkg(self._paths.work / "back.deb")
        if did == "install":
            self._journal_back(begun["formats"])
        elif begun.get("aside"):
            self._put(begun["aside"])
        # what was taken back is no version to go back to
        earlier, previous = self._paths.work / "earlier.deb", self._paths.cache / "previous.deb"
        if earlier.is_file():
            shutil.copyfile(earlier, previous)
        else:
            previous.unlink(missing_ok=True)
        well = self._installed() == present and self._ready()
        self._forget()
        if not well:
            self._tell("not-well", version)
            return
        self._tell("went-back" if did == "install" else "back-failed", version)

    def _go_on(self, begun: dict[str, Any]) -> None:
        """After a power cut: finish what dpkg was at, then see what is here."""
        did, present, version = begun["do"], begun["from"], begun["to"]
        _run("dpkg", "--configure", "--pending", "--force-confold", check=False)
        if begun.get("returning"):
            self._return(did, present, version)
            return
        if self._installed() != version:
            self._replace(version)
        self._see(did, present, version)

    def _dpkg(self, package: Path) -> None:
        _run("dpkg", "--force-confold", "--install", str(package), check=False)

    def _installed(self) -> str:
        """The version that is installed whole; empty where none is."""
        asked = _run(
            "dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "companion", check=False
        )
        version, _, status = asked.stdout.strip().partition(" ")
        return version if status == "installed" else ""

    def _field(self, package: Path, field: str) -> str:
        return _run("dpkg-deb", "--field", str(package), field).stdout.strip()

    def _ready(self) -> bool:
        """Wait until the service is ready, and not only to say what is wrong."""
        until = self._monotonic() + READY_WITHIN
        _run("systemctl", "start", "--no-block", "companion.service", check=False)
        while self._monotonic() < until:
            state = _run(
                "systemctl", "show", "--property=ActiveState", "--value", "companion.service", check=False
            )
            failed = self._failed_starts()
            if state.stdout.strip() == "active" and not failed:
                return True
            if state.stdout.strip() == "failed" or failed >= _SAFE_MODE:
                return False
            self._pause(_LOOK)
        return False

    def _failed_starts(self) -> int:
        try:
            count = json.loads(_small(self._paths.failed, 4096))["count"]
        except FileNotFoundError:
            return 0
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return 1
        return count if isinstance(count, int) else 1

    # the games

    def _formats(self) -> list[str]:
        """The files of earlier formats that lie beside the games."""
        try:
            return sorted(each.name for each in self._paths.data.iterdir() if _KEPT.fullmatch(each.name))
        except OSError:
            return []

    def _known(self) -> dict[str, Any]:
        try:
            found = json.loads((self._paths.cache / "previous.json").read_bytes())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) and isinstance(found.get("formats"), list) else {}

    def _journal_back(self, before: list[str]) -> None:
        """Put the games' file back as the earlier version left it, where another format was made of it since.

        What the later version has is kept beside it. Done as the one to whom the games belong: in his folder
        nothing is what its name says.
        """
        since = [each for each in self._formats() if each not in before]
        if not since:
            return
        begun = self._begun() or {}
        aside = begun.get("aside") or f"journal.newer-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
        self._note({**begun, "aside": aside})
        self._put(min(since, key=_when), aside)

    def _put(self, kept: str, aside: str = "") -> None:
        """Let the file of this name be the games'. aside: what the one that is there is called from now
        on.
        """
        _run("systemctl", "stop", "companion.service", check=False)
        updater = str(self._paths.work / "updater")
        command = (sys.executable, "-I", updater, "--journal-back", str(self._paths.data), kept, aside)
        groups = None if self._user is None else ()
        subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=600,
            user=self._user, group=self._user, extra_groups=groups,
        )  # fmt: skip

    # what is noted

    def _begun(self) -> dict[str, Any] | None:
        try:
            found = json.loads(self._state.read_bytes())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _note(self, state: dict[str, Any]) -> None:
        _write(self._state, state)

    def _forget(self) -> None:
        self._state.unlink(missing_ok=True)

    def _tell(self, what: str, version: str = "", why: str = "") -> None:
        """Tell the companion, which may read it and not write it."""
        _write(
            self._paths.cache / "updated.json",
            {"what": what, "version": version.partition("~")[0], "why": why},
        )

    def _clean(self) -> None:
        """Leave nothing but what a power cut would need."""
        if self._paths.lasting.exists():
            self._paths.lasting.unlink()
            _run("systemctl", "daemon-reload", check=False)
        if self._begun() is not None:
            return
        for each in self._paths.work.iterdir():
            if each.is_dir():
                shutil.rmtree(each)
            else:
                each.unlink()
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


def journal_back(folder: Path, kept: str, aside: str) -> None:
    """Let `kept` be the games' file, and what is there now be `aside`, or gone if that is empty. A power cut
    in the midst leaves the one or the other in place: done again it comes to the same.
    """
    place, back = folder / _JOURNAL, folder / "journal.back"
    if not (folder / kept).exists():
        return  # done before the cut
    shutil.copyfile(folder / kept, back)
    back.chmod(0o600)
    with back.open("rb") as copied:
        os.fsync(copied.fileno())
    if aside and place.exists() and not (folder / aside).exists():
        os.link(place, folder / aside)
    for end in ("-wal", "-shm", "-journal"):
        if aside and (folder / f"{_JOURNAL}{end}").exists():
            (folder / f"{_JOURNAL}{end}").rename(folder / f"{aside}{end}")
        (folder / f"{_JOURNAL}{end}").unlink(missing_ok=True)
    for name in ("journal.seal", "journal.last", "journal.new"):
        (folder / name).unlink(missing_ok=True)
    back.rename(place)
    if (folder / f"{kept}-wal").exists():
        (folder / f"{kept}-wal").rename(folder / f"{_JOURNAL}-wal")
    (folder / f"{kept}-shm").unlink(missing_ok=True)
    (folder / kept).unlink()  # it is in place, and would else be taken for one of the next update
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def _when(name: str) -> str:
    return name.partition("-")[2].partition("-")[2]


def _small(path: Path | str, most: int, folder: int | None = None) -> bytes:
    """What a small file says, which is no link and no pipe. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("no file")
        return file.read(most)


def _write(path: Path, said: dict[str, Any]) -> None:
    """Write a small file whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8") as file:
        json.dump(said, file)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(0o644)
    new.replace(path)


def _run(*command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(
        command, check=check, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL
    )


def _last(said: str) -> str:
    """The last line of what a program said, for a person who asks for help."""
    lines = said.strip().splitlines()
    return lines[-1][:300] if lines else ""


def _words(failure: Exception) -> str:
    if isinstance(failure, subprocess.CalledProcessError):
        return _last(failure.stderr or "")
    return getattr(failure, "strerror", None) or str(failure)


def main() -> None:
    """Run once; or, as the one to whom the games belong, put their file back."""
    if sys.argv[1:2] == ["--journal-back"]:
        folder, kept, aside = sys.argv[2:]
        journal_back(Path(folder), kept, aside)
        return
    user = "companion"
    pwd.getpwnam(user)
    os.umask(0o022)
    Updating(Paths(), user=user).run()


if __name__ == "__main__":
    main()
