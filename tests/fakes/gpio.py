"""A kernel that has GPIO lines, behind what the library gpiod shows of one.

Settings, answers, edges and waiting are the library's own. What would ask the kernel asks this one here, and
raises what the library would raise.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Bias, Clock, Direction, Drive, Edge, Value

from hardware.gpio import Chip, header_chip

LINES = 54
Config = dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]


def refused(number: int) -> OSError:
    """The kernel's refusal, as the library raises it."""
    return OSError(number, os.strerror(number))


class _Request(gpiod.LineRequest):
    """One line. Its edges come through a pipe, a byte each, which ends when the chip is gone."""

    def __init__(self, kernel: Kernel, line: int, fd: int) -> None:
        self._kernel = kernel
        self._line = line
        self._fd = fd
        self._released = False

    def _check_released(self) -> None:
        if self._released:
            raise gpiod.RequestReleasedError

    @property
    def fd(self) -> int:
        self._check_released()
        return self._fd

    def get_values(self, lines: Iterable[int | str] | None = None) -> list[Value]:
        self._check_released()
        assert lines is None
        return [Value(self._kernel.level(self._line))]

    def set_value(self, line: int | str, value: Value) -> None:
        self._check_released()
        assert line == self._line
        self._kernel.drive(self._line, value)

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        assert self.wait_edge_events(0), "who reads what is not there waits for ever"
        kinds = os.read(self._fd, max_events or 64)
        if not kinds:
            raise refused(errno.ENODEV)
        return [gpiod.EdgeEvent(kind, 1, self._line, 1, 1) for kind in kinds]

    def release(self) -> None:
        if not self._released:
            self._released = True
            os.close(self._fd)
            self._kernel.free(self._line)


class _Chip(gpiod.Chip):
    def __init__(self, kernel: Kernel, name: str, label: str) -> None:
        self._kernel = kernel
        self._shown_info = gpiod.ChipInfo(name, label, LINES)
        self._closed = False
        kernel.opened.append(name)

    def _check_closed(self) -> None:
        if self._closed:
            raise gpiod.ChipClosedError

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._kernel.opened.remove(self._shown_info.name)

    def get_info(self) -> gpiod.ChipInfo:
        self._check_closed()
        return self._shown_info

    def get_line_info(self, line: int | str) -> gpiod.LineInfo:
        self._check_closed()
        return self._kernel.describe(self._offset(line))

    def request_lines(
        self,
        config: Config,
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: dict[int | str, Value] | None = None,
    ) -> gpiod.LineRequest:
        self._check_closed()
        assert (event_buffer_size, output_values) == (None, None)
        ((line, settings),) = config.items()
        assert isinstance(line, int)
        offset = self._offset(line)
        fd = self._kernel.claim(offset, settings or gpiod.LineSettings(), consumer or "?")
        return _Request(self._kernel, offset, fd)

    def _offset(self, line: int | str) -> int:
        assert isinstance(line, int)
        if line >= LINES:
            raise ValueError("line offset of out range")
        return line


