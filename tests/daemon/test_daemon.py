"""The whole companion in a process of its own: started, played, stopped, killed and started again."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.serve import demo_command, serve_command
from companion.config import Config
from tests.fakes.served import companion


def test_it_logs_one_line_when_it_answers_and_ends_well_with_phones_connected(tmp_path: Path) -> None:
    with companion(data=tmp_path) as box:
        box.join()
        box.start_game()
        phones = [box.stream() for _ in range(8)]
        box.stop()
        assert box.process.returncode == 0
        assert box.process.stdout is not None
        assert not box.process.stdout.read()
        for phone in phones:
            phone.close()


def test_the_demo_can_be_played_at_once() -> None:
    with companion(command="demo") as box:
        table = box.ask("GET", "/api/v1/table")
        assert table["game"]["phase"] == "production"
        box.join()
        box.ask("POST", "/api/v1/box/scan", {"tag": "0F0184F003"})
        drawn = {mine["number"]: mine["drawn"] for mine in box.ask("GET", "/api/v1/table")["game"]["mines"]}
        assert drawn[3] in {"gold", "iron"}
        for _ in range(3):  # home from the ore, the question, yes
            box.ask("POST", "/api/v1/box/press", {"button": "advance"})
        assert box.ask("GET", "/api/v1/table")["game"]["phase"] == "movement"


def test_the_demos_buzzer_sounds_at_every_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Config] = []
    monkeypatch.setattr("companion.daemon.supervisor.run", lambda given, **_: begun.append(given.load()))
    result = CliRunner().invoke(demo_command, ["--port", "0"])
    assert result.exit_code == 0, result.output
    (config,) = begun
    assert config.buzzer.quiet_from == config.buzzer.quiet_until


@pytest.mark.parametrize(
    ("words", "addresses", "said"),
    [
        (("--simulate",), (), ("http://127.0.0.1:8080/j/4821", "http://127.0.0.1:8080/box")),
        ((), ("192.0.2.5:8080",), ("http://192.0.2.5:8080/ ", "display", "web.show_code=true")),
        ((), (), ("no network",)),
    ],
    ids=["simulated", "on a network", "alone"],
)
def test_a_ready_box_shows_its_address_and_how_to_join_and_its_code_only_if_it_is_simulated(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], addresses: tuple[str, ...], said: tuple[str, ...]
) -> None:
    monkeypatch.setattr(
        "companion.daemon.supervisor.run",
        lambda _given, on_ready, **_: on_ready("http://127.0.0.1:8080/", "4821"),
    )
    monkeypatch.setattr("companion.cli.serve.reachable", lambda _host, _port: addresses)
    result = CliRunner().invoke(serve_command, words, env={"LC_ALL": "C"})
    assert result.stdout == "companion ready on http://127.0.0.1:8080/\n"
    assert [each for each in said if each not in result.stderr] == []
    assert ("4821" in result.stderr) == ("--simulate" in words)


def test_the_demo_names_the_games_that_it_can_begin_with() -> None:
    refused = CliRunner().invoke(demo_command, ["--game", "chess"])
    assert refused.exit_code == 2
    assert "chess" in refused.stderr
    assert "roads-and-boats" in refused.stderr


def test_the_service_manager_is_notified_of_readiness_then_watchdog_then_stopping(
    tmp_path: Path, notify: socket.socket
) -> None:
    told = {"NOTIFY_SOCKET": notify.getsockname(), "WATCHDOG_USEC": "200000"}
    with companion(data=tmp_path / "data", environment=told) as box:
        assert [notify.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG_USEC=200000", b"WATCHDOG=1"]
        box.stop()
    heard = [b"WATCHDOG=1"]
    while heard[-1] == b"WATCHDOG=1":
        heard.append(notify.recv(100))
    assert heard[-1] == b"STOPPING=1"
