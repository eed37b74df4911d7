"""`companion doctor`: what the probes find, or the reader's bytes as they come."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click
import msgspec

from companion.cli.shared import Command, terminal_language, with_config
from companion.daemon.configuration import Configuration
from companion.health.findings import examine, wrap_below
from companion.health.log_tail import read
from companion.health.report import report
from companion.language.text import Text
from companion.table.data_folder import folder_of

SERVICE_FOLDER = Path("/run/companion")


@click.command("doctor", cls=Command, help="cli.doctor")
@with_config
@click.option("--json", "as_json", is_flag=True, help="cli.option.json")
@click.option("--dump-reader", is_flag=True, help="cli.option.dump-reader")
@click.option("--seconds", type=click.FloatRange(min=0), metavar="N", help="cli.option.seconds")
def doctor_command(
    configuration: Configuration,
    as_json: bool,
    dump_reader: bool,
    seconds: float | None,
) -> None:
    """Status 0 when nothing that is configured is missing, else 1."""
    from companion.daemon import diagnostics

    config = configuration.load()
    language = terminal_language()

    def show(at: float, line: Text) -> None:
        for row in wrap_below(f"{at:8.2f}  ", language.say(line), _width()):
            click.echo(row)

    if dump_reader:
        try:
            frames = diagnostics.dump_reader_bytes(config, show, seconds)
        except KeyboardInterrupt:
            click.echo(err=True)
        else:
            if not frames:
                click.echo(language.phrase("doctor.dump.nothing"), err=True)
        return
    report = examine(diagnostics.every_probe(config))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report.plain(language)), indent=1))
    else:
        for line in report.lines(language, _width()):
            click.echo(line)
    sys.exit(0 if report.well else 1)


@click.command("report", cls=Command, help="cli.report")
@with_config
def report_command(configuration: Configuration) -> None:
    """Print the file for getting help; the lines are those of the service, where it has left any."""
    from companion.daemon.diagnostics import every_probe  # with hardware and web, which few commands need

    config = configuration.load()
    findings = examine(every_probe(config)).findings
    click.echo(report(terminal_language(), findings, read(SERVICE_FOLDER), folder_of(config)), nl=False)


def _width() -> int | None:
    """The columns of the terminal; None where the output is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
