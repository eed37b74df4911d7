"""The command line: each command reads the configuration and hands over to the rooms that do the work.

The help of commands and options is written in their modules as codes and put into the person's language by
`main`.
"""

from __future__ import annotations

import click

from companion import __version__
from companion.cli.doctor import doctor_command
from companion.cli.games import (
    backup_command,
    export_command,
    games_command,
    import_command,
    restore_command,
    verify_command,
)
from companion.cli.rules import rules_command
from companion.cli.serve import demo_command, serve_command
from companion.cli.setup import setup_command
from companion.cli.shared import spoken
from companion.commit import commit
from companion.language.text import Text, text

COMMANDS = (
    serve_command, demo_command, games_command, export_command, import_command, verify_command,
    backup_command, restore_command, doctor_command, rules_command, setup_command,
)  # fmt: skip


def main() -> None:
    """Run the command that the command line names, and exit with its status."""
    language = spoken()
    for command in (companion_command, *COMMANDS):
        command.help = language.phrase(command.help or "")
        for option in command.params:
            if isinstance(option, click.Option) and (option.help or "").startswith("cli."):
                option.help = language.phrase(option.help or "")
    companion_command.main(prog_name="companion")


def version(made_of: str | None) -> Text:
    """What `--version` answers. made_of: the commit, or None when it is not known."""
    if made_of is None:
        return text("cli.version-without-commit", version=__version__)
    return text("cli.version", version=__version__, commit=made_of)


def _say_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(spoken().say(version(commit())))
        context.exit()


@click.group(commands=COMMANDS, help="cli.companion")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version,
    help="cli.option.version",
)  # fmt: skip
def companion_command() -> None:
    """Holds the commands."""
