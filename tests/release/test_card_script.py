"""The card's own script, with what it calls played by small programs: raspi-config, dpkg, apt, systemd."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tree import ROOT

SCRIPT = ROOT / "release" / "card" / "vendor-data"
PACKAGE = "companion_1.2.3~deb13_arm64.deb"
CONFIG = """\
# For more options
#dtparam=i2c_arm=on
dtparam=audio=on

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
ON = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "enable_uart=1"]


def package(version: str = "1.2.3~deb13", machine: str = "arm64", name: str = "companion") -> str:
    """A package, of which there is nothing but what it says of itself."""
    return f"Package: {name}\nVersion: {version}\nArchitecture: {machine}\n"


class Card:
    """A system below a folder, just flashed, with what the owner copied onto its boot partition.

    called: what the small programs write down, a line for each call. there: what they take for the truth.
    """

    def __init__(self, folder: Path) -> None:
        self.root, self.tools, self.there = folder / "root", folder / "tools", folder / "there"
        self.boot = self.root / "boot" / "firmware"
        self.called_file = folder / "called"
        for each in (self.boot, self.root / "etc/systemd/system", self.root / "proc/device-tree", self.tools,
                     self.there):  # fmt: skip
            each.mkdir(parents=True)
        (self.root / "etc/os-release").write_text('VERSION_ID="13"\n')
        self.model("Raspberry Pi Zero 2 W Rev 1.0")
        (self.boot / "config.txt").write_text(CONFIG)
        (self.boot / "cmdline.txt").write_text(CMDLINE)
        (self.boot / "user-data").write_text("#cloud-config\n")
        (self.boot / PACKAGE).write_text(package())
        for name, does in PROGRAMS.items():
            self.program(name, does)
        self.settled = self.root / "var/lib/companion-card"

    def model(self, name: str) -> None:
        (self.root / "proc/device-tree/model").write_bytes(name.encode() + b"\0")

    def program(self, name: str, does: str) -> None:
        made = self.tools / name
        made.write_text(
            f'#!/bin/sh\nthere="{self.there}"\necho "{name} $*" >> "{self.called_file}"\n{does}\n'
        )
        made.chmod(0o755)

    def call(self, *words: str) -> int:
        environment = {"PATH": f"{self.tools}:/usr/bin:/bin", "COMPANION_ROOT": str(self.root)}
        command = ("/bin/sh", str(SCRIPT), *words)
        return subprocess.run(
            command, env=environment, capture_output=True, check=False, timeout=60
        ).returncode

    def go(self) -> int:
        return self.call("go")

    def restart(self) -> None:
        """What the power's going and coming leaves: all but what is in memory."""
        shutil.rmtree(self.root / "run", ignore_errors=True)
        self.called_file.unlink(missing_ok=True)

    @property
    def called(self) -> list[str]:
        return self.called_file.read_text().splitlines() if self.called_file.exists() else []

    @property
    def installs(self) -> int:
        return sum(
            each.startswith("apt-get") and " install " in each and " -s " not in each for each in self.called
        )

    @property
    def step(self) -> list[str]:
        return (self.root / "run/companion-card/state").read_text().split("\n")

    @property
    def log(self) -> str:
        return (self.boot / "companion-log.txt").read_text()

    @property
    def config(self) -> list[str]:
        return (self.boot / "config.txt").read_text().splitlines()

    def is_there(self, what: str, *, there: bool = True) -> None:
        (self.there / what).touch() if there else (self.there / what).unlink(missing_ok=True)


PROGRAMS = {
    "dpkg": """
        case $1 in
          --print-architecture) echo arm64 ;;
          --compare-versions) exec /usr/bin/dpkg "$@" ;;
        esac""",
    "dpkg-deb": """
        case $1 in
          -f) grep -q ^Package: "$2" && cat "$2" ;;
          -x) [ ! -e "$there/damaged" ] && mkdir -p "$3/usr" ;;
        esac""",
    "dpkg-query": """
        [ -e "$there/installed" ] || exit 1
        case "$*" in
          *Status*) echo "installed 1.2.3~deb13" ;;
          *) echo "1.2.3~deb13" ;;
        esac""",
    "apt-get": """
        case " $* " in
          *" -s "*) echo "Inst companion (1.2.3~deb13)"
            if [ -e "$there/needs-more" ]; then
              [ -e "$there/lists" ] || { echo "E: Unable to correct problems"; exit 100; }
              echo "Inst polkitd (126)"
            fi ;;
          *" update "*)
            [ -e "$there/internet" ] || { echo "E: Failed to fetch http://x/InRelease"; exit 100; }
            touch "$there/lists" ;;
          *" install "*)
            [ ! -e "$there/broken" ] || { echo "E: it is broken"; exit 100; }
            touch "$there/installed" ;;
        esac""",
    "ip": '[ ! -e "$there/network" ] || echo "default via 10.0.2.2"',
    "systemctl": '[ "$1" != is-active ]',
    "modprobe": "",
    "df": 'echo x; echo "/ 1 1 $(cat "$there/free" 2>/dev/null || echo 9000000) 1% /"',
    "cloud-init": "",
    "sync": "",
    "raspi-config": "exit 1",
    "dtparam": "exit 1",
}


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


