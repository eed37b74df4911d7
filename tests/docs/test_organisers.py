"""The guide for organisers: what it has them type makes a broker that lets its boxes in."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import msgspec

from companion.cli.hall import hall_command
from companion.config import MqttConfig
from companion.mqtt.broker import broker_of
from tests.fakes.documented import FILES, Documented
from tests.fakes.mqtt_client import client_at
from tests.tree import ROOT

GUIDE = (ROOT / "docs" / "organisers.md").read_text(encoding="utf-8")
HERE = "192.168.1.10"
"""The address of the organiser's computer, as the guide has it."""
OWNER = 'sudo() { "$@"; }; chown() { :; }\n'
"""Tests may do everything here, and Mosquitto has no user of Debian's."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def followed(folder: Path, etc: Path) -> dict[str, str]:
    """Type what the guide says, in a folder with its files; the passwords that it prints, by user."""
    for each in ("conf.d", "certs"):
        (etc / each).mkdir(parents=True)
    for each in ("companion.conf", "companion.acl"):
        shutil.copy(FILES / each, folder)
    said = ""
    for lines in blocks("sh"):
        typed = OWNER + lines.replace("/etc/mosquitto", str(etc)).replace(HERE, "127.0.0.1")
        said += subprocess.run(
            ["bash", "-euc", typed], cwd=folder, check=True, text=True, stdout=subprocess.PIPE
        ).stdout
    return dict(line.split() for line in said.splitlines())


def test_a_box_of_the_guide_is_let_in_by_the_broker_of_the_guide(tmp_path: Path) -> None:
    broker = Documented(tmp_path, tls=True)
    passwords = followed(tmp_path, broker.etc)
    plain, encrypted = (tomllib.loads(each)["mqtt"] for each in blocks("toml"))
    (tmp_path / "broker-password").write_text(passwords[plain["username"]] + "\n", "utf-8")
    here = {
        "password_file": str(tmp_path / "broker-password"),
        "ca": str(broker.etc / "certs" / "broker.crt"),
    }
    written = broker_of(msgspec.convert({**plain, **encrypted, **here}, MqttConfig))
    assert written.encrypted
    broker.start()
    try:
        with client_at(msgspec.structs.replace(written, host="127.0.0.1", port=broker.port)) as box:
            box.stands("connected")
    finally:
        broker.kill()


def test_every_option_of_the_hall_is_there() -> None:
    options = {option for each in hall_command.params for option in each.opts}
    (typed,) = re.findall(r"^    companion hall (.*)$", GUIDE, re.MULTILINE)
    assert set(re.findall(r"--[a-z-]+", typed)) <= options


def test_the_hall_s_service_reads_what_the_guide_writes() -> None:
    given = {each.envvar for each in hall_command.params if isinstance(each, click.Option)}
    written = set(re.findall(r"COMPANION_HALL_[A-Z_]+", GUIDE))
    assert len(written) == 5
    assert written - given == set()
    unit = (ROOT / "systemd" / "companion-hall.service").read_text(encoding="utf-8")
    (file,) = re.findall(r"^EnvironmentFile=(.*)$", unit, re.MULTILINE)
    assert f"It reads `{file}`:" in GUIDE
