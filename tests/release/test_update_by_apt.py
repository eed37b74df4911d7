"""What Debian's own apt makes of an update: the real `.update` file, a key thrown away, and no other judge.

Only the last step, the installing itself, is a small program that notes that it was asked.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from release.apt_repository import pack, publish
from release.layout import updater
from release.update_source import public_key
from release.updating.box import Paths
from release.updating.run import Updating
from tests.release.test_apt_repository import WHO, gpg, package

OTHER = "evil@example.invalid"
APT_GET = """#!/bin/sh
case "$*" in
  *" update"*|*--simulate*|*indextargets*) exec /usr/bin/apt-get "$@" ;;
  *) echo "$*" > "$BOX/installs"; echo 1.2.3~deb13 > "$BOX/installed" ;;
esac
"""
STATUS = """Package: companion
Status: install ok installed
Version: {version}
Architecture: arm64
Maintainer: A <a@b.c>
Description: a box

"""


@pytest.fixture(scope="module")
def rings() -> Iterator[Path]:
    """A keyring with the project's key and another."""
    with tempfile.TemporaryDirectory(prefix="ring-", dir="/tmp") as folder:
        home = Path(folder)
        home.chmod(0o700)
        for who in (WHO, OTHER):
            gpg("--quick-generate-key", who, "ed25519", "sign", "0", home=home)
        yield home
        subprocess.run(("gpgconf", "--homedir", home, "--kill", "all"), check=True)