@pytest.fixture
def restarted(card: Card) -> Card:
    """A box with bus and serial line switched on, after a restart."""
    assert card.go() == 0
    card.restart()
    return card


def test_shellcheck_finds_nothing_and_cloud_init_knows_it_for_a_hook_of_every_start() -> None:
    tool = shutil.which("shellcheck")
    if tool is None:
        pytest.fail("shellcheck is needed here: apt install shellcheck")
    assert b"\r" not in SCRIPT.read_bytes()
    first, _, plain = SCRIPT.read_text().partition("\n")
    assert first == "#cloud-boothook"
    done = subprocess.run((tool, "--shell=sh", "-"), input=plain, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_it_lays_itself_ready_as_a_service_that_nothing_waits_for(card: Card) -> None:
    assert card.call() == 0
    units = card.root / "etc/systemd/system"
    assert (card.settled / "card").read_bytes() == SCRIPT.read_bytes()
    assert (units / "multi-user.target.wants/companion-card.service").exists()
    assert card.called[-2:] == [
        "systemctl daemon-reload",
        "systemctl --no-block start companion-card.service",
    ]
    assert "apt-get" not in " ".join(card.called)


def test_the_units_that_it_writes_are_good_ones(card: Card, tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    assert tool, "apt install systemd"
    card.call()
    units = [tmp_path / name for name in ("companion-card.service", "companion-card-display.service")]
    for unit in units:
        shutil.copy(card.root / "etc/systemd/system" / unit.name, unit)
    done = subprocess.run((tool, "verify", "--man=no", *units), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_bus_and_line_are_switched_on_and_the_console_taken_off_the_line(card: Card) -> None:
    assert card.go() == 0
    assert card.config[-5:] == ["# Companion: the display and the reader", *ON, "dtoverlay=disable-bt"]
    assert card.config[: len(CONFIG.splitlines())] == CONFIG.splitlines()
    assert (card.boot / "cmdline.txt").read_text() == CMDLINE.replace("console=serial0,115200 ", "")
    wait, restart = (card.called.index(each) for each in ("cloud-init status --wait", "systemctl reboot"))
    assert wait < restart, "the Imager's own settings come first"
    assert card.step[:2] == ["2", "restarting"]
    assert (card.boot / "config.txt.before-companion").read_text() == CONFIG
    assert (card.boot / "cmdline.txt.before-companion").read_text() == CMDLINE


@pytest.mark.parametrize("model", ["Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi Compute Module 5 Rev 1.0"])
def test_on_a_pi_5_bluetooth_stays_and_the_line_of_the_pins_is_named(card: Card, model: str) -> None:
    card.model(model)
    card.go()
    assert card.config[-4:] == [*ON, "dtparam=uart0=on"]
    assert not any("disable-bt" in each for each in card.config)


@pytest.mark.parametrize(
    ("model", "clock"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0", ["core_freq=250"]),
        ("Raspberry Pi 4 Model B Rev 1.4", ["core_freq=500", "core_freq_min=500"]),
        ("Raspberry Pi 5 Model B Rev 1.0", []),
    ],
)
def test_spi_is_switched_on_where_a_file_on_the_card_wants_it(
    card: Card, model: str, clock: list[str]
) -> None:
    card.model(model)
    (card.boot / "companion-spi.txt").touch()
    card.go()
    assert card.config[card.config.index("dtparam=spi=on") :] == ["dtparam=spi=on", *clock]


@pytest.mark.parametrize(
    ("lines", "added"),
    [
        pytest.param(
            "[pi5]\r\ndtparam=i2c_arm=on\r\n[all]\r\nenable_uart=1\r\n",
            ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=disable-bt"],
            id="on for another kind of Pi only",
        ),
        pytest.param(
            "dtparam=i2c_arm=on\nenable_uart=1\ndtparam=i2c_arm=off\n",
            ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=disable-bt"],
            id="switched off further down",
        ),
    ],
)
def test_what_is_not_on_at_last_on_this_pi_is_switched_on(card: Card, lines: str, added: list[str]) -> None:
    (card.boot / "config.txt").write_text(lines)
    card.go()
    assert card.config[card.config.index("# Companion: the display and the reader") + 1 :] == added


@pytest.mark.parametrize("left", [None, b""])
def test_a_file_that_a_cut_has_emptied_is_put_back_first(card: Card, left: bytes | None) -> None:
    card.go()
    wanted = card.config
    (card.boot / "config.txt").unlink()
    if left is not None:
        (card.boot / "config.txt").write_bytes(left)
    card.restart()
    card.go()
    assert card.config == wanted


def test_raspi_config_is_asked_where_there_is_one(card: Card) -> None:
    does = f'[ "$2" != do_i2c ] || echo dtparam=i2c_arm=on >> "{card.boot}/config.txt"'
    card.program("raspi-config", does)
    card.go()
    asked = [each for each in card.called if each.startswith("raspi-config")]
    assert asked == [
        f"raspi-config nonint {each}" for each in ("do_i2c 0", "do_serial_hw 0", "do_serial_cons 1")
    ]
    assert card.config.count("dtparam=i2c_arm=on") == 1


def test_a_system_that_has_it_all_already_is_not_restarted(card: Card) -> None:
    (card.boot / "config.txt").write_text("\n".join([*ON, "dtoverlay=disable-bt"]))
    (card.boot / "cmdline.txt").write_text("console=tty1 rootwait\n")
    assert card.go() == 0
    assert "systemctl reboot" not in card.called
    assert (card.settled / "done").exists()


def test_after_the_restart_it_installs_without_a_network_and_is_done(restarted: Card) -> None:
    assert restarted.go() == 0
    assert restarted.installs == 1
    assert not any(" update" in each or each == "systemctl reboot" for each in restarted.called)
    assert (restarted.settled / "done").exists()
    assert not list((restarted.root / "etc/systemd/system").glob("**/companion-card*"))
    assert "done: companion 1.2.3~deb13" in restarted.log


def files(card: Card) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in card.root.rglob("*") if each.is_file()}


def test_run_once_more_it_changes_nothing(restarted: Card) -> None:
    restarted.call()
    restarted.go()
    restarted.restart()
    before = files(restarted)
    assert (restarted.call(), restarted.go()) == (0, 0)
    assert restarted.called == []
    assert files(restarted) == before


def test_what_writes_the_configuration_back_at_each_start_does_not_make_it_restart_for_ever(
    card: Card,
) -> None:
    for _ in range(2):
        assert card.go() == 0
        assert "systemctl reboot" in card.called
        card.restart()
        (card.boot / "config.txt").write_text(CONFIG)
    assert card.go() == 0
    assert "systemctl reboot" not in card.called
    assert (card.settled / "done").exists()


def test_a_missing_network_is_reported_and_retried_until_there_is_one(restarted: Card) -> None:
    restarted.is_there("needs-more")
    for _ in range(3):
        assert restarted.go() != 0
        assert restarted.step[:2] == ["3", "no-network"]
    assert restarted.log.count("3/5 no-network") == 1
    restarted.is_there("network")
    assert restarted.go() != 0
    assert restarted.step[:3] == ["3", "no-answer", "E: Failed to fetch InRelease"]
    restarted.is_there("internet")
    assert restarted.go() == 0
    assert restarted.installs == 1


def test_a_failed_installation_is_reported_with_its_reason_and_retried(restarted: Card) -> None:
    restarted.is_there("broken")
    restarted.is_there("network")
    assert restarted.go() != 0
    assert restarted.step[:3] == ["4", "failed", "E: it is broken"]
    assert "4/5 failed: E: it is broken" in restarted.log
    restarted.is_there("broken", there=False)
    assert restarted.go() == 0


def test_a_damaged_package_is_reported_and_a_whole_one_taken_later(card: Card) -> None:
    card.is_there("damaged")
    assert card.go() != 0
    assert "is damaged" in card.log
    card.is_there("damaged", there=False)
    assert card.go() == 0


def test_a_full_card_is_reported_before_anything_is_begun(restarted: Card) -> None:
    (restarted.there / "free").write_text("1000")
    assert restarted.go() != 0
    assert restarted.step[:2] == ["4", "no-room"]
    assert restarted.installs == 0


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (None, "", ("no package beside vendor-data", "manca il pacchetto")),
        (PACKAGE, package("1.2.3~deb12"), ("not for this system", "non è per questo sistema")),
        (PACKAGE, package(machine="amd64"), ("not for this system", "non è per questo sistema")),
        (PACKAGE, package(name="companion-extras"), ("no package beside vendor-data", "manca il pacchetto")),
        (f"._{PACKAGE}", package(), ("no package beside vendor-data", "manca il pacchetto")),
        (PACKAGE, "<!DOCTYPE html>", ("is damaged", "è danneggiato")),
    ],
)
def test_a_card_without_its_package_has_a_file_on_it_readable_by_any_computer(
    card: Card, name: str | None, content: str, said: tuple[str, str]
) -> None:
    (card.boot / PACKAGE).unlink()
    if name is not None:
        (card.boot / name).write_text(content)
    assert card.go() != 0
    assert card.go() != 0
    for each in said:
        assert card.log.count(each) == 1
    assert (card.boot / "config.txt").read_text() == CONFIG


