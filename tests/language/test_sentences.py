"""Each message with whatever it can be given: a sentence of its language, in which no word has to be bent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

import pytest

from companion.games.registry import folders, registered
from companion.language.catalogue import Catalogue
from companion.language.comparison import PARAMETER
from companion.language.messages import Messages, catalogues

GAMES = registered()
READ = catalogues(folders(GAMES))
MESSAGES = Messages(READ)
Forms: TypeAlias = Mapping[str, tuple[str, ...]]
NUMBERS = ("0", "1", "2", "21", "2, 5", "1–3")
NAMES = ("Anna", "Bruno", "de Vries")
PERSONS = {"player", "colour", "name", "who", "other", "next", "winner", "named", "second", "token"}
"""Parameters that are a name, or a colour where a player has none."""
UNCLEAN = re.compile(r"[{}]|\s\s|^\s|\s$|\s(?!\.\.\.)[.,;]|(?<!\.)\.\.(?!\.)")
"""A brace that is left, a doubled blank or full stop, a blank where none belongs."""

IN_COLUMNS = {"dump.line"}
NO_NAME = {
    "display.refused.not-playing": "nobody plays this colour",
    "refused.not-playing": "nobody plays this colour",
    "display.colonies.whose": "the display's letter and shape stand beside it, so it says the colour",
    "doctor.display.answers": "the letters of a chip's name, SSD1306 or SH1106, are said one by one",
}
"""Messages in which a parameter takes fewer words than elsewhere, and why."""

BEFORE = r"(?<![\w’'])(?P<before>[A-Za-zäö]+) \{(?P<name>\w+)\}"
VOWEL = r"(?i:[aeiouàèéìòóùäö])"
"""What a word begins with."""
AFTER_LO = rf"(?i:{VOWEL}|s[^aeiou\W\d]|z|gn|ps|x)"
ARTICLES: Mapping[str, Mapping[str, str]] = {
    "en": {"a": VOWEL, "an": rf"(?!{VOWEL})\w"},
    "it": {
        **dict.fromkeys(("il", "un", "del", "al", "dal", "nel", "sul", "bel", "quel"), AFTER_LO),
        **dict.fromkeys(("la", "una", "della", "alla", "dalla", "nella", "sulla", "lo", "uno"), VOWEL),
        **dict.fromkeys(("dello", "allo", "dallo", "nello", "sullo", "questa", "quella"), VOWEL),
        **dict.fromkeys(("i", "dei", "ai", "dai", "nei", "sui", "quei"), AFTER_LO),
        "a": "[Aa]",
        "e": "[Ee]",
    },
}
"""Of a language: words that no parameter may follow which begins so."""
GOVERNING = "ennen ilman kohti vailla vasten keskellä lähellä alle yli läpi kesken halki paitsi pitkin päin"
FOLLOWING = (
    "kanssa jälkeen luona luokse takia vuoksi puolesta mukaan kohdalla sijaan sijasta lisäksi ajan aikana "
    "takana edessä alla päällä vieressä sisällä varrella kautta osalta varten vastaan"
)
BENT: Forms = {
    "fi": (
        r"\{(?P<glued>(?!url\b)\w+)\}[:’'-]?[a-zåäö]",
        rf"(?i:\b(?:{'|'.join(GOVERNING.split())})) \{{(?P<name>\w+)\}}",
        rf"\{{(?P<name>\w+)\}} (?:{'|'.join(FOLLOWING.split())})\b",
    )
}
"""Of a language: an ending glued to a parameter, and words beside which a word would have to be bent."""


@cache
def scopes(code: str) -> tuple[tuple[Forms, Forms], ...]:
    """For no game and for each: a language's own messages, and the words of each parameter."""
    found = []
    for system in (None, *GAMES):
        own = READ.games[system] if system else READ.common[0]
        read = [*READ.common, *([own] if system else [])]
        words: dict[str, tuple[str, ...]] = {}
        for folder in read:
            for said, forms in Catalogue(folder.joinpath(code)).forms.items():
                kind, _, value = said.partition(".")
                if "." not in value and len(forms) == 1 and "{" not in forms[0]:
                    words[kind] = (*words.get(kind, ()), forms[0])
        found.append((Catalogue(own.joinpath(code)).forms, words))
    return tuple(found)


