"""Transcripts of the recorded games: all that is shown of them, entry by entry, as text to be read in a diff.

    make transcripts

writes them anew. After each entry stand its command and log line, and what it changed in the snapshot, on the
display's pages and lamps, in warnings and questions, and in what each button does.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields

from companion.games import Answer, Question
from companion.games.registry import folders, registered
from companion.games.screen import Screen
from companion.language.messages import Messages, catalogues
from companion.language.picture import Band, Mark
from companion.panel.layout import lay_out
from companion.table.snapshot import Play
from companion.table.table import Table
from tests.games.record import FOLDER, Recording, settled, table_for

TRANSCRIPTS = Path(__file__).parent / "transcripts"
LANGUAGES = ("en", "it")
MESSAGES = Messages(catalogues(folders(registered())))
_BY_CLOCK = ("version", "at", "id", "started_at", "head")
"""Fields of the snapshot that a clock decides, or that change with every entry."""


class Transcript:
    """Writes what changes from one entry of a game to the next."""

    def __init__(self) -> None:
        self._shown: dict[str, tuple[str, ...]] = {}

    def lines(self, table: Table, command: Mapping[str, Any]) -> Iterator[str]:
        """The entry that this command has just made, and all that is other than before it."""
        snapshot = table.snapshot
        play, entry = snapshot.play, table.log_entries(1)[0]
        assert play is not None
        yield ""
        yield f"== {snapshot.version} {msgspec.json.encode(command).decode()}"
        system = play.game.system
        for code in LANGUAGES:
            yield f"{code}: {MESSAGES.language(code, system).say(entry.text.text())}"
        parts = dict(self._parts(msgspec.json.decode(snapshot.json), play))
        for name in sorted({*parts, *self._shown}):
            if parts.get(name, ()) != self._shown.get(name, ()):
                yield from _part(name, parts.get(name, ()))
        self._shown = parts

    def _parts(self, body: dict[str, Any], play: Play) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each part that may change by itself: its name, and the lines it consists of."""
        for path, value in _flat(body):
            yield f"snapshot{path}", (_json(value),)
        told = {**play.view.published, "far": play.view.progress}
        for path, value in _flat(msgspec.to_builtins(told)):
            yield f"broker{path}", (_json(value),)
        yield "broker, end in sight", (_json(play.view.end_near),)
        yield "lamps", (" ".join(f"{lamp.colour}={lamp.state}" for lamp in play.view.lamps),)
        for code in LANGUAGES:
            language = MESSAGES.language(code, play.game.system)
            warned = (language.phrase(f"warning.{each.code}", each.params) for each in play.warnings)
            yield f"warnings {code}", tuple(warned)
        for page in play.pages:
            yield f"page {page.name}", tuple(self._screen(page.screen, play))
        if play.question is not None:
            yield f"question {play.question.name}", tuple(self._answer(play.question, play))
        colours = ((lamp.colour, False) for lamp in play.view.lamps)
        for button, held in (("advance", False), ("select", True), *colours):
            answer = play.press(play.pages[0].name, button, held)
            yield f"press {button}", tuple(self._answer(answer, play))

    def _answer(self, answer: Answer, play: Play) -> Iterator[str]:
        match answer:
            case Question(choices=choices, on_back=otherwise):
                for choice in choices:
                    then = choice.then
                    leads = f"asks {then.name}" if isinstance(then, Question) else _json(then)
                    yield f"{' | '.join(self._screen(choice.screen, play))} -> {leads}"
                if otherwise is not None:
                    yield f"back {_json(otherwise)}"
            case Screen():
                yield from self._screen(answer, play)
            case None:
                pass
            case _:
                yield _json(answer)

    def _screen(self, screen: Screen, play: Play) -> Iterator[str]:
        """Every frame of a screen, in English: a picture by its bands, else its rows."""
        for frame in lay_out(screen, MESSAGES.language("en", play.game.system)):
            if frame.picture is not None:
                yield " | ".join(_band(band) for band in frame.picture.bands)
            else:
                hint = [f"[{frame.hint}]"] if frame.hint else []
                yield " / ".join((frame.title, *frame.lines, *hint))


def _part(name: str, lines: tuple[str, ...]) -> Iterator[str]:
    """A part that changed: on the line of its name where it has one line, else under it."""
    if len(lines) < 2:
        yield f"  {name}: {''.join(lines)}"
        return
    yield f"  {name}:"
    yield from (f"    {line}" for line in lines)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of the snapshot by their path. A step and each row of a list stand whole."""
    if isinstance(value, dict) and "what" in value:
        yield path, {name: each for name, each in value.items() if name not in _BY_CLOCK}
    elif isinstance(value, dict) and value:
        for name, each in value.items():
            if name not in _BY_CLOCK:
                yield from _flat(each, f"{path}.{name}")
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, each in enumerate(value):
            yield f"{path}[{place}]", each
    else:
        yield path, value


def _band(band: Band[str]) -> str:
    """The marks of a picture's band, each with its fields but for those that are as usual."""
    return " ".join(_mark(mark) for mark in (*band.left, *band.right))


def _mark(mark: Mark[str] | msgspec.Struct) -> str:
    values = ((getattr(mark, name), default) for name, default in _usual(type(mark)))
    said = [_plain(value) for value, default in values if value != default]
    return f"{type(mark).__name__}({','.join(said)})"


@cache
def _usual(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a mark, each with its default."""
    return tuple((field.name, field.default) for field in fields(kind))


def _plain(value: Any) -> str:
    """A mark's field: a tuple by its members, a mark within as one, all else as JSON."""
    if isinstance(value, tuple):
        return f"[{' '.join(_plain(each) for each in value)}]"
    return _mark(value) if isinstance(value, msgspec.Struct) else str(value)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Replayed(NamedTuple):
    """text: the transcript. final: the game as it stands at the end. file: what the table exports of it."""

    text: str
    final: dict[str, Any]
    file: dict[str, Any]


def transcribe(recording: Recording, folder: Path) -> Replayed:
    """Play a recorded game in an empty folder and write down everything that is shown of it."""
    transcript = Transcript()
    table = table_for(folder, bytes.fromhex(recording.secret))
    lines = [recording.title]
    for command in recording.commands:
        table.perform(table.read(command), source="phone")
        lines.extend(transcript.lines(table, command))
    replayed = Replayed("\n".join(lines) + "\n", settled(table), table.export())
    table.close()
    return replayed


def main() -> None:
    """Write the transcript of every recorded game anew."""
    for path in sorted(FOLDER.glob("*.json")):
        recording = msgspec.json.decode(path.read_bytes(), type=Recording)
        with tempfile.TemporaryDirectory() as folder:
            text = transcribe(recording, Path(folder)).text
        (TRANSCRIPTS / f"{path.stem}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
