"""The configuration: the owner's TOML file, values that lie over it, `--set` on top; checked as a whole."""

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Meta, inspect

from companion.language.decoding import invalid_field
from companion.language.text import CompanionError, Param, Text, text

Pin = Annotated[int, Meta(ge=0, le=27)] | Annotated[str, Meta(pattern=r"(?i)^(BCM|GPIO|BOARD|J8:)\d{1,2}$")]
"""A GPIO number (17, "GPIO17"), or a place on the header ("J8:11", "BOARD11")."""


Strip = Literal["ws2812", "apa102"]
"""The kinds of strip: lamps that are pixels on an SPI bus."""
STRIPS: tuple[str, ...] = get_args(Strip)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; every key has a default."""


class WebConfig(Section, frozen=True):
    """host: address to listen on. port: 0 takes a free one. join_code: made once when left out.

    streams: phones that may listen at the same time; none of them takes a thread.
    show_code: the page for joining says the code, for a box without a display of its own.
    names: what the box is called beside its own name; under any other name it does not answer.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones in the room are the point; the code keeps strangers out
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    join_code: Annotated[str, Meta(pattern=r"^[0-9A-Za-z]{4,8}$")] | None = None
    streams: Annotated[int, Meta(ge=1, le=160)] = 72
    show_code: bool = False
    names: tuple[Annotated[str, Meta(pattern=r"^[0-9A-Za-z._-]{1,253}$")], ...] = ()


class BoxConfig(Section, frozen=True):
    """language: of the display; empty until one is chosen. power_off: a shutdown on the panel switches the
    machine off as well.

    own_wifi: the companion looks after the machine's Wi-Fi, and opens one of its own where there is no other.
    """

    language: str = ""
    power_off: bool = False
    own_wifi: bool = False


class DataConfig(Section, frozen=True):
    """folder: where the games are kept."""

    folder: str = "~/.local/share/companion"


class CopiesConfig(Section, frozen=True):
    """keep: how many copies of the games stay, one for each of the last turns; 0 makes none.

    stick: a folder that may come and go, such as a USB stick's, for copies beside those of the data folder.
    """

    keep: Annotated[int, Meta(ge=0, le=200)] = 8
    stick: str | None = None


class OledConfig(Section, frozen=True):
    """bus: number of the I2C bus. address: of the display on it. rotate: degrees; 180 is upside down.

    mirror: the glass shows left what others show right. offset: the column of the controller's memory at
    which the glass begins; None for its usual one. contrast, dim_contrast: the light of a bright and of a
    dimmed display, 0 to 255. dim_after: idle minutes until it dims. shift_every: minutes between two small
    movements of a dimmed picture, so that no pixel is lit for ever; 0 leaves it where it is.
    """

    driver: Literal["ssd1306", "sh1106", "ssd1309", "simulated", "none"] = "ssd1306"
    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    address: Annotated[int, Meta(ge=0x03, le=0x77)] = 0x3C
    rotate: Literal[0, 180] = 0
    mirror: bool = False
    offset: Annotated[int, Meta(ge=0, le=4)] | None = None
    contrast: Annotated[int, Meta(ge=0, le=255)] = 160
    dim_contrast: Annotated[int, Meta(ge=0, le=255)] = 1
    dim_after: Annotated[float, Meta(ge=0.1, le=600)] = 10.0
    shift_every: Annotated[float, Meta(ge=0, le=60)] = 1.0


class ButtonsConfig(Section, frozen=True):
    """Pins of the three buttons and of any colour's. hold: seconds until a press is a held one."""

    driver: Literal["gpio", "simulated", "none"] = "gpio"
    advance: Pin = 17
    select: Pin = 27
    back: Pin = 22
    colours: dict[str, Pin] = msgspec.field(default_factory=dict)
    hold: Annotated[float, Meta(ge=0.05, le=5)] = 1.0


class RfidConfig(Section, frozen=True):
    """driver: a kind of reader that the box knows, `simulated` or `none`.

    port: a device, a pattern that fits only one, or anything pyserial opens by URL; of a reader on a bus that
    bus. repeat_after: seconds a lying tag stays silent. gain: of an RC522's receiver, in dB; None leaves it
    as the chip has it.
    """

    driver: str = "rdm6300"
    port: str = "/dev/ttyAMA0"
    repeat_after: Annotated[float, Meta(ge=0.1, le=60)] = 1.5
    gain: Literal[18, 23, 33, 38, 43, 48] | None = None


