"""Lamps and a buzzer on the virtual Pi's pins, read from gpio-sim's lines while people play."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import CONFIGURATION, Installed, overlay
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.typist import BAG, TYPED, WAIT, WHOLE, expect, heard, plug, types

quick, full = pytest.mark.quick, pytest.mark.full

PINS = {"red": 4, "yellow": 12, "green": 23, "blue": 24, "purple": 25, "black": 26, "grey": 18}
BUZZER = 15
"""The serial port's, which is free beside a reader that types."""
WATCHED = 5.0
"""Seconds of more than one cycle of what a lamp shows."""
PATIENCE = 120.0
RARE = 3
"""Pulses of the word for gold."""
DIMMABLE = 18
PERIOD = 5_000_000
"""Nanoseconds of the 200 Hz at which a lamp is dimmed."""
BRIGHT = round(PERIOD * 64 / 255)
"""The brightest that a lamp is by default."""
CHANNEL = "/sys/class/pwm/pwmchip0/pwm0"
TREE = "/sys/firmware/devicetree/base"
LAY = f"""[ ! -d {TREE} ] || {{
cp -a {TREE} /run/tree && mkdir -p /run/tree/soc/gpio@7e200000/pwm_pins &&
printf '\\0\\0\\0\\022' > /run/tree/soc/gpio@7e200000/pwm_pins/brcm,pins &&
mount --bind /run/tree {TREE}; }}"""
"""Says where a PWM comes out on a machine that has a device tree of its own."""


def configure(board: Board, pins: Mapping[str, int]) -> None:
    """Wire a lamp to each of these pins and an active buzzer to its own, which is never silent."""
    wired = "\\n".join(f"{colour} = {pin}" for colour, pin in pins.items())
    board.run(
        f"sed -i -e '/^\\[lamps\\]/,/^driver/s/^driver = .none./driver = \"leds\"/'"
        f" -e '/^\\[buzzer\\]/,/^driver/s/^driver = .none./driver = \"active\"/'"
        f" -e '/^\\[buzzer\\]/,$s/^pin = [0-9]*/pin = {BUZZER}/'"
        f" -e 's/^quiet_from = [0-9]*/quiet_from = 0/' -e 's/^quiet_until = [0-9]*/quiet_until = 0/'"
        f" -e '/^\\[lamps.colours\\]/,/^\\[buzzer\\]/{{/^[a-z]* = /d}}'"
        f" -e 's/^\\[lamps.colours\\].*/&\\n{wired}/' {CONFIGURATION}"
    )


@pytest.fixture(scope="module")
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    """A Pi with seven lamps, a buzzer, and a reader that types, which is plugged in. Every set of a line is
    written down by the kernel.
    """
    with Board(
        bench, overlay(installed.disk, "lamps"), "with lamps, a buzzer and a reader that types"
    ) as board:
        expect(board, bench.machine.reader_port)
        configure(board, PINS)
        board.run("mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing")
        board.run("echo 1 > /sys/kernel/tracing/events/gpio/gpio_value/enable")
        plug(board)
        board.run(WAIT)
        board.run("systemctl restart companion", timeout=180)
        yield board


@pytest.fixture(scope="module")
def phone(board: Board) -> Iterator[Phone]:
    """One that has begun a game of three: yellow is the first of the sequence, red nearest the temple."""
    with Phone(board.port) as phone:
        phone.join()
        players = [{"colour": each} for each in ("red", "blue", "yellow")]
        temple = ["red", "blue", "yellow"]
        phone.tell("start", system="roads-and-boats", players=players, options={"temple": temple})
        for part in ("lamps", "buzzer", "reader"):
            phone.sees_part(part, "ok")
        yield phone


def shown(part: float, changes: int) -> str:
    """What a lamp that can only be on or off shows, by its rhythm alone."""
    if not changes:
        return "may" if part else "done"
    return "asked" if part > 0.5 else "next"


def watched(board: Board) -> dict[str, str]:
    """What each lamp that is not dark shows, watched for some seconds."""
    pins = " ".join(map(str, PINS.values()))
    said = json.loads(board.run(f"python3 /usr/local/lib/virtual-pi/levels.py {WATCHED} {pins}"))
    lamps = {colour: shown(*said[str(pin)]) for colour, pin in PINS.items()}
    return {colour: what for colour, what in lamps.items() if what != "done"}


def comes(look: Callable[[], Any], wanted: Any) -> None:
    """Look until it is as wanted: a machine whose time is shared out stretches a rhythm now and then."""
    until = time.monotonic() + PATIENCE
    while (seen := look()) != wanted:
        assert time.monotonic() < until, f"{seen} is not {wanted}"


