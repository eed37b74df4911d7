"""Every language is complete and fits the display; a new one needs only its catalogues."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from babel.messages.catalog import Catalog
from babel.messages.checkers import num_plurals
from babel.messages.pofile import read_po

from companion.cli.catalogues import faults
from companion.games.registry import folders
from companion.language.comparison import NAMES_FILE, PARAMETER
from companion.language.messages import CatalogueFolders, Messages, catalogues, rulebook_catalogues
from companion.language.text import text
from companion.panel.layout import BRIEF
from docs.language import brought_up_to_date, main, own_file, update
from tests.fakes.every import every, folder
from tests.tree import ROOT

GAMES = every()
FOLDERS = {system: folder(game) for system, game in GAMES.items()}
OUTSIDE = [each for each in FOLDERS.values() if not each.is_relative_to(ROOT / "companion")]
CATALOGUES = sorted(
    path for part in (ROOT / "companion", *OUTSIDE) for path in part.rglob("catalogues/*/*.po")
)
READ = {"table": catalogues(folders(GAMES)), "rules": rulebook_catalogues(folders(GAMES))}
MESSAGES = Messages(READ["table"])
CODE = r"[\"']([a-z0-9-]+(?:\.[a-z0-9_-]+)+)[\"'](?! ?[~%+])"
CALLED = re.compile(rf"\b(?:text|Text|phrase|told|t)\(\s*{CODE}(?:\s+if\s.+?\selse\s+{CODE})?")
"""What is given a code first, that code, and the one in its place on a condition."""
WORDS_OF_AIDS = ("course", "stands", "tile")
"""Words that are chosen in the fields of aids, by the fields' names."""
OUTSIDE_THE_ROOMS = ("tests/rulebook/coverage.py", "release/card/vendor-data")
"""What names codes, too."""
BY_A_LIBRARY = {"config.vartuple"}
"""Named by msgspec, for a type that it knows."""
WORD = re.compile(r"\w+")
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.mark.parametrize("read", READ)
@pytest.mark.parametrize("language", ["en", "it", *({*MESSAGES.codes} - {"en", "it"})])
def test_a_language_has_what_english_has_and_fits_the_display(language: str, read: str) -> None:
    assert list(faults(READ[read], language)) == []


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_file_of_a_language_has_the_same_plural_forms_and_its_messages_have_them_all(
    language: str,
) -> None:
    forms = set()
    for path in (each for each in CATALOGUES if each.parent.name == language):
        with path.open("rb") as file:
            catalogue: Catalog = read_po(file)
        forms.add(catalogue.plural_forms)
        for message in catalogue:
            num_plurals(catalogue, message)
    assert len(forms) == 1


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("read", READ)
def test_no_code_is_in_two_catalogues_that_are_read_together(read: str, system: str) -> None:
    paths = [Path(str(folder)) for folder in READ[read].for_game(system)]
    codes = [
        entry.msgid for path in paths for file in path.glob("en/*.po") for entry in polib.pofile(str(file))
    ]
    assert sorted({code for code in codes if codes.count(code) > 1}) == []


def sources() -> list[Path]:
    """The files that name codes."""
    parts = [ROOT / name for name in ("companion", "web", "hardware")] + OUTSIDE
    return sorted(path for part in parts for each in ("*.py", "*.html") for path in part.rglob(each))


def test_every_code_in_the_program_is_in_a_catalogue() -> None:
    every = MESSAGES.language("en")
    of_game = {folder: MESSAGES.language("en", system) for system, folder in FOLDERS.items()}
    unknown = []
    for path in sources():
        language = next((own for folder, own in of_game.items() if path.is_relative_to(folder)), every)
        for codes in CALLED.findall(path.read_text(encoding="utf-8")):
            unknown += [(path, code) for code in codes if code and not language.has(code)]
    assert unknown == []


def test_every_english_code_is_named_in_the_program() -> None:
    files = [*sources(), *(ROOT / each for each in OUTSIDE_THE_ROOMS)]
    program = "\n".join(path.read_text(encoding="utf-8") for path in files)
    literal = set(re.findall(r"[\"']([a-z][\w.-]*)[\"']", program))
    begun = tuple(set(re.findall(r"[\"']([a-z][\w-]*\.[\w.-]*)(?:\{|%|[\"'] ?[+~])", program)))
    words = set(WORD.findall(program))
    english = "".join(path.read_text(encoding="utf-8") for path in CATALOGUES if path.parent.name == "en")
    asked = re.findall(r"[Ww]ord(?:ed)?\([\"'](\w+)[\"']", program)
    kinds = {*PARAMETER.findall(english), *asked, *WORDS_OF_AIDS}

    def is_named(code: str) -> bool:
        brief = code.removeprefix(BRIEF)
        rest = [said.removeprefix(each) for said in (code, brief) for each in begun if said.startswith(each)]
        is_word = brief.partition(".")[0] in kinds
        return (
            is_word or bool({code, brief} & literal) or any(words >= set(WORD.findall(each)) for each in rest)
        )

    assert {code for code in MESSAGES.codes_of("en") if not is_named(code)} == BY_A_LIBRARY


def test_an_unknown_language_is_english_and_a_missing_message_is_its_code() -> None:
    assert MESSAGES.language("xx").code == "en"
    assert MESSAGES.language("it").say(text("no.such.code")) == "no.such.code"


