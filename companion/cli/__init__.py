"""The command line: each command reads the configuration and hands over to the rooms that do the work.

A command is brought in when it is asked for: a start needs none of the others, nor the help of any.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import click

from companion import __version__
from companion.cli.shared import terminal_language, translate_help
from companion.commit import commit
from companion.language.text import Text, text

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "serve": "companion.cli.serve",
        "demo": "companion.cli.serve",
        "games": "companion.cli.games",
        "export": "companion.cli.games",
        "import": "companion.cli.games",
        "verify": "companion.cli.games",
        "backup": "companion.cli.games",
        "restore": "companion.cli.games",
        "doctor": "companion.cli.doctor",
        "report": "companion.cli.doctor",
        "rules": "companion.cli.rules",
        "catalogues": "companion.cli.catalogues",
        "hall": "companion.cli.hall",
        "leave": "companion.cli.leave",
        "setup": "companion.cli.setup",
    }
)
"""The module of each command, in which it is called `<name>_command`."""


class Commands(click.Group):
    """The commands of `COMMANDS`."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Their names, in the order of the alphabet."""
        return sorted(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command of this name, None where there is none."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), f"{name}_command")
        return command

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, which has a line of each command's."""
        language = terminal_language()
        translate_help(self, language)
        for name in COMMANDS:
            if (command := self.get_command(context, name)) is not None:
                translate_help(command, language)
        super().format_help(context, formatter)


def main() -> None:
    """Run the command that the command line names, and exit with its status."""
    companion_command.main(prog_name="companion")


def version(made_of: str | None) -> Text:
    """What `--version` answers. made_of: the commit, or None when it is not known."""
    if made_of is None:
        return text("cli.version-without-commit", version=__version__)
    return text("cli.version", version=__version__, commit=made_of)


def _say_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(terminal_language().say(version(commit())))
        context.exit()


@click.group(cls=Commands, help="cli.companion")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version,
    help="cli.option.version",
)  # fmt: skip
def companion_command() -> None:
    """Holds the commands."""
