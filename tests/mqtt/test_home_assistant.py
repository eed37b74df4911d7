"""The discovery message for Home Assistant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from msgspec.structs import replace

from companion.games import Player
from companion.games.results import Progress
from companion.mqtt import topics
from companion.mqtt.home_assistant import GameSensor, discovery, discovery_topic, published_by
from companion.mqtt.payloads import TableState, encode
from companion.mqtt.state import Identity, state_of
from companion.table.commands import Start
from tests.fakes.box import MESSAGES, Box
from tests.fakes.every import every
from tests.fakes.words import messages
from tests.mqtt.discovered import (
    PLACE,
    BinarySensor,
    Button,
    Discovery,
    Entity,
    Event,
    Image,
    Sensor,
    Tag,
    discovered,
)

BOX = "0badcafe"
GAMES = published_by(every())
PLAYED = TableState(
    BOX, "club-2026", 12, 57, "e1", "2026-11-23T20:00:00Z", "la-strada", "g1", colours=("red", "blue"),
    turn=7, phase="income", acting="blue", far=Progress(20, 26), missing=("reader",),
)  # fmt: skip
IDLE = TableState(BOX, None, None, 58, "e1", "2026-11-23T20:00:00Z")


def message(language: str = "en", url: str | None = None, *, commands: bool = True) -> Discovery:
    words = messages(every()).language(language)
    assert re.fullmatch(PLACE, discovery_topic(BOX))
    return discovered(discovery(BOX, "Companion", url, GAMES, words, commands=commands))


def rendered(template: str, **given: Any) -> str:
    """As Home Assistant's own environment does it, which is one of Jinja's."""
    return ImmutableSandboxedEnvironment().from_string(template).render(**given)


def read(state: TableState, **own: Any) -> dict[str, str]:
    """What each sensor shows, by its id, of a table that stands so."""
    plain: dict[str, Any] = msgspec.json.decode(encode(state))
    return shown({**plain, **own})


def shown(json: dict[str, Any]) -> dict[str, str]:
    sensors = {
        name: each.value_template
        for name, each in message().components.items()
        if isinstance(each, Sensor | BinarySensor)
    }
    return {name: rendered(template, value_json=json) for name, template in sensors.items()}


@pytest.mark.parametrize("commands", [False, True])
@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("url", [None, "http://10.0.0.7:8080/"])
def test_home_assistant_takes_the_message(language: str, url: str | None, commands: bool) -> None:
    told = message(language, url, commands=commands)
    assert told.device.configuration_url == url
    kinds = {type(each) for each in told.components.values()}
    assert kinds == {Sensor, BinarySensor, Event, Image, Tag} | ({Button} if commands else set())
    entities = [each for each in told.components.values() if isinstance(each, Entity)]
    assert len({each.unique_id for each in entities}) == len(entities)
    assert len({each.name for each in entities}) == len(entities)


def test_it_reads_the_topics_of_this_box() -> None:
    told = message()
    assert told.state_topic == topics.of_box(BOX, "state")
    assert told.availability_topic == topics.of_box(BOX, "status")
    assert (told.payload_available, told.payload_not_available) == ("online", "offline")
    event, image, tag = (told.components[name] for name in ("happened", "display", "tag"))
    assert isinstance(event, Event)
    assert event.state_topic == topics.of_box(BOX, "event")
    assert {"ore-drawn", "phase-begun", "turn-begun"} <= set(event.event_types)
    assert isinstance(image, Image)
    assert image.image_topic == topics.of_box(BOX, "display")
    assert isinstance(tag, Tag)
    assert tag.topic == topics.of_box(BOX, "tag")


def test_its_sensors_show_how_the_table_stands() -> None:
    assert read(PLAYED, colonies={"all": 9, "free": 3}) == {
        "system": "la-strada", "turn": "7", "phase": "income", "acting": "blue", "left": "6",
        "playing": "ON", "end_in_sight": "OFF", "problem": "ON",
        "colonies_free": "3", "bricks_left": "None", "turns_left": "None",
    }  # fmt: skip


def test_without_a_game_its_sensors_know_nothing() -> None:
    """`None` is what Home Assistant takes for unknown."""
    assert read(IDLE) == {
        "system": "None", "turn": "None", "phase": "None", "acting": "None", "left": "None",
        "playing": "OFF", "end_in_sight": "OFF", "problem": "OFF",
        "colonies_free": "None", "bricks_left": "None", "turns_left": "None",
    }  # fmt: skip


def test_once_the_game_is_over_none_is_running() -> None:
    assert read(replace(PLAYED, ended=True))["playing"] == "OFF"


@pytest.mark.parametrize("sense", GAMES.sensors, ids=lambda sense: sense.name)
def test_what_only_one_game_knows_is_a_figure_of_it(sense: GameSensor, tmp_path: Path) -> None:
    box = Box(tmp_path)
    colours = every()[sense.system].colours[:2]
    box.phone(Start(sense.system, tuple(Player(colour) for colour in colours)))
    told = msgspec.json.decode(state_of(box.table.snapshot, {}, Identity(BOX)))
    assert int(shown(told)[sense.name]) > 0
    box.table.close()
