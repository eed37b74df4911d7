"""`companion leave`: a broker forgets what it keeps of a box that does not run."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import companion_command
from companion.mqtt import topics
from companion.storage.files import lock
from tests.fakes.folders import BOX, keep_box
from tests.fakes.mosquitto import Mosquitto, mosquitto
from tests.fakes.mqtt_client import client_at

__all__ = ["mosquitto"]


def leave(data: Path, url: str) -> Result:
    words = ["leave", "--data", str(data), "--set", f"mqtt.url={url}"]
    return CliRunner(env={"LC_ALL": "en_GB.UTF-8"}).invoke(companion_command, words)


def test_a_box_leaves_its_broker_once_and_only_while_it_does_not_run(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    assert leave(tmp_path, "").exit_code == leave(tmp_path, mosquitto.url).exit_code == 1
    keep_box(tmp_path, BOX)
    state = topics.of_box(BOX, "state")
    with client_at(mosquitto.broker(), state) as hall:
        hall.client.retain(state, b"{}")
        assert hall.receive() == (state, b"{}")
        running = lock(tmp_path)
        refused = leave(tmp_path, mosquitto.url)
        assert (refused.exit_code, "already using" in refused.stderr) == (1, True)
        running.release()
        left = leave(tmp_path, mosquitto.url)
        assert (left.exit_code, BOX in left.stdout, "message" in left.stdout) == (0, True, True), left.stderr
        assert hall.receive() == (state, b"")
    assert "kept nothing before" in leave(tmp_path, mosquitto.url).stdout
