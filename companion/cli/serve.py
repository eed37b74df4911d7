"""`companion serve` and `companion demo`: the whole box, until a signal."""

from __future__ import annotations

import tempfile
from urllib.parse import urlsplit

import click

from companion.cli.shared import Command, terminal_language, with_config, with_settings
from companion.config import SIMULATED
from companion.daemon.configuration import Configuration
from companion.games.registry import registered
from companion.health.network import reachable
from companion.language.text import CompanionError, Text, text
from companion.table.data_folder import games_with_example

_SIMULATED = (*SIMULATED, "web.show_code=true")
"""Only who has joined can press a simulated button and bring the code to the display: the page says it."""
_NEVER_QUIET = ("buzzer.quiet_from=0", "buzzer.quiet_until=0")
"""A simulated buzzer has no quiet hours: in the evening a silent one would seem broken."""


@click.command("serve", cls=Command, permanent_errors=CompanionError, help="cli.serve")
@with_config
@click.option("--host", metavar="ADDRESS", help="cli.option.host")
@click.option("--port", type=int, help="cli.option.port")
@click.option("--simulate", is_flag=True, help="cli.option.simulate")
def serve_command(configuration: Configuration, host: str | None, port: int | None, simulate: bool) -> None:
    """Serve the games of the data folder."""
    options = (*(_SIMULATED if simulate else ()), *_web_settings(host, port))
    _run(configuration.with_defaults(*options), simulated=simulate)


@click.command("demo", cls=Command, permanent_errors=CompanionError, help="cli.demo")
@with_settings
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="cli.option.host")
@click.option("--port", type=int, help="cli.option.port")
@click.option("--game", metavar="SYSTEM", help="cli.option.example")
def demo_command(settings: tuple[str, ...], host: str, port: int | None, game: str | None) -> None:
    """Serve a simulated box with a game in progress, from a folder that is thrown away."""
    games = games_with_example(registered())
    if game is not None and game not in games:
        raise CompanionError(text("cli.no-example", given=game, games=games), permanent=True)
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        options = (f"data.folder={folder}", *_SIMULATED, *_NEVER_QUIET, *_web_settings(host, port))
        _run(Configuration(None, (*options, *settings)), simulated=True, example=game or games[0])


def _web_settings(host: str | None, port: int | None) -> tuple[str, ...]:
    given = {"web.host": host, "web.port": port}
    return tuple(f"{key}={value}" for key, value in given.items() if value is not None)


def _run(configuration: Configuration, *, simulated: bool, example: str | None = None) -> None:
    from companion.daemon.supervisor import run

    def ready(url: str, code: str | None) -> None:
        click.echo(f"companion ready on {url}")
        if code is None:
            return
        hint = text("cli.demo-hint", url=url, code=code) if simulated else _join_hint(configuration, url)
        click.echo(terminal_language().say(hint), err=True)

    def safe_mode(said: Text, code: str | None) -> None:
        language = terminal_language()
        click.echo(language.say(text("safe-mode.terminal", why=said)), err=True)
        if code is not None:
            click.echo(language.say(text("safe-mode.terminal-code", code=code)), err=True)

    run(configuration, on_ready=ready, on_safe_mode=safe_mode, example=example)


def _join_hint(configuration: Configuration, url: str) -> Text:
    """Where phones find the box and how they join; never the code, for a service's log is handed on."""
    addresses = reachable(configuration.load().web.host, urlsplit(url).port or 80)
    return text("cli.serve-hint", address=addresses[0]) if addresses else text("cli.serve-alone")