def installs_of(card: Card) -> list[str]:
    """The packages that apt was asked for, by their files' names."""
    asked = (each for each in card.called if " install " in each and " -s " not in each)
    return [each.rpartition("/")[2] for each in asked]


@pytest.mark.parametrize(
    "name",
    ["companion_1.2.3.deb13_arm64.deb", "companion_1.2.3~deb13_arm64 (1).deb", "box.deb",
     "companion_1.2.3~deb12_amd64.deb"],
)  # fmt: skip
def test_a_package_is_identified_by_its_content_and_not_its_file_name(restarted: Card, name: str) -> None:
    (restarted.boot / PACKAGE).rename(restarted.boot / name)
    assert restarted.go() == 0
    assert installs_of(restarted) == [name]


def test_of_several_packages_the_newest_is_installed(restarted: Card) -> None:
    (restarted.boot / "a.deb").write_text(package("1.10.0~deb13"))
    (restarted.boot / "z.deb").write_text(package("1.9.0~deb13"))
    (restarted.boot / "broken.deb").write_bytes(b"cut off")
    restarted.go()
    assert installs_of(restarted) == ["a.deb"]


def test_the_display_is_left_to_the_companion_once_that_is_there(restarted: Card) -> None:
    start = "systemctl start companion-card-display.service"
    restarted.is_there("needs-more")
    restarted.go()
    assert start in restarted.called
    restarted.is_there("installed")
    restarted.restart()
    assert restarted.go() == 0
    assert start not in restarted.called


