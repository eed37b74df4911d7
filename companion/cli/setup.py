"""`companion setup`: walks the owner through display, buttons and reader, in a plain terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.shared import Command, configuration_of, spoken, with_config

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""


@click.command("setup", cls=Command, help="cli.setup")
@with_config
def setup_command(config: Path | None, data: Path | None, settings: tuple[str, ...]) -> None:
    """Status 0 when all is configured as wanted in the end, else 1; 130 when it was broken off."""
    from companion.daemon import looking

    configuration = configuration_of(config, data, settings)
    configuration.check()
    try:
        walk = looking.walk(configuration, looking.in_terminal(spoken()))
        well = walk.go(configuration.lasting(), configuration.load())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except EOFError:
        well = False
    sys.exit(0 if well else 1)