def test_a_language_is_begun_in_english_marked_as_not_translated_and_catches_up(tmp_path: Path) -> None:
    for code in ("en", "fi"):
        (tmp_path / code).mkdir()
    english, finnish = tmp_path / "en" / "all.po", tmp_path / "fi" / "all.po"
    many = 'msgid "many"\nmsgid_plural "many"\nmsgstr[0] "{count} pig"\nmsgstr[1] "{count} pigs"\n'
    english.write_text(f'{HEADER}msgid "greeting"\nmsgstr "Hello {{who}}"\n\n{many}')
    names = tmp_path / "en" / "languages.po"
    names.write_text(f'{HEADER}msgid "language.en"\nmsgstr "English"\n')
    assert update([english, names], "fi", "nplurals=3; plural=n % 3;") == [finnish]
    begun = finnish.read_text(encoding="utf-8")
    assert begun.count("#, fuzzy") == 2
    assert 'msgstr[2] "{count} pigs"' in begun
    messages = Messages(CatalogueFolders((tmp_path,)))
    assert (messages.codes, messages.progress("fi")) == (("en", "fi"), (0, 2))
    translated = begun.replace('#, fuzzy\nmsgid "greeting"\nmsgstr "Hello', 'msgid "greeting"\nmsgstr "Hei')
    finnish.write_text(translated + '\nmsgid "gone"\nmsgstr "Poissa"\n', encoding="utf-8")
    assert update([english], "fi", "nplurals=3; plural=n % 3;") == [finnish]
    assert finnish.read_text(encoding="utf-8") == translated
    assert update([english], "fi", "nplurals=3; plural=n % 3;") == []


def test_a_translation_stays_marked_where_english_gains_or_loses_forms_for_numbers(tmp_path: Path) -> None:
    head = f'{HEADER[:-1]}"Plural-Forms: nplurals=3; plural=n % 3;\\n"\n\n'
    pigs = 'msgid "pigs"\nmsgid_plural "pigs"\nmsgstr[0] "{0}"\nmsgstr[1] "{1}"\n'
    for code, entries in {
        "en": 'msgid "cows"\nmsgstr "Cows"\n\n' + pigs.format("Pig", "Pigs"),
        "fi": pigs.replace("pigs", "cows").format("Lehmä", "Lehmää")
        + 'msgstr[2] "Lehmiä"\n\nmsgid "pigs"\nmsgstr "Sikoja"\n',
    }.items():
        (tmp_path / code).mkdir()
        (tmp_path / code / "all.po").write_text(head + entries, encoding="utf-8")
    cows, sows = polib.pofile(brought_up_to_date(tmp_path / "en" / "all.po", "fi", ""))
    assert (cows.msgstr, cows.msgstr_plural, cows.fuzzy) == ("Lehmiä", {}, True)
    assert (sows.msgstr, sows.msgstr_plural, sows.fuzzy) == ("", dict.fromkeys(range(3), "Sikoja"), True)


@pytest.mark.parametrize(
    "broken", [b'msgid "x"\nmsgstr "a"b"\n', 'msgid "x"\nmsgstr "Hyvää"\n'.encode("latin-1")]
)
def test_a_file_that_cannot_be_read_is_named_and_stays_as_it_is(broken: bytes, tmp_path: Path) -> None:
    for code, held in (("en", HEADER.encode()), ("fi", broken)):
        (tmp_path / code).mkdir()
        (tmp_path / code / "all.po").write_bytes(held)
    with pytest.raises(SystemExit, match=r"fi/all\.po cannot be read: "):
        update([tmp_path / "en" / "all.po"], "fi", "")
    assert (tmp_path / "fi" / "all.po").read_bytes() == broken


@pytest.mark.parametrize("words", ["", "FI", "root", "pt_BR", "f i", "xx"])
def test_what_is_no_code_of_a_language_begins_none(words: str) -> None:
    with pytest.raises(SystemExit, match=f"“{words}” is no code of a language"):
        main(words.split())


@pytest.mark.parametrize("code", [each for each in MESSAGES.codes if each != "en"])
def test_to_bring_a_language_up_to_date_would_change_nothing(code: str) -> None:
    english = [path for path in CATALOGUES if path.parent.name == "en" and path.name != NAMES_FILE]
    assert [
        path
        for path in english
        if brought_up_to_date(path, code, "") != own_file(path, code).read_text(encoding="utf-8")
    ] == []


def test_a_language_is_one_more_folder_of_catalogues_and_says_in_english_what_it_lacks(
    tmp_path: Path,
) -> None:
    sentences = {"en": {"greeting": "Hello {who}", "parting": "Bye {who}"}, "fi": {"greeting": "Hei {who}"}}
    for code, said in sentences.items():
        (tmp_path / code).mkdir()
        entries = "".join(f'msgid "{each}"\nmsgstr "{words}"\n\n' for each, words in said.items())
        (tmp_path / code / "all.po").write_text(HEADER + entries)
    messages = Messages(CatalogueFolders((tmp_path,)))
    assert messages.codes == ("en", "fi")
    finnish = messages.language("fi")
    assert finnish.say(text("greeting", who="Aino")) == "Hei Aino"
    assert finnish.say(text("parting", who=text("greeting", who="Aino"))) == "Bye Hei Aino"
    assert (messages.progress("fi"), messages.progress("en")) == ((1, 2), (2, 2))
