"""Scenes of looking after the box by phone: what a phone asks and sends, and what its pages say, as text.

    make transcripts

writes the transcripts anew; the difference is read before it is kept. Of each page stand the lines that its
address did not have when it was asked for last; then what has come of it at the box.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec.structs import replace
from werkzeug.test import TestResponse

from companion import __version__
from companion.config import SIMULATED
from companion.daemon.configuration import OVERLAY, ChangeableConfiguration, Configuration
from companion.daemon.pending import Action, SetUp
from companion.health.machine import EARLIEST, LATEST
from companion.storage.backup import BACKUPS, write_backup
from companion.storage.settings import FORGOTTEN
from companion.system.clock import BoxClock
from companion.system.updates import FOLDER, UpdatePaths
from companion.system.wifi import OPENS_AFTER
from companion.table.backup_transfer import RECEIVED_FOLDER
from tests.fakes.on_the_air import on_the_air
from tests.fakes.private_bus import private_bus
from tests.fakes.sitting import START, Sitting, act
from tests.scenes import Scene, rewrite
from tests.system.test_clock import Timedated
from tests.web.pages.rendering import nothing_is_missing
from tests.web.pages.transcript import Text
from web.app import create_app

FILES = sorted((Path(__file__).parent / "pages").glob("*.txt"))
OWN = '# Mine.\n[box]\nlanguage = "en"\n[oled]\ncontrast = 160  # bright enough\n'
FORM = {
    "box.language": "en", "oled.contrast": "160", "oled.rotate": "0", "oled.dim_after": "10",
    "oled.dim_contrast": "1", "lamps.driver": "none", "lamps.brightness": "64", "lamps.dim_brightness": "4",
    "buzzer.driver": "none", "buzzer.volume": "2", "buzzer.quiet_from": "22", "buzzer.quiet_until": "8",
    "copies.keep": "8",
}  # fmt: skip
"""The settings as they stand in the form."""
NOW = datetime(2026, 11, 22, 18, 5, tzinfo=UTC)
MAIN = re.compile(r"<main.*</main>", re.DOTALL)
COPY = "companion-20261121T180000Z-2.zip"


def tar(*names: str) -> bytes:
    made = BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name in ("dists/trixie/InRelease", *names):
            archive.addfile(tarfile.TarInfo(name))
    return made.getvalue()


def sparse(name: str) -> bytes:
    """What a tar has of a file of 384 MB that is nothing but a hole, as GNU's writes it."""
    each = tarfile.TarInfo(name)
    each.type = tarfile.GNUTYPE_SPARSE
    head = bytearray(each.tobuf(tarfile.GNU_FORMAT))
    head[483:495] = b"%011o\0" % (384 << 20)
    head[148:156] = b"%06o\0 " % (sum(head[:148]) + sum(head[156:]) + 8 * ord(" "))
    return bytes(head + bytes(1024))


