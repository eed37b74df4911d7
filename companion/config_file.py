"""Reading the owner's file and the `--set` values: whole or not at all, with an answer for each mistake."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from companion.config import Config
from companion.games.screen import Param, Text, text


class ConfigError(Exception):
    """The configuration cannot be used. `code` and `params` as in `companion.games.screen.Text`."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def load(path: Path | None, settings: Iterable[str] = ()) -> Config:
    """Read the file, if any, and put the `section.key=value` settings on top.

    Raises `ConfigError` for an unreadable file, an unknown key (with the nearest known one) or a value
    that does not fit.
    """
    raw = _read(path) if path is not None else {}
    _check_keys(raw, Config, "")
    for setting in settings:
        _put(raw, setting)
    try:
        return msgspec.convert(raw, Config)
    except msgspec.ValidationError as error:
        raise _misfit(raw) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError("config.unreadable", file=str(path), why=error.strerror or str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError("config.not-toml", file=str(path), why=str(error)) from error


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
    return ConfigError("config.unknown-key", key=key, nearest=nearest[0])


def _put(raw: dict[str, Any], setting: str) -> None:
    """Put one `section.key=value` into the raw tables, its text read by the field's type."""
    path, separator, value = setting.partition("=")
    if not separator:
        raise ConfigError("config.not-a-setting", setting=setting)
    *sections, key = path.strip().split(".")
    struct: type[msgspec.Struct] = Config
    table = raw
    for depth, section in enumerate(sections):
        field = _fields(struct).get(section)
        if field is None:
            raise _unknown(path, _every_key())
        table = table.setdefault(section, {})
        if not isinstance(table, dict):
            raise _misfit(raw)
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
    for value in (written, int(written) if written.isdecimal() else written):
        try:
            return msgspec.convert(value, kind, strict=False)
        except msgspec.ValidationError:
            continue
    raise ConfigError("config.misfit", key=path, value=written, expected=_expected(kind))


def _every_key() -> list[str]:
    return [f"{section}.{key}" for section, field in _fields(Config).items() for key in _fields(field.type)]


def _misfit(raw: Mapping[str, Any]) -> ConfigError:
    """Name the first key whose value does not fit, and what would."""
    for section, part in _fields(Config).items():
        values = raw.get(section, {})
        if not isinstance(values, Mapping):
            return ConfigError(
                "config.misfit", key=section, value=repr(values), expected=text("config.table")
            )
        for key, value in values.items():
            kind = _fields(part.type)[key].type
            try:
                msgspec.convert(value, kind)
            except msgspec.ValidationError:
                name = f"{section}.{key}"
                return ConfigError("config.misfit", key=name, value=repr(value), expected=_expected(kind))
    raise AssertionError(raw)


def _expected(kind: Any) -> Text:
    """Say what a field takes, in a few words."""
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.LiteralType(values=values):
            words = text("config.one-of", values=tuple(str(value) for value in values))
        case msgspec.inspect.IntType(ge=int(low), le=int(high)):
            words = text("config.whole-number", low=low, high=high)
        case msgspec.inspect.FloatType(ge=low, le=high):
            words = text("config.number", low=str(low), high=str(high))
        case msgspec.inspect.UnionType(types=types) if isinstance(types[0], msgspec.inspect.IntType):
            words = text("config.pin")
        case other:
            words = text(f"config.{type(other).__name__.removesuffix('Type').lower()}")
    return words
