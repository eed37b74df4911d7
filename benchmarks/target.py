"""The companion that is measured: its tree, and its share of the machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fakes.served import Running, companion

TREE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Target:
    """A companion to measure. The client is always this tree's."""

    tree: Path = TREE
    """The checkout that is started."""
    before: tuple[str, ...] = ()
    """Words before the command."""
    environment: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False
    """Limited like a Pi: measured less often."""
    python: str = sys.executable

    def companion(self, *settings: str, data: Path | None = None) -> AbstractContextManager[Running]:
        """Serve a simulated box (`tests.fakes.served.companion`) with the environment of the tree's unit."""
        environment = {
            **_unit_environment(self.tree / "systemd" / "companion.service"),
            **self.environment,
            "PYTHONPATH": str(self.tree),
            "PYTHONDONTWRITEBYTECODE": "",
        }
        return companion(
            *settings,
            data=data,
            environment=environment,
            tree=self.tree,
            before=self.before,
            python=self.python,
        )

    def repeats(self, count: int) -> int:
        """The number of repetitions: `count`, or a fifth of it if slow."""
        return max(5, count // 5) if self.slow else count


def _unit_environment(unit: Path) -> dict[str, str]:
    """The variables that a unit sets."""
    lines = (line.partition("=") for line in unit.read_text("utf-8").splitlines())
    words = (word for name, _, value in lines if name == "Environment" for word in value.split())
    return dict(word.split("=", 1) for word in words)


@contextmanager
def installed(tree: Path = TREE) -> Iterator[Target]:
    """A tree's companion in a virtual environment with nothing but its dependencies."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        subprocess.run((*pip, *project["dependencies"]), check=True)
        yield Target(tree, python=python)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Another commit's tree in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=TREE, check=True
        )
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=TREE, check=True)
