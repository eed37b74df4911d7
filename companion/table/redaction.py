"""Redact a game or a person's name from the stored games, and names from an export.

A name becomes empty, so that the colour stands for it. That changes the chain's heads, so the game's start
records that it was redacted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.storage.entry import Entry
from companion.storage.replacing import redact
from companion.storage.storage import Storage
from companion.table import chain
from companion.table.commands import Nameless
from companion.table.export import chain_heads, parse_export
from companion.table.names import PERSON_FIELDS, THING_FIELD, person_key

_REASON = "reason"
"""The field of a command with a person's reason, in free words; it decides nothing."""
_NAMELESS = {"type": str(Nameless.__struct_config__.tag)}


class RedactionRequest(msgspec.Struct, frozen=True):
    """What to redact: a game by its ID, or a person by name, never both."""

    name: str = ""
    game: str = ""


class RedactionResult(msgspec.Struct, frozen=True):
    """What a redaction changed."""

    request: RedactionRequest
    games: int
    """Number of games changed."""


def redact_folder(
    folder: Path, request: RedactionRequest, *, at: datetime, entropy: Callable[[int], bytes]
) -> RedactionResult:
    """Redact a data folder while no companion runs. Raises what `redact` and opening the games raise; nothing
    has changed then.
    """
    storage = Storage(folder, at=at, entropy=entropy, every=True)  # what is damaged is set aside first
    try:
        games = _affected_games(request, storage.entries())
    finally:
        storage.close()
    changed = redact(folder, _entry_filter(request, games), _member_filter(request), at, entropy)
    return RedactionResult(request, len(games) if changed else 0)


def without_names(exported: Mapping[str, Any]) -> dict[str, Any]:
    """Return an export without anyone's name, for publishing.

    Reasons of corrections become "-", and players' names for things become numbers, since both may name
    people. Equal names get equal numbers, so the rules decide the same.

    The heads are computed anew and the start is marked as redacted, unless there was nothing to redact.
    exported: from `export_game`. Raises `Refused` for what is no export.
    """
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(exported))
    entries = plain["entries"]
    numbers: dict[str, str] = {}
    for each in _thing_names(entries):
        numbers.setdefault(each, str(len(numbers) + 1))
    people = {key for each in entries for key in (person_key(each["name"]), *_person_keys(each["command"]))}
    people -= {"", *map(person_key, numbers)}
    with_reason = [each["command"] for each in entries if isinstance(each["command"].get(_REASON), str)]
    for command in with_reason:
        command[_REASON] = "-"
    if not (_blank_names(entries, people) or numbers or with_reason):
        return plain
    _number_things(entries, numbers)
    entries[0]["events"] = _mark_events(entries[0]["events"])
    file, lines = parse_export(plain)
    for entry, head in zip(entries, chain_heads(file, lines), strict=True):
        entry["head"], plain["head"] = head.hex()[: chain.SHOWN_DIGITS], head.hex()
    return plain


def _affected_games(request: RedactionRequest, entries: Iterable[Entry]) -> frozenset[str]:
    """The games of which something has to go."""
    if request.game:
        return frozenset(each.game for each in entries if each.game == request.game)
    key = person_key(request.name)
    return frozenset(
        each.game for each in entries if each.game is not None and _redact_entry(each, key) != each
    )


def _entry_filter(request: RedactionRequest, games: frozenset[str]) -> Callable[[Entry], Entry | None]:
    if request.game:
        return lambda entry: None if entry.game == request.game else entry
    key = person_key(request.name)

    def nameless(entry: Entry) -> Entry:
        entry = _redact_entry(entry, key)
        return _mark_start(entry) if entry.game in games and entry.kind == "start" else entry

    return nameless


def _member_filter(request: RedactionRequest) -> Callable[[Any], Any]:
    """Return a function that redacts what is stored of phones."""
    key = person_key(request.name)

    def without(members: Any) -> Any:
        return msgspec.json.decode(_redact_json(msgspec.json.encode(members), key)) if key else members

    return without


def _redact_entry(entry: Entry, key: str) -> Entry:
    if not key:
        return entry
    name = "" if person_key(entry.name) == key else entry.name
    return replace(
        entry, name=name, command=_redact_json(entry.command, key), events=_redact_json(entry.events, key)
    )


def _redact_json(written: bytes, key: str) -> bytes:
    """JSON without this name; the very bytes where it is not in it."""
    plain = msgspec.json.decode(written)
    return msgspec.json.encode(plain) if _blank_names(plain, (key,)) else written


def _person_keys(plain: Any) -> Iterator[str]:
    """Yield the persons that a command gives a colour and a name, at any depth."""
    if isinstance(plain, dict):
        if "colour" in plain and isinstance(plain.get("name"), str):
            yield person_key(plain["name"])
        for value in plain.values():
            yield from _person_keys(value)
    elif isinstance(plain, list):
        for each in plain:
            yield from _person_keys(each)


def _thing_names(plain: Any, *, called: bool = False) -> Iterator[str]:
    """Yield players' names for things, stripped. called: within such names."""
    if isinstance(plain, dict):
        for field, value in plain.items():
            if not isinstance(value, str):
                yield from _thing_names(value, called=field == THING_FIELD)
            elif called and value.strip():
                yield value.strip()
    elif isinstance(plain, list):
        for each in plain:
            yield from _thing_names(each)


def _number_things(plain: Any, numbers: Mapping[str, str], *, called: bool = False) -> None:
    """Replace names of things by their numbers, also where one stands in a person's field.

    called: within names of things.
    """
    if isinstance(plain, dict):
        for field, value in plain.items():
            if not isinstance(value, str):
                _number_things(value, numbers, called=field == THING_FIELD)
            elif called or field in PERSON_FIELDS:
                plain[field] = numbers.get(value.strip(), value)
    elif isinstance(plain, list):
        for each in plain:
            _number_things(each, numbers)


def _blank_names(plain: Any, keys: Collection[str], *, called: bool = False, corrected: bool = False) -> bool:
    """Blank the names of these persons wherever they stand; return whether one was found.

    A thing with a person's name loses it, too, since commands refer to it as `name`.

    called: within names of things.
    corrected: within a correction, where only an empty name removes the earlier one.
    """
    found = False
    if isinstance(plain, dict):
        corrected |= "field" in plain
        for field, value in tuple(plain.items()):
            if not isinstance(value, str):
                found |= _blank_names(value, keys, called=field == THING_FIELD, corrected=corrected)
            elif called and not corrected and person_key(value) in keys:
                del plain[field]
                found = True
            elif (called or field in PERSON_FIELDS) and person_key(value) in keys:
                plain[field], found = "", True
    elif isinstance(plain, list):
        for each in plain:
            found |= _blank_names(each, keys)
    return found


def _mark_start(start: Entry) -> Entry:
    """Mark a start as redacted."""
    return replace(start, events=msgspec.json.encode(_mark_events(msgspec.json.decode(start.events))))


def _mark_events(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events of a start with that mark."""
    return [*(each for each in events if each != _NAMELESS), _NAMELESS]
