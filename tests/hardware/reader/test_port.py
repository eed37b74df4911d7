"""The reader's port: where it is searched, and the errors."""

from __future__ import annotations

import errno
import os
import termios
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from hardware.part import PartError
from hardware.reader import port as ports
from hardware.reader.serial_line import SerialPort
from hardware.reader.simulated import SimulatedLine


def refused(port: str) -> PartError:
    with pytest.raises(PartError) as caught:
        SerialPort(9600)(ports.port_finder(port)())
    return caught.value


def test_an_impossible_port_is_a_configuration_error() -> None:
    with pytest.raises(PartError) as error:
        ports.port_finder("nonsense://dev/rfid")
    assert (error.value.code, error.value.params) == ("wrong-port", {"port": "nonsense://dev/rfid"})


@pytest.mark.parametrize(
    "port", ["/dev/ttyAMA0", "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0", "loop://"]
)
def test_a_path_or_a_url_is_taken_as_it_is(port: str) -> None:
    assert ports.port_finder(port)() == port


def test_an_adapter_that_is_looked_for_by_its_maker_may_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.grep", lambda *_, **__: iter(()))
    find = ports.port_finder("hwgrep://1a86:7523")
    with pytest.raises(PartError) as error:
        SerialPort(9600)(find())
    assert error.value.code == "port-broken"
    assert "no ports found" in str(error.value.params["why"])


def test_a_maker_that_cannot_be_searched_for_is_a_configuration_error() -> None:
    with pytest.raises(PartError) as error:
        ports.port_finder("hwgrep://[")
    assert error.value.code == "wrong-port"


def test_a_pattern_finds_the_device_under_any_name_on_its_return(tmp_path: Path) -> None:
    find = ports.port_finder(str(tmp_path / "ttyUSB*"))
    for name in ("ttyUSB0", "ttyUSB1", "ttyUSB12"):
        device = tmp_path / name
        device.touch()
        assert find() == str(device)
        device.unlink()
    with pytest.raises(PartError) as error:
        find()
    assert (error.value.code, error.value.params) == ("no-port", {"port": str(tmp_path / "ttyUSB*")})


def test_a_pattern_that_fits_two_devices_guesses_none_and_names_both(tmp_path: Path) -> None:
    for name in ("ttyUSB1", "ttyUSB0"):
        (tmp_path / name).touch()
    error = refused(str(tmp_path / "ttyUSB?"))
    assert error.code == "many-ports"
    assert error.params["found"] == f"{tmp_path}/ttyUSB0, {tmp_path}/ttyUSB1"


def test_two_names_of_one_device_are_no_doubt(tmp_path: Path) -> None:
    (tmp_path / "ttyUSB7").touch()
    for name in ("by-id", "by-path"):
        (tmp_path / f"rfid-{name}").symlink_to(tmp_path / "ttyUSB7")
    assert ports.port_finder(str(tmp_path / "*"))() == str(tmp_path / "rfid-by-id")


def test_a_relative_pattern_is_looked_for_where_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ttyUSB0").touch()
    assert ports.port_finder("tty[A-Z]*")() == "ttyUSB0"


def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    error = refused(str(tmp_path / "ttyUSB0"))
    assert (error.code, error.params) == ("no-port", {"port": str(tmp_path / "ttyUSB0")})


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_no_serial_port(tmp_path: Path, what: str) -> None:
    path = tmp_path / what
    path.mkdir() if what == "folder" else path.touch()
    assert refused(str(path)).code == "no-serial-port"


def test_a_port_that_another_program_has_is_busy_and_free_when_that_lets_it_go(line: SimulatedLine) -> None:
    other = SerialPort(9600)(line.port())
    assert refused(line.port()).code == "port-busy"
    other.close()
    SerialPort(9600)(line.port()).close()


def test_a_port_that_was_pulled_out_just_now(tmp_path: Path) -> None:
    link, taken = tmp_path / "rfid", True
    while taken:  # the kernel may give the number to another program at once
        line = SimulatedLine()
        link.unlink(missing_ok=True)
        link.symlink_to(line.port())
        line.unplug()
        taken = link.exists()
    assert refused(str(link)).code in {"no-port", "port-broken"}


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOENT, "no-port"),
        (errno.ENODEV, "no-port"),
        (errno.ENXIO, "no-port"),
        (errno.EACCES, "port-refused"),
        (errno.EPERM, "port-refused"),
        (errno.EBUSY, "port-busy"),
        (errno.EAGAIN, "port-busy"),
        (errno.ENOTTY, "no-serial-port"),
        (errno.EINVAL, "no-serial-port"),
        (errno.EIO, "port-broken"),
        (errno.ETIMEDOUT, "port-broken"),
    ],
)
@pytest.mark.parametrize("kind", [OSError, serial.SerialException, termios.error, "below"])
def test_every_error_of_the_system_is_distinguished(
    monkeypatch: pytest.MonkeyPatch, number: int, code: str, kind: Any
) -> None:
    def configure() -> None:
        raise termios.error(number, os.strerror(number))

    def fail(*_: Any, **__: Any) -> None:
        if kind != "below":
            raise kind(number, os.strerror(number))
        try:
            configure()
        except termios.error as error:
            raise serial.SerialException(f"Could not configure port: {error}") from None

    find = ports.port_finder("/dev/ttyUSB0")
    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(PartError) as caught:
        SerialPort(9600)(find())
    assert caught.value.code == code
    assert caught.value.params["port"] == "/dev/ttyUSB0"


def test_an_error_without_a_number_is_reported_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise serial.SerialException("the far end has hung up")

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(PartError) as caught:
        SerialPort(9600)("/dev/ttyUSB0")
    assert (caught.value.code, caught.value.params["why"]) == ("port-broken", "the far end has hung up")


@pytest.mark.parametrize(
    "error",
    [
        PartError("wrong-port", port="/dev/x"),
        PartError("no-port", port="/dev/x"),
        PartError("many-ports", port="/dev/x*", found="/dev/x1, /dev/x2"),
        PartError("port-refused", port="/dev/x"),
        PartError("port-busy", port="/dev/x"),
        PartError("input-refused", port="/dev/x"),
        PartError("no-keyboard", port="/dev/x"),
        PartError("no-serial-port", port="/dev/x"),
        PartError("port-broken", port="/dev/x", why="of that"),
        PartError("reader-silent", port="/dev/x"),
        PartError("no-such-reader", driver="toy", drivers="rdm6300"),
    ],
    ids=lambda error: error.code,
)
def test_every_error_has_words_with_a_cure(error: PartError) -> None:
    language = Messages(catalogues(folders(registered()))).language("it")
    message = language.say(error.message)
    assert all(str(value) in message for value in error.params.values())
    assert "{" not in message
    assert language.has(error.message.code)
