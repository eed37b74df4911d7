"""Writes the commit into wheels and archives, for `companion --version` where there is no git."""

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
        """Add the file to the build; a build from a source archive has it already."""
        root = Path(self.root)
        module = run_path(str(root / "companion" / "commit.py"))
        commit = module["of_checkout"](root)
        if version == "editable" or commit is None:
            return
        folder = TemporaryDirectory(prefix="companion-commit-")
        atexit.register(folder.cleanup)
        file = Path(folder.name) / module["WRITTEN"]
        file.write_text(f"{commit}\n", encoding="ascii")
        build_data["force_include"][str(file)] = f"companion/{file.name}"
