"""The installed command: its configuration and its user."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion_command
from release import installed
from release.installed import become_user, set_default_config


@pytest.mark.parametrize(
    ("there", "before", "after"),
    [
        pytest.param(True, {}, "box", id="the box's own"),
        pytest.param(False, {}, None, id="none"),
        pytest.param(True, {"COMPANION_CONFIG": "/mine.toml"}, "/mine.toml", id="another in the environment"),
    ],
)
def test_the_boxs_own_configuration_is_taken_where_no_other_is_named(
    tmp_path: Path, there: bool, before: dict[str, str], after: str | None
) -> None:
    file = tmp_path / "companion.toml"
    if there:
        file.touch()
    set_default_config(file, before)
    assert before.get("COMPANION_CONFIG") == (str(file) if after == "box" else after)


def test_a_command_takes_the_configuration_of_the_environment_and_rather_the_one_it_is_given(
    tmp_path: Path,
) -> None:
    ours, theirs = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    theirs.touch()
    runner = CliRunner(env={"COMPANION_CONFIG": str(ours)})
    assert runner.invoke(companion_command, ["games"]).exit_code == 2
    words = ["games", "--config", str(theirs), "--data", str(tmp_path)]
    assert runner.invoke(companion_command, words).exit_code == 0


def test_root_goes_on_as_the_services_user_with_the_groups_first(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[object, ...]] = []
    for name in ("initgroups", "setgid", "setuid"):
        monkeypatch.setattr(os, name, lambda *given, name=name: done.append((name, *given)))
    me = pwd.getpwuid(os.getuid())
    environment: dict[str, str] = {}
    become_user(me.pw_name, environment)
    assert done == [("initgroups", me.pw_name, me.pw_gid), ("setgid", me.pw_gid), ("setuid", me.pw_uid)]
    assert environment == {"HOME": me.pw_dir}


@pytest.mark.parametrize("words", [["doctor"], ["setup"], []])
def test_none_of_roots_commands_stays_roots(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    became: list[str] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(installed, "become_user", lambda name, _: became.append(name))
    monkeypatch.setattr(installed, "set_default_config", lambda *_: None)
    monkeypatch.setattr(installed, "run_module", lambda *_, **__: None)
    monkeypatch.setattr(sys, "argv", ["companion", *words])
    monkeypatch.setattr(sys, "path", list(sys.path))
    installed.main()
    assert became == ["companion"]


def test_without_that_user_root_stays_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "setuid", lambda uid: pytest.fail(f"became {uid}"))
    become_user("nobody-is-called-so", {})
