"""Both languages as they are spoken at a table: one word for one thing, and a player is of no gender."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues, rulebook_catalogues
from tests.tree import ROOT

GAMES = registered()
TABLE = Messages(catalogues(folders(GAMES)))
RULES = Messages(rulebook_catalogues(folders(GAMES)))
CATALOGUES = {
    language: [
        path
        for path in sorted((ROOT / "companion").rglob(f"catalogues/{language}/*.po"))
        if path.name != "search.po"  # the words that a search does without
    ]
    for language in ("en", "it")
}

NAME = r"(?<!Il )(?<!per )\{(?:colour|player|name|who|other|next|token|winner|second)\}"
A_MAN = (
    NAME + r":? (?:è |sarebbe |resta )?(?:già |ancora |più )?"
    r"(?:pront|bloccat|rimast|andat|entrat|uscit|collegat|arrivat|stat|tornat|vicin)o\b",
    r"\b(?:primo|ultimo)\b[^.]*\b(?:è|sarebbe) " + NAME,
    NAME + r"[^.]*\b(?:primo|l’ultimo) (?:a|al)\b",
    r"\b(?:è|sarebbe|di) " + NAME + r", il \w+o\b",
)
"""An adjective or participle of a man where a name stands that may be a woman's: "Irene: pronto"."""
STALE = [
    ("en", "", "a player is they", r"\b([Hh]e|him|[Hh]is|[Ss]he|hers?)\b"),
    ("en", "la_strada", "a colony is linked", r"\b[Cc]onnect(?!or)|\bjoin\w* a colony"),
    ("en", "la_strada", "a player's turn is no round", r"\brounds?\b"),
    (
        "en",
        "roads_and_boats",
        "a turn is for all players, a player has a go",
        r"\b([Yy]our|[Hh]is|[Tt]heir|\}['’]s) turns?\b",
    ),
    (
        "en",
        "language",
        "whether it is a turn or a go depends on the game",
        r"\b([Yy]our|my|\}['’]s) (turn|go)\b",
    ),
    ("en", "", "the display's page of the game is the table page", r"\b(home|first) page\b"),
    (
        "en",
        "roads_and_boats",
        "coins come in sets",
        r"(?<!\b[Ss]et of )(?<!\b[Ss]ets of )(?<!\{)\b[Cc]oins\b",
    ),
    (
        "en",
        "",
        "a player who plays no more has left",
        r"\b[Ll]eft (early|in turn)\b|^left the game$|total\} left$",
    ),
    ("en", "", "what was done is undone and redone", r"\b(Taken back|Done again|[Dd]o it again)\b"),
    ("it", "", "a tile is a tessera", r"\bcasell[ae]\b"),
    ("it", "", "an apostrophe is curved", r"\w'"),
    ("it", "", "what is quoted stands in «»", "[“”]"),
    (
        "it",
        "",
        "a player who plays no more has left",
        r"\bfuori dal gioco\b|\b[Uu]scito prima\b|\b(chi|Chi|Qualcuno) va via\b|\} (va )?via\b",
    ),
    (
        "it",
        "",
        "a rule asks for something, it does not want it",
        r"\bv(uole|ogliono) (la sua|ricerca|entrambi|più spazio)",
    ),
    ("it", "roads_and_boats", "a rig is a piattaforma", r"(?i)\bpozz[oi] di petrolio\b"),
    (
        "it",
        "roads_and_boats",
        "a shaft is a pozzo di estrazione",
        r"(?i)\bpozz[oi]\b(?! (di estrazione|petrolifer)|i? sono costati)",
    ),
    (
        "it",
        "roads_and_boats",
        "rowboats and steamers have their whole names",
        r"(?i)\bfabbric(a|he) di (barche\b(?! a remi)|battelli\b(?! a vapore))",
    ),
    ("it", "roads_and_boats", "mines are specialised", r"(?i)\bminier[ae] special[ei]\b"),
    (
        "it",
        "roads_and_boats",
        "ore is drawn with one verb",
        r"(?i)\bestra(e|gga|i|tt|zioni\b)|(?<!pozzo di )(?<!pozzi di )\bestrazione\b",
    ),
    ("it", "roads_and_boats", "a player who stops praying cashes in", r"(?i)\bsmett(e|ono|ere)\b"),
    ("it", "roads_and_boats", "coins come in sets", r"(?i)(?<!set di )\bmonet[ae]\b"),
    (
        "it",
        "roads_and_boats",
        "gold, iron, fuel, paper and clay are counted in pieces",
        r"(?i)(\d|\b(un|due|tre|quattro)|\}) (oro|ferro|carburante|carta|argilla)\b(?! \{)",
    ),
    ("it", "roads_and_boats", "a filling is a riempimento", r"(?i)\bcontenuti\b|\b(un|nuovo) contenuto\b"),
    ("it", "roads_and_boats", "a young donkey is an asinello", r"(?i)\bpuledr"),
    ("it", "roads_and_boats", "the board is a plancia", r"(?i)\btabellon"),
    ("it", "roads_and_boats", "where a player starts is the start tile", r"(?i)\btessera di casa\b"),
    (
        "it",
        "roads_and_boats",
        "order of play is settled, not asked for like a drink",
        r"(?i)\bchied\w+ (di nuovo )?l.ordine\b",
    ),
    ("it", "roads_and_boats", "a factory is upgraded", r"(?i)\btrasformazion"),
    (
        "it",
        "roads_and_boats",
        "what is drawn is a pescata; pesche are peaches",
        r"(?i)\bpesche\b|(\b(la|una|nessuna|prossima)|\}) pesca\b|\bpesca a mano$",
    ),
    (
        "it",
        "roads_and_boats",
        "a river has two sponde; a riva is a kind of tile (RB-BUILD-09)",
        r"(?i)\baltra riva\b|\brive\b",
    ),
    *(("it", "", "a player has no grammatical gender", pattern) for pattern in A_MAN),
    ("it", "la_strada", "an azione is a share of stock and nothing else", r"\b[Aa]zion[ei]\b"),
    ("it", "language", "an azione is a share of stock and nothing else", r"\b[Aa]zion[ei]\b"),
    *(
        (language, "rulebook", "rules speak of house rules and start tiles", rf"(?i){stale}")
        for language in ("en", "it")
        for stale in (r"\bswitch", r"\bopzion", r"\bhome tile\b")
    ),
]
"""Language, part of the catalogues, reason, and the pattern that no sentence there matches."""


