"""The companion as a process: it serves until it is told to end."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from companion.config import Config
from companion.daemon.build import serving
from companion.daemon.process import until_told
from companion.daemon.telling import tell
from companion.games import Game


def run(
    config: Config,
    *,
    ready: Callable[[str, str], None],
    example: str | None = None,
    games: Mapping[str, Game] | None = None,
) -> None:
    """Serve until SIGTERM, SIGINT or a shutdown on the panel. Raises `CannotStart`.

    ready: called once requests are answered, with the address and the join code. example, games: as of
    `serving`.
    """
    tell(os.environ)
    until_told(
        lambda stop: serving(config, shut_down=stop, example=example, games=games),
        ready,
        switch_off=config.box.power_off,
    )
