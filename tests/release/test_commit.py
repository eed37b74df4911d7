"""The commit of a program: in a checkout, in a package, and unknown."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from companion import __version__, commit
from companion.cli import companion_command, version
from companion.cli.shared import terminal_language
from companion.language.text import text
from release.commit_hook import CommitHook
from tests.tree import ROOT

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "companion"
version = "1.0"
[tool.hatch.build.hooks.custom]
path = "release/commit_hook.py"
"""


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid")
    done = subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with what a build needs of ours."""
    root = tmp_path / "project"
    for name in ("companion/commit.py", "companion/__init__.py", "release/commit_hook.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    (root / "pyproject.toml").write_text(PROJECT)
    return root


@pytest.fixture
def checkout(project: Path) -> Path:
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Begin")
    return project


def in_wheel(root: Path, out: Path) -> str | None:
    """What the wheel that is built of a folder carries."""
    (made,) = WheelBuilder(str(root)).build(directory=str(out))
    with zipfile.ZipFile(made) as wheel:
        names = [name for name in wheel.namelist() if name.endswith("commit.txt")]
        return wheel.read("companion/commit.txt").decode().strip() if names else None


def test_a_checkout_has_its_commit_and_is_marked_with_changes(checkout: Path) -> None:
    """A folder within it that is none of its own does not take it; what a package carries wins."""
    head = git(checkout, "rev-parse", "--short=12", "HEAD")
    assert commit.commit(checkout / "companion") == head
    inner = checkout / "vendor" / "companion"
    inner.mkdir(parents=True)
    assert commit.commit(inner) is None
    (checkout / "companion" / "__init__.py").write_text("changed")
    assert commit.commit(checkout / "companion") == f"{head}-dirty"
    (checkout / "companion" / "commit.txt").write_text("abc\n")
    assert commit.commit(checkout / "companion") == "abc"


def test_a_repository_without_a_commit_has_none(project: Path) -> None:
    git(project, "init", "-q")
    assert commit.commit(project / "companion") is None


def test_a_wheel_carries_the_commit(checkout: Path, tmp_path: Path) -> None:
    assert in_wheel(checkout, tmp_path / "out") == git(checkout, "rev-parse", "--short=12", "HEAD")
    assert not (checkout / "companion" / "commit.txt").exists()


@pytest.mark.parametrize(("kind", "carried"), [("standard", ["companion/commit.txt"]), ("editable", [])])
def test_an_editable_wheel_leaves_the_answer_to_git(checkout: Path, kind: str, carried: list[str]) -> None:
    builder = WheelBuilder(str(checkout))
    build_data: dict[str, Any] = {"force_include": {}}
    hook = CommitHook(str(checkout), {}, builder.config, builder.metadata, "", "wheel")
    hook.initialize(kind, build_data)
    assert list(build_data["force_include"].values()) == carried


def test_a_wheel_made_without_git_carries_none(project: Path, tmp_path: Path) -> None:
    assert in_wheel(project, tmp_path / "out") is None


def test_a_wheel_made_of_a_source_archive_carries_the_same_commit(checkout: Path, tmp_path: Path) -> None:
    (made,) = SdistBuilder(str(checkout)).build(directory=str(tmp_path / "out"))
    with tarfile.open(made) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    assert in_wheel(tmp_path / "unpacked" / "companion-1.0", tmp_path / "out") == commit.commit(
        checkout / "companion"
    )


def test_the_command_prints_version_and_commit() -> None:
    said = CliRunner().invoke(companion_command, ["--version"])
    assert said.exit_code == 0
    assert said.output == f"{terminal_language().say(version(commit.commit()))}\n"
    assert __version__ in said.output


def test_an_unknown_commit_is_called_unknown() -> None:
    assert version(None) == text("cli.version-without-commit", version=__version__)
    assert "unknown" in terminal_language().say(version(None))