class Box:
    """A Raspberry Pi with trixie and a version of the companion, as far as apt sees it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "1.2.2~deb13") -> None:
        self.machine = "arm64"
        programs = folder / "bin"
        programs.mkdir()
        small = {
            "apt-get": APT_GET,
            "keep": '#!/bin/sh\ncp "$BOX/installed" "$BOX/cache/replaced.deb"\n',
            "dpkg-query": '#!/bin/sh\nprintf "%s installed" "$(cat "$BOX/installed")"\n',
            "systemctl": '#!/bin/sh\n[ "$1" != show ] || echo ActiveState=active\n',
        }
        for name, does in small.items():
            (programs / name).write_text(does)
            (programs / name).chmod(0o755)
        monkeypatch.setenv("BOX", str(folder))
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        self.folder = folder
        self.paths = Paths(
            asked=folder / "data/update", work=folder / "work", cache=folder / "cache",
            key=folder / "key.asc", keep=programs / "keep", system=folder / "os-release",
            failed=folder / "failed-starts", lasting=folder / "drop-in/updating.conf",
        )  # fmt: skip
        self.program = programs / "update"
        self.program.write_bytes(updater())
        self.paths.asked.mkdir(parents=True)
        self.paths.cache.mkdir()
        self.paths.key.write_text(public_key(WHO))
        self.paths.system.write_text("VERSION_CODENAME=trixie\n")
        (folder / "installed").write_text(version)
        (folder / "status").write_text(STATUS.format(version=version))

    def takes(self, update: Path) -> str:
        """Send it, and wish for it; what came of that."""
        shutil.copy(update, self.paths.asked / "incoming.update")
        (self.paths.asked / "wish").write_text("install\n")
        options = {
            "APT::Architecture": self.machine, "APT::Architectures::": self.machine, "APT::Sandbox::User":
            "root", "Dir::State": self.folder / "state", "Dir::State::status": self.folder / "status",
            "Dir::Cache": self.folder / "aptcache", "Dir::State::extended_states": self.folder / "extended",
            "Debug::NoLocking": "true",
        }  # fmt: skip
        given = tuple(word for name, value in options.items() for word in ("-o", f"{name}={value}"))
        (self.folder / "state").mkdir(exist_ok=True)
        (self.folder / "aptcache/archives/partial").mkdir(parents=True, exist_ok=True)
        Updating(self.paths, self.program, options=given, pause=lambda _: None).run()
        told: dict[str, Any] = json.loads((self.paths.cache / "updated.json").read_bytes())
        return str(told["what"])

    @property
    def installs(self) -> str:
        place = self.folder / "installs"
        return place.read_text() if place.exists() else ""


@pytest.fixture
def box(rings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    monkeypatch.setenv("GNUPGHOME", str(rings))
    return Box(tmp_path, monkeypatch)


@pytest.fixture
def served(box: Box, tmp_path: Path) -> tuple[Path, Path]:
    """The folder that updates come from, and the file of it: version 1.2.3 for both releases."""
    packages = [package(tmp_path, suite, public_key(WHO)) for suite in ("deb12", "deb13")]
    return publish(packages, WHO, tmp_path / "dist")


def again(folder: Path, made: Path) -> Path:
    """The folder as a file once more, after something in it was changed."""
    pack(folder, made)
    return made


def test_a_file_signed_by_our_key_is_taken(box: Box, served: tuple[Path, Path]) -> None:
    assert box.takes(served[1]) == "installed"
    assert box.installs.split()[-2:] == ["install", "companion=1.2.3~deb13"]


def test_one_signed_by_another_key_is_not(box: Box, tmp_path: Path) -> None:
    made = publish([package(tmp_path, "deb13", public_key(OTHER))], OTHER, tmp_path / "dist")
    assert box.takes(made[1]) == "signature"
    assert box.installs == ""


def test_an_update_without_a_valid_signature_is_refused(box: Box, served: tuple[Path, Path]) -> None:
    folder, file = served
    place = folder / "dists/trixie/InRelease"
    signed = place.read_bytes()
    for spoilt in (
        b"",
        (folder / "dists/trixie/Release").read_bytes(),
        signed.replace(b"Label: C", b"Label: X"),
    ):
        place.write_bytes(spoilt)
        (folder / "dists/trixie/Release.gpg").unlink(missing_ok=True)
        assert box.takes(again(folder, file)) == "signature"
    assert box.installs == ""


def test_a_listing_that_was_changed_after_it_was_signed_is_not_believed(
    box: Box, served: tuple[Path, Path]
) -> None:
    folder, file = served
    for name in ("Packages", "Packages.gz"):
        place = folder / "dists/trixie/main/binary-arm64" / name
        place.write_bytes(place.read_bytes().replace(b"1.2.3", b"9.9.9") + b" ")
    assert box.takes(again(folder, file)) == "signature"


def test_one_for_the_other_release_only_is_not_for_this_box(box: Box, tmp_path: Path) -> None:
    made = publish([package(tmp_path, "deb12", public_key(WHO))], WHO, tmp_path / "dist")
    assert box.takes(made[1]) == "other-system"


def test_the_other_releases_packages_under_this_ones_name_are_not_taken(
    box: Box, served: tuple[Path, Path]
) -> None:
    folder, file = served
    shutil.rmtree(folder / "dists/trixie")
    (folder / "dists/bookworm").rename(folder / "dists/trixie")
    assert box.takes(again(folder, file)) == "other-system"
    assert box.installs == ""


@pytest.mark.parametrize(("here", "what"), [("1.2.3~deb13", "same"), ("2.0~deb13", "older")])
def test_an_older_version_is_not_taken_though_we_signed_it(
    rings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: str, what: str
) -> None:
    monkeypatch.setenv("GNUPGHOME", str(rings))
    box = Box(tmp_path, monkeypatch, here)
    made = publish([package(tmp_path, "deb13", public_key(WHO))], WHO, tmp_path / "dist")
    assert box.takes(made[1]) == what
    assert box.installs == ""


def test_one_for_another_machine_is_not_taken(box: Box, served: tuple[Path, Path]) -> None:
    box.machine = "amd64"
    (box.folder / "status").write_text(STATUS.format(version="1.2.2~deb13").replace("arm64", "amd64"))
    assert box.takes(served[1]) == "other-machine"
    assert box.installs == ""


def test_the_file_has_no_path_but_those_that_a_box_takes(served: tuple[Path, Path]) -> None:
    with tarfile.open(served[1]) as archive:
        assert {each.name.partition("/")[0] for each in archive} == {"dists", "pool"}
