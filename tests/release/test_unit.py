"""The service's unit, as systemd itself judges it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.config import load
from companion.hall.pages import STREAMS
from companion.system.access_point import ADDRESS
from companion.system.updates import UpdatePaths
from release.layout import SYSTEMD, configuration
from release.suites import ROOT
from web.server.connection import MAX_CONNECTIONS

UNIT = SYSTEMD / "companion.service"
HALL = SYSTEMD / "companion-hall.service"
SOCKET = SYSTEMD / "companion-portal.socket"
AT_MOST = 1.5
UNITS = {".service", ".socket", ".path"}


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.fail("systemd-analyze is needed here: apt install systemd")
    return found


@pytest.mark.parametrize("unit", [UNIT, HALL], ids=lambda unit: unit.stem)
def test_the_service_is_locked_in_well_enough(analyze: str, unit: Path) -> None:
    limit = f"--threshold={AT_MOST * 10:.0f}"
    done = subprocess.run(
        (analyze, "security", "--offline=true", "--no-pager", limit, unit),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    said = re.search(rf"Overall exposure level for {unit.name}: ([\d.]+)", done.stdout)
    assert said is not None
    assert float(said[1]) <= AT_MOST


def test_the_service_may_open_exactly_these_devices() -> None:
    """Pins, I2C (89), SPI (153), serial lines, USB adapters (188 and 166), and to read: what types."""
    unit = UNIT.read_text()
    assert re.findall(r"^Device(?:Allow|Policy)=(.*)$", unit, re.MULTILINE) == [
        "closed", "char-gpiochip rw", "char-89 rw", "char-ttyAMA rw", "char-ttyS rw", "char-188 rw",
        "char-166 rw", "char-153 rw", "char-input r",
    ]  # fmt: skip


def test_of_what_the_kernel_keeps_the_service_may_write_to_the_header_s_pwm_alone() -> None:
    """A Pi 5's other PWM is its fan's. What udev gives to the group `gpio` and what is open are the same."""
    chips = (
        "soc/2020c000.pwm", "soc/3f20c000.pwm", "soc/fe20c000.pwm", "axi/1000120000.pcie/1f00098000.pwm",
    )  # fmt: skip
    unit = UNIT.read_text()
    paths = re.findall(r"^ReadWritePaths=(.*)$", unit, re.MULTILINE)
    opened = [each for line in paths for each in line.split() if "/sys" in each or "/proc" in each]
    assert opened == [f"-/sys/devices/platform/{each}" for each in chips]
    assert "ProtectKernelTunables=yes" in unit
    (rule,) = re.findall(r'^SUBSYSTEM=="pwm".*$', (SYSTEMD / "60-companion.rules").read_text(), re.MULTILINE)
    of_chips = re.search(r'KERNELS=="([^"]*)"', rule)
    assert of_chips is not None
    assert of_chips[1].split("|") == [Path(each).name for each in chips]


def test_what_root_reads_for_the_hall_lies_where_a_box_s_service_may_not_write() -> None:
    """Else that one could have root read any file in the place of the hall's, and hand it on."""
    unit = HALL.read_text()
    guide = (ROOT / "docs" / "organisers.md").read_text(encoding="utf-8")
    asked = re.findall(
        r"^(?:EnvironmentFile|#? *LoadCredential)=(?:[\w-]+:)?(/\S+)$", unit + guide, re.MULTILINE
    )
    assert len(asked) == 3
    paths = re.findall(r"^ReadWritePaths=(.*)$", UNIT.read_text(), re.MULTILINE)
    writes = [each.lstrip("-") for line in paths for each in line.split()]
    assert "/media" in writes
    assert [file for file in asked for each in writes if Path(file).is_relative_to(each)] == []


@pytest.mark.parametrize("its", [UNIT, HALL], ids=lambda unit: unit.stem)
def test_the_service_may_hold_a_handle_for_every_connection_and_a_quarter_more(its: Path) -> None:
    (allowed,) = re.findall(r"^LimitNOFILE=(\d+)$", its.read_text(), re.MULTILINE)
    assert int(allowed) >= 1.25 * (MAX_CONNECTIONS + STREAMS)


def test_every_group_of_the_service_is_made_with_its_user_and_has_the_bus_of_its_part() -> None:
    (groups,) = re.findall(r"^SupplementaryGroups=(.*)$", UNIT.read_text(), re.MULTILINE)
    made = (SYSTEMD / "companion.sysusers").read_text()
    assert groups.split() == ["gpio", "i2c", "spi", "dialout", "input"]
    assert set(re.findall(r"^m companion (\S+)$", made, re.MULTILINE)) == set(groups.split())
    rules = (SYSTEMD / "60-companion.rules").read_text()
    for subsystem, group in (("gpio", "gpio"), ("i2c-dev", "i2c"), ("spidev", "spi")):
        assert f'SUBSYSTEM=="{subsystem}", GROUP="{group}", MODE="0660"' in rules


