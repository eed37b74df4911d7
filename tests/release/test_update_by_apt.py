"""What Debian's own apt makes of an update: the real `.update` file, a key thrown away, and no other judge.

Only the last step, the installing itself, is a small program that notes that it was asked.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from release.apt_repository import pack, publish
from release.update_source import public_key
from release.updating.run import Updating
from tests.release.signed import OTHER, WHO, package
from tests.release.updated import Updated

PROGRAMS = {
    "apt-get": """case "$*" in
  *" update"*|*--simulate*|*indextargets*) exec /usr/bin/apt-get "$@" ;;
  *) echo "$*" > "$BOX/installs"; echo 1.2.3~deb13 > "$BOX/installed" ;;
esac""",
    "keep": 'cp "$BOX/installed" "$BOX/cache/replaced.deb"',
    "dpkg-query": 'printf "%s installed" "$(cat "$BOX/installed")"',
    "systemctl": '[ "$1" != show ] || echo ActiveState=active',
}
STATUS = """Package: companion
Status: install ok installed
Version: {version}
Architecture: arm64
Maintainer: A <a@b.c>
Description: a box

"""


class Box(Updated):
    """A Raspberry Pi with trixie and a version of the companion, as far as apt sees it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, version: str = "1.2.2~deb13") -> None:
        super().__init__(folder, monkeypatch, PROGRAMS, public_key(WHO))
        self.machine = "arm64"
        self.write_files(installed=version, status=STATUS.format(version=version))

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
        return str(self.outcome["what"])

    @property
    def installs(self) -> str:
        place = self.folder / "installs"
        return place.read_text() if place.exists() else ""


@pytest.fixture
def box(keyring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
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


def test_an_older_version_is_not_taken_though_we_signed_it(
    keyring: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box(tmp_path, monkeypatch, "2.0~deb13")
    made = publish([package(tmp_path, "deb13", public_key(WHO))], WHO, tmp_path / "dist")
    assert box.takes(made[1]) == "older"
    assert box.installs == ""


def test_one_for_another_machine_is_not_taken(box: Box, served: tuple[Path, Path]) -> None:
    box.machine = "amd64"
    (box.folder / "status").write_text(STATUS.format(version="1.2.2~deb13").replace("arm64", "amd64"))
    assert box.takes(served[1]) == "other-machine"
    assert box.installs == ""
