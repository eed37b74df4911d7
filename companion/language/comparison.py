"""The catalogues of a language beside the English ones: what is missing, unused, or has other parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
import polib

from companion.language.catalogue import DEFAULT_PLURALS, PLURAL_FORMS, plural_rule, texts
from companion.language.messages import FALLBACK, LANGUAGE_NAME, without_form
from companion.language.text import CompanionError, Text, text

NAMES_FILE = "languages.po"
"""The English file in which each language names itself; no language has one of its own."""
PARAMETER = re.compile(r"\{(\w*)\}")
"""A name in braces, which is filled in."""


class Message(msgspec.Struct, frozen=True):
    """An entry of a catalogue. forms: its texts, one for each plural form; empty if it is not translated."""

    code: str
    forms: tuple[str, ...]
    is_plural: bool
    comment: str
    """What stands above it for translators."""


class CatalogueFault(msgspec.Struct, frozen=True):
    """What is amiss in a file. path: of the file, whether there is one or not."""

    path: str
    what: Text


class CataloguePair(msgspec.Struct, frozen=True):
    """A file of a language and the English one of the same name; no messages where there is no file.

    system: the game whose catalogue it is, or None.
    """

    path: str
    system: str | None
    english: Mapping[str, Message]
    own: Mapping[str, Message]
    plurals: str
    """The line of the own file's head about numbers; empty where there is no file."""

    def faults(self) -> Iterator[CatalogueFault]:
        """What is missing or unused in the file, and which parameters differ from the English ones."""
        if not self.english:
            yield CatalogueFault(self.path, text("catalogues.unused-file"))
            return
        for code, english in self.english.items():
            own = self.own.get(code)
            if own is None or not own.forms:
                yield CatalogueFault(
                    self.path, text("catalogues.missing", code=code, english=english.forms[-1])
                )
                continue
            for what in self._differences(own, english):
                yield CatalogueFault(self.path, what)
        for code in self.own:
            if code not in self.english and without_form(code) not in self.english:
                yield CatalogueFault(self.path, text("catalogues.unused", code=code))

    def _differences(self, own: Message, english: Message) -> Iterator[Text]:
        given, needed = parameters(own), parameters(english)
        if given is None or needed is None:
            yield text("catalogues.braces", code=own.code)
            return
        bent = {without_form(name) for name in given - needed}
        unknown = {name for name in given - needed if without_form(name) not in needed}
        for code, names in (("lacks", needed - given - bent), ("unknown", unknown)):
            if names:
                braced = tuple(f"{{{name}}}" for name in sorted(names))
                yield text(f"catalogues.{code}", code=own.code, names=braced)
        if own.is_plural != english.is_plural:
            yield text("catalogues.plural" if english.is_plural else "catalogues.no-plural", code=own.code)
        elif own.is_plural and (rule := plural_rule(self.plurals)) and len(own.forms) != rule.forms:
            yield text("catalogues.forms", code=own.code, there=len(own.forms), needed=rule.forms)


class CatalogueUnreadable(CompanionError):
    """A file is no catalogue."""


def catalogue_pairs(folder: Traversable, code: str, system: str | None) -> Iterator[CataloguePair]:
    """Each file of a language in a folder, and each that it lacks. Raises `CatalogueUnreadable`."""
    english, own = Path(str(folder), FALLBACK), Path(str(folder), code)
    for name in sorted({path.name for each in (english, own) for path in each.glob("*.po")}):
        _, wanted = _read(english / name)
        if name == NAMES_FILE:
            yield _names(str(english / name), code, wanted)
        else:
            plurals, given = _read(own / name)
            yield CataloguePair(str(own / name), system, wanted, given, plurals)


def plural_faults(pairs: Iterable[CataloguePair]) -> Iterator[CatalogueFault]:
    """Files without a valid rule for plural forms, or with another than the language's first file."""
    first = None
    for pair in pairs:
        if not pair.plurals:
            continue
        if plural_rule(pair.plurals) is None:
            yield CatalogueFault(pair.path, text("catalogues.no-rule", plurals=pair.plurals))
            continue
        first = first or pair
        if pair.plurals != first.plurals:
            what = text("catalogues.other-rule", plurals=pair.plurals, file=first.path)
            yield CatalogueFault(pair.path, what)


def _names(path: str, code: str, every: Mapping[str, Message]) -> CataloguePair:
    """What a language has to say of itself in the English file of names, beside what English says there."""
    english, own = LANGUAGE_NAME + FALLBACK, LANGUAGE_NAME + code
    wanted = {
        said.replace(english, own): message
        for said, message in every.items()
        if f"{said}.".startswith(f"{english}.")
    }
    return CataloguePair(path, None, wanted, {said: every[said] for said in wanted if said in every}, "")


def parameters(message: Message) -> set[str] | None:
    """The names in a message's braces; None where a brace stands alone or holds more than a name."""
    if any({"{", "}"} & set(PARAMETER.sub("", form)) for form in message.forms):
        return None
    return {name for form in message.forms for name in PARAMETER.findall(form)}


def _read(path: Path) -> tuple[str, dict[str, Message]]:
    """The line of a file's head about numbers, and its messages by code."""
    if not path.is_file():
        return "", {}
    file = opened(path)
    return file.metadata.get(PLURAL_FORMS, DEFAULT_PLURALS), {
        entry.msgid: Message(
            entry.msgid,
            texts(entry) if entry.translated() else (),
            bool(entry.msgid_plural),
            entry.comment,
        )
        for entry in file
        if not entry.obsolete
    }


def opened(path: Path) -> polib.POFile:
    """The file, to be written back with each text on a line. Raises `CatalogueUnreadable`."""
    try:
        return polib.pofile(str(path), encoding="utf-8", wrapwidth=0)
    except (OSError, ValueError) as failure:
        why = str(failure).removeprefix(f"Syntax error in po file {path} ").strip()
        raise CatalogueUnreadable(text("catalogues.unreadable", file=str(path), why=why)) from failure
