"""`companion --version`: which version this is, and the commit that it was made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from companion import __version__
from companion.cli.terminal import spoken
from companion.commit import commit
from companion.games.screen import Text, text

F = TypeVar("F", bound=Callable[..., Any])


def with_version(function: F) -> F:
    """Give a command the option that says the version and nothing else."""
    option = click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say, help="cli.option.version"
    )
    return option(function)


def version(made_of: str | None) -> Text:
    """The answer. made_of: the commit, or None when it is not known."""
    if made_of is None:
        return text("cli.version-without-commit", version=__version__)
    return text("cli.version", version=__version__, commit=made_of)


def _say(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(spoken().say(version(commit())))
        context.exit()
