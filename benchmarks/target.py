"""Which companion is measured: of which tree, and on how much of a machine. It is driven from outside."""

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
class Side:
    """tree: the checkout whose companion is started; the client is always this one's.

    before: words before the command, that put the process somewhere. environment: what it is given. slow:
    whether it has as little as a Pi: then less is asked of it. python: what runs it.
    """

    tree: Path = TREE
    before: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False
    python: str = sys.executable

    def companion(self, *settings: str, data: Path | None = None) -> AbstractContextManager[Running]:
        """Serve a simulated box as `tests.fakes.served.companion` does, with its own unit's variables."""
        environment = {
            **_surroundings(self.tree / "systemd" / "companion.service"),
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

    def few(self, count: int) -> int:
        """How often to do something: as often as said, or on a slow machine a fifth."""
        return max(5, count // 5) if self.slow else count


def _surroundings(unit: Path) -> dict[str, str]:
    """The variables that a unit sets."""
    lines = (line.partition("=") for line in unit.read_text("utf-8").splitlines())
    words = (word for name, _, said in lines if name == "Environment" for word in said.split())
    return dict(word.split("=", 1) for word in words)


@contextmanager
def as_players_have_it(tree: Path = TREE) -> Iterator[Side]:
    """A tree's companion beside what its own `pyproject.toml` names, and nothing of a developer's: what is
    installed, others bring in where they find it.
    """
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        subprocess.run((*pip, *project["dependencies"]), check=True)
        yield Side(tree, python=python)


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The tree of another commit, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(tree), commit], cwd=TREE, check=True
        )
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=TREE, check=True)
