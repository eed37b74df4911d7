"""`companion hall`: the organiser's page of an event, until a signal."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from companion.cli.shared import FILE, Command, F, terminal_language
from companion.config import MqttConfig, WebConfig
from companion.daemon.pending import Pending
from companion.daemon.systemd import ServiceManager, log_to_stderr
from companion.language.text import CompanionError, text

PORT = 8090
"""Where the page answers unless something else is wished for: beside a box of this machine, if it is one."""


def _option(name: str, *names: str, **about: Any) -> Callable[[F], F]:
    """An option that the environment may give, too: the unit's, which has a file for it."""
    variable = name.removeprefix("--").replace("-", "_").upper()
    return click.option(name, *names, envvar=f"COMPANION_HALL_{variable}", **about)


@click.command("hall", cls=Command, permanent_errors=CompanionError, help="cli.hall")
@_option("--event", required=True, metavar="NAME", help="cli.option.hall-event")
@_option("--broker", "url", required=True, metavar="URL", help="cli.option.hall-broker")
@_option("--host", metavar="ADDRESS", help="cli.option.host")
@_option("--port", type=int, default=PORT, show_default=True, help="cli.option.port")
@_option("--username", default="", metavar="NAME", help="cli.option.hall-username")
@_option("--password-file", type=FILE, metavar="FILE", help="cli.option.hall-password-file")
@_option("--ca", type=FILE, metavar="FILE", help="cli.option.hall-ca")
@_option("--code", metavar="CODE", help="cli.option.hall-code")
@click.option("--name", "names", multiple=True, metavar="NAME", help="cli.option.hall-name")
def hall_command(
    event: str, url: str, host: str | None, port: int, code: str | None, names: tuple[str, ...], **own: Any
) -> None:
    """Keep the hall of an event open. own: the hall's identity at the broker and its trusted certificates."""
    files = {name: "" if own[name] is None else str(own[name]) for name in ("password_file", "ca")}
    config = MqttConfig(url, own["username"], files["password_file"], files["ca"])
    from companion.hall.opening import HallOptions, open_hall  # with the web and the library for brokers
    from companion.mqtt.broker import broker_of

    choices = HallOptions(event, broker_of(config), host or WebConfig().host, port, code or None, names)
    log_to_stderr(os.environ)
    manager = ServiceManager(os.environ)
    with Pending() as pending, pending.on_signals(), open_hall(choices) as served:
        click.echo(f"companion hall ready on {served.url}")
        if not code:
            click.echo(
                terminal_language().say(text("cli.hall-code", code=served.code, url=served.url)), err=True
            )
        manager.ready()
        while not pending.wait(manager.watchdog_interval):
            manager.alive()
        manager.stopping()
