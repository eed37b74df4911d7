"""One run: what is asked for is done, seen, and taken back where it does not do well."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from release.updating import packages
from release.updating.box import Paths, Refused, last_line, run, words, write
from release.updating.incoming import Incoming

_LASTING = "[Service]\nTimeoutStartSec={seconds:g}\n"


class Updating:
    """One run. program: the file that this runs from. options: more for apt. pause: waits for so many
    seconds. monotonic: seconds.
    """

    def __init__(
        self,
        paths: Paths,
        program: Path,
        *,
        options: tuple[str, ...] = (),
        pause: Callable[[float], object] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._paths = paths
        self._program = program
        self._incoming = Incoming(paths, options)
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
                wish = self._incoming.wish()
                if wish is None:
                    return
                (self._paths.cache / "updated.json").unlink(missing_ok=True)
                version = self._wanted(wish)
        except Refused as refused:
            self._tell(refused.what, version, refused.why)
        except (OSError, subprocess.SubprocessError) as failure:
            self._tell("failed", version, words(failure))
        finally:
            self._clean()

    def _wanted(self, wish: str) -> str:
        present = packages.installed()
        if wish == "back":
            package = self._paths.work / "new.deb"
            try:
                shutil.copyfile(self._paths.cache / "previous.deb", package)
            except FileNotFoundError:
                raise Refused("nothing-before") from None
            version = packages.field(package, "Version")
            self._begin("back", present, version)
        else:
            version = self._incoming.fetched(present)
            self._begin("install", present, version)
        why = self._replace(version)
        self._see(wish, present, version, why)
        return version

    def _begin(self, what: str, present: str, version: str) -> None:
        """Keep the version that is here, and note what is done: from now on a power cut is gone on from."""
        paths = self._paths
        kept = paths.work / "back.deb"
        made = run(str(paths.keep), check=False)
        if made.returncode or not (paths.cache / "replaced.deb").is_file():
            raise Refused("not-kept", last_line(made.stderr))
        shutil.move(paths.cache / "replaced.deb", kept)  # else it passed for what this run replaced
        if (paths.cache / "previous.deb").is_file():
            shutil.copyfile(paths.cache / "previous.deb", paths.work / "earlier.deb")
        shutil.copyfile(self._program, paths.work / "updater")  # this one: another version may not know how
        self._note({"do": what, "from": present, "to": version})

    def _replace(self, version: str) -> str:
        """Install it; what the system said against it. What comes of it is seen by what is installed then,
        and by its service.
        """
        # its first start must not take longer than it is waited for
        self._paths.lasting.parent.mkdir(parents=True, exist_ok=True)
        self._paths.lasting.write_text(_LASTING.format(seconds=packages.READY_WITHIN), encoding="ascii")
        begun = self._begun()
        if begun is not None and begun["do"] == "back":
            return packages.install(self._paths.work / "new.deb")
        install = ("--yes", "--no-remove", "install", f"companion={version}")
        return last_line(self._incoming.apt("apt-get", *install, check=False).stderr)

    def _see(self, did: str, present: str, version: str, why: str = "") -> None:
        """Whether the version has taken over; else the one before takes over again."""
        if packages.installed() == version and self._ready():
            self._forget()
            self._tell("installed" if did == "install" else "back", version)
            return
        if packages.installed() == present:  # nothing came of it, and no other version has seen the games
            run("systemctl", "start", "--no-block", "companion.service", check=False)
            self._forget()
            self._tell("failed", version, why)
            return
        self._return(did, present, version)

    def _return(self, did: str, present: str, version: str) -> None:
        """Take back what was begun."""
        self._note({"do": did, "from": present, "to": version, "returning": True})
        run("systemctl", "stop", "companion.service", check=False)
        packages.install(self._paths.work / "back.deb")
        # what was taken back is no version to go back to
        earlier, previous = self._paths.work / "earlier.deb", self._paths.cache / "previous.deb"
        if earlier.is_file():
            shutil.copyfile(earlier, previous)
        else:
            previous.unlink(missing_ok=True)
        well = packages.installed() == present and self._ready()
        self._forget()
        if not well:
            self._tell("not-well", version)
            return
        self._tell("went-back" if did == "install" else "back-failed", version)

    def _go_on(self, begun: dict[str, Any]) -> None:
        """After a power cut: finish what dpkg was at, then see what is here."""
        did, present, version = begun["do"], begun["from"], begun["to"]
        run("dpkg", "--configure", "--pending", "--force-confold", check=False)
        if begun.get("returning"):
            self._return(did, present, version)
            return
        why = self._replace(version) if packages.installed() != version else ""
        self._see(did, present, version, why)

    def _ready(self) -> bool:
        return packages.ready(self._paths.failed, pause=self._pause, monotonic=self._monotonic)

    def _begun(self) -> dict[str, Any] | None:
        try:
            found = json.loads(self._state.read_bytes())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _note(self, state: dict[str, Any]) -> None:
        write(self._state, state)

    def _forget(self) -> None:
        self._state.unlink(missing_ok=True)

    def _tell(self, what: str, version: str = "", why: str = "") -> None:
        """Tell the companion, which may read it and not write it."""
        write(
            self._paths.cache / "updated.json",
            {"what": what, "version": version.partition("~")[0], "why": why},
        )

    def _clean(self) -> None:
        """Leave nothing but what a power cut would need."""
        if self._paths.lasting.exists():
            self._paths.lasting.unlink()
            run("systemctl", "daemon-reload", check=False)
        if self._begun() is not None:
            return
        for each in self._paths.work.iterdir():
            if each.is_dir():
                shutil.rmtree(each)
            else:
                each.unlink()
        self._incoming.throw_away()
