"""A file for getting help: the box's state without names, codes, secrets or addresses."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion import __version__
from companion.commit import commit
from companion.health.findings import Finding, Report
from companion.health.log_tail import redact_params
from companion.language.messages import Language
from companion.language.text import Text
from companion.parts import PartName, PartState

MODEL = Path("/proc/device-tree/model")
SYSTEM = Path("/etc/os-release")
MEMORY = Path("/proc/meminfo")
UPTIME = Path("/proc/uptime")
_OURS = re.compile(
    r"box\.(json|jsonl)|config\.json|last|[0-9A-Za-z-]{1,64}\.(jsonl|secret)|(games|damaged|replaced)[A-Za-z0-9.-]{0,60}|companion-\d{8}T\d{6}Z-\d+\.zip(\.new)?"
    r"|failed-starts|incoming.*|wish"
)
"""Names of our files in the data folder; others may be names of people."""
_MAX_FILES = 100


def report(
    language: Language,
    findings: Iterable[Finding],
    lines: Iterable[str],
    folder: Path,
    parts: Iterable[tuple[PartName, PartState]] = (),
) -> str:
    """The report. findings: of the health check. lines: of the redacted log. folder: the data folder."""
    found = Report(tuple(_redacted(each) for each in findings))
    sections = (
        ("", (f"companion {__version__}, commit {commit() or '?'}",)),
        (language.phrase("report.machine"), machine()),
        (language.phrase("report.parts"), tuple(f"{part}: {state}" for part, state in parts)),
        (language.phrase("report.doctor"), found.lines(language) or (language.phrase("report.well"),)),
        (language.phrase("report.files"), files(folder)),
        (language.phrase("report.lines"), tuple(lines)),
    )
    rows: list[str] = []
    for title, rows_of in sections:
        if rows_of:
            rows += [*([f"\n{title}", "-" * len(title)] if title else []), *rows_of]
    return "\n".join(rows) + "\n"


def machine() -> tuple[str, ...]:
    """Hardware and operating system, without host name and addresses."""
    rows = [
        _first_line(MODEL).rstrip("\0"),
        next(
            (line.partition("=")[2].strip('"') for line in _lines(SYSTEM) if line.startswith("PRETTY_NAME=")),
            "",
        ),
        f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        next((" ".join(line.split()) for line in _lines(MEMORY) if line.startswith("MemTotal")), ""),
        f"up {_first_line(UPTIME).partition(' ')[0]} s" if _first_line(UPTIME) else "",
    ]
    return tuple(each for each in rows if each)


def files(folder: Path) -> tuple[str, ...]:
    """The files of the data folder with their sizes, the largest first; unknown ones are only counted."""
    found: list[tuple[int, str]] = []
    others = 0
    for place, below, names in os.walk(folder):
        if Path(place) != folder:
            below.clear()
        for name in names:
            try:
                size = (Path(place) / name).lstat().st_size
            except OSError:
                continue
            if _OURS.fullmatch(name):
                within = "" if Path(place) == folder else f"{_known(Path(place).name)}/"
                found.append((size, f"{within}{name}"))
            else:
                others += 1
    rows = [f"{size:>12}  {name}" for size, name in sorted(found, reverse=True)[:_MAX_FILES]]
    return (*rows, *((f"+ {others}",) if others else ()))


def _known(folder: str) -> str:
    return folder if folder in ("backups", "games", "received", "update") else "…"


def _redacted(finding: Finding) -> Finding:
    cure = None if finding.cure is None else _plain(finding.cure)
    return msgspec.structs.replace(finding, said=_plain(finding.said), cure=cure)


def _plain(said: Text) -> Text:
    return Text(said.code, redact_params(said.params), said.system)


def _lines(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    return []


def _first_line(path: Path) -> str:
    return next(iter(_lines(path)), "")