def test_systemd_finds_nothing_in_the_units(analyze: str, tmp_path: Path) -> None:
    """With another program in their place, for ours are not installed here."""
    units = [tmp_path / each.name for each in sorted(SYSTEMD.iterdir()) if each.suffix in UNITS]
    assert len(units) >= 5
    for unit in units:
        said = (SYSTEMD / unit.name).read_text()
        unit.write_text(re.sub(r"^(Exec\w+=-?)/usr/\S+", r"\1/bin/true", said, flags=re.MULTILINE))
    done = subprocess.run(
        (analyze, "verify", "--man=no", *units), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_port_80_is_open_to_the_addresses_of_the_service_alone() -> None:
    def allowed(unit: Path) -> set[str]:
        found = re.findall(r"^IPAddressAllow=(.*)$", unit.read_text(), re.MULTILINE)
        return {each for line in found for each in line.split()}

    assert "IPAddressDeny=any" in SOCKET.read_text()
    assert allowed(SOCKET) == allowed(UNIT) - {"multicast"}
    assert allowed(HALL) == allowed(UNIT)


def test_the_service_may_do_with_the_wifi_what_the_program_asks_and_no_more() -> None:
    """Which action a call of NetworkManager's takes stands in its documentation."""
    takes = {
        "ActivateConnection": "network-control",
        "DeactivateConnection": "network-control",
        "AddAndActivateConnection2": "settings.modify.system",
        "Save": "settings.modify.system",
        "Delete": "settings.modify.system",
        "RequestScan": "wifi.scan",
        "WirelessEnabled": "enable-disable-wifi",
        '"ap"': "wifi.share.protected",
    }
    program = (ROOT / "companion/system/network_manager.py").read_text()
    assert [each for each in takes if each not in program] == []
    rules = (SYSTEMD / "companion.polkit.rules").read_text()
    allowed = set(re.findall(r'"org\.freedesktop\.NetworkManager\.([^"]*)"', rules))
    assert allowed == set(takes.values())


def test_every_name_is_the_box_in_its_own_wifi() -> None:
    said = (SYSTEMD / "companion.dnsmasq.conf").read_text().splitlines()
    assert [each for each in said if not each.startswith("#")] == [f"address=/#/{ADDRESS}", "local=/#/"]


def test_only_a_stick_without_file_owners_is_accepted_and_may_be_written_to(tmp_path: Path) -> None:
    """A stick is not trusted: one with owners, links or devices is not mounted. The rule mounts it, the
    configuration names a folder on it, and the unit lets the service in.
    """
    rule = (SYSTEMD / "90-companion-stick.rules").read_text().splitlines()[-1]
    kinds = re.search(r'ENV\{ID_FS_TYPE\}=="([^"]*)"', rule)
    assert kinds is not None
    assert set(kinds[1].split("|")) == {"vfat", "exfat"}
    file = tmp_path / "companion.toml"
    file.write_text(configuration((ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")))
    stick = load(file).copies.stick
    assert stick is not None
    mounted = re.search(r'\$devnode (\S+)"$', rule)
    assert mounted is not None
    assert Path(stick).parent == Path(mounted[1])
    open_to_it = re.findall(r"^ReadWritePaths=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert "-/media" in open_to_it[0].split()


def test_what_the_companion_looks_for_below_run_is_kept_there_by_its_units() -> None:
    """Whether an update runs, and how many starts failed, which a restart leaves."""
    unit = (SYSTEMD / "companion-update.service").read_text()
    (name,) = re.findall(r"^RuntimeDirectory=(.*)$", unit, re.MULTILINE)
    assert Path("/run") / name == UpdatePaths().runs
    assert re.search(r"^RuntimeDirectory=companion$", UNIT.read_text(), re.MULTILINE)
    assert re.search(r"^RuntimeDirectoryPreserve=restart$", UNIT.read_text(), re.MULTILINE)


def test_a_start_of_the_machine_is_not_over_only_once_an_update_is() -> None:
    """By itself a target waits for everything that it wants; what it then waits for may take minutes, on a
    machine that lost its power in the middle of it.
    """
    unit = (SYSTEMD / "companion-update.service").read_text()
    assert "WantedBy=multi-user.target" in unit
    assert "DefaultDependencies=no" in unit
    # what would have come by default and is needed: a system to install in, and an end when that ends
    for line in ("Requires=sysinit.target", "Conflicts=shutdown.target", "Before=shutdown.target"):
        assert line in unit
    (after,) = re.findall(r"^After=(.*)$", unit, re.MULTILINE)
    assert {"sysinit.target", "basic.target"} <= set(after.split())


def test_an_update_is_begun_by_a_file_of_the_companions_and_by_nothing_else() -> None:
    """The companion itself may start no unit: what it can do is leave a wish."""
    path = (SYSTEMD / "companion-update.path").read_text()
    assert re.findall(r"^(Path\w+=.*)$", path, re.MULTILINE) == ["PathExists=/var/lib/companion/update/wish"]
    assert "manage-units" not in (SYSTEMD / "companion.polkit.rules").read_text()


def test_the_service_may_do_exactly_this_on_its_machine() -> None:
    """It may switch off and set the clock; each other right has a rule of its own room."""
    rules = (SYSTEMD / "companion.polkit.rules").read_text()
    actions = set(re.findall(r'"(org\.freedesktop\.(?:login1|timedate1|systemd1)[\w.-]*)"', rules))
    assert actions == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
        "org.freedesktop.timedate1.set-time",
        "org.freedesktop.timedate1.set-ntp",
    }
    assert "startsWith" not in rules
    assert "indexOf" not in rules