GOOD = tar("pool/bookworm/companion_2.1~deb12_arm64.deb", "pool/trixie/companion_2.1~deb13_arm64.deb")
UPDATES: Mapping[str, bytes] = {
    "good": GOOD,
    "text": b"no update",
    "empty": tar(),
    "half": GOOD[:700],
    "other-system": tar("pool/bookworm/companion_2.1~deb12_arm64.deb"),
    "climbing": tar("../../pool/trixie/companion_2.1~deb13_arm64.deb"),
    "other-program": tar("pool/trixie/evil_2.1~deb13_arm64.deb"),
    "a-hole": GOOD[: 3 * 512] + sparse("pool/trixie/companion_9.9.9~deb13_arm64.deb"),
}
SPOILT: Mapping[str, Callable[[bytes], bytes]] = {
    "whole": lambda whole: whole,
    "text": lambda _: b"no copy",
    "half": lambda whole: whole[: len(whole) // 2],
    "spoilt": lambda whole: whole[:300] + b"\xff" * 40 + whole[340:],
    "blanks": lambda whole: b"\0" * len(whole),
    "sqlite": lambda _: b"SQLite format 3\0" * 300,
}
"""What is brought as a copy of the games, of a whole one."""


def package(folder: Path, made: Path) -> None:
    """A package of version 1.0."""
    tree = folder / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    about = "Version: 1.0~deb13\nArchitecture: all\nMaintainer: A <a@b.c>\nDescription: a box\n"
    (tree / "DEBIAN" / "control").write_text(f"Package: companion\n{about}")
    command = ("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", tree, made)
    subprocess.run(command, check=True, capture_output=True)


def installed(folder: Path) -> UpdatePaths:
    """Where a box that was installed from a package with a key has what it updates itself by."""
    system = folder / "system"
    system.mkdir()
    names = ("key", "installer", "previous.deb", "told", "os", "runs")
    paths = UpdatePaths(*(system / each for each in names))
    paths.key.write_text("a key")
    paths.installer.write_text("#!")
    paths.system.write_text('VERSION_CODENAME="trixie"\n')
    return paths


class Playing:
    """A box that was installed from a package with a key, and the phones of a scene. A phone has joined."""

    def __init__(self, folder: Path, *, request_delay: float = 0) -> None:
        self._request_delay = request_delay
        self._folder = folder
        self._stack = ExitStack()
        self.paths = installed(folder)
        self.sitting = Sitting(folder / "data", paths=self.paths)
        self._stack.callback(self.sitting.close)
        self._with(admin=replace(self.sitting.admin, news=lambda _: ()))
        self.air: Any = None
        self._network = ""
        self.timedated: Any = None
        self._seen: dict[str, list[str]] = {}
        self._came: dict[str, str] = {}

    @property
    def _game(self) -> str:
        game = self.sitting.table.snapshot.body["game"]
        return "" if game is None else str(game["id"])

    def step(self, step: str) -> Iterator[str]:
        word, _, rest = step.partition(" ")
        answer = getattr(self, f"do_{word}")(rest.replace("{game}", self._game))
        if answer is not None:
            yield from self._answered(*answer)
        yield from self._came_of_it()

    def close(self) -> None:
        self._stack.close()

    def _with(self, **changes: Any) -> None:
        """The same box with other collaborators, and a phone that has joined."""
        sitting = self.sitting
        sitting.site = replace(sitting.site, **changes)
        sitting.app = create_app(sitting.site)
        nothing_is_missing(sitting.app)
        self._phones = {"Rosa": sitting.phone()}
        self._phone = self._phones["Rosa"]

    # the box

    def do_file(self, words: str) -> None:
        """The owner's file; `file simulated`: a box without parts. It is read, unless it is there already."""
        place = self._folder / "companion.toml"
        read = not place.exists()
        place.write_text(OWN if words in ("", "simulated") else json.loads(words))
        if read:
            options = SIMULATED if words == "simulated" else ()
            configuration = Configuration(place, (f"data.folder={self.sitting.folder}", *options))
            self._with(
                configuration=ChangeableConfiguration(
                    configuration, configuration.load(), self.sitting.wished.append
                )
            )

    def do_locked(self, _: str) -> None:
        """Nothing can be written any more."""
        self._stack.enter_context(mock.patch.object(os, "access", return_value=False))

    def do_settings(self, given: str) -> tuple[str, TestResponse]:
        """Send the settings as they stand, but for these; null: without."""
        form = FORM | json.loads(given or "{}")
        sent = {name: value for name, value in form.items() if value is not None}
        return "/care/settings", self._phone.post("/care/settings", data=sent)

    def do_air(self, given: str) -> None:
        """A box that knows no network, with these around it, by their passwords; `own`: its own is open."""
        folder = self._folder / "air"
        folder.mkdir()
        own, _, around = given.partition(" ")
        self.air = self._stack.enter_context(
            on_the_air(folder, air=json.loads(around or "{}"), request_delay=self._request_delay)
        )
        self.air.air.enterprise.add("Firm")
        self.air.start("waiting")
        if own == "own":
            self.air.passes(OPENS_AFTER)
            self.air.until("own")
        self._with(wifi=self.air.keeper)

    def do_until(self, given: str) -> None:
        """`until DOING WHY`: the box's Wi-Fi is so."""
        doing, _, why = given.partition(" ")
        self.air.await_that(lambda: self.air.wifi.doing == doing and (not why or self.air.why == why))
        self._network = self.air.air.network or ""

    def do_choice(self, choice: str) -> None:
        self.air.await_that(lambda: self.air.wifi.choice == choice)

    def do_off(self, _: str) -> None:
        """NetworkManager ends."""
        self.air.air.stop()
        self.air.await_that(lambda: not self.air.keeper.has_radio)

    def do_clock(self, _: str) -> None:
        """A clock that is not sure of its time, and timedated, which sets it."""
        bus = self._stack.enter_context(private_bus(self._folder))
        self.timedated = Timedated(bus)
        self._stack.callback(self.timedated.service.leave)
        nowhere = self._folder / "nowhere"
        clock = BoxClock(
            lambda: NOW,
            self.timedated.address,
            None,
            plausible=(EARLIEST, LATEST),
            timesync_file=nowhere,
            battery=nowhere,
            pause=lambda _: None,
        )
        self._with(admin=replace(self.sitting.site.admin, clock=clock))

    def do_pressed(self, _: str) -> None:
        """The box's buttons were pressed: from now on a phone needs access granted."""
        self.sitting.admin_access.claim()

    def do_box(self, answer: str) -> None:
        """`box yes`, `box no`: to what is asked there, or to the phone that would look after it."""
        if (pending := self.sitting.confirmations.pending) is not None:
            self.sitting.confirmations.answer(pending.number, yes=answer == "yes")
        else:
            self.sitting.admin_access.answer(self.sitting.admin_access.requests[0], yes=answer == "yes")

    def do_speaks(self, language: str) -> None:
        self._with(language=language)

    def do_stick(self, files: str) -> None:
        """A stick with these files: updates, a link or a copy of the games."""
        assert self.sitting.admin.stick is not None
        self.sitting.admin.stick.mkdir()
        for each in files.split(", ") if files else ():
            place = self.sitting.admin.stick / each
            if each.endswith(".zip"):
                write_backup(self.sitting.folder, place)
            elif each == "companion-link.update":
                place.symlink_to("/etc/passwd")
            else:
                place.write_bytes(GOOD)

    def do_forgot(self, _: str) -> None:
        """A name was forgotten while copies on card and stick and a damaged file have it still."""
        for place in (self.sitting.folder / "stick", self.sitting.folder / BACKUPS):
            place.mkdir()
            write_backup(self.sitting.folder, place / COPY)
        self.sitting.journal.settings.set(FORGOTTEN, [self.sitting.journal.epoch])
        (self.sitting.folder / "damaged-20261121T180000Z").touch()

    def do_deleted(self, _: str) -> None:
        """The owner has deleted those copies."""
        for place in (self.sitting.folder / "stick", self.sitting.folder / BACKUPS):
            (place / COPY).unlink()

    def do_without(self, place: str) -> None:
        getattr(self.paths, place).unlink()

    def do_told(self, what: str) -> None:
        """What the installing came to."""
        self.paths.outcome.write_text(json.dumps({"what": what, "version": "2.1", "why": "<b>"}))

    def do_previous(self, _: str) -> None:
        package(self._folder, self.paths.previous)

    def do_installing(self, _: str) -> None:
        self.paths.runs.mkdir()

    def do_game(self, given: str) -> None:
        """`game start`, or a command."""
        command = START if given == "start" else json.loads(given)
        assert act(self._phones["Rosa"], command).status_code == 200

    # the phone

    def do_phone(self, given: str) -> None:
        """`phone NAME COLOUR`: this one from now on."""
        name, _, colour = given.partition(" ")
        self._phone = self._phones.setdefault(name, self.sitting.phone(name, colour or None))

    def do_stranger(self, _: str) -> None:
        self._phone = self.sitting.stranger()

    def do_get(self, given: str) -> tuple[str, TestResponse]:
        path, _, language = given.partition(" ")
        return path, self._phone.get(path, headers={"Accept-Language": language or "en"})

    def do_post(self, given: str) -> tuple[str, TestResponse]:
        path, _, form = given.partition(" ")
        form, _, language = form.partition(" in ")
        headers = {"Accept-Language": language or "en"}
        return path, self._phone.post(path, data=json.loads(form or "{}"), headers=headers)

    def do_bring(self, given: str) -> tuple[str, TestResponse]:
        """`bring update KIND`, `bring copies KIND`."""
        what, kind = given.split()
        content = UPDATES[kind] if what == "update" else SPOILT[kind](self._copy())
        file: Any = (BytesIO(content), "evening")
        sent = self._phone.post(
            f"/care/{what}/bring", data={"file": file}, content_type="multipart/form-data"
        )
        return f"/care/{what}", sent

    def do_restore(self, given: str) -> tuple[str, TestResponse]:
        """Have the copy put back that came last, or a file of this name."""
        name = given or next((self.sitting.folder / RECEIVED_FOLDER).iterdir()).name
        return "/care/copies", self._phone.post("/care/copies/restore", data={"copy": name})

    def _copy(self) -> bytes:
        place = self._folder / "copy"
        place.unlink(missing_ok=True)
        write_backup(self.sitting.folder, place)
        return place.read_bytes()

    # what is seen

    def _answered(self, path: str, answer: TestResponse) -> Iterator[str]:
        head = [str(answer.status_code)]
        head += [answer.headers[name] for name in ("Location", "Retry-After") if name in answer.headers]
        yield f"  {' '.join(head)}"
        if 'http-equiv="refresh"' in answer.text:
            yield "  looks again by itself"
        lines = [self._named(line) for main in MAIN.findall(answer.text) for line in Text(main).lines]
        before = self._seen.get(path, [])
        yield from (f"  {line}" for line in lines if line not in before)
        self._seen[path] = lines or before

    def _named(self, line: str) -> str:
        named = re.sub(r"(\{version\}\.).*", r"\1", line.replace(__version__, "{version}"))
        named = re.sub(r"\d+ [GM]B free", "... free", named)
        named = named.replace(str(self._folder), "FOLDER").replace("\n", "\\n")
        return named.replace(self._game, "{game}") if self._game else named

    def _wished(self, action: Action) -> str:
        if not isinstance(action, SetUp):
            return type(action).__name__
        cookie = self._phone.get_cookie("companion")
        this = cookie is not None and self.sitting.membership.holder(cookie.value) == action.by
        return f"set-up in {action.language} by {'this phone' if this else 'another'}"

    def _came_of_it(self) -> Iterator[str]:
        sitting, pending = self.sitting, self.sitting.confirmations.pending
        wish = sitting.folder / FOLDER / "wish"
        received, overlay = sitting.folder / RECEIVED_FOLDER, sitting.folder / OVERLAY
        came = {
            "network": self._network,
            "kept": json.dumps(json.loads(overlay.read_bytes())) if overlay.exists() else "",
            "begins": " ".join(map(self._wished, sitting.wished)),
            "clock": str((self.timedated and self.timedated.time) or ""),
            "asks at the box": "" if pending is None else pending.kind,
            "phones that ask": str(len(sitting.admin_access.requests) or ""),
            "forgotten": str(sitting.forgotten or ""),
            "put back": str(len(sitting.put_back) or ""),
            "wish": wish.read_text().strip() if wish.exists() else "",
            "update": sitting.admin.updates.found or "",
            "files that came": str(len(list(received.iterdir())) or "") if received.exists() else "",
        }
        for name, value in came.items():
            if value != self._came.get(name, ""):
                yield f"  {name}: {value or 'none'}"
        self._came = came


def play(scene: Scene, folder: Path) -> str:
    """Perform a scene; return its text with the present answers."""
    playing = Playing(folder)
    lines = [f"== {scene.title}"]
    try:
        for step in scene.steps:
            lines += [f"> {step}", *playing.step(step)]
    finally:
        playing.close()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    rewrite(FILES, play)
