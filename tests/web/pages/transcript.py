"""Pages of the recorded games as text, in both languages: what is read, where it leads, what forms send.

    make transcripts

writes them anew. A moment is the first entry of its kind, and the end. Of each page stand the lines that
it did not have when it was written down last, and what each form sends as it stands. No page may lack a
word.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec

from companion.games import Refused
from companion.table.commands import COMMON
from companion.table.parsing import InvalidCommand
from tests.fakes.sitting import Sitting
from tests.games.record import FOLDER, Recording
from tests.web.pages.layout import UNTRANSLATED
from tests.web.pages.rendering import nothing_is_missing
from web.pages.forms import body, commands_by_tag

_KEY = re.compile("&id=[^&]*")
"""Of a form that another one holds: made by chance, as its own, which is left out."""
TRANSCRIPTS = Path(__file__).parent / "transcripts"
RECORDED = (
    *("whole-rulebook", "drawn-by-hand", "coming-and-going", "all-ready", "alone"),
    *("strada-four-players", "strada-both-blocked", "strada-coming-and-going"),
)
PAGES = ("/table", "/act", "/act?for={other}", "/act/correct", "/log", "/tv")
AT_FIRST = ("/setup", "/games")
AT_LAST = ("/report", "/games", "/games/{game}/give", "/games/{game}/at/{half}", "/book")
LANGUAGES = ("en", "it")
_INLINE = {"a", "b", "span", "strong", "em", "small", "i", "svg", "use", "abbr", "time", "sup", "sub", "path"}
_UNREAD = {"script", "style", "svg"}
_MAIN = re.compile(r"<main.*</main>", re.DOTALL)
_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")
_FIELDS = {"input", "select", "textarea", "button"}


class Text(HTMLParser):
    """The lines of a page. A link has its address behind it, a field its name and value.

    forms: the fields of each form as it stands, sent by its first button.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.forms: list[dict[str, str]] = []
        self._line = self._select = ""
        self._unread = 0
        self._links: list[str] = []
        self.feed(html)
        self._end_line()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _UNREAD:
            self._unread += 1
        elif tag == "a":
            self._links.append(given.get("href", ""))
        elif tag not in _INLINE:
            self._end_line()
        if tag == "form":
            self._line = f"form {given.get('action', '')}"
            self.forms.append({})
        elif tag in _FIELDS and given.get("name", "id") != "id":
            self._field(tag, given)
        elif tag == "option":
            self._line = f"  {'*' if 'selected' in given else '-'} {given.get('value', '')}: "
            if "selected" in given or self._select not in self.forms[-1]:
                self.forms[-1][self._select] = given.get("value", "")

    def _field(self, tag: str, given: dict[str, str]) -> None:
        name, value = given["name"], given.get("value", "")
        boxed = given.get("type") in ("checkbox", "radio")
        shown = _KEY.sub("", value)
        self._line += f" <{name}={shown}{' checked' if 'checked' in given else ''}>"
        self._select = name
        sent = (
            "checked" in given
            if boxed
            else tag != "select" and (tag != "button" or name not in self.forms[-1])
        )
        if self.forms and sent:
            self.forms[-1][name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNREAD:
            self._unread -= 1
        elif tag == "a":
            self._line += f"({self._links.pop()})"
        elif tag not in _INLINE:
            self._end_line()

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._line += re.sub(r"\s+", " ", data)

    def _end_line(self) -> None:
        if line := self._line.rstrip():
            self.lines.append(line)
        self._line = ""


class Transcript:
    """Writes down what a phone of the first player shows."""

    def __init__(self, sitting: Sitting, colour: str, other: str) -> None:
        self._phone = sitting.phone(colour=colour)
        self._sitting = sitting
        self._other = other
        self._before: dict[tuple[str, str], set[str]] = {}

    def lines(self, pages: tuple[str, ...]) -> Iterator[str]:
        game: dict[str, Any] = self._sitting.table.snapshot.body["game"]
        for page in pages:
            half = self._sitting.table.snapshot.version // 2
            address = page.format(other=self._other, game=game["id"], half=half)
            for language in LANGUAGES:
                answer = self._phone.get(address, headers={"Accept-Language": language})
                (main,) = _MAIN.findall(answer.get_data(as_text=True)) or ("",)
                text = Text(_FINGERPRINT.sub("...", main.replace(game["id"], "{game}")))
                shown = [*text.lines, *(self._sends(form) for form in text.forms if "type" in form)]
                assert not (missing := UNTRANSLATED.search("\n".join(text.lines).replace("{game}", ""))), (
                    missing
                )
                new = [line for line in shown if line not in self._before.get((page, language), set())]
                self._before[page, language] = set(shown)
                if new:
                    yield f"-- {page} {language} {answer.status_code}"
                    yield from new

    def _sends(self, form: dict[str, str]) -> str:
        """The command that a form sends as it stands, or what the table asks for then."""
        play = self._sitting.table.snapshot.play
        assert play is not None
        try:
            command = self._sitting.table.read(body(form, commands_by_tag((*COMMON, *play.game.commands))))
        except InvalidCommand as error:
            if error.reason not in ("missing-field", "wrong-value"):
                raise
            return f"sends {form['type']}: {error.reason} {error.params['field']}"
        return f"sends {msgspec.json.encode(command).decode()}"


def transcribe(name: str) -> str:
    """Play a recorded game and write down its pages. Chance is another here, so some entries are refused."""
    recording = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recording)
    start = recording.commands[0]
    colours = [player["colour"] for player in start["players"]]
    seen: set[str] = set()
    lines = [recording.title]
    with tempfile.TemporaryDirectory() as folder:
        sitting = Sitting(Path(folder))
        nothing_is_missing(sitting.app)
        transcript = Transcript(sitting, colours[0], colours[-1])
        for command in recording.commands:
            try:
                sitting.table.perform(sitting.table.read(command), source="phone")
            except Refused:
                continue
            sitting.clock.seconds += 60
            kind = f"{command['type']} {command.get('field', '')}".rstrip()
            if kind not in seen:
                pages = PAGES if seen else (*PAGES, *AT_FIRST)
                lines += ["", f"== {kind}", *transcript.lines(pages)]
            seen.add(kind)
        lines += ["", "== at last", *transcript.lines((*PAGES, *AT_LAST))]
        sitting.close()
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the pages of every recorded game anew."""
    for name in RECORDED:
        (TRANSCRIPTS / f"{name}.txt").write_text(transcribe(name), encoding="utf-8")


if __name__ == "__main__":
    main()
