"""The box as Home Assistant finds it by itself: one message that describes a device and what it consists of.

Home Assistant reads the same topics as all others; the templates here pick out of their JSON. Pure.
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

BIRTH = "homeassistant/status"
"""The topic of Home Assistant's birth message, which is `topics.ONLINE`."""
TO_DO = ("advance", "undo")
"""What may be asked of a box that takes commands: a button each."""
Platform = Literal["sensor", "binary_sensor", "event", "image", "button"]


class Sense(msgspec.Struct, frozen=True):
    """What only one game has a sensor for.

    system: the game, in whose words it is called `sensed.<name>`. field: where it stands in the
    table's state, its fields joined by dots.
    """

    system: str
    name: str
    field: str


class Published(msgspec.Struct, frozen=True):
    """What is published of the games on this box.

    systems: their names. colours: that any player may have. senses: of their own. happenings: the
    events at the topic `event`.
    """

    systems: tuple[str, ...]
    colours: tuple[str, ...]
    senses: tuple[Sense, ...] = ()
    happenings: tuple[str, ...] = ()


def published_of(games: Mapping[str, Game]) -> Published:
    """What is published of these games. Imports each, and what it tells."""
    senses: dict[str, Sense] = {}
    happenings: dict[str, None] = {}
    for system, game in games.items():
        happenings.update(dict.fromkeys(map(tag_of, game.view.published_events)))
        for name, field in game.view.sensors.items():
            senses.setdefault(name, Sense(system, name, field))
    return Published(tuple(games), every_colour(games), tuple(senses.values()), tuple(happenings))


def place(box: str) -> str:
    """The topic of the message. Retained there; an empty one takes the device away again."""
    return f"homeassistant/device/companion_{box}/config"


def discovery(
    box: str, name: str, url: str | None, games: Published, language: Language, *, commands: bool
) -> bytes:
    """The message.

    name: what the device is called. url: of the box's pages, None while it is not known. language: in which
    the sensors are called. commands: buttons for `TO_DO`, which the box has to take then.
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
    components = [*_senses(box, games, language), *_others(box, games, language)]
    if commands:
        components += (_button(box, each, language) for each in TO_DO)
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
    """One of the device's parts with its id. name: as its entity is called by default. label: for people."""
    return name, {
        "platform": platform,
        "unique_id": f"companion_{box}_{name}",
        "default_entity_id": f"{platform}.companion_{name}",
        "name": label,
        **more,
    }


def _senses(box: str, games: Published, language: Language) -> Iterable[Component]:
    """What can be read of every game, then what only one of them knows."""

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
    for sense in games.senses:
        label = language.say(Text(f"sensed.{sense.name}", system=sense.system))
        yield _component(box, "sensor", sense.name, label, value_template=_field(sense.field))


def _field(path: str) -> str:
    """The template for a field that only one game has."""
    *outer, last = path.split(".")
    found = "value_json"
    for each in outer:
        found = f"({found}.{each} | default({{}}))"
    return f"{{{{ {found}.{last} | default(None) }}}}"


def _others(box: str, games: Published, language: Language) -> Iterable[Component]:
    """What happens, the display's picture, and the reader for tags that belong to no bag."""
    if games.happenings:
        yield _component(
            box,
            "event",
            "happened",
            language.say(Text("sensed.happened")),
            state_topic=topics.of_box(box, "event"),
            event_types=list(games.happenings),
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
    """A button for what may be asked. Its attributes follow the table, so that it asks of the table that its
    owner sees, as `companion.mqtt.commands` has it.
    """
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
