"""`companion setup`: walks the owner through display, buttons and reader, in a plain terminal."""

from __future__ import annotations

import sys

import click

from companion.cli.shared import Command, terminal_language, with_config
from companion.daemon.configuration import Configuration

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""


@click.command("setup", cls=Command, help="cli.setup")
@with_config
def setup_command(configuration: Configuration) -> None:
    """Status 0 when all is configured as wanted in the end, else 1; 130 when it was broken off."""
    from companion.daemon import diagnostics

    configuration.check()
    try:
        walk = diagnostics.setup_wizard(configuration, diagnostics.terminal_conversation(terminal_language()))
        well = walk.run(configuration.without_options(), configuration.load())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except EOFError:
        well = False
    sys.exit(0 if well else 1)
