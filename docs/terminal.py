"""Captures `companion setup` and `companion doctor` in a terminal of 24 lines, by tmux: `make terminal`.

The box is faked one level below its drivers, see `tests.fakes.faked_box`; program and terminal are real.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from companion.daemon.configuration import OVERLAY
from tests.fakes.faked_box import PORT, lend_hands

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "terminal.md"
HEADING = "\n## Every screen\n"
PICTURE = ROOT / "docs" / "pictures" / "setup.svg"
COLUMNS, ROWS = 80, 24
PATIENCE = 60.0
"""Timeout in seconds: the wizard waits for presses that do not come."""
SETUP = ("setup", "--data", "games", "--set", "rfid.port=/dev/ttyUSB7")
"""The port exists on no machine, so that this machine's own are not opened."""
DOCTOR = ("doctor", "--set", "oled.driver=sh1106", "--set", f"rfid.port=dev/{PORT}")


@dataclass(frozen=True, slots=True)
class Step:
    """Wait for words, keep the screen if shown, then act on the box or type.

    action: for `lend_hands`, for example `tap 17`. keys: typed, with Enter.
    """

    words: str
    keys: str | None = None
    action: str = ""
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A command and its steps. fault: missing parts of the box. new: without a configuration."""

    title: str
    command: tuple[str, ...]
    steps: tuple[Step, ...]
    fault: str = ""
    new: bool = False


def _doctor(what: str, fault: str = "") -> Scene:
    return Scene(f"The doctor: {what}", DOCTOR, (Step("games ", shown=True),), fault)


def _part(number: int, what: str, fault: str, until: str = "Number [1]") -> Scene:
    steps = (Step("Number [7]", str(number)), Step(until, shown=True))
    return Scene(f"Setting up: {what}", SETUP, steps, fault)


FINE = Scene(
    "Setting up: everything is there",
    SETUP,
    (
        Step("the large 2? [Y/n]", "", shown=True),
        Step("built in? [Y/n]", ""),
        Step("Number [1]", ""),
        Step("Press Advance now", action="tap 17"),
        Step("Press Select now", action="tap 17"),
        Step("move one of them", action="tap 5"),
        Step("Press Back now", action="tap 22"),
        Step("[y/N]", "", shown=True),
        Step("without.)", action="lay 0F0184F07B"),
        Step("config.json? [Y/n]", "", shown=True),
        Step("Now start the box", shown=True),
    ),
    new=True,
)
SCENES = (
    FINE,
    Scene("Setting up: run again", SETUP, (Step("Number [7]", shown=True),)),
    _part(1, "no display answers", "display"),
    _part(1, "I2C is switched off", "bus"),
    _part(2, "no pins", "buttons"),
    _part(2, "a button that is always pressed", "pressed", "Press Advance now"),
    Scene(
        "Setting up: a button that goes to 3V3",
        SETUP,
        (
            Step("Number [7]", "2"),
            Step("Press Advance now", action="wrong 17"),
            Step("Press Advance once more", action="wrong 17"),
            Step("Number [1]", shown=True),
        ),
    ),
    _part(3, "no reader", "reader"),
    _part(3, "a reader that says nothing", ""),
    _doctor("everything is there"),
    _doctor("no display answers", "display"),
    _doctor("I2C is switched off", "bus"),
    _doctor("no pins", "buttons"),
    _doctor("a button that is always pressed", "pressed"),
    _doctor("no reader", "reader"),
    _doctor("nothing is there", "display buttons reader"),
)


class Terminal:
    """A terminal in tmux that runs a scene's command."""

    def __init__(self, name: str) -> None:
        self._name = name

    def tmux(self, *words: str) -> str:
        """Run a command of tmux, and return its output."""
        command = ["tmux", "-L", self._name, "-f", "/dev/null", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def screen(self) -> list[str]:
        """The lines of the screen, with paths as on a Raspberry Pi."""
        output = self.tmux("capture-pane", "-p")
        return [re.sub(r"(?<![/\w])dev/", "/dev/", line.rstrip()) for line in output.splitlines()]

    def wait_for(self, words: str) -> None:
        """Wait until the end of the screen has these words."""
        until = time.monotonic() + PATIENCE
        while words not in " ".join(self.tmux("capture-pane", "-p").split())[-3 * COLUMNS :]:
            if time.monotonic() > until:
                raise RuntimeError(f"{words!r} did not come:\n" + "\n".join(self.screen()))
            time.sleep(0.05)


@contextmanager
def running(scene: Scene) -> Iterator[tuple[Terminal, Callable[[str], None]]]:
    """Run a scene in a terminal. Yields the terminal, and a function that acts on the box."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not scene.new:
            (folder / "games").mkdir()
            (folder / "games" / OVERLAY).write_text('{"copies": {"keep": 9}}')
        act = lend_hands(folder)
        words = " ".join(scene.command)
        typed = " ".join(word for word in scene.command if "=" not in word and word != "--set")
        script = (
            f"cd {folder}; printf '$ companion {typed}\\n';"
            f" AMISS='{scene.fault}' LANG=en_GB.UTF-8 PYTHONPATH={ROOT}"
            f" {sys.executable} -m tests.fakes.faked_box {words}; printf '$ '; sleep 60"
        )
        terminal = Terminal(f"companion-{folder.name}")
        terminal.tmux("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), script)
        try:
            yield terminal, act
        finally:
            terminal.tmux("kill-server")


def screens(scene: Scene) -> Iterator[list[str]]:
    """Run a scene, and yield its shown screens."""
    with running(scene) as (terminal, act):
        for step in scene.steps:
            terminal.wait_for(step.words)
            if step.shown:
                yield terminal.screen()
            if step.action:
                act(step.action)
            elif step.keys is not None:
                terminal.tmux("send-keys", step.keys, "Enter")


def picture(lines: list[str]) -> str:
    """A screen as SVG."""
    width, height, rim = 8.4, 17, 14
    rows = "\n".join(
        f'<text x="{rim}" y="{rim + 13 + height * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    size = f"{COLUMNS * width + 2 * rim:.0f} {ROWS * height + 2 * rim}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-size="14"'
        ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" fill="#e6edf3">\n'
        f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>\n{rows}\n</svg>\n'
    )


def main() -> None:
    """Write the screens below the heading of the page, and the picture of one."""
    before, heading, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
    page = [before + heading, "Made by `make terminal`: 80 columns, 24 lines, over SSH as well.", ""]
    for scene in SCENES:
        page += [f"### {scene.title}", ""]
        for lines in screens(scene):
            while lines and not lines[-1]:
                lines.pop()
            page += ["```text", *lines, "```", ""]
            if scene is FINE and "[y/N]" in lines[-1]:
                PICTURE.write_text(picture(lines), encoding="utf-8")
    PAGE.write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