@pytest.mark.parametrize(
    ("program", "call"),
    [("mv", 1), ("mv", 2), ("mv", 3), ("mv", 5), ("mv", 6), ("dpkg-deb", 1), ("dpkg-deb", 2), ("apt-get", 1),
     ("apt-get", 2), ("systemctl", 1), ("systemctl", 2), ("systemctl", 6), ("touch", 1)],
)  # fmt: skip
def test_the_power_goes_at_any_call_and_the_next_start_goes_on(card: Card, program: str, call: int) -> None:
    """The script is killed just before a program's n-th call, and completes at a later start."""
    real = shutil.which(program) if program not in PROGRAMS else None
    plain = f'exec {real} "$@"' if real else PROGRAMS[program]
    count = card.there / "count"
    struck = f'[ $(wc -l < "{count}") != {call} ] || kill -9 $PPID'
    card.program(program, f'echo x >> "{count}"\n{struck}\n{plain}')
    for _ in range(4):
        card.call()
        card.go()
        card.restart()
        if (card.settled / "done").exists():
            break
    assert len(count.read_text().splitlines()) >= call, "it was killed"
    assert (card.settled / "done").exists()
    assert (card.there / "installed").exists()
    assert card.config.count("dtparam=i2c_arm=on") == 1
    assert "console=serial0" not in (card.boot / "cmdline.txt").read_text()
    assert (card.boot / "config.txt.before-companion").read_text() == CONFIG
