"""Scenes at the box: what is pressed, laid down and sent by phone, and all that is shown then, as plain text.

    make transcripts

writes anew what is shown; the difference is read before it is kept. A scene begins with `== ` and the rule
that it shows, a line `rules: ` has the IDs it holds. Lines with `> ` are what people do. Under each stands
what it came to: the frame where it is another one, the panel's entry in the log, what is other in the
snapshot, lamps, sounds, what the box was asked for. A new scene needs its title and what people do.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from companion.games import Player, Refused
from companion.health.broker_status import BrokerStatus
from companion.health.findings import Finding
from companion.language.text import CompanionError, Text
from companion.panel.confirmations import PendingConfirmation
from companion.panel.organiser import OrganiserStatus
from companion.panel.wifi import WifiStatus
from companion.parts import Frame, PartName, PartState, TagUnread
from companion.table.commands import Start
from tests.fakes.box import Box
from tests.fakes.damaged import FOUND, OFFERED, leave
from tests.fakes.every import every
from tests.fakes.toy import TOY_GAME
from tests.fakes.twin import TWIN_GAME
from tests.tree import ROOT

FILES = sorted((ROOT / "tests").rglob("scenes/*.txt"))


def failure(code: str, params: Mapping[str, Any]) -> CompanionError:
    """What the box raises where it cannot do what it was asked for."""
    return CompanionError(Text(code, params))


KNOWN: Mapping[str, Any] = {
    "wifi": WifiStatus,
    "organiser": OrganiserStatus,
    "broker": BrokerStatus,
    "confirmation": PendingConfirmation,
    "findings": Finding,
    "start_result": Text,
    "fails_to_store": failure,
    "fails_to_restore": failure,
}
"""What the panel is told about the box, by its type where that is no plain value."""
GAMES = {**every(), "toy": TOY_GAME, "twin": TWIN_GAME}
UNSAID = {"version", "at", "id", "started_at", "head", "undo", "redo", "epoch", "box", "next"}
"""Fields of the snapshot that each entry changes, or that no person sees."""
BEGINNING = re.compile(r"^== ", re.MULTILINE)


class Scene(NamedTuple):
    """title: the rule that it shows. rules: IDs. steps: what is done, without `> `. text: the file's."""

    title: str
    rules: tuple[str, ...]
    steps: tuple[str, ...]
    text: str


def scenes(path: Path) -> Iterator[Scene]:
    """The scenes of a file, in their order."""
    for each in BEGINNING.split(path.read_text(encoding="utf-8"))[1:]:
        title, *rest = each.splitlines()
        heading = takewhile(lambda line: not line.startswith("> "), rest)
        rules = [line.removeprefix("rules: ").split() for line in heading if line.startswith("rules: ")]
        steps = tuple(line[2:] for line in rest if line.startswith("> "))
        yield Scene(title, tuple(rule for line in rules for rule in line), steps, f"== {each.rstrip()}\n")


def cases(room: str, cites: pytest.MarkDecorator) -> list[Any]:
    """The scenes of a room's files, for a test that plays each. cites: the mark with a scene's rules."""
    return [
        pytest.param(scene, id=f"{path.stem}: {scene.title}", marks=cites.with_args(*scene.rules))
        for path in FILES
        if path.is_relative_to(ROOT / "tests" / room)
        for scene in scenes(path)
    ]


