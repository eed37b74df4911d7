"""The machine's networks, by a kernel that has them; and which of them phones reach first."""

from __future__ import annotations

import errno
import socket
import struct
from pathlib import Path

import pytest

from companion.health.network import (
    Interface,
    interfaces,
    ipaddress_of,
    local_name,
    radio_off,
    ranked_addresses,
    reachable,
)

UP, RUNNING = 1 << 0, 1 << 6
GET_ADDRESS, GET_FLAGS = 0x8915, 0x8913


class Machine:
    """Interfaces as `/sys/class/net`, `/proc/net/route` and the kernel's answers tell of them."""

    def __init__(self, folder: Path) -> None:
        self.net = folder / "net"
        self.net.mkdir()
        self.routes = folder / "route"
        self.routes.write_text("Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n")
        self.flags: dict[str, int] = {}
        self.addresses: dict[str, str] = {}
        self.add("lo", "127.0.0.1", kind="772")

    def add(
        self, name: str, address: str | None, *marks: str, kind: str = "1", flags: int = UP | RUNNING
    ) -> None:
        """marks: files and links of the interface, such as `device` or `wireless`."""
        (self.net / name).mkdir()
        (self.net / name / "type").write_text(f"{kind}\n")
        for mark in marks:
            (self.net / name / mark).touch()
        self.flags[name] = flags
        if address is not None:
            self.addresses[name] = address

    def route(self, name: str, metric: int, destination: str = "00000000", mask: str = "00000000") -> None:
        with self.routes.open("a") as table:
            table.write(f"{name}\t{destination}\t0101A8C0\t0003\t0\t0\t{metric}\t{mask}\t0\t0\t0\n")

    def ioctl(self, request: int, buffer: bytes) -> bytes:
        name = buffer[:16].rstrip(b"\0").decode()
        if request == GET_FLAGS:
            return buffer[:16] + struct.pack("=H", self.flags[name]) + buffer[18:]
        if name not in self.addresses:
            raise OSError(errno.EADDRNOTAVAIL, "no address")
        return buffer[:20] + socket.inet_aton(self.addresses[name]) + buffer[24:]

    def look(self) -> tuple[Interface, ...]:
        return interfaces(self.ioctl, self.net, self.routes)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_each_interface_is_known_by_its_files(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7", "device")
    machine.add("wlan0", "10.42.0.1", "device", "wireless")
    machine.add("docker0", "172.17.0.1", "bridge")
    machine.add("tun0", "10.8.0.2", "tun_flags", kind="65534")
    machine.add("wg0", "10.9.0.2", kind="65534")
    machine.add("br0", "192.168.2.7", "bridge", "lower_eth0")
    machine.route("eth0", 100)
    machine.route("eth0", 50)
    machine.route("eth0", 0, destination="0001A8C0", mask="00FFFFFF")
    assert machine.look() == (
        Interface("br0", "192.168.2.7", "wired"),
        Interface("docker0", "172.17.0.1", "virtual"),
        Interface("eth0", "192.168.1.7", "wired", 50),
        Interface("tun0", "10.8.0.2", "tunnel"),
        Interface("wg0", "10.9.0.2", "tunnel"),
        Interface("wlan0", "10.42.0.1", "wireless"),
    )


def test_what_is_down_unplugged_or_without_an_address_does_not_count(machine: Machine) -> None:
    machine.add("eth0", "192.168.1.7", "device", flags=UP)
    machine.add("eth1", "192.168.1.8", "device", flags=0)
    machine.add("wlan0", None, "device", "wireless")
    assert machine.look() == ()


def test_without_any_tables_there_is_no_network(tmp_path: Path) -> None:
    assert interfaces(lambda *_: b"", tmp_path / "none", tmp_path / "none") == ()
    (tmp_path / "eth0").mkdir()
    machine = Machine(tmp_path)
    machine.add("eth0", "192.168.1.7", "device")
    machine.routes.unlink()
    assert machine.look() == (Interface("eth0", "192.168.1.7", "wired"),)


ETH = Interface("eth0", "192.168.1.7", "wired", 100)
WIFI = Interface("wlan0", "192.168.1.8", "wireless", 600)
HOTSPOT = Interface("wlan0", "10.42.0.1", "wireless")
CABLE = Interface("usb0", "10.0.7.1", "wired")
LINK_LOCAL = Interface("eth0", "169.254.7.9", "wired", 1000)
VPN = Interface("tun0", "10.8.0.2", "tunnel", 5)
DOCKER = Interface("docker0", "172.17.0.1", "virtual")


@pytest.mark.parametrize(
    ("found", "order"),
    [
        ((), ()),
        ((WIFI, ETH), (ETH, WIFI)),
        ((HOTSPOT, ETH), (ETH, HOTSPOT)),
        ((VPN, WIFI, DOCKER), (WIFI, VPN)),
        ((CABLE, HOTSPOT), (HOTSPOT, CABLE)),
        ((LINK_LOCAL, HOTSPOT, VPN), (HOTSPOT, LINK_LOCAL, VPN)),
        ((DOCKER,), (DOCKER,)),
    ],
)
def test_the_address_that_phones_reach_comes_first(
    found: tuple[Interface, ...], order: tuple[Interface, ...]
) -> None:
    assert ranked_addresses(found) == tuple(each.address for each in order)


def test_the_server_s_host_decides_which_addresses_count() -> None:
    both = (ETH, HOTSPOT)
    assert reachable("0.0.0.0", 8080, lambda: both) == ("192.168.1.7:8080", "10.42.0.1:8080")
    assert reachable("::", 80, lambda: both)[0] == "192.168.1.7:80"
    assert reachable("10.42.0.1", 8080, lambda: both) == ("10.42.0.1:8080",)
    assert reachable("fd00::2", 8080, lambda: both) == ("[fd00::2]:8080",)
    assert reachable("localhost", 8080, lambda: both) == ("127.0.0.1:8080",)


def test_an_unknown_host_is_taken_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: str) -> str:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "gethostbyname", unknown)
    assert ipaddress_of("no.such.host.invalid") is None


def test_the_name_is_the_machine_s_in_the_local_network() -> None:
    assert local_name("0.0.0.0", 8080, lambda: "raspberrypi") == "raspberrypi.local:8080"
    assert local_name("::", 80, lambda: "pi.example.org") == "pi.local:80"
    assert local_name("10.42.0.1", 8080, lambda: "pi") is None, "the name may mean another address"


def test_this_machine_can_be_looked_at() -> None:
    assert all(each.name != "lo" for each in interfaces())


@pytest.mark.parametrize(
    ("radios", "off"),
    [
        ((), False),
        ((("wlan", 0, 0),), False),
        ((("wlan", 1, 0),), True),
        ((("wlan", 0, 1),), True),
        ((("bluetooth", 1, 0),), False),
        ((("bluetooth", 0, 0), ("wlan", 1, 0)), True),
        ((("wlan", 1, 0), ("wlan", 0, 0)), False),
    ],
)
def test_the_radio_is_off_where_the_kernel_blocks_every_one_for_wifi(
    tmp_path: Path, radios: tuple[tuple[str, int, int], ...], off: bool
) -> None:
    for number, (kind, soft, hard) in enumerate(radios):
        (tmp_path / f"rfkill{number}").mkdir()
        for name, value in (("type", kind), ("soft", soft), ("hard", hard)):
            (tmp_path / f"rfkill{number}" / name).write_text(f"{value}\n")
    assert radio_off(tmp_path) == off
    assert not radio_off(tmp_path / "none")