class LampsConfig(Section, frozen=True):
    """Lamps for the players' colours: on pins of their own (`colours`), or the pixels of one strip.

    spi: the bus of a strip. brightness, dim_brightness: of the brightest lamp, 0 to 255, while the display is
    bright and while it is dimmed.
    """

    driver: Literal["none", "leds", Strip, "simulated"] = "none"
    spi: str = "/dev/spidev0.0"
    brightness: Annotated[int, Meta(ge=1, le=255)] = 64
    dim_brightness: Annotated[int, Meta(ge=0, le=255)] = 4
    colours: dict[str, Pin] = msgspec.field(default_factory=dict)


class BuzzerConfig(Section, frozen=True):
    """driver: `active` sounds by itself, `passive` is given the tones. volume: by how long it sounds.

    quiet_from, quiet_until: hours of the machine's local time between which it is silent; the same: never.
    """

    driver: Literal["none", "active", "passive", "simulated"] = "none"
    pin: Pin = 18
    volume: Annotated[int, Meta(ge=1, le=3)] = 2
    quiet_from: Annotated[int, Meta(ge=0, le=23)] = 22
    quiet_until: Annotated[int, Meta(ge=0, le=23)] = 8


class MqttConfig(Section, frozen=True):
    """The broker to publish to; without a url nothing is published.

    url: `mqtt://host:1883`, or `mqtts://` for one that is encrypted; a user may stand before the host.
    username: where it does not. password_file: a file with the password alone. ca: a file with the
    certificates that are trusted instead of the system's. event, table: which table of which event this is.
    names: whether to publish names. commands: whether others may advance and undo. discovery: the box
    presents itself to Home Assistant.
    """

    url: Annotated[str, Meta(pattern=r"^(mqtts?://\S+)?$")] = ""
    username: str = ""
    password_file: str = ""
    ca: str = ""
    event: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{0,64}$")] = ""
    table: Annotated[int, Meta(ge=1, le=9999)] | None = None
    names: bool = False
    commands: bool = False
    discovery: bool = True


class Config(Section, frozen=True):
    """The whole file."""

    web: WebConfig = WebConfig()
    box: BoxConfig = BoxConfig()
    data: DataConfig = DataConfig()
    copies: CopiesConfig = CopiesConfig()
    oled: OledConfig = OledConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    rfid: RfidConfig = RfidConfig()
    lamps: LampsConfig = LampsConfig()
    buzzer: BuzzerConfig = BuzzerConfig()
    mqtt: MqttConfig = MqttConfig()


_ON_BOARD = (0x78, 0x7A)
"""The addresses of displays with the bit that says whether it is read, as boards have them printed on."""
SIMULATED = tuple(f"{part}.driver=simulated" for part in ("oled", "buttons", "rfid", "lamps", "buzzer"))
"""What `--simulate` sets."""


Changes: TypeAlias = dict[str, dict[str, Any]]
"""Values by section and key, as plain data."""


class ConfigError(CompanionError):
    """The configuration cannot be used; `config.<code>` says why."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"config.{code}", **params), permanent=True)


def load(path: Path | None, settings: Iterable[str] = (), overlay: Changes | None = None) -> Config:
    """Read the file, if any, and put the values of the overlay over it, the `section.key=value` on top.

    overlay: as `changes` gives it, over a file that can be read without. Raises `ConfigError` for an
    unreadable file, an unknown key (with the nearest known one) or a value that does not fit.
    """
    raw = _read(path) if path is not None else {}
    for section, values in (overlay or {}).items():
        raw[section] = {**raw.get(section, {}), **values}
    _check_keys(raw, Config, "")
    for setting in settings:
        _put(raw, setting)
    return _converted(raw)


def changes(before: Config, after: Config) -> Changes:
    """The values of `after` that differ from those of `before`."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    changed = {
        section: {key: value for key, value in values.items() if value != old[section][key]}
        for section, values in new.items()
    }
    return {section: values for section, values in changed.items() if values}