class Playing:
    """A box on which a scene is played, and what of it was seen last. A restart keeps its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begin({})

    def _box(self, given: dict[str, Any]) -> Box:
        """A box as `box` and `restart` describe it. games: by their names, else every one."""
        if "games" in given:
            given["games"] = {name: GAMES[name] for name in given["games"]}
        switches = {name: given.pop(name) for name in ("lamps", "sound_on") if name in given}
        box = Box(self._folder, **given)
        for name, value in switches.items():
            setattr(box, name, value)
        self._running = box.on()
        self._running.__enter__()
        return box

    def close(self) -> None:
        self._running.__exit__(None, None, None)

    def step(self, step: str) -> Iterator[str]:
        """Do what a line says; the lines that tell what it came to."""
        word, _, rest = step.partition(" ")
        try:
            yield from getattr(self, f"do_{word}")(rest) or ()
        except Refused as refused:
            params = _json(refused.params) if refused.params else ""
            yield " ".join(filter(None, ("  refused", refused.code, refused.rule, params)))
        yield from self._changes()

    def do_box(self, given: str) -> None:
        self.close()
        self._begin(json.loads(given or "{}"))

    def _begin(self, given: dict[str, Any]) -> None:
        self.box = self._box(given)
        self._sounds = self._asked = 0
        self._seen: dict[str, Any] = {}
        self._skip()

    def _skip(self) -> None:
        """What stands there now is where the next step begins."""
        self._entries = len(self.box.table.log())
        self._seen.update(self._snapshot())

    do_restart = do_box

    def do_damaged(self, given: str) -> None:
        """The next start finds damage; `damaged copy`: a copy is offered that has what is missing."""
        found, brace, options = given.partition("{")
        self.close()
        leave(self._folder, OFFERED if found.strip() else FOUND)
        self._begin(json.loads(brace + options or "{}"))

    def do_play(self, given: str) -> None:
        """`play SYSTEM COLOUR COLOUR/Name ... {options}`."""
        words, brace, options = given.partition("{")
        system, *seats = words.split()
        players = tuple(Player(*seat.split("/")) for seat in seats)
        self.box.phone(Start(system, players, json.loads(brace + options or "{}"), replace=True))
        self._skip()

    def do_press(self, button: str) -> None:
        self.box.press(button)

    def do_hold(self, button: str) -> None:
        self.box.hold(button)

    def do_again(self, given: str) -> None:
        """`again BUTTON SECONDS`: so soon after the last press."""
        button, after = given.split()
        self.box.press_again(button, float(after))

    def do_tap(self, tag: str) -> None:
        self.box.tap(tag)

    def do_retap(self, tag: str) -> None:
        self.box.tap(tag, again=True)

    def do_typed(self, written: str) -> None:
        """A reader has written what is no tag."""
        self.box.panel.put(TagUnread(written, self.box.time))

    def do_phone(self, command: str) -> None:
        self.box.phone(self.box.table.read(json.loads(command)))

    def do_just(self, command: str) -> None:
        """As `phone`, and what the display says of it stands there still."""
        self.box.phone(self.box.table.read(json.loads(command)), just_now=True)

    def do_ask(self, given: str) -> Iterator[str]:
        """`ask SYSTEM AID {question}`: about the game on the table, if it is one of that system."""
        self._seen.setdefault("frame", _shown(self.box.frame))
        system, name, question = given.split(" ", 2)
        aid, play = GAMES[system].aids[name], self.box.table.snapshot.play
        state = play.state if play and play.game.system == system else None
        try:
            asked = msgspec.json.decode(question, type=aid.query)
        except msgspec.ValidationError as unfit:
            yield f"  unfit {unfit}"
        else:
            yield f"  {_json(aid.answer(state, asked))}"

    def do_pass(self, seconds: str) -> None:
        self.box.passes(float(seconds))

    def do_part(self, given: str) -> None:
        part, state = msgspec.convert(given.split(), tuple[PartName, PartState])
        self.box.parts.report(part, state)

    def do_know(self, given: str) -> None:
        """What the panel is told about the box from now on."""
        for name, value in json.loads(given).items():
            setattr(self.box, name, _known(KNOWN.get(name), value))
        self.box.notifier.notify()

    def _snapshot(self) -> dict[str, Any]:
        """What is other in the snapshot since it was looked at last: path and value."""
        assert self.box.panel.drain()
        now = _flat(self.box.table.snapshot.body)
        return {path: value for path, value in now if self._seen.get(path, UNSAID) != value}

    def _changes(self) -> Iterator[str]:
        box = self.box
        shown = _shown(box.frame)
        if shown != self._seen.get("frame"):
            yield f"  {shown}"
        self._seen["frame"] = shown
        for entry in box.table.log(self._entries):
            self._entries = entry["n"]
            if entry["from"] != "phone":
                yield f"  {entry['from']} {entry['by'] or ''}: {_json(entry['command'])}".replace(" :", ":")
        changed = self._snapshot()
        self._seen.update(changed)
        if changed:
            now = (f"{path.removeprefix('.game.')}={_json(value)}" for path, value in changed.items())
            yield "  " + " ".join(now)
        if box.lights and (lit := _lit(box)) != self._seen.get("lamps", "lamps"):
            self._seen["lamps"] = lit
            yield f"  {lit}"
        if sounds := box.sounds[self._sounds :]:
            self._sounds = len(box.sounds)
            yield f"  heard {' '.join(map(str, sounds))}"
        if asked := box.asked_of_box[self._asked :]:
            self._asked = len(box.asked_of_box)
            yield f"  asked {', '.join(asked)}"


def _known(kind: Any, value: Any) -> Any:
    """A value as the panel knows it; within one, what has a code is a text."""
    if isinstance(value, list):
        return tuple(_known(kind, each) for each in value)
    if kind is None or value is None:
        return value
    fields = {
        name: Text(**each) if isinstance(each, dict) and kind not in (Text, failure) else each
        for name, each in value.items()
    }
    return kind(**fields)


def _lit(box: Box) -> str:
    lights = box.lights[-1]
    lamps = [f"{lamp.colour}={lamp.state}" for lamp in lights.lamps]
    return " ".join(["lamps", *lamps, *(["dim"] if lights.dim else [])])


def _shown(frame: Frame) -> str:
    more = {
        "large": frame.large, "picture": frame.picture is not None, "dim": frame.dim, "blink": frame.blink,
        f"shift {frame.shift}": bool(frame.shift), f"code {frame.qr}": frame.qr is not None,
        f"{'/'.join(map(str, frame.position or ()))}": frame.position is not None,
    }  # fmt: skip
    rows = (frame.title, *frame.lines, *([frame.hint] if frame.hint else []))
    return " ".join([" | ".join(rows), *(f"[{name}]" for name, so in more.items() if so)])


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for name, each in value.items():
            if name not in UNSAID:
                yield from _flat(each, f"{path}.{name}")
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for place, each in enumerate(value):
            yield f"{path}[{place}]", each
    else:
        yield path, value


def _json(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=dict).decode()


def play(scene: Scene, folder: Path) -> str:
    """Do what a scene says; its text with what is shown now."""
    lines = [f"== {scene.title}"]
    if scene.rules:
        lines.append(f"rules: {' '.join(scene.rules)}")
    playing = Playing(folder)
    try:
        for step in scene.steps:
            lines.append(f"> {step}")
            lines.extend(playing.step(step))
    finally:
        playing.close()
    return "\n".join(lines) + "\n"


def compare(scene: Scene, now: str) -> None:
    """Fail with the lines that differ, where what is shown now is not what was kept."""
    if now != scene.text:
        kept, shown = scene.text.splitlines(), now.splitlines()
        pytest.fail("\n".join(unified_diff(kept, shown, "kept", "now", lineterm="")))


def rewrite(files: Iterable[Path], play: Callable[[Scene, Path], str]) -> None:
    """Write anew what each scene of these files shows."""
    for path in files:
        heading = BEGINNING.split(path.read_text(encoding="utf-8"))[0]
        played = []
        for scene in scenes(path):
            with tempfile.TemporaryDirectory() as folder:
                played.append(play(scene, Path(folder)))
        path.write_text(heading + "\n".join(played), encoding="utf-8")


if __name__ == "__main__":
    rewrite(FILES, play)
