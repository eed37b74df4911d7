"""A machine with a version of the companion that is to be updated."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from release.layout import updater
from release.updating.box import Paths


class Updated:
    """programs: small ones in the place of the machine's own, by their names; `$BOX` is their folder."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, programs: Mapping[str, str], key: str
    ) -> None:
        self.folder = folder
        tools = folder / "bin"
        tools.mkdir()
        for name, does in programs.items():
            (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >> "$BOX/asked"\n{does}\n')
            (tools / name).chmod(0o755)
        monkeypatch.setenv("BOX", str(folder))
        monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        self.paths = Paths(
            asked=folder / "data/update", work=folder / "work", cache=folder / "cache",
            key=folder / "key.asc", keep=tools / "keep", system=folder / "os-release",
            failed=folder / "failed-starts", lasting=folder / "drop-in/updating.conf",
        )  # fmt: skip
        self.program = tools / "update"
        self.program.write_bytes(updater())
        for each in (self.paths.asked, self.paths.cache):
            each.mkdir(parents=True)
        self.paths.key.write_text(key)
        self.paths.system.write_text("ID=debian\nVERSION_CODENAME=trixie\n")

    def write_files(self, **files: str) -> None:
        for name, text in files.items():
            (self.folder / name).write_text(text)

    @property
    def outcome(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.paths.cache / "updated.json").read_bytes())
        return found

    @property
    def installed(self) -> str:
        return (self.folder / "installed").read_text()

    @property
    def asked(self) -> list[str]:
        """What the programs were called with."""
        asked = self.folder / "asked"
        return asked.read_text().splitlines() if asked.exists() else []
