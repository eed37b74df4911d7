"""The buzzer's pin under gpiozero's devices: levels, tones by the kernel, tones by the processor."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import gpiozero
import pytest

from hardware.buzzer.tones import BuzzerPinFactory, SoftwareTonePin
from hardware.outputs import OutputPin
from hardware.pwm import PwmChannels
from tests.fakes.gpio import Kernel
from tests.fakes.pwm import PwmTree
from tests.patience import PATIENCE

PIN = 18


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    (tmp_path / "dev").mkdir()
    kernel = Kernel(tmp_path / "dev")
    yield kernel
    kernel.close()
    assert "tone" not in {thread.name for thread in threading.enumerate()}


def pins(kernel: Kernel, pwms: PwmChannels, *, active: bool) -> BuzzerPinFactory:
    return BuzzerPinFactory(kernel.chip(), pwms, active=active)


@pytest.fixture
def none(tmp_path: Path) -> PwmChannels:
    """A machine without PWM."""
    return PwmChannels(tmp_path / "none", tmp_path / "none")


class Beat:
    """The time between two levels, which passes when it is let go by."""

    def __init__(self) -> None:
        self.now = 5.0
        self.slept: SimpleQueue[float] = SimpleQueue()
        self._gone = threading.Semaphore(0)

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.put(seconds)
        assert self._gone.acquire(timeout=PATIENCE)
        self.now += seconds

    def goes_by(self, late: float = 0.0) -> float:
        """Wait for a beat to begin and let it go by, perhaps later; gives its length."""
        seconds = self.slept.get(timeout=PATIENCE)
        self.now += late
        self._gone.release()
        return seconds

    def ends(self) -> None:
        """Let all remaining waits pass."""
        self._gone.release(1000)


@pytest.fixture
def beat() -> Beat:
    return Beat()


@pytest.fixture
def tone(kernel: Kernel, beat: Beat) -> Iterator[SoftwareTonePin]:
    """A pin that sounds with 1000 hertz."""
    pin = SoftwareTonePin(OutputPin(kernel.chip(), PIN), beat.monotonic, beat.sleep)
    pin.function = "output"
    pin.frequency = 1000.0
    pin.state = 0.5
    yield pin
    beat.ends()
    pin.close()


def test_an_active_buzzer_gets_levels_also_where_the_pin_has_a_pwm(tmp_path: Path, kernel: Kernel) -> None:
    tree = PwmTree(tmp_path, PIN)
    buzzer = gpiozero.Buzzer(PIN, pin_factory=pins(kernel, tree.pwms(), active=True))
    buzzer.on()
    buzzer.off()
    assert kernel.driven[PIN] == [0, 0, 1, 0]
    buzzer.close()
    assert kernel.freed(PIN)
    assert tree.channel(0) == (0, 0, 0)


def test_a_passive_buzzer_gets_its_tones_from_the_kernel_where_the_pin_has_a_pwm(
    tmp_path: Path, kernel: Kernel
) -> None:
    tree = PwmTree(tmp_path, PIN)
    buzzer = gpiozero.TonalBuzzer(PIN, mid_tone="A5", pin_factory=pins(kernel, tree.pwms(), active=False))
    buzzer.play("A5")
    period, high, on = tree.channel(0)
    assert (period, high, on) == (1_136_364, 568_182, 1)
    buzzer.stop()
    assert tree.channel(0)[1:] == (0, 0)
    buzzer.play("C6")
    assert tree.channel(0)[2] == 1
    buzzer.close()
    assert tree.channel(0)[2] == 0
    assert PIN not in kernel.driven


def test_where_the_pin_has_none_the_processor_makes_the_tone_while_it_sounds(
    kernel: Kernel, none: PwmChannels
) -> None:
    buzzer = gpiozero.TonalBuzzer(PIN, mid_tone="A5", pin_factory=pins(kernel, none, active=False))
    assert kernel.driven[PIN][-1] == 0
    silent = len(kernel.driven[PIN])
    buzzer.play("A5")
    buzzer.stop()
    swung = kernel.driven[PIN][silent:]
    assert swung[-1] == 0
    buzzer.close()
    assert kernel.freed(PIN)


def test_a_tone_is_half_of_each_period_up_and_ends_down(
    kernel: Kernel, tone: SoftwareTonePin, beat: Beat
) -> None:
    assert [beat.goes_by() for _ in range(5)] == pytest.approx([0.0005] * 5)
    beat.ends()
    tone.frequency = None
    levels = kernel.driven[PIN][2:]
    assert levels[:6] == [1, 0, 1, 0, 1, 0]
    assert levels[-1] == 0
    assert (tone.state, tone.frequency) == (0.0, None)


def test_a_beat_that_comes_late_is_not_made_up_for_in_haste(tone: SoftwareTonePin, beat: Beat) -> None:
    beat.goes_by(late=0.25)
    assert [beat.goes_by() for _ in range(3)] == pytest.approx([0.0, 0.0005, 0.0005])


def test_a_line_that_fails_while_it_sounds_is_reported_when_the_tone_ends(
    kernel: Kernel, tone: SoftwareTonePin, beat: Beat
) -> None:
    beat.goes_by()
    kernel.break_off(PIN)
    beat.ends()
    with pytest.raises(OSError, match="No such device"):
        tone.frequency = None