def _read(path: Path) -> dict[str, Any]:
    try:
        tables: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError("unreadable", file=str(path), why=error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError("not-toml", file=str(path), why=str(error)) from error
    return tables


@cache
def _fields(struct: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(struct)}


def _check_keys(raw: Mapping[str, Any], struct: type[msgspec.Struct], path: str) -> None:
    known = _fields(struct)
    for key, value in raw.items():
        if key not in known:
            lost = not path and not isinstance(value, Mapping)
            raise _unknown(f"{path}{key}", _every_key() if lost else (f"{path}{name}" for name in known))
        kind = known[key].type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
            _check_keys(value, kind, f"{path}{key}.")


def _unknown(key: str, known: Iterable[str]) -> ConfigError:
    names = list(known)
    nearest = difflib.get_close_matches(key, names, n=1, cutoff=0.0) or names[:1]
    return ConfigError("unknown-key", key=key, nearest=nearest[0])


def _put(raw: dict[str, Any], setting: str) -> None:
    """Put one `section.key=value` into the raw tables, its text read by the field's type."""
    path, separator, value = setting.partition("=")
    if not separator:
        raise ConfigError("not-a-setting", setting=setting)
    *sections, key = path.strip().split(".")
    struct: type[msgspec.Struct] = Config
    table = raw
    for depth, section in enumerate(sections):
        field = _fields(struct).get(section)
        if field is None:
            raise _unknown(path, _every_key())
        table = table.setdefault(section, {})
        if not isinstance(table, dict):
            _converted(raw)  # raises: the table is a value, and another may be at fault before it
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            struct = field.type
            continue
        if get_origin(field.type) is not dict or depth + 1 != len(sections):
            raise _unknown(path, _every_key())
        table[key] = _by_type(path, value, get_args(field.type)[1])
        return
    field = _fields(struct).get(key)
    if field is None or not sections:
        raise _unknown(path, _every_key())
    table[key] = _by_type(path, value, field.type)


def _by_type(path: str, written: str, kind: Any) -> Any:
    for value in _readings(written):
        try:
            return msgspec.convert(value, kind, strict=False)
        except msgspec.ValidationError:
            continue
    raise _misfit(path, _as_toml(written), written, kind)


def _readings(written: str) -> Iterator[Any]:
    """What a setting may mean: text as it stands, a value as the file has it, or several texts."""
    yield written
    yield _as_toml(written)
    yield written.split(",")


def _as_toml(written: str) -> Any:
    """The value that this text would be in the file; the text itself where it would be none."""
    try:
        return tomllib.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError):  # also of a number with more digits than Python reads
        return written


def _converted(raw: Mapping[str, Any]) -> Config:
    """What these tables say. Raises `ConfigError` for the first value, in our order of the tables, that does
    not fit."""
    try:
        return msgspec.convert({name: raw[name] for name in _fields(Config) if name in raw}, Config)
    except msgspec.ValidationError as error:
        wrong = invalid_field(error, raw)
        key = wrong.path.partition("[")[0]
        raise _misfit(key, wrong.value, repr(wrong.value), _kind(key)) from error


def _every_key() -> list[str]:
    return [f"{section}.{key}" for section, field in _fields(Config).items() for key in _fields(field.type)]


def _kind(key: str) -> Any:
    """The type of a section or of a key in one."""
    section, _, name = key.partition(".")
    kind = _fields(Config)[section].type
    return _fields(kind)[name].type if name else kind


def _misfit(key: str, value: Any, written: str, kind: Any) -> ConfigError:
    """Why a value does not fit. written: the same as it is shown."""
    if key == "oled.address" and isinstance(value, int) and value in _ON_BOARD:
        return ConfigError("on-board", key=key, board=f"0x{value:02X}", here=f"0x{value >> 1:02X}")
    return ConfigError("misfit", key=key, value=written, expected=_expected(kind))


def _given(kind: Any) -> inspect.Type:
    """The type of a field that is not left out. A text is recognised by its pattern."""
    match inspect.type_info(kind):
        case inspect.UnionType(
            types=(
                inspect.IntType() | inspect.LiteralType() | inspect.StrType(pattern=None) as one,
                inspect.NoneType(),
            )
        ):
            return one
        case other:
            return other


def _expected(kind: Any) -> Text:
    """Say what a field takes, in a few words."""
    match _given(kind):
        case inspect.LiteralType(values=values):
            return text("config.one-of", values=tuple(str(value) for value in values))
        case inspect.IntType(ge=int(low), le=int(high)):
            return text("config.whole-number", low=low, high=high)
        case inspect.FloatType(ge=low, le=high):
            return text("config.number", low=str(low), high=str(high))
        case inspect.UnionType(types=types) if isinstance(types[0], inspect.IntType):
            return text("config.pin")
        case inspect.StructType():
            return text("config.table")
        case other:
            return text(f"config.{type(other).__name__.removesuffix('Type').lower()}")
