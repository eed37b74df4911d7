"""Home Assistant's discovery message, which describes a device and its components. Pure.

Home Assistant reads the same topics as all others; templates pick from their JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from companion import __version__
from companion.games import Game, tag_of
from companion.games.registry import every_colour
from companion.language.messages import Language
from companion.language.text import Text
from companion.mqtt import topics

BIRTH_TOPIC = "homeassistant/status"
"""The topic of Home Assistant's birth message; its payload is `topics.ONLINE`."""
BUTTONS = ("advance", "undo")
"""The commands of a box that takes them, a button each."""
Platform = Literal["sensor", "binary_sensor", "event", "image", "button"]


class GameSensor(msgspec.Struct, frozen=True):
    """A sensor of one game, called `sensed.<name>` in its catalogue.

    system: the game. field: the path in the table's state, joined by dots.
    """

    system: str
    name: str
    field: str


class Published(msgspec.Struct, frozen=True):
    """What the games on this box publish.

    systems: their names. colours: of all players. sensors: their own. event_types: at the topic `event`.
    """

    systems: tuple[str, ...]
    colours: tuple[str, ...]
    sensors: tuple[GameSensor, ...] = ()
    event_types: tuple[str, ...] = ()


def published_by(games: Mapping[str, Game]) -> Published:
    """What these games publish. Imports each, with its view."""
    sensors: dict[str, GameSensor] = {}
    event_types: dict[str, None] = {}
    for system, game in games.items():
        event_types.update(dict.fromkeys(map(tag_of, game.view.published_events)))
        for name, field in game.view.sensors.items():
            sensors.setdefault(name, GameSensor(system, name, field))
    return Published(tuple(games), every_colour(games), tuple(sensors.values()), tuple(event_types))


def discovery_topic(box: str) -> str:
    """The topic of the discovery message, retained; an empty payload removes the device."""
    return f"homeassistant/device/companion_{box}/config"


def discovery(
    box: str, name: str, url: str | None, games: Published, language: Language, *, commands: bool
) -> bytes:
    """The discovery message.

    name: the device's. url: of the box's pages, None if unknown. language: of the sensors' names. commands:
    whether to add `BUTTONS`.
    """
    device = {
        "identifiers": [f"companion_{box}"],
        "name": name,
        "model": "Companion",
        "serial_number": box,
        "sw_version": __version__,
    }
    if url is not None:
        device["configuration_url"] = url
    components = [*_sensors(box, games, language), *_other_components(box, games, language)]
    if commands:
        components += (_button(box, each, language) for each in BUTTONS)
    message = {
        "device": device,
        "origin": {"name": "Companion", "sw_version": __version__},
        "availability_topic": topics.of_box(box, "status"),
        "payload_available": topics.ONLINE.decode(),
        "payload_not_available": topics.OFFLINE.decode(),
        "state_topic": topics.of_box(box, "state"),
        "components": dict(components),
    }
    return msgspec.json.encode(message)


Component = tuple[str, Mapping[str, Any]]


def _component(box: str, platform: Platform, name: str, label: str, **more: Any) -> Component:
    """A component with its id. name: of its entity by default. label: for people."""
    return name, {
        "platform": platform,
        "unique_id": f"companion_{box}_{name}",
        "default_entity_id": f"{platform}.companion_{name}",
        "name": label,
        **more,
    }


def _sensors(box: str, games: Published, language: Language) -> Iterable[Component]:
    """Sensors of every game, then those of one game."""

    def sensed(platform: Platform, name: str, template: str, icon: str, **more: Any) -> Component:
        label = language.say(Text(f"sensed.{name}"))
        return _component(box, platform, name, label, value_template=template, icon=icon, **more)

    def choice(*options: str) -> Mapping[str, Any]:
        return {"device_class": "enum", "options": list(options)}

    def yes(condition: str) -> str:
        return f"{{{{ 'ON' if {condition} else 'OFF' }}}}"

    yield sensed("sensor", "system", "{{ value_json.system }}", "mdi:dice-multiple", **choice(*games.systems))
    yield sensed("sensor", "turn", "{{ value_json.turn }}", "mdi:counter")
    yield sensed("sensor", "phase", "{{ value_json.phase }}", "mdi:progress-clock")
    yield sensed("sensor", "acting", "{{ value_json.acting }}", "mdi:account", **choice(*games.colours))
    left = "{{ value_json.far.of - value_json.far.done if value_json.far else None }}"
    yield sensed("sensor", "left", left, "mdi:flag-checkered")
    playing = yes("value_json.system and not value_json.ended")
    yield sensed("binary_sensor", "playing", playing, "mdi:play", device_class="running")
    yield sensed("binary_sensor", "end_in_sight", yes("value_json.end_in_sight"), "mdi:flag-checkered")
    yield sensed(
        "binary_sensor",
        "problem",
        yes("value_json.missing"),
        "mdi:puzzle-outline",
        device_class="problem",
        entity_category="diagnostic",
        json_attributes_topic=topics.of_box(box, "state"),
        json_attributes_template="{{ {'missing': value_json.missing} | tojson }}",
    )
    for sensor in games.sensors:
        label = language.say(Text(f"sensed.{sensor.name}", system=sensor.system))
        yield _component(box, "sensor", sensor.name, label, value_template=_field(sensor.field))


def _field(path: str) -> str:
    """The template for a field of one game."""
    *outer, last = path.split(".")
    found = "value_json"
    for each in outer:
        found = f"({found}.{each} | default({{}}))"
    return f"{{{{ {found}.{last} | default(None) }}}}"


def _other_components(box: str, games: Published, language: Language) -> Iterable[Component]:
    """The components for events, the display's picture, and unknown tags."""
    if games.event_types:
        yield _component(
            box,
            "event",
            "happened",
            language.say(Text("sensed.happened")),
            state_topic=topics.of_box(box, "event"),
            event_types=list(games.event_types),
            icon="mdi:dice-5",
        )
    yield _component(
        box,
        "image",
        "display",
        language.say(Text("sensed.display")),
        image_topic=topics.of_box(box, "display"),
        content_type="image/png",
    )
    yield (
        "tag",
        {
            "platform": "tag",
            "unique_id": f"companion_{box}_tag",
            "topic": topics.of_box(box, "tag"),
        },
    )


def _button(box: str, do: str, language: Language) -> Component:
    """A button. Its attributes follow the table, so that its command names the version that its user sees."""
    return _component(
        box,
        "button",
        do,
        language.say(Text(f"sensed.{do}")),
        command_topic=topics.of_box(box, "command"),
        payload_press=do,
        command_template=(
            '{"do": "{{ value }}", "epoch": "{{ this.attributes.epoch }}", '
            '"expects": {{ this.attributes.version }}}'
        ),
        json_attributes_topic=topics.of_box(box, "state"),
        json_attributes_template=(
            "{{ {'epoch': value_json.epoch, 'version': value_json.version} | tojson }}"
        ),
        icon="mdi:skip-next" if do == "advance" else "mdi:undo",
    )
