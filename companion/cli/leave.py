"""`companion leave`: has the broker forget what it keeps of this box."""

from __future__ import annotations

import click

from companion.cli.shared import Command, terminal_language, with_config
from companion.daemon.configuration import Configuration
from companion.language.text import CompanionError, text
from companion.storage.files import lock
from companion.storage.machine import NO_BOX, box_id_of
from companion.table.data_folder import folder_of


@click.command("leave", cls=Command, help="cli.leave")
@with_config
def leave_command(configuration: Configuration) -> None:
    """While no companion runs on the folder: it would tell everything again."""
    chosen = configuration.load()
    folder = folder_of(chosen)
    box = box_id_of(folder)
    if not chosen.mqtt.url:
        raise CompanionError(text("leave.no-broker"))
    if box == NO_BOX:
        raise CompanionError(text("leave.nobody", folder=str(folder)))
    held = lock(folder)
    try:
        from companion.mqtt.broker import broker_of
        from companion.mqtt.leaving import leave  # with the library for brokers

        broker = broker_of(chosen.mqtt)
        there = leave(broker, box)
    finally:
        held.release()
    said = text("leave.left", address=broker.address, box=box, count=len(there))
    click.echo(
        terminal_language().say(said if there else text("leave.nothing", address=broker.address, box=box))
    )
