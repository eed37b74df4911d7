"""Scenes of setting up: what the owner does and types, and all that the terminal says, as plain text.

    make transcripts

writes the texts anew; the difference is read before it is kept. `set up PART` begins; of the lines after
it `type` answers a question or skips a wait, `wait` lets its time pass, and all others are done while
something is waited for. At the end stand the settings that differ, and what was lit and driven.
"""

from __future__ import annotations

import errno
import json
import os
import re
import termios
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import serial
from msgspec.structs import replace
from PIL import Image, ImageChops

from companion.config import Config
from companion.daemon.configuration import Configuration
from companion.health.findings import fine
from hardware.lamps import ws2812
from hardware.lamps.simulated import read_apa102, read_ws2812
from hardware.part import PartError
from hardware.reader import kinds, parallax, rdm6300
from hardware.setup.bags import pair_bags
from hardware.setup.buttons import set_up_buttons
from hardware.setup.buzzer import set_up_buzzer
from hardware.setup.display import picture, set_up_display
from hardware.setup.lamps import set_up_lamps
from hardware.setup.reader import set_up_reader
from hardware.setup.terminal import TerminalConversation
from hardware.setup.wizard import SetupWizard
from tests.fakes.keyboards import MOUSE, FakeInput, FakeKeyboard
from tests.fakes.oleds import MODELS, ODD, WatchedBus
from tests.fakes.person import LATE, SPEAKING, Doing, Person, talk, wired
from tests.hardware.setup.reader_lines import TunedLine
from tests.scenes import Scene, rewrite

FILES = sorted((Path(__file__).parent / "walks").glob("*.txt"))
NOWHERE = replace(Config().rfid, port="/dev/none")
"""No reader of this very machine is touched."""
OWN = '[web]\nport = 8181\n\n[oled]\ndriver = "ssd1306"\naddress = 0x3D\n\n[rfid]\ndriver = "none"\n'
SECTIONS = {"display": "oled", "reader": "rfid", "bags": "rfid"}
"""Of the configuration, by the part, where they are called otherwise."""
EXACT = 100_000
"""Columns: each sentence is one line."""
KINDS = {
    **MODELS,
    **{f"odd-{driver}": model for driver, model, _ in ODD},
}


class TwoAnswer(WatchedBus):
    """A display at 0x3C, and at 0x3D something that only acknowledges."""

    def _check_reachable(self, address: int) -> None:
        if address != 0x3D:
            super()._check_reachable(address)

    def _receive(self, address: int, data: bytes) -> None:
        if address != 0x3D:
            super()._receive(address, data)


class ShowsNothing(WatchedBus):
    """It acknowledges everything, and is dark."""

    def picture(self) -> Image.Image:
        return Image.new("1", (128, 64))


BUSES = {"two-answer": TwoAnswer, "shows-nothing": ShowsNothing}


class Owner(Person):
    """Does the steps of a scene, and says of a frame by himself whether he sees it."""

    def __init__(self, playing: Playing) -> None:
        super().__init__(width=EXACT)
        self.playing = playing
        self.lines: list[str] = []

    def emit(self) -> None:
        """The texts since the last call."""
        self.playing.written += [f"  {line.rstrip()}" for line in self.shown if line.strip("- ")]
        self.shown.clear()

    def line(self) -> str:
        if (number := re.search(r"the large (\d)\?", self._open)) is not None:
            self.wanted = picture(int(number[1]))
            return self._answer("y" if self._sees(self.wanted, self.wanted.rotate(180)) else "n")
        if "What do you see instead?" in "\n".join(self.shown[-5:]):
            mirrored = self.wanted.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            return self._answer("2" if self._sees(mirrored) else "3" if self._beside() else "1")
        return super().line()

    def _answer(self, answer: str) -> str:
        self.show(f"<{answer}>")
        return answer

    def _seen(self) -> Iterator[Image.Image]:
        return (bus.picture().convert("L") for bus in self.playing.parts.buses.values())

    def _sees(self, *wanted: Image.Image) -> bool:
        return any(same(seen, each.convert("L")) for seen in self._seen() for each in wanted)

    def _beside(self) -> bool:
        """Whether the frame stands two or four columns beside its place."""
        wanted = self.wanted.convert("L")
        for seen in self._seen():
            for by in (2, 4):
                right, left = (by, 0, 128, 64), (0, 0, 128 - by, 64)
                if same(seen.crop(right), wanted.crop(left)) or same(seen.crop(left), wanted.crop(right)):
                    return True
        return False

    def _next(self) -> Doing:
        self.emit()
        return self.playing.next()


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