class Kernel:
    """Lines 0 to 53, each at rest where it is pulled, up or down, unless somebody drives it.

    folder: its /dev. chips: their labels, by the name of the device. rights: whether they may be opened.
    opened: those that are open. refuses: what is raised whatever is asked of a line. held: lines in use, by
    what their users call themselves. asked: what was last asked of a line that was claimed. driven: the
    levels of each line that was ever an output, the oldest first.
    """

    def __init__(self, folder: Path, label: str = "pinctrl-bcm2711") -> None:
        self.folder = folder
        self.chips: dict[str, str] = {}
        self.rights = True
        self.opened: list[str] = []
        self.refuses: Exception | None = None
        self.held: dict[int, str] = {}
        self.asked: dict[int, gpiod.LineSettings] = {}
        self.driven: dict[int, list[int]] = {}
        self._ends: dict[int, int] = {}
        self._gone: set[int] = set()
        self._down: set[int] = set()
        self._grounded: set[int] = set()
        self.add("gpiochip0", label)

    def add(self, chip: str, label: str) -> None:
        self.chips[chip] = label
        (self.folder / chip).touch()

    def chip(self) -> Chip:
        return header_chip(self.folder, self.open)

    def open(self, path: str) -> gpiod.Chip:
        """Stands where `gpiod.Chip` stands."""
        name = Path(path).name
        if not Path(path).exists():
            raise refused(errno.ENOENT)
        if name not in self.chips:
            raise refused(errno.ENOTTY)
        if not self.rights:
            raise refused(errno.EACCES)
        return _Chip(self, name, self.chips[name])

    def describe(self, line: int) -> gpiod.LineInfo:
        self._refuse()
        unnamed: Any = None  # what the library has for no name, whatever its types say
        return gpiod.LineInfo(
            offset=line,
            name=f"GPIO{line}",
            used=line in self.held,
            consumer=self.held.get(line) or unnamed,
            direction=Direction.INPUT.value,
            active_low=False,
            bias=Bias.UNKNOWN.value,
            drive=Drive.PUSH_PULL.value,
            edge_detection=Edge.NONE.value,
            event_clock=Clock.MONOTONIC.value,
            debounced=False,
            debounce_period_us=0,
        )

    def claim(self, line: int, settings: gpiod.LineSettings, consumer: str) -> int:
        """Give a line to who asks; gives where its edges come."""
        self._refuse()
        if line in self.held:
            raise refused(errno.EBUSY)
        self.asked[line] = settings
        self.held[line] = consumer
        fd, self._ends[line] = os.pipe()
        if settings.direction is Direction.OUTPUT:
            self.driven.setdefault(line, []).append(settings.output_value.value)
        if self._pulled_down(line):
            self._down.add(line)
        elif line not in self._grounded:
            self._down.discard(line)
        return fd

    def free(self, line: int) -> None:
        """Take a line back."""
        del self.held[line]
        self._gone.discard(line)
        self._close(line)

    def drive(self, line: int, value: Value) -> None:
        """Set the level of an output."""
        if line in self._gone:
            raise refused(errno.ENODEV)
        if self.asked[line].direction is not Direction.OUTPUT:
            raise refused(errno.EPERM)
        self.driven[line].append(value.value)

    def _refuse(self) -> None:
        if self.refuses is not None:
            raise self.refuses

    def level(self, line: int) -> int:
        if line in self._gone:
            raise refused(errno.ENODEV)
        return int(line not in self._down)

    def _pulled_down(self, line: int) -> bool:
        return self.asked[line].bias is Bias.PULL_DOWN

    def down(self, line: int) -> None:
        """Something holds the line down before anybody looks at it."""
        self._down.add(line)
        self._grounded.add(line)

    def press(self, line: int) -> None:
        self.levels(line, (0, 50_000))

    def release(self, line: int) -> None:
        self.levels(line, (int(not self._pulled_down(line)), 50_000))

    def tap(self, line: int) -> None:
        self.press(line)
        self.release(line)

    def tap_to_supply(self, line: int) -> None:
        """Press a button whose other leg goes to 3V3."""
        self.levels(line, (1, 50_000))
        self.release(line)

    def levels(self, line: int, *levels: tuple[int, int]) -> None:
        """The line takes these levels, each for so many microseconds: an edge is told of once it is still."""
        still = self.asked[line].debounce_period
        for level, lasts in levels:
            if timedelta(microseconds=lasts) >= still and level != int(line not in self._down):
                self._down ^= {line}
                edge = gpiod.EdgeEvent.Type.RISING_EDGE if level else gpiod.EdgeEvent.Type.FALLING_EDGE
                os.write(self._ends[line], bytes((edge.value,)))

    def freed(self, line: int) -> bool:
        """Whether a line that was claimed has been given back."""
        return line in self.asked and line not in self.held

    def break_off(self, line: int) -> None:
        """The chip is gone from under the line."""
        self._gone.add(line)
        self._close(line)

    def close(self) -> None:
        for line in list(self._ends):
            self._close(line)

    def _close(self, line: int) -> None:
        end = self._ends.pop(line, None)
        if end is not None:
            os.close(end)
