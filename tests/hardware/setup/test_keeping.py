"""The configuration's file is written whole or not at all, and the one before it is kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import BoxConfig, ButtonsConfig, Config, OledConfig, RfidConfig, load
from hardware.setup import keeping
from tests.tree import ROOT

CHANGED = Config(
    box=BoxConfig(language="it"),
    oled=OledConfig(driver="sh1106", address=0x3D, rotate=180, dim_after=2.5),
    buttons=ButtonsConfig(advance="J8:7", colours={"red": 5, "blue": "GPIO6"}),
    rfid=RfidConfig(driver="pn532", port='/dev/serial/by-id/a "b"'),
)


def test_without_a_name_the_system_s_file_is_taken_where_there_is_one(tmp_path: Path) -> None:
    system, here = tmp_path / "etc" / "companion.toml", tmp_path / "companion.toml"
    assert keeping.chosen(None, system, here) == here
    system.parent.mkdir()
    assert keeping.chosen(None, system, here) == here, "no package has put it there"
    system.touch()
    assert keeping.chosen(None, system, here) == system
    assert keeping.chosen(Path("own.toml"), system, here) == Path("own.toml")


def test_what_could_not_be_written_in_the_end_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "companion.toml"
    assert keeping.unwritable(path) is None
    assert keeping.unwritable(tmp_path / "none" / "companion.toml") == "No such file or directory"
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert keeping.unwritable(path) == "Permission denied"


def test_who_forgets_sudo_is_told_and_given_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "companion.toml"
    system.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert keeping.chosen(None, system, tmp_path / "here") == system
    assert keeping.unwritable(system) == "Permission denied"


def test_a_folder_that_may_not_be_entered_is_said_and_no_crash(locked: Path) -> None:
    system = locked / "etc" / "companion.toml"
    assert keeping.chosen(None, system) == system
    assert keeping.unwritable(system) == "Permission denied"


def test_the_template_is_the_documentation_s_with_every_default() -> None:
    assert keeping.template() == (ROOT / "docs" / "companion.toml").read_text()


@pytest.mark.parametrize("before", [Config(), CHANGED])
@pytest.mark.parametrize("after", [Config(), CHANGED])
def test_what_is_written_is_read_again(tmp_path: Path, before: Config, after: Config) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(keeping.written(None, keeping.changes(Config(), before)), encoding="utf-8")
    words = keeping.written(path.read_text(encoding="utf-8"), keeping.changes(before, after))
    path.write_text(words, encoding="utf-8")
    assert load(path) == after
    assert len(words.splitlines()) == len(keeping.template().splitlines())


def test_only_the_keys_that_differ_are_changes() -> None:
    assert keeping.changes(CHANGED, CHANGED) == {}
    assert keeping.changes(Config(), CHANGED) == {
        ("box", "language"): '"it"',
        ("oled", "driver"): '"sh1106"',
        ("oled", "address"): "0x3D",
        ("oled", "rotate"): "180",
        ("oled", "dim_after"): "2.5",
        ("buttons", "advance"): '"J8:7"',
        ("buttons", "colours", "red"): "5",
        ("buttons", "colours", "blue"): '"GPIO6"',
        ("rfid", "driver"): '"pn532"',
        ("rfid", "port"): '"/dev/serial/by-id/a \\"b\\""',
    }
    fewer = replace(CHANGED, buttons=replace(CHANGED.buttons, colours={"red": 5}))
    assert keeping.changes(CHANGED, fewer) == {("buttons", "colours", "blue"): None}


def test_a_new_file_may_be_read_by_the_companion_s_own_user(tmp_path: Path) -> None:
    path = tmp_path / "companion.toml"
    assert keeping.keep(path, "è\n") is None
    assert path.read_bytes() == "è\n".encode()
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_the_earlier_file_is_kept_with_its_rights(tmp_path: Path) -> None:
    path, old = tmp_path / "companion.toml", tmp_path / "companion.toml.old"
    for words in ("one", "two", "three"):
        path.write_text(words)
    path.chmod(0o640)
    assert keeping.keep(path, "four") == old
    assert keeping.keep(path, "five") == old
    assert (path.read_text(), old.read_text()) == ("five", "four")
    assert {each.stat().st_mode & 0o777 for each in (path, old)} == {0o640}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "companion.toml"
    real.write_text("one")
    link.symlink_to(real)
    keeping.keep(link, "two")
    assert link.is_symlink()
    assert real.read_text() == "two"


@pytest.mark.parametrize("fails", ["fdopen", "fsync", "fchmod", "replace"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_writing_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, fault: BaseException
) -> None:
    path = tmp_path / "companion.toml"
    path.write_text("one")

    def broken(*_: object) -> None:
        raise fault

    with monkeypatch.context() as context:
        context.setattr(Path if fails == "replace" else os, fails, broken)
        with pytest.raises(type(fault)):
            keeping.keep(path, "two")
    assert path.read_text() == "one"
    assert {each.name for each in tmp_path.iterdir()} <= {"companion.toml", "companion.toml.old"}
