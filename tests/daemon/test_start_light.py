"""What a start leaves out: what the first page does not need is brought in by what needs it."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.fakes.served import READY
from tests.patience import PATIENCE

UNASKED = (
    "companion.cli.doctor", "companion.cli.games", "companion.cli.rules", "companion.cli.setup",
    "companion.daemon.looking", "companion.daemon.safe_mode", "companion.daemon.setting_up",
    "companion.panel.safe_mode", "web.one_page", "web.safe_mode", "web.setting_up",
    "companion.language.finding", "hardware.setup", "gpiod", "tomlkit", "polib", "unittest", "asyncio",
    "pydoc", "wsgiref", "hardware.reader.parallax", "hardware.reader.pn532", "PIL.ImageOps",
    "hardware.reader.keyboard", "hardware.reader.typed",
    "jeepney", "companion.system", "web.portal", "companion.games.report", "companion.table.evening",
    "web.pages.plotting", "web.pages.reporting", "companion.games.giving", "companion.table.giving",
    "companion.table.course", "companion.table.book", "companion.table.bgstats",
    "companion.table.spreadsheet", "companion.table.replay", "companion.table.forgetting",
    "companion.journal.forgetting", "companion.journal.salvage", "companion.journal.incoming",
    "companion.journal.foreign", "companion.table.carrying", "companion.games.rulebook", "web.care.first",
    "web.care.forms", "web.care.setup", "web.care.settings", "web.care.wifi", "web.care.copies",
    "web.care.forget", "web.care.update", "web.care.clock", "web.care.help_", "web.pages.act",
    "web.pages.log", "web.pages.setup", "web.pages.join", "web.pages.replay", "web.pages.give",
    "web.pages.report", "web.pages.book", "web.pages.box", "web.pages.calling", "web.pages.rules",
    "web.pages.aids", "web.pages.copies", "web.pages.sheet", "web.pages.tv",
)  # fmt: skip
"""Modules that a simulated box with the defaults has no use for, with what stands below them."""
UNREAD = (
    "companion.games.roads_and_boats.game", "companion.games.la_strada.game", "companion.table.incoming",
    "companion.table.verify", "companion.cli.rules", "tomllib", "web.server.grammar", "h11",
)  # fmt: skip
"""Modules that a box without a game, without a file of settings and without a visitor has no use for."""
TELLING = """
import atexit, sys
from companion.__main__ import main
atexit.register(lambda: print(*sys.modules, sep="\\n", file=sys.stderr))
main()
"""
"""The command, which tells in the end of every module that was brought in."""
COMPILED = """
import sys, threading
def heard(frame, event, _):
    if event == "call" and frame.f_code.co_name == "_forward_ref" and "msgspec" in frame.f_code.co_filename:
        print("compiled:" + frame.f_back.f_locals["cls"].__qualname__, file=sys.stderr)
sys.setprofile(heard)
threading.setprofile(heard)
from companion.__main__ import main
main()
"""
"""The command, which tells each record of which a type is compiled because it was only written down."""


def brought_in_by(folder: Path, *options: str, asking: bool = True) -> frozenset[str]:
    """Every module that a served companion has brought in once it has shown its first page.

    asking: for the first page; otherwise once it is ready.
    """
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder), *options)
    return told_by(folder, words, asking)


def told_by(folder: Path, words: tuple[str, ...], asking: bool, program: str = TELLING) -> frozenset[str]:
    with (folder / "told").open("w+") as told:
        with subprocess.Popen(
            (sys.executable, "-c", program, *words),
            stdout=subprocess.PIPE, stderr=told, text=True,
        ) as process:  # fmt: skip
            line = process.stdout.readline() if process.stdout else ""
            ready = READY.match(line)
            assert ready, line
            if asking:
                with urllib.request.urlopen(ready[1], timeout=PATIENCE) as page:
                    assert page.status == 200
            process.terminate()
        told.seek(0)
        return frozenset(told.read().split())


@pytest.fixture(scope="module")
def brought_in(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    return brought_in_by(tmp_path_factory.mktemp("start"), "--simulate")


@pytest.mark.parametrize("module", UNASKED)
def test_what_the_first_page_does_not_need_is_not_brought_in(brought_in: frozenset[str], module: str) -> None:
    assert {each for each in brought_in if each == module or each.startswith(f"{module}.")} == set()


def test_a_box_without_a_broker_brings_in_nothing_that_speaks_with_one(brought_in: frozenset[str]) -> None:
    light = {f"companion.mqtt{each}" for each in ("", ".organiser", ".payloads", ".link")}
    strange = ("companion.mqtt.", "companion.daemon.at_broker", "companion.games.telling", "paho")
    assert {each for each in brought_in if each.startswith(strange)} <= light


def test_what_it_needs_is_seen(brought_in: frozenset[str]) -> None:
    assert {"companion.cli.serve", "companion.daemon.build", "web.pages.games", "gpiozero"} <= brought_in


def test_a_real_box_brings_in_no_simulated_parts(tmp_path: Path) -> None:
    real = brought_in_by(tmp_path)
    assert {"hardware.display.driver", "hardware.buttons.driver", "hardware.reader.driver"} <= real
    assert {each for each in real if each.startswith("hardware.") and "simulated" in each} == set()
    assert "gpiozero.pins.mock" not in real
    beside = ("hardware.lamps", "hardware.buzzer", "hardware.signals", "hardware.spi", "hardware.outputs")
    assert {each for each in real if each.startswith(beside)} == set()


def test_who_looks_after_the_wifi_waits_with_the_bus_until_the_first_page_is_shown(tmp_path: Path) -> None:
    real = brought_in_by(tmp_path, "--set", "box.own_wifi=true")
    assert "companion.system.wifi_keeper" in real
    assert {each for each in real if each.startswith("jeepney")} == set()
    assert "companion.system.bus" not in real


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    return brought_in_by(tmp_path_factory.mktemp("ready"), "--simulate", asking=False)


@pytest.mark.parametrize("module", UNREAD)
def test_what_nobody_has_asked_for_is_not_brought_in(ready: frozenset[str], module: str) -> None:
    assert module not in ready


def test_no_type_of_what_a_start_reads_has_to_be_compiled(tmp_path: Path) -> None:
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--simulate")
    told = told_by(tmp_path, (*words, "--set", "web.join_code=4821"), asking=False, program=COMPILED)
    assert {each for each in told if each.startswith("compiled:")} == set()


def test_a_game_on_the_table_is_brought_in_without_the_others(tmp_path: Path) -> None:
    words = ("demo", "--port", "0", "--game", "la-strada")
    here = told_by(tmp_path, words, asking=True)
    assert "companion.games.la_strada.game" in here
    assert {each for each in here if each.startswith("companion.games.la_strada.aids")} == set()
    assert "companion.games.roads_and_boats.game" not in here
