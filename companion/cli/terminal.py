"""The person at the terminal: the language spoken there, and how a command ends that went wrong."""

from __future__ import annotations

import locale
import os

import click

from companion.games.registry import registered
from companion.games.screen import Text
from companion.language.messages import Language, Messages, catalogues


def spoken_code() -> str:
    """The code of the terminal's language by the usual variables, whether it has catalogues or not."""
    wanted = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en"
    )
    return locale.normalize(wanted).partition("_")[0].partition(".")[0]


def spoken() -> Language:
    """The language in which the terminal is answered."""
    return Messages(catalogues(registered())).language(spoken_code())


class Wrong(click.ClickException):
    """Ends the command with a sentence for the person at the terminal, and status 1."""

    def __init__(self, said: Text) -> None:
        super().__init__(spoken().say(said))


class Lasting(Wrong):
    """Something stays wrong until somebody has mended it: a service manager need not try again."""

    exit_code = 2
