"""`companion setup`: walks the owner through display, buttons and reader, in a plain terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from companion.cli.shared import FILE, Command, configured, spoken, with_settings
from companion.language.text import CompanionError, text
from hardware.setup import keeping
from hardware.setup.conversation import Conversation, Terminal
from hardware.setup.walk import walk

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""


@click.command("setup", cls=Command, help="cli.setup")
@click.option("--config", type=FILE, metavar="FILE", help="cli.option.config-to-write")
@with_settings
def setup(config: Path | None, settings: tuple[str, ...]) -> None:
    """Status 0 when the file is as wanted in the end, else 1; 130 when it was broken off."""
    from companion.daemon import looking  # noqa: PLC0415 - brings in hardware and web, which few commands need

    path = keeping.chosen(config)
    why = keeping.unwritable(path)
    if why is not None:
        raise CompanionError(text("setup.unwritable", file=str(path), why=why))
    there = path if path.exists() else None
    before = configured(there, None, ())
    now = configured(there, None, settings)
    was = there and there.read_bytes()
    talk = Conversation(spoken(), Terminal(sys.stdin.fileno(), sys.stdout), time.monotonic)
    try:
        well = walk(talk, looking.searches(now), path, before, now)
    except (KeyboardInterrupt, EOFError) as end:
        talk.show("")
        same = (path.read_bytes() if path.exists() else None) == was
        talk.say(text("setup.stopped" if same else "setup.stopped-late", file=str(path)))
        sys.exit(INTERRUPTED if isinstance(end, KeyboardInterrupt) else 1)
    sys.exit(0 if well else 1)
