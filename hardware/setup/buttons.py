"""Setting up the buttons: each is pressed once, and the pin that it was found on is written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from companion.config import ButtonsConfig, Config
from companion.games.screen import Param, Text, text
from hardware.setup.conversation import Conversation
from hardware.setup.press import PRESS, Pressed, wait_for_press
from hardware.setup.searches import Pins, Refused, Watched

THREE = ("advance", "select", "back")
Pin: TypeAlias = int | str

_Way = Literal["again", "leave", "none"]
_WAYS: tuple[_Way, ...] = ("again", "leave", "none")


def buttons(talk: Conversation, pins: Pins, config: Config, colours: Sequence[str]) -> ButtonsConfig:
    """Walk the person through the buttons; give how they are configured from now on.

    colours: of every player of any game.
    """
    talk.title(text("setup.buttons"))
    was = config.buttons
    while True:
        try:
            with pins.watch(config) as watched:
                found = _Asking(talk, pins, config, watched).every(colours)
        except Refused as refused:
            talk.found(refused.finding)
        else:
            finding = pins.finding(replace(config, buttons=found))
            if not finding.said.code.startswith("part."):
                return found
            talk.found(finding)
        way = _WAYS[talk.choose(text("setup.what-now"), [text(f"setup.buttons.{each}") for each in _WAYS])]
        if way != "again":
            return was if way == "leave" else replace(was, driver="none")


class _Asking:
    """One walk through the buttons."""

    def __init__(self, talk: Conversation, pins: Pins, config: Config, watched: Watched) -> None:
        self._talk = talk
        self._pins = pins
        self._config = config
        self._watched = watched
        self._owners: dict[int, str] = {}

    def every(self, colours: Sequence[str]) -> ButtonsConfig:
        """Ask for the three buttons, then for those of the colours, if there are any."""
        was = self._config.buttons
        for gpio in self._watched.down:
            self._talk.say(text("setup.buttons.down", pin=self._pins.place(gpio)), indent=2)
        three = {name: self._one(name, getattr(was, name)) for name in THREE}
        wired = was.colours
        if self._talk.yes(text("setup.buttons.colours"), default=bool(wired)):
            asked = {colour: self._one(colour, wired.get(colour)) for colour in colours}
            wired = {colour: pin for colour, pin in asked.items() if pin is not None}
        elif wired and not self._talk.yes(text("setup.buttons.keep-colours"), default=True):
            wired = {}
        return replace(was, driver="gpio", colours=wired, **three)

    def _one(self, name: str, was: Pin | None) -> Pin | None:
        """The pin of one button, as it was written if it is the same; what it was when it was passed over."""
        said = _said(name)
        kept = self._kept(was)
        while True:
            asked = text("setup.buttons.press", button=said, seconds=int(PRESS), kept=kept)
            match wait_for_press(self._talk, asked, self._watched):
                case Pressed("pin", (gpio,)) if gpio not in self._owners:
                    return self._mine(name, gpio, was, said)
                case Pressed("pin", (gpio,)):
                    other = _said(self._owners[gpio])
                    self._hint("doubled", button=said, other=other, pin=self._pins.place(gpio))
                    continue
                case Pressed("skipped"):
                    return self._passed_over(name, was, said)
                case Pressed("nothing"):
                    self._unheard(said)
                case Pressed(sort, gpios):
                    places = tuple(self._pins.place(gpio) for gpio in gpios)
                    self._hint(sort, button=said, pin=places)
            again = [text("setup.again"), text("setup.go-on", kept=kept)]
            if self._talk.choose(text("setup.what-now"), again) == 1:
                return self._passed_over(name, was, said)

    def _mine(self, name: str, gpio: int, was: Pin | None, said: Text) -> Pin:
        self._owners[gpio] = name
        self._hint("found", button=said, pin=self._pins.place(gpio))
        return was if was is not None and self._pins.gpio(was) == gpio else gpio

    def _passed_over(self, name: str, was: Pin | None, said: Text) -> Pin | None:
        """A button that nobody pressed keeps its pin, unless another was found there."""
        gpio = None if was is None else self._pins.gpio(was)
        if gpio in self._owners:
            other = _said(self._owners[gpio])
            self._hint("lost", button=said, other=other, pin=self._pins.place(gpio))
            return was if name in THREE else None
        if gpio is not None:
            self._owners[gpio] = name
        return was

    def _unheard(self, said: Text) -> None:
        """Nothing went down: look whether the button goes to 3V3, and say what cannot be told apart."""
        asked = text("setup.buttons.once-more", button=said, seconds=int(PRESS))
        self._watched.turn(to_ground=False)
        pressed = wait_for_press(self._talk, asked, self._watched, to_ground=False)
        self._watched.turn(to_ground=True)
        if pressed.sort == "rose":
            self._hint("rose", button=said, pin=self._pins.place(pressed.gpios[0]))
        elif pressed.sort == "nothing":
            self._hint("silent", button=said, pins=self._pins.kept_out(self._config))
            for gpio, by in self._watched.busy.items():
                self._hint("busy", pin=self._pins.place(gpio), by=by)

    def _kept(self, was: Pin | None) -> Text:
        """What happens to a button that is passed over."""
        if was is None:
            return text("setup.kept-without")
        gpio = self._pins.gpio(was)
        return text("setup.kept", pin=str(was) if gpio is None else self._pins.place(gpio))

    def _hint(self, what: str, **params: Param) -> None:
        self._talk.say(text(f"setup.buttons.{what}", **params), indent=2)


def _said(name: str) -> Text:
    return text(f"setup.button.{name}") if name in THREE else text("setup.button.colour", colour=name)
