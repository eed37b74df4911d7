"""What Home Assistant takes of a device that describes itself, as its own code (core 2026.2) checks it.

It passes over what a component has beyond this; here that is an error, for it would be of no use there.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Topic = Annotated[str, Meta(pattern=r"^[^+#\x00-\x1f\x7f-\x9f]{1,200}$")]
"""One that may be subscribed to and written at."""
Template = Annotated[str, Meta(pattern=r"\{\{.*\}\}")]
EntityId = Annotated[str, Meta(pattern=r"^[a-z_]+\.[a-z0-9_]+$")]
Url = Annotated[str, Meta(pattern=r"^(https?|homeassistant)://[^/\s]+")]
PLACE = r"homeassistant/device/[a-zA-Z0-9_-]+/config"


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing beside its fields."""


class Device(Strict):
    identifiers: Annotated[list[str], Meta(min_length=1)]
    name: str
    model: str
    serial_number: str
    sw_version: str
    configuration_url: Url | None = None


class Origin(Strict):
    name: str
    sw_version: str | None = None
    support_url: Url | None = None


class Entity(Strict, kw_only=True, tag_field="platform"):
    """The fields of all platforms with entities."""

    unique_id: str
    default_entity_id: EntityId
    name: str
    icon: Annotated[str, Meta(pattern="^mdi:[a-z0-9-]+$")] | None = None
    entity_category: Literal["config", "diagnostic"] | None = None
    json_attributes_topic: Topic | None = None
    json_attributes_template: Template | None = None


class Sensor(Entity, kw_only=True, tag="sensor"):
    value_template: Template
    device_class: Literal["enum"] | None = None
    options: Annotated[list[str], Meta(min_length=1)] | None = None


class BinarySensor(Entity, kw_only=True, tag="binary_sensor"):
    value_template: Template
    device_class: Literal["problem", "running"] | None = None


class Event(Entity, kw_only=True, tag="event"):
    state_topic: Topic
    event_types: Annotated[list[str], Meta(min_length=1)]


class Image(Entity, kw_only=True, tag="image"):
    image_topic: Topic
    content_type: Literal["image/png"]


class Button(Entity, kw_only=True, tag="button"):
    command_topic: Topic
    payload_press: str
    command_template: Template


class Tag(Strict, tag_field="platform", tag="tag"):
    topic: Topic
    unique_id: str


Component = Sensor | BinarySensor | Event | Image | Button | Tag


class Discovery(Strict):
    """The whole message. state_topic: of every component that has none of its own."""

    device: Device
    origin: Origin
    components: dict[str, Component]
    availability_topic: Topic
    payload_available: str
    payload_not_available: str
    state_topic: Topic


def discovered(payload: bytes) -> Discovery:
    """Raises `msgspec.ValidationError` for what Home Assistant would not take."""
    found = msgspec.json.decode(payload, type=Discovery)
    for each in found.components.values():
        if isinstance(each, Sensor) and (each.options is not None) != (each.device_class == "enum"):
            raise msgspec.ValidationError("options belong to a sensor of the class enum")
        if isinstance(each, Entity):
            platform = each.default_entity_id.partition(".")[0]
            if platform != each.__struct_config__.tag:
                raise msgspec.ValidationError(f"{each.default_entity_id} is of another platform")
    return found
