"""What looks at the parts without serving: for the doctor, for setting up, for a reader's bytes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, partial

from companion.config import Config
from companion.daemon.configuration import Configuration
from companion.games import Game
from companion.games.registry import every_colour, registered
from companion.health import probes
from companion.health.findings import Probe, off
from companion.health.machine import clock, is_synchronized, power, vcgencmd
from companion.health.network import local_address, local_name, reachable
from companion.language.messages import Language
from companion.language.text import Text
from companion.storage.machine import NO_BOX, box_id_of
from companion.table.data_folder import folder_of, now, open_to_read
from hardware import part_probes
from hardware.pin_assignment import check_colours
from hardware.reader.dump import dump_reader
from hardware.setup.buttons import ButtonSearch
from hardware.setup.buzzer import BuzzerSearch
from hardware.setup.conversation import Conversation
from hardware.setup.display import DisplaySearch
from hardware.setup.lamps import LampSearch
from hardware.setup.reader import ReaderSearch
from hardware.setup.terminal import Terminal, TerminalConversation
from hardware.setup.wizard import SetupWizard


def every_probe(config: Config, games: Mapping[str, Game] | None = None) -> tuple[Probe, ...]:
    """What the doctor looks at, in the order of its report. games: what can be played; by default all.

    Raises `PartError` for a button in a colour that no player of these games has.
    """
    check_colours(config.buttons.colours, every_colour(registered() if games is None else games))
    host, port = config.web.host, config.web.port
    others = cache(partial(probes.running, local_address(host, port)))
    return (
        *part_probes.all_probes(config, monotonic=time.monotonic, others=others),
        partial(power, read_flags=vcgencmd),
        partial(probes.disk, folder_of(config), write_error=probes.write_error),
        partial(clock, now, is_synchronized),
        partial(probes.network, partial(reachable, host, port), local_name(host, port)),
        partial(probes.port, host, port, others),
        partial(probes.journal, partial(open_to_read, config), others),
        partial(probes.running_backups_finding, others),
        *_broker(config, others),
    )


def _broker(config: Config, others: Callable[[], Mapping[str, str]]) -> tuple[Probe, ...]:
    """What looks at the broker; where the owner names none, only what a broker would know the box by."""
    box = box_id_of(folder_of(config))
    if config.mqtt.url:
        from companion.mqtt.probe import probe_broker  # with the library for brokers

        return (partial(probe_broker, config.mqtt, box, others=others),)
    return () if box == NO_BOX else (partial(off, "broker", "none", box=box),)


def probes_of_parts(config: Config) -> tuple[Probe, ...]:
    """What the doctor looks at of the parts, where no other companion can have them."""
    check_colours(config.buttons.colours, every_colour(registered()))
    return part_probes.all_probes(config, monotonic=time.monotonic, others=dict)


def terminal_conversation(language: Language) -> Conversation:
    """The talk with whoever sits at this command's terminal, in this language."""
    return TerminalConversation(language, Terminal(sys.stdin.fileno(), sys.stdout), time.monotonic)


def setup_wizard(configuration: Configuration, conversation: Conversation) -> SetupWizard:
    """The way through the setting up of this machine, with the person of this talk."""
    config = configuration.load()
    colours = every_colour(registered())
    return SetupWizard(
        talk=conversation,
        path=configuration.overlay,
        save=configuration.save,
        new=configuration.is_new,
        displays=DisplaySearch(),
        pins=ButtonSearch(colours),
        readers=ReaderSearch(time.monotonic),
        lamps=LampSearch(colours),
        buzzers=BuzzerSearch(),
        others=partial(probes.running, local_address(config.web.host, config.web.port)),
        doctor=every_probe,
    )


def dump_reader_bytes(config: Config, show: Callable[[float, Text], object], seconds: float | None) -> int:
    """Show the reader's bytes as they come; give how many there were. Raises `PartError`."""
    check_colours(config.buttons.colours, every_colour(registered()))
    return dump_reader(config.rfid, show, monotonic=time.monotonic, seconds=seconds)
