"""What a box has to do with a broker; of all this nothing is brought in where the owner names none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from companion.bell import Bell
from companion.config import Config
from companion.games import Game
from companion.language.messages import Language
from companion.parts import Parts
from companion.storage.settings import Settings
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.daemon.at_broker import AtBroker
    from companion.table.organiser import Organiser


def organiser_of(
    config: Config, settings: Settings, bell: Bell, clock: Callable[[], datetime]
) -> Organiser | None:
    """The organiser of the event that this table belongs to; None where it belongs to none, or where there is
    no broker to reach him by.
    """
    if not (config.mqtt.url and config.mqtt.event):
        return None
    from companion.table.organiser import Organiser  # few boxes are at an event

    return Organiser(settings, config.mqtt.event, config.mqtt.table, bell, clock)


def at_broker(
    config: Config,
    table: Table,
    parts: Parts,
    organiser: Organiser | None,
    bell: Bell,
    games: Mapping[str, Game],
    language: Language,
    url: Callable[[], str | None],
) -> AtBroker | None:
    """The box at its broker; None where the owner names none."""
    if not config.mqtt.url:
        return None
    from companion.daemon.at_broker import AtBroker  # few boxes have a broker

    return AtBroker(config.mqtt, table, parts, organiser, bell, games, language, url)
