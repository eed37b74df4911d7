"""No word of one language on the pages of another: every page is read word by word."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest

from companion.language.messages import CatalogueFolders, Messages
from tests.fakes.box import MESSAGES
from tests.fakes.sitting import Sitting, act, shown
from tests.tree import ROOT
from tests.web.pages.layout import PAGES

COMMON = (
    "/table", "/act", "/act/correct", "/log", "/games", "/setup", "/join", "/box",
    "/rules", "/aids", "/sheet",
)  # fmt: skip
BOATS = {
    "system": "roads-and-boats",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "blue", "name": ""}],
}
STRADA = {
    "system": "la-strada",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "yellow", "name": ""}, {"colour": "grey"}],
}
PLAYED = (
    {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True},
    {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 9},
    {"type": "build", "building": "woodcutter", "by": 1, "late": True},
    {"type": "advance"},
    {"type": "advance"},
    {"type": "undo"},
    {"type": "connect", "colour": "red", "colony": 1, "plains": 1},
    {"type": "end-turn"},
    {"type": "end-turn"},
    {"type": "correct", "field": "turn", "value": 2, "reason": "wrong-entry"},
    {"type": "correct", "field": "turn", "value": 3, "reason": "turn-not-ended"},
    {"type": "undo", "to": 1},
    {"type": "redo"},
)
"""What is tried, so that pages have something to say; what the game does not know is refused."""
WORDS = re.compile(r"[^\W\d_]{4,}")
UNTRANSLATED = re.compile(r"\b(TV-)?(RB|LS|AMB)(-[A-Z]+)?(-\d+)?\b|\b[0-9a-f]{64}\b")
"""The names of rules, and fingerprints, in which letters may happen to be a word."""
NAMES = {"companion", "italiano", "english", "suomi", "rosa", "roads", "boats", "strada"}
"""Names, which are the same everywhere."""


def words_of(language: str) -> set[str]:
    """Every word that the catalogues of a language say."""
    known: set[str] = set()
    for path in (ROOT / "companion").rglob(f"catalogues/{language}/*.po"):
        for entry in polib.pofile(str(path)):
            for form in entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,):
                known |= {each.lower() for each in WORDS.findall(re.sub(r"\{\w*\}", " ", form))}
    return known


WORDS_OF = {code: words_of(code) for code in MESSAGES.codes}


def foreign(language: str) -> set[str]:
    """The words of the other languages that this one does not say."""
    return set().union(*WORDS_OF.values()) - WORDS_OF[language] - NAMES


class Read(HTMLParser):
    """The text and labels of a page, except those marked as in another language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: set[str] = set()
        self._unread: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in {"script", "style"} or (tag != "html" and ("lang" in given or "hreflang" in given)):
            self._unread.append(tag)
        elif not self._unread:
            for name in ("aria-label", "title", "placeholder", "alt"):
                self._collect(given.get(name) or "")

    def handle_endtag(self, tag: str) -> None:
        if self._unread and self._unread[-1] == tag:
            self._unread.pop()

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self._collect(data)

    def _collect(self, text: str) -> None:
        self.words |= {each.lower() for each in WORDS.findall(UNTRANSLATED.sub(" ", text))}


@pytest.fixture(params=["roads-and-boats", "la-strada", None])
def sitting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sitting]:
    """A game of each system that has something to tell, and none."""
    one = Sitting(tmp_path)
    start = {"roads-and-boats": BOATS, "la-strada": STRADA}.get(request.param)
    phone = one.phone()
    if start is not None:
        assert act(phone, {"type": "start", **start}).status_code == 200
        done = [act(phone, each).status_code for each in PLAYED]
        assert done.count(200) >= 4
    yield one
    one.close()


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_page_is_in_one_language(sitting: Sitting, language: str) -> None:
    phone = sitting.phone()
    found, others = {}, foreign(language)
    pages = {*COMMON, *PAGES, *links(phone.get("/aids").text), *sorted(links(phone.get("/rules").text))[::20]}
    for page in sorted(pages):
        answer = phone.get(page, headers={"Accept-Language": language}, follow_redirects=True)
        if answer.mimetype == "text/html" and answer.status_code == 200:
            found[page] = Read(answer.text).words & others
    assert len(found) >= 6
    assert {page: sorted(words) for page, words in found.items() if words} == {}


def links(html: str) -> set[str]:
    """The pages of this site that a page leads to, without what stands in their queries."""
    return set(re.findall(r'href="(/(?:aids|rules)/[^"?#]*)', html))


def test_a_page_says_how_much_of_its_language_there_is_where_it_is_not_complete(tmp_path: Path) -> None:
    english, finnish = tmp_path / "words" / "en", tmp_path / "words" / "fi"
    shutil.copytree(ROOT / "companion" / "language" / "catalogues" / "en", english)
    finnish.mkdir()
    said = 'msgid "page.partly"\nmsgstr "{language}: {percent} %"\n'
    (finnish / "pages.po").write_text(f'msgid ""\nmsgstr ""\n\n{said}', encoding="utf-8")
    sitting = Sitting(tmp_path / "data")
    phone = sitting.app_with(messages=Messages(CatalogueFolders((tmp_path / "words",)))).test_client()
    assert '</header><aside class="note">Suomi: 0 %</aside>' in shown(phone, "/games", "fi")
    assert '</header><aside class="note">' not in shown(phone, "/games", "en")
    sitting.close()
