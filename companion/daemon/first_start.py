"""What a first start from the card is doing, on every display of the header, until the companion takes over.

    python -m companion.daemon.first_start FILE

FILE is what the card's own script writes, a line each: the step, what is done or missing, and a detail, which
may be empty. It may be written at any time, and not be there yet; so may the displays.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from companion.config import OledConfig
from companion.daemon.pending import Pending
from companion.daemon.systemd import ServiceManager
from companion.games.screen import Screen
from companion.language.messages import FALLBACK, Language, Messages, catalogues, locale_language
from companion.language.text import text
from companion.panel.layout import lay_out
from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.oled import Oled, stop_luma_threads
from hardware.display.wire import DisplayGone, Wire
from hardware.setup.display import DisplaySearch

STEPS = 5
FRAME_TIME = 4.0
"""Seconds that a frame is shown, and between two looks for displays."""


class Step(msgspec.Struct, frozen=True):
    """number: 1 to `STEPS`. code: of `first-start.<code>`. detail: in the system's own words, or empty."""

    number: int
    code: str
    detail: str = ""


def main() -> None:
    """Show the steps until a signal; the last frame stays."""
    stop_luma_threads()
    manager = ServiceManager(os.environ)
    with Pending() as pending, pending.on_signals():
        follow(Path(sys.argv[1]), languages(os.environ), Displays(), pending.wait, manager.ready)


def follow(
    file: Path,
    languages: Iterable[Language],
    displays: Displays,
    wait: Callable[[float], bool],
    on_shown: Callable[[], object],
) -> None:
    """Cycle through the frames of the newest step, language by language; show the next step at once.

    wait: waits for so many seconds; returns True to end. on_shown: called once, after the first
    frame or without a display.
    """
    every, shown, at = tuple(languages), None, 0
    tell: Callable[[], object] | None = on_shown
    try:
        while True:
            step = read(file)
            if step is not None:
                found = step_frames(step, every)
                at = at + 1 if step == shown else 0
                shown = step
                displays.show(found[at % len(found)])
            if tell is not None:
                tell()
                tell = None
            if wait(FRAME_TIME):
                return
    finally:
        displays.close()


def read(file: Path) -> Step | None:
    """The step in the file; None while there is none."""
    try:
        number, code, detail, *_ = [*file.read_text(encoding="utf-8", errors="replace").split("\n"), "", ""]
        return Step(int(number), code, detail)
    except (OSError, ValueError):
        return None


def step_frames(step: Step, languages: Iterable[Language]) -> tuple[Frame, ...]:
    """The frames of a step, in each of these languages."""
    return tuple(frame for language in languages for frame in lay_out(screen(step), language))


def screen(step: Step) -> Screen:
    """The screen of a step."""
    title = text("first-start.step", step=step.number, of=STEPS)
    return Screen(title, (text(f"first-start.{step.code}", why=step.detail),))


def languages(environment: Mapping[str, str]) -> tuple[Language, ...]:
    """The languages to show: the system's locale if it is one of ours, else all.

    An English locale is the system's default, so it does not show which language the owner reads.
    """
    messages = Messages(catalogues({}))
    chosen = locale_language(environment)
    if chosen != FALLBACK and chosen in messages.codes:
        return (messages.language(chosen),)
    return tuple(messages.language(code) for code in messages.codes)


class Displays:
    """Every display that answers on the header, as the likeliest kind at its place.

    wire: reaches a bus and an address.
    """

    def __init__(self, wire: Callable[[int, int], Wire] = Wire) -> None:
        self._wire = wire
        self._search = DisplaySearch(wire)
        self._open: dict[tuple[int, int], Oled] = {}

    def show(self, frame: Frame) -> None:
        """Show a frame on those that there are, also on those that came since; none is no error."""
        for place in self._search.on_usual_buses(OledConfig()):
            where = (place.bus, place.address)
            try:
                if where not in self._open or not self._open[where].intact():
                    self._close(where)
                    kind = self._search.drivers(place)[0]
                    self._open[where] = Oled(kind, self._wire(*where), contrast=place.contrast)
                self._open[where].show(draw(frame))
            except DisplayGone:
                self._close(where)

    def close(self) -> None:
        """Let the buses go; what is shown stays."""
        for where in tuple(self._open):
            self._close(where)

    def _close(self, where: tuple[int, int]) -> None:
        if (oled := self._open.pop(where, None)) is not None:
            oled.close()


if __name__ == "__main__":
    main()
