"""The SPI device: the kernel's numbers, the bytes of a transfer, and the errors."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from pathlib import Path

import pytest

from hardware.part import PartError
from hardware.spi import MESSAGE, WRITE_MODE, Spi

HERTZ = 1_000_000
MODE = 3


class FakeKernel:
    """Stands where `fcntl.ioctl` does: notes what goes out, and answers each byte with its complement."""

    def __init__(self) -> None:
        self.modes: list[int] = []
        self.sent: list[tuple[bytes, int, int]] = []
        self.fault: int | None = None
        self.lost = 0
        self.file = -1

    def __call__(self, file: int, what: int, value: bytearray) -> int | bytes:
        self.file = file
        if self.fault is not None:
            raise OSError(self.fault, os.strerror(self.fault))
        if what == WRITE_MODE:
            self.modes.append(value[0])
            return 0
        assert what == MESSAGE
        out, came, length, hertz, delay, bits = struct.unpack("=QQIIHB5x", value)
        assert delay == 0
        data: bytes = ctypes.string_at(out, length)
        self.sent.append((data, hertz, bits))
        if came:
            ctypes.memmove(came, bytes(byte ^ 0xFF for byte in data), length)
        return int(length) - self.lost if isinstance(value, bytearray) else bytes(value)


@pytest.fixture
def device(tmp_path: Path) -> str:
    """A file that can be opened as the device can."""
    path = tmp_path / "spidev0.0"
    path.touch()
    return str(path)


def test_the_numbers_are_those_of_the_kernels_header() -> None:
    assert MESSAGE == 0x40206B00
    assert WRITE_MODE == 0x40016B01


def test_bytes_go_out_at_the_speed_and_in_the_mode_that_was_asked_for(device: str) -> None:
    kernel = FakeKernel()
    spi = Spi(device, HERTZ, MODE, ioctl=kernel)
    spi.write(b"\x01\x02")
    spi.close()
    assert kernel.modes == [MODE]
    assert kernel.sent == [(b"\x01\x02", HERTZ, 8)]


def test_a_transfer_gives_as_many_bytes_as_it_sends(device: str) -> None:
    spi = Spi(device, HERTZ, ioctl=FakeKernel())
    assert spi.transfer(b"\x00\xf0\xff") == b"\xff\x0f\x00"
    spi.close()


def test_nothing_to_send_asks_nothing_of_the_kernel_and_closing_twice_does_no_more(device: str) -> None:
    kernel = FakeKernel()
    spi = Spi(device, HERTZ, ioctl=kernel)
    spi.write(b"")
    assert spi.transfer(b"") == b""
    spi.close()
    spi.close()
    assert kernel.sent == []


@pytest.mark.parametrize(("name", "code"), [("none", "no-spi"), (".", "not-spi"), ("spidev0.0", "not-spi")])
def test_a_device_that_cannot_be_opened_is_reported_with_its_cause(device: str, name: str, code: str) -> None:
    with pytest.raises(PartError) as raised:
        Spi(str(Path(device).parent / name), HERTZ)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENODEV, "no-spi"),
        (errno.ESHUTDOWN, "no-spi"),
        (errno.EACCES, "spi-refused"),
        (errno.EBUSY, "spi-busy"),
        (errno.EMSGSIZE, "spi-broken"),
    ],
)
def test_a_refusal_of_the_kernel_is_reported_with_the_device(number: int, code: str, device: str) -> None:
    kernel = FakeKernel()
    spi = Spi(device, HERTZ, ioctl=kernel)
    kernel.fault = number
    with pytest.raises(PartError) as raised:
        spi.write(b"\x00")
    spi.close()
    assert raised.value.code == code
    assert raised.value.params["port"] == device


def test_a_device_that_refuses_its_mode_is_not_left_open(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = FakeKernel()
    kernel.fault = errno.EINVAL
    closed: list[int] = []
    close = os.close

    def noting(file: int) -> None:
        closed.append(file)
        close(file)

    monkeypatch.setattr(os, "close", noting)
    with pytest.raises(PartError):
        Spi(device, HERTZ, ioctl=kernel)
    assert kernel.file in closed


def test_a_transfer_that_breaks_off_before_its_end_has_failed(device: str) -> None:
    kernel = FakeKernel()
    spi = Spi(device, HERTZ, ioctl=kernel)
    kernel.lost = 1
    for call in (spi.write, spi.transfer):
        with pytest.raises(PartError) as raised:
            call(b"\x01\x02\x03")
        assert raised.value.code == "spi-broken"
    spi.close()
