"""Where updates come from: what lies in the folder, and what apt on a box makes of it."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

import pytest

from release.apt_repository import InvalidPackage, publish
from release.layout import lay_out
from release.make_release import add_card_and_repository
from release.project import ProjectUrls, version
from release.suites import SUITES
from release.update_source import KEY, SOURCES_FILE, NoSuchKey, public_key, sources_file
from tests.release.signed import OTHER, WHO, package

TRIXIE = SUITES["deb13"]


@pytest.fixture
def made(keyring: Path, tmp_path: Path) -> tuple[Path, Path]:
    packages = [package(tmp_path, suite, public_key(WHO)) for suite in SUITES]
    return publish(packages, WHO, tmp_path / "dist")


def apt(folder: Path, source: str, *words: str) -> subprocess.CompletedProcess[str]:
    """apt as on a box that has this source and no other, and nothing installed."""
    for each in ("state/lists/partial", "cache/archives/partial", "etc/sources.list.d"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    (folder / "etc/sources.list.d/companion.sources").write_text(source)
    options = {
        "APT::Architecture": "arm64", "APT::Architectures::": "arm64", "Dir::State": folder / "state",
        "Dir::State::status": folder / "status", "Dir::Cache": folder / "cache", "Dir::Etc": folder / "etc",
        "Dir::Etc::Trusted": "/dev/null", "Dir::Etc::TrustedParts": "/dev/null", "APT::Sandbox::User": "root",
    }  # fmt: skip
    given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return subprocess.run(
        ("apt-get", *given, *words), capture_output=True, text=True, check=False, cwd=folder
    )


def source(suite: str, folder: Path, key: str) -> str:
    """The source as the package brings it, switched on."""
    return sources_file(SUITES[suite], f"file:{folder}", key).replace("Enabled: no", "Enabled: yes")


@pytest.mark.parametrize("suite", sorted(SUITES))
def test_a_box_that_has_the_source_finds_the_package_of_its_own_release(
    made: tuple[Path, Path], tmp_path: Path, suite: str
) -> None:
    box = tmp_path / "box"
    box.mkdir()
    updated = apt(box, source(suite, made[0], public_key(WHO)), "update")
    assert (updated.returncode, updated.stderr) == (0, "")
    fetched = apt(box, source(suite, made[0], public_key(WHO)), "download", "companion")
    assert fetched.returncode == 0, fetched.stderr
    wanted = tmp_path / f"companion_1.2.3~{suite}_arm64.deb"
    assert [each.read_bytes() for each in box.glob("*.deb")] == [wanted.read_bytes()]


def test_a_package_is_identified_by_its_content_and_not_its_file_name(keyring: Path, tmp_path: Path) -> None:
    renamed = package(tmp_path, "deb13", public_key(WHO)).rename(
        tmp_path / "companion_1.2.3.deb12_arm64 (1).deb"
    )
    served, _ = publish([renamed], WHO, tmp_path / "dist")
    pool = [each.relative_to(served).as_posix() for each in served.glob("pool/*/*")]
    assert pool == ["pool/trixie/companion_1.2.3~deb13_arm64.deb"]


def test_what_is_no_package_is_named(keyring: Path, tmp_path: Path) -> None:
    (tmp_path / "companion_1.2.3~deb13_arm64.deb").write_text("<!DOCTYPE html>")
    with pytest.raises(InvalidPackage, match="is no package"):
        publish([tmp_path / "companion_1.2.3~deb13_arm64.deb"], WHO, tmp_path / "dist")


def test_what_another_key_signed_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    updated = apt(tmp_path / "box", source("deb13", made[0], public_key(OTHER)), "update")
    assert updated.returncode != 0
    assert "NO_PUBKEY" in updated.stderr


def test_the_file_for_a_stick_is_the_same_folder(made: tuple[Path, Path], tmp_path: Path) -> None:
    folder, packed = made
    assert packed.name == f"companion-{version()}.update"
    with tarfile.open(packed, "r:") as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
        assert {each.uname for each in archive.getmembers()} == {"root"}
    told = {each.relative_to(folder): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    unpacked = tmp_path / "unpacked"
    there = {each.relative_to(unpacked): each.read_bytes() for each in unpacked.rglob("*") if each.is_file()}
    assert there == told
    assert {str(each) for each in told} >= {
        "dists/trixie/InRelease",
        "dists/trixie/main/binary-arm64/Packages.gz",
    }


def test_a_package_that_knows_another_key_would_be_the_last_update_and_is_left_out(
    keyring: Path, tmp_path: Path
) -> None:
    with pytest.raises(InvalidPackage, match="does not carry the key"):
        publish([package(tmp_path, "deb13", None)], WHO, tmp_path / "dist")


def test_a_folder_that_could_not_be_made_anew_stays_as_it_was(
    made: tuple[Path, Path], tmp_path: Path
) -> None:
    before = (made[0] / "dists" / "trixie" / "InRelease").read_bytes()
    with pytest.raises(InvalidPackage):
        publish([], WHO, tmp_path / "dist")
    assert (made[0] / "dists" / "trixie" / "InRelease").read_bytes() == before


def test_without_the_key_nothing_is_made(keyring: Path) -> None:
    with pytest.raises(NoSuchKey):
        public_key("nobody@example.invalid")


@pytest.mark.parametrize("key", [None, WHO])
def test_a_release_has_what_goes_onto_a_card_and_with_a_key_what_updates_come_from(
    keyring: Path, tmp_path: Path, key: str | None
) -> None:
    packages = [package(tmp_path, suite, public_key(WHO)) for suite in SUITES]
    (tmp_path / "release").mkdir()
    add_card_and_repository(packages, tmp_path / "release", key)
    made = {each.name for each in (tmp_path / "release").iterdir()}
    updates = set() if key is None else {"companion-apt.tar.gz", f"companion-{version()}.update"}
    assert made == {"companion-card.zip"} | updates
    if key is not None:
        with tarfile.open(tmp_path / "release" / "companion-apt.tar.gz") as archive:
            assert "./dists/trixie/InRelease" in archive.getnames()


@pytest.mark.parametrize(
    ("updates", "key", "brought"),
    [
        ("", None, []),
        ("https://example.org/apt", None, []),
        ("", "the key\n", [KEY]),
        ("https://example.org/apt", "the key\n", [SOURCES_FILE, KEY]),
    ],
)
def test_the_package_brings_a_source_only_where_there_is_an_address_and_a_key(
    tmp_path: Path, updates: str, key: str | None, brought: list[str]
) -> None:
    lay_out(tmp_path, TRIXIE, "1.2.3", "now", ProjectUrls(updates=updates), key)
    assert [each for each in (SOURCES_FILE, KEY) if (tmp_path / each).exists()] == brought
    if SOURCES_FILE in brought:
        said = (tmp_path / SOURCES_FILE).read_text()
        assert (tmp_path / "usr/lib/companion/companion.sources").read_text() == said, "as it came"
        assert "\nEnabled: no\n" in said
        assert "\nURIs: https://example.org/apt\nSuites: trixie\n" in said
        assert said.endswith("Signed-By:\n the key\n")
