"""The broker as its owner has written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.config import MqttConfig
from companion.mqtt.broker import Broker, BrokerUnfit, broker_of, without_password


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("mqtt://pi.local", Broker("pi.local", 1883)),
        ("mqtts://pi.local/", Broker("pi.local", 8883, True)),
        ("mqtt://table%2012@10.0.0.2:1884", Broker("10.0.0.2", 1884, False, "table 12")),
        ("mqtt://box:se%40cret@[fd00::2]", Broker("fd00::2", 1883, False, "box", "se@cret")),
    ],
)
def test_where_the_broker_is(url: str, broker: Broker) -> None:
    assert broker_of(MqttConfig(url=url)) == broker


def test_an_address_is_read_by_people() -> None:
    assert Broker("fd00::2", 1883).address == "mqtt://[fd00::2]:1883"
    assert Broker("pi.local", 8883, True).address == "mqtts://pi.local:8883"


def test_the_password_stands_in_a_file_and_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret \n")
    config = MqttConfig(url="mqtt://pi", username="box", password_file=str(tmp_path / "password"))
    broker = broker_of(config)
    assert broker.password == "secret ", "blanks may belong to it, the line's end does not"
    assert "secret" not in repr(broker)


def test_what_is_no_broker_is_refused_without_saying_the_password() -> None:
    for url in (
        "mqtt://",
        "mqtt://host:0",
        "mqtt://a..b",
        f"mqtt://{'a' * 64}.local",
        "mqtt://host:99999",
        "mqtt://host/topic",
        "mqtt://u:secret@host:x",
        "mqtt://u:a/secret@host",
        "mqtt://a/b:secret@host",
        "mqtt://u:a@secret@host:x",
        "mqtt://u@home:secret@host:x",
        "mqtts:/u:secret@host",
        "u:secret@host",
    ):
        with pytest.raises(BrokerUnfit) as refused:
            broker_of(MqttConfig(url=url))
        assert refused.value.message.code == "broker.url"
        assert "secret" not in str(refused.value.message.params["url"])
    assert without_password("mqtt://u@host:1883") == "mqtt://u@host:1883", "no password"


def test_what_cannot_be_read_is_reported_before_anything_is_tried(tmp_path: Path) -> None:
    empty, junk = tmp_path / "empty", tmp_path / "junk"
    empty.touch()
    junk.write_bytes(b"\xff\xfe")

    def code(url: str = "mqtts://box@host", password_file: str = "", ca: str = "") -> str:
        with pytest.raises(BrokerUnfit) as refused:
            broker_of(MqttConfig(url=url, password_file=password_file, ca=ca))
        return refused.value.message.code.removeprefix("broker.")

    assert code(password_file=str(tmp_path / "none")) == "password-file"
    os.mkfifo(tmp_path / "pipe")
    for never_ends in (str(tmp_path / "pipe"), "/dev/zero", "~nobody-of-this-name/password", "a\0b"):
        assert code(password_file=never_ends) == "password-file"
        assert code(ca=never_ends) == "ca"
    assert code(password_file=str(empty)) == "password-empty"
    assert code(password_file=str(junk)) == "password-unreadable"
    assert code(ca=str(tmp_path / "none")) == "ca"
    assert code(ca=str(empty), url="mqtt://host") == "ca-unencrypted"
    assert code(url="mqtt://:secret@host") == "nobody"
