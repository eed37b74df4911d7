"""The service's unit, as systemd itself judges it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.config import load
from companion.system.own_wifi import ADDRESS
from companion.system.updates import Places
from release.layout import UNITS, configuration
from release.suites import ROOT

UNIT = UNITS / "companion.service"
SOCKET = UNITS / "companion-portal.socket"
AT_MOST = 1.5


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.fail("systemd-analyze is needed here: apt install systemd")
    return found


def test_the_service_is_locked_in_well_enough(analyze: str) -> None:
    limit = f"--threshold={AT_MOST * 10:.0f}"
    done = subprocess.run(
        (analyze, "security", "--offline=true", "--no-pager", limit, UNIT),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    said = re.search(r"Overall exposure level for companion.service: ([\d.]+)", done.stdout)
    assert said is not None
    assert float(said[1]) <= AT_MOST


def test_systemd_finds_nothing_to_say_about_the_unit(analyze: str, tmp_path: Path) -> None:
    """With another program in its place, for ours is not installed here."""
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/usr/bin/companion", "/bin/true"))
    done = subprocess.run((analyze, "verify", "--man=no", unit), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_systemd_finds_nothing_to_say_about_the_socket(analyze: str, tmp_path: Path) -> None:
    service = tmp_path / UNIT.name
    service.write_text(UNIT.read_text().replace("/usr/bin/companion", "/bin/true"))
    sockets = tmp_path / SOCKET.name
    sockets.write_text(SOCKET.read_text())
    done = subprocess.run(
        (analyze, "verify", "--man=no", sockets, service), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_port_80_is_open_to_those_alone_to_whom_the_service_is() -> None:
    def allowed(unit: Path) -> set[str]:
        found = re.findall(r"^IPAddressAllow=(.*)$", unit.read_text(), re.MULTILINE)
        return {each for line in found for each in line.split()}

    assert "IPAddressDeny=any" in SOCKET.read_text()
    assert allowed(SOCKET) == allowed(UNIT) - {"multicast"}


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
    rules = (UNITS / "companion.polkit.rules").read_text()
    allowed = set(re.findall(r'"org\.freedesktop\.NetworkManager\.([^"]*)"', rules))
    assert allowed == set(takes.values())


def test_every_name_is_the_box_in_its_own_wifi() -> None:
    said = (UNITS / "companion.dnsmasq.conf").read_text().splitlines()
    assert [each for each in said if not each.startswith("#")] == [f"address=/#/{ADDRESS}", "local=/#/"]


def test_only_a_stick_whose_files_have_no_owners_is_taken() -> None:
    """Whose stick it is nobody knows: one that brings owners, links and devices along is left alone."""
    rule = (UNITS / "90-companion-stick.rules").read_text().splitlines()[-1]
    kinds = re.search(r'ENV\{ID_FS_TYPE\}=="([^"]*)"', rule)
    assert kinds is not None
    assert set(kinds[1].split("|")) == {"vfat", "exfat"}


def test_a_stick_may_be_written_to_where_it_is_put(tmp_path: Path) -> None:
    """The rule mounts it, the configuration names a folder on it, and the unit lets the service in."""
    file = tmp_path / "companion.toml"
    file.write_text(configuration((ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")))
    stick = load(file).copies.stick
    assert stick is not None
    rule = (UNITS / "90-companion-stick.rules").read_text().splitlines()[-1]
    mounted = re.search(r'\$devnode (\S+)"$', rule)
    assert mounted is not None
    assert Path(stick).parent == Path(mounted[1])
    open_to_it = re.findall(r"^ReadWritePaths=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert "-/media" in open_to_it[0].split()


@pytest.mark.parametrize("name", ["companion-update.service", "companion-update.path"])
def test_systemd_finds_nothing_to_say_about_what_installs_updates(
    analyze: str, tmp_path: Path, name: str
) -> None:
    for each in ("companion-update.service", "companion-update.path"):
        said = (UNITS / each).read_text().replace("/usr/lib/companion/update", "/bin/true")
        (tmp_path / each).write_text(said)
    command = (analyze, "verify", "--man=no", tmp_path / name)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_while_it_runs_the_companion_sees_it() -> None:
    unit = (UNITS / "companion-update.service").read_text()
    (name,) = re.findall(r"^RuntimeDirectory=(.*)$", unit, re.MULTILINE)
    assert Path("/run") / name == Places().runs


def test_a_start_of_the_machine_is_not_over_only_once_an_update_is() -> None:
    """By itself a target waits for everything that it wants; what it then waits for may take minutes, on a
    machine whose plug was pulled in the middle of it.
    """
    unit = (UNITS / "companion-update.service").read_text()
    assert "WantedBy=multi-user.target" in unit
    assert "DefaultDependencies=no" in unit
    # what would have come by default and is needed: a system to install in, and an end when that ends
    for line in ("Requires=sysinit.target", "Conflicts=shutdown.target", "Before=shutdown.target"):
        assert line in unit
    (after,) = re.findall(r"^After=(.*)$", unit, re.MULTILINE)
    assert {"sysinit.target", "basic.target"} <= set(after.split())


def test_an_update_is_begun_by_a_file_of_the_companions_and_by_nothing_else() -> None:
    """The companion itself may start no unit: what it can do is leave a wish."""
    path = (UNITS / "companion-update.path").read_text()
    assert re.findall(r"^(Path\w+=.*)$", path, re.MULTILINE) == ["PathExists=/var/lib/companion/update/wish"]
    assert "manage-units" not in (UNITS / "companion.polkit.rules").read_text()


def test_the_service_may_do_exactly_this_on_its_machine() -> None:
    """Switch it off, and set its clock. Whatever else is allowed has a rule of its own room."""
    rules = (UNITS / "companion.polkit.rules").read_text()
    actions = set(re.findall(r'"(org\.freedesktop\.(?:login1|timedate1|systemd1)[\w.-]*)"', rules))
    assert actions == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
        "org.freedesktop.timedate1.set-time",
        "org.freedesktop.timedate1.set-ntp",
    }
    assert "startsWith" not in rules
    assert "indexOf" not in rules
