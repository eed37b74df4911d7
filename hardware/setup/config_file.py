"""The configuration's file: where it is, what changes in it, and how it is written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Comment, Item, Table

from companion.config import Config
from companion.language.text import CompanionError, text

SYSTEM = Path("/etc/companion/companion.toml")
"""Where the packaged companion has it."""
HERE = Path("companion.toml")
CHANGED = ("box", "copies", "oled", "buttons", "rfid", "lamps", "buzzer")
"""The tables in which setting up, and the page of settings, may change something."""

Key: TypeAlias = tuple[str, ...]
"""A key with the tables that it is in: `("buttons", "colours", "red")`."""
Edits: TypeAlias = Mapping[Key, str | None]
"""The keys to be set, each with its value as TOML writes it; None for one to be taken out."""

_Examples: TypeAlias = Mapping[str, Collection[Key]]
"""Lines of the template by what they set, or would if their `# ` were not there."""


class Unwritten(CompanionError):
    """The file is as it was, for it cannot be written, or not changed safely."""


class CannotEdit(Exception):
    """The file is written in a way that cannot be changed safely. `write` makes an `Unwritten` of it."""


def chosen(config: Path | None, system: Path = SYSTEM, here: Path = HERE) -> Path:
    """The file that was named or, where none was, the system's if there is one, else the one here.

    Where the system's may not be written, somebody has forgotten `sudo`: the box would read no other file.
    """
    if config is not None:
        return config
    try:
        return system if system.exists() else here
    except PermissionError:
        return system


def check(path: Path) -> None:
    """Raise `Unwritten` for a file that could not be written in the end. Nothing is tried out."""
    folder = path.resolve().parent
    try:
        if not folder.is_dir():
            why = errno.ENOENT
        elif os.access(folder, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.W_OK)):
            return
        else:
            why = errno.EACCES
    except PermissionError:  # a folder above it may not be entered
        why = errno.EACCES
    raise Unwritten(text("setup.unwritable", file=str(path), why=os.strerror(why)))


def template() -> str:
    """The commented configuration with every key and its default, as the documentation has it."""
    return files("companion").joinpath("companion.toml").read_text(encoding="utf-8")


def changes(before: Config, after: Config) -> Edits:
    """What somebody has changed, in the order of the file."""
    changed: dict[Key, str | None] = {}
    for section in CHANGED:
        old, new = (_flat({section: msgspec.to_builtins(getattr(each, section))}) for each in (before, after))
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                changed[key] = _as_toml(key, new.get(key))
    return changed


def write(path: Path, changed: Edits) -> Path | None:
    """Change the file, or begin a new one as the template with the changes, whole or not at all.

    Gives where the earlier one is kept, if there was one. Raises `Unwritten`.
    """
    try:
        words = path.read_bytes().decode() if path.exists() else template()  # the ends of lines as they are
        return keep(path, edited(words, changed))
    except CannotEdit as error:
        raise Unwritten(text("setup.by-hand", file=str(path))) from error
    except OSError as error:
        raise Unwritten(text("cli.unwritable", file=str(path), why=error.strerror or str(error))) from error


def edited(words: str, changed: Edits) -> str:
    """The file's text with these changes and nothing else: comments, order and spaces stay.

    A key that is taken out is commented out. One that the template only shows in a comment (`# red = 5`)
    gets that line where the file has it, too; another comment that looks like a key stays as it is.
    """
    examples = _examples()
    try:
        wanted, document = _flat(tomllib.loads(words)), tomlkit.parse(words)
        if document.as_string() != words:  # arrays of tables it gives back in another order
            raise CannotEdit
        for key, value in changed.items():
            if value is None:
                wanted.pop(key, None)
            else:
                wanted[key] = tomllib.loads(f"value = {value}")["value"]
            document = _changed(document, examples, key, value)
        result = document.as_string()
        as_wanted = _flat(tomllib.loads(result)) == wanted
    except (tomllib.TOMLDecodeError, TOMLKitError) as error:
        raise CannotEdit from error
    if not as_wanted:
        raise CannotEdit
    return result


def _examples() -> _Examples:
    examples: dict[str, Collection[Key]] = {}
    for line in template().splitlines():
        with suppress(tomllib.TOMLDecodeError):
            examples[line] = _flat(tomllib.loads(line.removeprefix("# ")))
    return examples


class _Place(NamedTuple):
    """Where a key is set, shown how it is set (`item` is a comment), or could be.

    key: ends with "" for the line that begins a table. header: of the table that the line stands in.
    """

    key: Key
    header: Key
    within: Container
    item: Item


def _places(within: Container, examples: _Examples, header: Key = (), above: Key = ()) -> Iterator[_Place]:
    """Every place in the order of the file. A dotted key is a table that begins with no line of its own."""
    for name, item in within.body:
        if isinstance(item, Comment):
            shown = examples.get(item.as_string().strip(), ())
            yield from (_Place((*above, *key), header, within, item) for key in shown)
        elif name is not None and isinstance(item, Table):
            table = (*above, name.key)
            begins = not item.is_super_table()
            if begins:
                yield _Place((*table, ""), table, within, item)
            yield from _places(item.value, examples, table if begins else header, table)
        elif name is not None:
            yield _Place((*above, name.key), header, within, item)


def _changed(
    document: tomlkit.TOMLDocument, examples: _Examples, key: Key, value: str | None
) -> tomlkit.TOMLDocument:
    """The document with one change; its lines beside it are changed by what stands around their values."""
    beside = [each for each in _places(document, examples) if each.key[:-1] == key[:-1]]
    here = [each for each in beside if each.key == key]
    own = next((each for each in here if not isinstance(each.item, Comment)), None)
    if value is None:
        if own is not None:
            own.item.trivia.indent = f"# {own.item.trivia.indent}"
        return document
    if own is not None:
        own.within[key[-1]] = _in_place_of(own.item, value)
        return document
    if here:
        here[0].item.trivia.comment = here[0].item.trivia.comment.removeprefix("# ")
        return _changed(tomlkit.parse(document.as_string()), examples, key, value)
    words = document.as_string()
    ending = "\r\n" if "\r\n" in words else "\n"
    if beside:
        last = beside[-1]
        line = f"{'.'.join(key[len(last.header) :])} = {value}{ending}"
        last.item.trivia.trail = _ended(last.item.trivia.trail, ending) + line
        return tomlkit.parse(document.as_string())
    above = _ended(words, ending) + ending if words else ""
    return tomlkit.parse(f"{above}[{'.'.join(key[:-1])}]{ending}{key[-1]} = {value}{ending}")


def _in_place_of(was: Item, value: str) -> Item:
    """A value whose comment keeps the old one's column where it can."""
    new = tomlkit.value(value)
    if was.trivia.comment:
        longer = len(new.as_string()) - len(was.as_string())
        new.trivia.comment_ws = " " * max(1, len(was.trivia.comment_ws) - longer)
    return new