def values(name: str, words: Forms) -> tuple[str, ...]:
    """What a parameter can be."""
    if name in PERSONS:
        return (*NAMES, *words["colour"])
    return (*words[name], ", ".join(words[name][:2])) if name in words else NUMBERS


def bent(code: str, form: str, words: Forms) -> list[str]:
    """Where a word would have to be bent; a number is not, nor a parameter that has its own form."""
    return [
        found[0]
        for law in BENT.get(code, ())
        for found in re.finditer(law, form)
        if "glued" in found.groupdict() or found["name"] in PERSONS or found["name"] in words
        if found.groupdict().get("name", "").rpartition("_")[0] not in words
    ]


def rendered(form: str, words: Forms) -> Iterator[str]:
    """The sentence with each value of each parameter in turn."""
    names = {name for name in PARAMETER.findall(form) if name.isidentifier()}
    usual = {name: values(name, words)[0] for name in names}
    yield form.format(*NUMBERS, **usual)
    for name in names:
        for value in values(name, words)[1:]:
            yield form.format(*NUMBERS, **{**usual, name: value})


@pytest.mark.parametrize("code", MESSAGES.codes)
def test_a_message_is_a_clean_sentence_with_whatever_it_is_given(code: str) -> None:
    unclean = {
        (said, sentence)
        for messages, words in scopes(code)
        for said, forms in messages.items()
        if said not in IN_COLUMNS
        for form in forms
        if "{" in form
        for sentence in rendered(form, words)
        if UNCLEAN.search(sentence)
    }
    assert unclean == set()


@pytest.mark.parametrize("code", ARTICLES)
def test_no_article_or_preposition_stands_before_a_word_with_which_it_would_be_another(code: str) -> None:
    wrong = {
        (said, found[0], value)
        for messages, words in scopes(code)
        for said, forms in messages.items()
        if said not in NO_NAME
        for form in forms
        for found in re.finditer(BEFORE, form)
        if (unfit := ARTICLES[code].get(found["before"].lower()))
        for value in values(found["name"], words)
        if re.match(unfit, value)
    }
    assert wrong == set()


@pytest.mark.parametrize("code", MESSAGES.codes)
def test_no_word_is_put_where_it_would_have_to_be_bent(code: str) -> None:
    found = {
        (said, place)
        for messages, words in scopes(code)
        for said, forms in messages.items()
        for form in forms
        for place in bent(code, form, words)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("sentence", "place"),
    [
        ("{player}n vuoro", "{player}n"),
        ("{player}:n vuoro", "{player}:n"),
        ("Ennen {phase}", "Ennen {phase}"),
        ("{player} kanssa", "{player} kanssa"),
        ("{count}:n kaivoksen", "{count}:n"),
        ("Pelaaja {player} on vuorossa", None),
        ("{player}: valmis", None),
        ("Ennen {phase_part}", None),
        ("Yli {count} tavaraa", None),
    ],
)
def test_in_finnish_a_name_or_word_is_never_bent(sentence: str, place: str | None) -> None:
    words = {"phase": ("tuotanto",), "phase_part": ("tuotantoa",), "colour": ("punainen",)}
    assert bent("fi", sentence, words) == ([place] if place else [])


@pytest.mark.parametrize("code", MESSAGES.codes)
def test_a_form_of_a_word_is_there_for_every_word(code: str) -> None:
    english = MESSAGES.codes_of("en")
    own = MESSAGES.codes_of(code)
    forms = {said.partition(".")[0] for said in own - english}
    lacking = {
        f"{form}.{said.partition('.')[2]}"
        for form in forms
        for said in english
        if said.startswith(f"{form.rpartition('_')[0]}.")
    } - own
    assert lacking == set()
