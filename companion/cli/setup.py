"""`companion setup`: walks the owner through display, buttons and reader, in a plain terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.shared import FILE, Command, configured, spoken, with_settings

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""


@click.command("setup", cls=Command, help="cli.setup")
@click.option("--config", type=FILE, metavar="FILE", help="cli.option.config-to-write")
@with_settings
def setup_command(config: Path | None, settings: tuple[str, ...]) -> None:
    """Status 0 when the file is as wanted in the end, else 1; 130 when it was broken off."""
    from companion.daemon import looking

    try:
        path = looking.file_to_set_up(config)
        there = path if path.exists() else None
        before, now = configured(there, None, ()), configured(there, None, settings)
        well = looking.walk(path, looking.in_terminal(spoken()), now).go(before, now)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except EOFError:
        well = False
    sys.exit(0 if well else 1)