def _ended(words: str, ending: str) -> str:
    return words if words.endswith("\n") else words + ending


def _flat(table: Mapping[str, Any], above: Key = ()) -> dict[Key, Any]:
    """Every value by its whole key. Empty tables say nothing."""
    found: dict[Key, Any] = {}
    for name, value in table.items():
        key = (*above, name)
        found |= _flat(value, key) if isinstance(value, dict) else {key: value}
    return found


def _as_toml(key: Key, value: Any) -> str | None:
    """A value as TOML writes it; addresses in hex, as on every display's back."""
    if value is None:
        return None
    return f"0x{value:02X}" if key[-1] == "address" else tomlkit.item(value).as_string()


def keep(path: Path, words: str) -> Path | None:
    """Put this text into the file, whole or not at all; give where the earlier one is kept, if there was one.

    Raises `OSError`; the file is then as it was.
    """
    path = path.resolve()
    if not path.exists():
        _put(path, words.encode(), None)
        return None
    old = path.with_name(f"{path.name}.old")
    like = path.stat()
    _put(old, path.read_bytes(), like)
    _put(path, words.encode(), like)
    return old


def _put(path: Path, data: bytes, like: os.stat_result | None) -> None:
    """Replace a file in one step. like: what had the rights and the owner that it gets."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(handle, 0o644 if like is None else like.st_mode & 0o7777)
            if like is not None:
                with suppress(PermissionError):
                    os.fchown(handle, like.st_uid, like.st_gid)
            os.fsync(handle)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