def sentences(path: Path) -> list[tuple[str, str]]:
    return [
        (entry.msgid, words)
        for entry in polib.pofile(str(path))
        for words in (entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,))
    ]


SENTENCES = {language: {path: sentences(path) for path in paths} for language, paths in CATALOGUES.items()}


@pytest.mark.parametrize(("language", "part", "why", "stale"), STALE, ids=[each[2] for each in STALE])
def test_no_sentence_has_a_stale_word(language: str, part: str, why: str, stale: str) -> None:
    found = [said for path, said in SENTENCES[language].items() if not part or part in path.parts]
    assert len(found) > 5
    assert [each for said in found for each in said if re.search(stale, each[1])] == [], why


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("language", TABLE.codes)
def test_a_rule_quotes_a_house_rule_by_its_name(language: str, system: str) -> None:
    table = TABLE.language(language, system)
    prefix = {"roads-and-boats": "rb", "la-strada": "ls"}[system]
    quoted = 0
    for code in RULES.codes_of(language, system):
        words = RULES.language(language, system).phrase(code)
        for number, name in re.findall(r"AMB-(\d\d), [«“”]([^»”]+)[»”]", words):
            assert name == table.phrase(f"{prefix}.option.amb_{number}"), code
            quoted += 1
    assert quoted or system == "la-strada"


@pytest.mark.parametrize("language", TABLE.codes)
def test_every_language_has_the_numbers_of_the_english_rules(language: str) -> None:
    for system in GAMES:
        for code in RULES.codes_of("en", system):
            english, own = (
                set(re.findall(r"\d+", RULES.language(each, system).phrase(code)))
                for each in ("en", language)
            )
            assert own == english, code
