"""The command line: reads the configuration and hands over; what is started is put together in `daemon`.

The help of commands and options is written here as codes and put into the reader's language by `main`.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.cli.doctor import doctor
from companion.cli.games import backup, restore
from companion.cli.rules import rules
from companion.cli.setup import setup
from companion.cli.shared import (
    FILE,
    Lasting,
    Misconfigured,
    Wrong,
    configured,
    spoken,
    with_config,
    with_settings,
    with_version,
)
from companion.config import SIMULATED, Config
from companion.games.registry import registered
from companion.journal.folder import NoGamesYet
from companion.language.text import Text, text
from companion.table import opening
from companion.table.archive import GameOnFile
from companion.table.opening import with_example
from companion.table.verify import Verdict
from companion.table.verify import verify as judge

_VERDICTS = {"holds": 0, "forged": 1, "not-ended": 2}


def main() -> None:
    """Run the command that the command line names, and exit with its status."""
    language = spoken()
    for command in (_group, *_group.commands.values()):
        command.help = language.phrase(command.help or "")
        for option in command.params:
            if isinstance(option, click.Option) and (option.help or "").startswith("cli."):
                option.help = language.phrase(option.help or "")
    _group.main(prog_name="companion")


@click.group(help="cli.companion")
@with_version
def _group() -> None:
    """Holds the commands."""


_group.add_command(doctor)
_group.add_command(backup)
_group.add_command(restore)
_group.add_command(rules)
_group.add_command(setup)


@_group.command("serve", help="cli.serve")
@with_config
@click.option("--host", metavar="ADDRESS", help="cli.option.host")
@click.option("--port", type=int, help="cli.option.port")
@click.option("--simulate", is_flag=True, help="cli.option.simulate")
def _serve(
    config: Path | None,
    data: Path | None,
    settings: tuple[str, ...],
    host: str | None,
    port: int | None,
    simulate: bool,
) -> None:
    options = (*(SIMULATED if simulate else ()), *_listening(host, port))
    _run(configured(config, data, (*options, *settings)))


@_group.command("demo", help="cli.demo")
@with_settings
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="cli.option.host")
@click.option("--port", type=int, help="cli.option.port")
@click.option("--game", metavar="SYSTEM", help="cli.option.example")
def _demo(settings: tuple[str, ...], host: str, port: int | None, game: str | None) -> None:
    games = with_example(registered())
    if game is not None and game not in games:
        raise Misconfigured(text("cli.no-example", given=game, games=games))
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:
        options = (*SIMULATED, "web.show_code=true", *_listening(host, port))
        _run(configured(None, Path(folder), (*options, *settings)), example=game or games[0])


def _listening(host: str | None, port: int | None) -> tuple[str, ...]:
    return (
        *(() if host is None else (f"web.host={host}",)),
        *(() if port is None else (f"web.port={port}",)),
    )


def _run(config: Config, *, example: str | None = None) -> None:
    from companion.daemon.process import run  # noqa: PLC0415 - brings in hardware and web
    from companion.daemon.starting import CannotStart  # noqa: PLC0415

    def ready(url: str, code: str) -> None:
        click.echo(f"companion ready on {url}")
        if example is not None:
            click.echo(spoken().say(text("cli.demo-hint", url=url, code=code)), err=True)

    try:
        run(config, ready=ready, example=example)
    except CannotStart as error:
        raise (Lasting if error.lasting else Wrong)(error.said) from error


@_group.command("games", help="cli.games")
@with_config
def _games(config: Path | None, data: Path | None, settings: tuple[str, ...]) -> None:
    language = spoken()
    found: list[GameOnFile] = []
    folder = configured(config, data, settings)
    with opening.refusing(Wrong), suppress(NoGamesYet), opening.reading(folder) as table:
        found = table.games()
    for game in found:
        players = language.listed(
            player.name or language.phrase(f"colour.{player.colour}") for player in game.players
        )
        click.echo(f"{game.id}  {game.started_at:%Y-%m-%d %H:%M}  {players}  {language.say(game.moment)}")
    if not found:
        click.echo(language.phrase("cli.no-games"), err=True)


@_group.command("export", help="cli.export")
@with_config
@click.option("--game", metavar="ID", help="cli.option.game")
@click.argument("file", type=FILE, required=False)
def _export(
    config: Path | None, data: Path | None, settings: tuple[str, ...], game: str | None, file: Path | None
) -> None:
    with opening.refusing(Wrong), opening.reading(configured(config, data, settings)) as table:
        written = msgspec.json.format(msgspec.json.encode(table.export(game)), indent=1)
    if file is None or str(file) == "-":
        click.echo(written)
        return
    try:
        file.write_bytes(written + b"\n")
    except OSError as error:
        raise Wrong(text("cli.unwritable", file=str(file), why=error.strerror or "")) from error


@_group.command("import", help="cli.import")
@with_config
@click.argument("file", type=FILE)
def _import(config: Path | None, data: Path | None, settings: tuple[str, ...], file: Path) -> None:
    with opening.refusing(Wrong), opening.writing(configured(config, data, settings)) as table:
        game = table.bring_in(_read(file))
    click.echo(spoken().say(text("cli.imported", game=game)))


@_group.command("verify", help="cli.verify")
@click.argument("file", type=FILE)
def _verify(file: Path) -> None:
    verdict = judge(_read(file), registered())
    language = spoken()
    click.echo(language.say(_said(verdict)))
    if verdict.known_early:
        click.echo(language.phrase("verify.secret-known"))
    if verdict.unproven:
        click.echo(language.phrase("verify.unproven", {"count": verdict.unproven}))
    sys.exit(_VERDICTS[verdict.status])


def _said(verdict: Verdict) -> Text:
    reason = text(f"forged.{verdict.reason}")
    if verdict.status == "forged" and verdict.entry is None:
        return reason
    without = "" if verdict.chance or verdict.status == "forged" else ".without-chance"
    code = f"verify.{verdict.status}{without}"
    return text(code, draws=verdict.draws, entry=verdict.entry or 0, reason=reason)


def _read(file: Path) -> dict[str, Any]:
    try:
        written = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return msgspec.json.decode(written, type=dict[str, Any])
    except OSError as error:
        raise Wrong(text("cli.unreadable", file=str(file), why=error.strerror or "")) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise Wrong(text("cli.not-an-export", file=str(file))) from error