class Playing:
    """A Raspberry Pi on which a scene is played. written: what the scene's text is now."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.written: list[str] = []
        self.config = Config()
        self.language = "en"
        self.parts = stack.enter_context(wired(folder))
        self.line = self._line(9600)
        self._lit = ""
        self._driven = 0
        self.steps: list[str] = []
        self._lies: list[str] = []
        self._inputs: FakeInput | None = None
        self._typing: dict[str, FakeKeyboard] = {}
        self.owner = Owner(self)

    def _line(self, speed: int) -> TunedLine:
        line = TunedLine(getattr(termios, f"B{speed}"))
        self._stack.callback(line.unplug)
        return line

    def play(self, steps: tuple[str, ...]) -> None:
        self.steps = list(steps)
        while self.steps:
            doing = self.next()
            assert callable(doing), doing
            doing()

    def next(self) -> Doing:
        """What is done next. Raises EOFError where that is all."""
        self._look()
        if self._lies:
            return partial(self.do_lay, self._lies.pop())
        if not self.steps:
            raise EOFError
        step = self.steps.pop(0)
        self.written.append(f"> {step}")
        word, _, rest = step.partition(" ")
        if word == "wait":
            return LATE
        if word == "type":
            return rest
        if word == "lies":  # `lies TAG TIMES`: it is read again every half second
            tag, times = rest.split()
            self._lies = [f"{tag} 0.5"] * int(times)
            return self.next()
        return lambda: getattr(self, f"do_{word}")(rest)

    def _look(self) -> None:
        """What is lit and has sounded since."""
        parts = self.parts
        high = [line for line in parts.kernel.held if parts.kernel.driven.get(line, [0])[-1]]
        for _ in range(len(parts.strip.sent) - self._driven):
            wire, hertz = parts.strip.sent[self._driven], parts.strip.asked[-1][1]
            shown = read_ws2812(wire, hertz) if hertz == ws2812.HERTZ else read_apa102(wire)
            self.written.append(
                f"  strip {' '.join('/'.join(map(str, each)) for each in shown if any(each)) or 'dark'}"
            )
            self._driven += 1
        if (lit := " ".join(map(str, high))) != self._lit:
            self.written.append(f"  high {lit or 'none'}")
            self._lit = lit

    # how the box is

    def do_language(self, code: str) -> None:
        self.language = code

    def do_own(self, given: str) -> None:
        """What is configured so far, by the sections of the file."""
        sections = {
            name: replace(getattr(self.config, name), **values)
            for name, values in json.loads(self._here(given)).items()
        }
        self.config = replace(self.config, **sections)

    def do_display(self, given: str) -> None:
        """`display MODEL ADDRESS KIND`: of which model it is, where it answers, its status byte, its bus."""
        model, *more = given.split()
        given_bus = [BUSES[each] for each in more if each in BUSES]
        address, *status = [int(each, 16) for each in more if each not in BUSES] or [0x3C]
        controller = KINDS[model]()
        for kind in status:
            controller.kind = kind
        self.parts.bus = (given_bus or [WatchedBus])[0](controller, address)
        self.parts.buses = {1: self.parts.bus}

    def do_buses(self, given: str) -> None:
        """The display is on this bus, or on none; bus 1 has nothing."""
        nothing = WatchedBus(MODELS["ssd1306"](), 0x30)
        self.parts.buses = {1: nothing, int(given): self.parts.bus} if given else {}
        for name in (given, "other"):
            (self.parts.dev / f"i2c-{name}").touch()

    def do_device(self, name: str) -> None:
        (self.parts.dev / name).touch()

    def do_without(self, name: str) -> None:
        (self.parts.dev / name).unlink()

    def do_port(self, given: str) -> None:
        """`port NAME`: an adapter with the reader; `port NAME other`: with nothing."""
        name, _, other = given.partition(" ")
        self.parts.port(name, (self._line(9600) if other else self.line).port())

    def do_speed(self, given: str) -> None:
        self.line = self._line(int(given))

    def do_header(self, name: str) -> None:
        """This port is the header's."""
        pins = mock.patch("hardware.setup.reader.SERIAL_PINS", {str(self.parts.dev / name)})
        self._stack.enter_context(pins)

    def do_console(self, _: str) -> None:
        self.parts.boot.write_text(f"console={self.line.port().removeprefix('/dev/')},115200")

    def do_busy(self, _: str) -> None:
        self._stack.enter_context(serial.Serial(self.line.port(), exclusive=True))

    def do_forbidden(self, name: str) -> None:
        port, really = str(self.parts.dev / name), os.open

        def refused(path: str, *rest: int) -> int:
            if str(path) == port:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return really(path, *rest)

        self._stack.enter_context(mock.patch.object(os, "open", refused))

    def do_no(self, what: str) -> None:
        if what == "rights":
            self.parts.kernel.rights = False
        elif what == "pins":
            (self.parts.dev / "gpiochip0").unlink()
        else:
            self.parts.strip.fault = PartError("no-spi", port="/dev/spidev0.0")

    def do_held(self, given: str) -> None:
        """`held PIN NAME`: by this program; without a name: let go."""
        line, _, by = given.partition(" ")
        self.parts.kernel.held[int(line)] = by

    # what is done

    def _each(self, do: Callable[[int], None], given: str) -> None:
        for each in given.split():
            do(int(each))

    def do_tap(self, given: str) -> None:
        self._each(self.parts.kernel.tap, given)

    def do_press(self, given: str) -> None:
        self._each(self.parts.kernel.press, given)

    def do_release(self, given: str) -> None:
        self._each(self.parts.kernel.release, given)

    def do_supply(self, given: str) -> None:
        self._each(self.parts.kernel.tap_to_supply, given)

    def do_down(self, given: str) -> None:
        self._each(self.parts.kernel.down, given)

    def do_opens(self, given: str) -> None:
        """A press of a button that is closed at rest."""
        self.parts.kernel.levels(int(given), (1, 50_000), (0, 50_000))

    def do_breaks(self, given: str) -> None:
        self._each(self.parts.kernel.break_off, given)

    def do_lay(self, given: str) -> None:
        """`lay TAG SECONDS`: so long after what was done before."""
        tag, _, after = given.partition(" ")
        self.owner.now += float(after or 0)
        encode = parallax.encode if self.line.speed == termios.B2400 else rdm6300.encode
        self.line.lay(encode(tag))()

    def do_garble(self, given: str) -> None:
        """`garble TAG TIMES`: with a wrong checksum, so often."""
        tag, times = given.split()
        self.line.lay(rdm6300.encode(tag)[:-2] + b"9\x03", int(times))()

    def do_send(self, given: str) -> None:
        self.line.send(bytes.fromhex(given))

    def do_says(self, given: str) -> None:
        self.line.send(given.encode())

    def do_input(self, given: str) -> None:
        """`input NAME`: a keyboard, or a reader that is one; `input NAME mouse`."""
        name, _, mouse = given.partition(" ")
        if self._inputs is None:
            self._inputs = FakeInput(self.parts.dev / "input")
            self._stack.callback(self._inputs.close)
            kind = {**kinds.KINDS, "keyboard": self._inputs.kind()}
            self._stack.enter_context(mock.patch.object(kinds, "KINDS", kind))
        device = self._inputs.plug(len(self._typing), name, **({"keys": MOUSE} if mouse else {}))
        self._typing[name] = device

    def do_types(self, given: str) -> None:
        """`types NAME KEYS`: \\n is Enter."""
        name, keys = given.split()
        self._typing[name].type(keys.replace("\\n", "\n"))

    def do_unplug(self, given: str) -> None:
        if given == "reader":
            self.line.unplug()
        elif given == "display":
            self.parts.bus.unplug()
        else:
            self.parts.bus.unplug(getattr(errno, given.split()[1]))

    def do_plug(self, _: str) -> None:
        self.parts.bus.plug()

    def do_file(self, words: str) -> None:
        """What the owner has written; without words: a box on port 8181 with a display and no reader."""
        (self._folder / "companion.toml").write_text(json.loads(words or json.dumps(OWN)))

    def do_running(self, parts: str) -> None:
        """A companion runs here, and its parts are so."""
        self.parts.running = json.loads(parts)

    def do_full(self, _: str) -> None:
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._stack.enter_context(mock.patch.object(os, "fsync", mock.Mock(side_effect=full)))

    def do_walk(self, given: str) -> None:
        """`companion setup`, with these settings of the reader for this time only."""
        set_now = {"port": "/dev/none", **json.loads(self._here(given or "{}"))}
        configuration = self._configuration(*(f"rfid.{name}={value}" for name, value in set_now.items()))
        with self._talking() as conversation:
            walk = SetupWizard(
                talk=conversation,
                path=configuration.overlay,
                save=configuration.save,
                new=configuration.is_new,
                displays=self.parts.displays(),
                pins=self.parts.pins(),
                readers=self.parts.readers(lambda: self.owner.now),
                lamps=self.parts.lamps(),
                buzzers=self.parts.buzzers(),
                others=lambda: self.parts.running,
                doctor=lambda _: (lambda: fine("port", "any"),),
            )
            well = walk.run(configuration.without_options(), configuration.load())
            self.owner.emit()
            self.written.append(f"  {'well' if well else 'not well'}")
        kept = configuration.overlay
        words = json.dumps(json.loads(kept.read_bytes())) if kept.exists() else "nothing"
        self.written.append(f"  kept {words}")

    def _configuration(self, *options: str) -> Configuration:
        file = self._folder / "companion.toml"
        return Configuration(file if file.exists() else None, (f"data.folder={self._folder}", *options))

    @contextmanager
    def _talking(self) -> Iterator[TerminalConversation]:
        """The owner at the terminal, who may go away; by then pins are free and the display is dark."""
        self.owner = Owner(self)
        try:
            yield talk(self.owner, self.language)
        except EOFError:
            self.owner.show("")
            self.written.append("  gone")
        self.owner.emit()
        self._look()
        kernel = self.parts.kernel
        assert all(kernel.freed(line) for line in kernel.asked), "a pin was not given back"
        assert not any(bus.picture().getbbox() for bus in self.parts.buses.values()), "the display is lit"

    def do_pair(self, _: str) -> None:
        """Pair the bags."""
        self._walk("bags")

    def do_set(self, given: str) -> None:
        """`set up PART`."""
        self._walk(given.split()[1])

    def _walk(self, part: str) -> None:
        section = SECTIONS.get(part, part)
        if part == "reader" and self.config.rfid == Config().rfid:
            self.config = replace(self.config, rfid=NOWHERE)
        before = getattr(self.config, section)
        paired: dict[str, int] = {}
        parts, config = self.parts, self.config
        found = before
        with self._talking() as conversation:
            owner = self.owner
            known = SPEAKING | ({} if self._inputs is None else {"keyboard": self._inputs.kind()})
            readers = parts.readers(lambda: owner.now, known)
            walks: dict[str, Callable[[], Any]] = {
                "buttons": lambda: set_up_buttons(conversation, parts.pins(), config),
                "buzzer": lambda: set_up_buzzer(conversation, parts.buzzers(), config),
                "display": lambda: set_up_display(conversation, parts.displays(), config.oled),
                "lamps": lambda: set_up_lamps(conversation, parts.lamps(), config),
                "reader": lambda: set_up_reader(conversation, readers, config.rfid),
                "bags": lambda: pair_bags(conversation, readers, config.rfid, paired.__setitem__),
            }
            found = walks[part]() or before
        self.config = replace(config, **{section: found})
        new, old = (msgspec.to_builtins(each) for each in (found, before))
        differs = {name: value for name, value in new.items() if value != old[name]}
        self.written.append(
            f"  found {json.dumps(differs)}" if part != "bags" else f"  paired {json.dumps(paired)}"
        )
        if part == "buttons" and (left := sorted(set(range(2, 28)) - set(parts.kernel.asked))):
            self.written.append(f"  not watched {' '.join(map(str, left))}")
        for name, device in self._typing.items():
            if device.console:
                self.written.append(f"  everybody hears {len(device.console)} keys of {name}")
        if driven := sorted(parts.kernel.driven):
            self.written.append(f"  driven {' '.join(map(str, driven))}")

    def _here(self, words: str) -> str:
        """Names of a scene in this folder."""
        return words.replace("DEV", str(self.parts.dev)).replace("LINE", self.line.port())

    @property
    def text(self) -> str:
        words = (
            "\n".join(self.written).replace(str(self.parts.dev), "DEV").replace(str(self._folder), "FOLDER")
        )
        return re.sub(r"/dev/pts/\d+", "LINE", words)


def play(scene: Scene, folder: Path) -> str:
    """Perform a scene; its text with the present answers."""
    with ExitStack() as stack:
        playing = Playing(folder, stack)
        playing.play(scene.steps)
        return f"== {scene.title}\n{playing.text}\n"


if __name__ == "__main__":
    rewrite(FILES, play)
