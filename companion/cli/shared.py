"""The options that commands share: which configuration, which folder, and single keys on top."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.terminal import Lasting
from companion.config import Config
from companion.config_file import ConfigError, load
from companion.games.screen import Text

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(readable=False, path_type=Path)
"""Whether it can be read is seen when it is read, and said in the reader's language."""


class Misconfigured(Lasting):
    """The configuration cannot be used."""


def with_settings(function: F) -> F:
    """Give the command `--set`, as `settings`."""
    setting = click.option(
        "--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="cli.option.set"
    )
    return setting(function)


def with_config(function: F) -> F:
    """Give the command `--config`, `--data` and `--set`, as `configured` takes them.

    The environment may name the configuration, too: the installed command names the box's own.
    """
    config = click.option(
        "--config", type=FILE, metavar="FILE", envvar="COMPANION_CONFIG", help="cli.option.config"
    )
    data = click.option("--data", type=FILE, metavar="DIR", help="cli.option.data")
    return config(data(with_settings(function)))


def configured(config: Path | None, data: Path | None, settings: tuple[str, ...]) -> Config:
    """The configuration that the options name. Raises `Misconfigured`."""
    folder = () if data is None else (f"data.folder={data}",)
    try:
        return load(config, (*folder, *settings))
    except ConfigError as error:
        raise Misconfigured(Text(error.code, error.params)) from error
