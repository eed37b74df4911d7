"""Writes the commit into what is built, so that `companion --version` can tell it where there is no git."""

from __future__ import annotations

import atexit
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Adds `companion/commit.txt` to wheels and source archives, but not to an editable wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay the file ready for the build. What is built of a source archive finds it there already."""
        root = Path(self.root)
        asked = run_path(str(root / "companion" / "commit.py"))
        known = asked["of_checkout"](root)
        if version == "editable" or known is None:
            return
        beside = TemporaryDirectory(prefix="companion-commit-")
        atexit.register(beside.cleanup)
        file = Path(beside.name) / asked["WRITTEN"]
        file.write_text(f"{known}\n", encoding="ascii")
        build_data["force_include"][str(file)] = f"companion/{file.name}"