def empty(board: Board) -> None:
    """Empty the kernel's list of what lines were set to."""
    board.run("echo > /sys/kernel/tracing/trace")


def told(board: Board, pin: int) -> list[int]:
    """The levels that a line was set to since the list was emptied, also those that were over in no time."""
    base = board.run(
        "grep -l pinctrl-bcm2835 /sys/class/gpio/gpiochip*/label | sed s/label/base/ | xargs cat"
    )
    listed = board.run("cat /sys/kernel/tracing/trace")
    return [int(level) for level in re.findall(rf"gpio_value: {int(base) + pin} set ([01])\b", listed)]


@quick
def test_where_all_may_act_their_lamps_are_steady_and_those_of_ready_players_dark(
    board: Board, phone: Phone
) -> None:
    comes(lambda: watched(board), {"red": "may", "blue": "may", "yellow": "may"})
    phone.tell("ready", colour="blue", ready=True)
    comes(lambda: watched(board), {"red": "may", "yellow": "may"})


@quick
def test_a_bag_typed_by_a_reader_sounds_on_the_buzzer_and_nowhere_else(board: Board, phone: Phone) -> None:
    phone.tell("research", colour="red", subject="specialised-mine")
    phone.tell("build-mine", number=BAG, colour="red", mixture="gold", late=True)
    phone.tell("pair-tag", tag=WHOLE[0], number=BAG)
    empty(board)
    types(board, TYPED[0])
    phone.sees(lambda table: table["game"]["mines"][0]["drawn"] == "gold")
    comes(lambda: sum(told(board, BUZZER)), RARE)
    assert heard(board) == "", "nothing has reached the console"


@quick
def test_the_player_in_turn_and_the_next_have_rhythms_of_their_own(board: Board, phone: Phone) -> None:
    phone.tell("advance")
    phone.tell("call-for-order", colour="red")
    comes(lambda: watched(board), {"red": "asked", "blue": "next"})


@full
def test_a_pin_that_another_program_has_leaves_the_others_alight_and_comes_back(
    board: Board, phone: Phone
) -> None:
    phone.put_away()
    board.run("systemctl stop companion")
    board.run(f"systemd-run -q --unit=fan python3 /usr/local/lib/virtual-pi/holder.py {PINS['blue']}")
    board.run("until [ -e /run/held ]; do sleep 0.1; done; systemctl start companion", timeout=180)
    phone.sees_part("lamps", "missing")
    comes(lambda: watched(board), {"red": "asked"})
    assert phone.health()["status"] == "ok"
    board.run("systemctl stop fan")
    phone.sees_part("lamps", "ok")
    comes(lambda: watched(board), {"red": "asked", "blue": "next"})


@full
def test_when_the_companion_is_stopped_it_makes_all_dark(board: Board, phone: Phone) -> None:
    """By itself: a line that is given back goes low in gpio-sim, but stays as it is on a Pi."""
    phone.put_away()
    red = f"/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio{PINS['red']}/value"
    empty(board)
    board.run(f"until [ $(cat {red}) = 1 ]; do sleep 0.02; done; systemctl stop companion")
    assert told(board, PINS["red"])[-1] == 0
    comes(lambda: watched(board), {})
    board.run("systemctl start companion", timeout=180)
    comes(lambda: watched(board), {"red": "asked", "blue": "next"})


@full
def test_a_lamp_on_the_pin_of_the_board_s_own_pulses_is_dimmed_by_the_service(
    board: Board, phone: Phone, ledger: Ledger
) -> None:
    """What is written is the kernel's: the service may do it, by udev's rule and its unit."""
    phone.put_away()
    board.run(f"{LAY}\nmodprobe pi_pwm && udevadm settle")
    configure(board, {**PINS, "red": DIMMABLE, "grey": PINS["red"]})
    board.run("systemctl restart companion", timeout=180)
    phone.sees_part("lamps", "ok")
    board.run(f"until [ $(cat {CHANNEL}/enable) = 1 ]; do sleep 0.1; done")
    assert int(board.run(f"cat {CHANNEL}/period")) == PERIOD
    look = f"for i in $(seq 40); do cat {CHANNEL}/duty_cycle; sleep 0.1; done"
    breath = {int(each) for each in board.run(look).split()}
    ledger.figure("a breath of a lamp on the kernel's PWM", f"{len(breath)} lights seen in 4 s")
    assert len(breath) > 3
    assert 0 < min(breath) < max(breath) <= BRIGHT
    phone.tell("pray", colour="red", keep=True)
    board.run(f"until [ $(cat {CHANNEL}/duty_cycle) = 0 ]; do sleep 0.1; done")
    board.run("systemctl stop companion")
    assert board.run(f"cat {CHANNEL}/enable").strip() == "0"
