"""Italian as it is spoken at a table: one word for one thing, counted as people count, found by searching."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from companion.games.registry import folders, registered
from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.rulebook import Rulebooks
from companion.language.messages import Messages, catalogues, rulebook_catalogues
from tests.tree import ROOT

GAMES = registered()
TABLE = Messages(catalogues(folders(GAMES)))
RULES = Messages(rulebook_catalogues(folders(GAMES)))
BOOKS = Rulebooks({system: game.rulebook for system, game in GAMES.items()}, RULES)

EVERYWHERE = sorted((ROOT / "companion").rglob("catalogues/it/*.po"))
BOATS = [path for path in EVERYWHERE if "roads_and_boats" in path.parts]

NAME = r"(?<!Il )(?<!per )\{(?:colour|player|name|who|other|next|token|winner|second)\}"
MASCULINE = re.compile(
    "|".join(
        (
            NAME + r":? (?:è |sarebbe |resta )?(?:già |ancora |più )?"
            r"(?:pront|bloccat|rimast|andat|entrat|uscit|collegat|arrivat|stat|tornat|vicin)o\b",
            r"\b(?:primo|ultimo)\b[^.]*\b(?:è|sarebbe) " + NAME,
            NAME + r"[^.]*\b(?:primo|l’ultimo) (?:a|al)\b",
            r"\b(?:è|sarebbe|di) " + NAME + r", il \w+o\b",
        )
    )
)
"""An adjective or participle of a man where a name stands that may be a woman's: "Irene: pronto"."""
BARE_A = re.compile(r"\b[Aa] \{(?!(?:address|found|key|pin|sda|scl|last|high|n|most|price)\})\w*\}")
"""A bare "a" before what may begin with one, as a name does: "a Anna". Not before addresses and numbers."""
STALE = {
    "a tile is a tessera": r"\bcasell[ae]\b",
    "an apostrophe is curved": r"\w'",
    "a player who plays no more has left": (
        r"\bfuori dal gioco\b|\b[Uu]scito prima\b|\b(chi|Chi|Qualcuno) va via\b|\} (va )?via\b"
    ),
    "a rule asks for something, it does not want it": (
        r"\bv(uole|ogliono) (la sua|ricerca|entrambi|più spazio)"
    ),
}
STALE_IN_BOATS = {
    "a rig is a piattaforma": r"\bpozz[oi] di petrolio\b",
    "a shaft is a pozzo di estrazione": r"\bpozz[oi]\b(?! (di estrazione|petrolifer)|i? sono costati)",
    "rowboats and steamers have their whole names": (
        r"\bfabbric(a|he) di (barche\b(?! a remi)|battelli\b(?! a vapore))"
    ),
    "mines are specialised": r"\bminier[ae] special[ei]\b",
    "ore is drawn with one verb": r"\bestra(e|gga|i|tt|zioni\b)|(?<!pozzo di )(?<!pozzi di )\bestrazione\b",
    "a player who stops praying cashes in": r"\bsmett(e|ono|ere)\b",
    "coins come in sets": r"(?<!set di )\bmonet[ae]\b",
    "gold, iron, fuel, paper and clay are counted in pieces": (
        r"(\d|\b(un|due|tre|quattro)|\}) (oro|ferro|carburante|carta|argilla)\b(?! \{)"
    ),
    "a filling is a riempimento": r"\bcontenuti\b|\b(un|nuovo) contenuto\b",
    "a young donkey is an asinello": r"\bpuledr",
    "the board is a plancia": r"\btabellon",
    "where a player starts is the start tile": r"\btessera di casa\b",
    "order of play is settled, not asked for like a drink": r"\bchied\w+ (di nuovo )?l.ordine\b",
    "a factory is upgraded": r"\btrasformazion",
    "what is drawn is a pescata; pesche are peaches": (
        r"\bpesche\b|(\b(la|una|nessuna|prossima)|\}) pesca\b|\bpesca a mano$"
    ),
    "a river has two sponde; a riva is a kind of tile (RB-BUILD-09)": r"\baltra riva\b|\brive\b",
}


def sentences(path: Path) -> list[tuple[str, str]]:
    return [
        (entry.msgid, words)
        for entry in polib.pofile(str(path))
        for words in (entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,))
    ]


@pytest.mark.parametrize("why", STALE)
def test_no_sentence_has_a_stale_word(why: str) -> None:
    assert len(EVERYWHERE) > 30
    assert [each for path in EVERYWHERE for each in sentences(path) if re.search(STALE[why], each[1])] == []


@pytest.mark.parametrize("why", STALE_IN_BOATS)
def test_roads_and_boats_has_one_word_for_one_thing(why: str) -> None:
    assert len(BOATS) > 25
    stale = re.compile(STALE_IN_BOATS[why], re.IGNORECASE)
    assert [each for path in BOATS for each in sentences(path) if stale.search(each[1])] == []


def test_an_azione_is_a_share_of_stock_and_nothing_else() -> None:
    ours = [path for path in EVERYWHERE if "roads_and_boats" not in path.parts]
    assert len(ours) > 20
    assert [
        each for path in ours for each in sentences(path) if re.search(r"\b[Aa]zion[ei]\b", each[1])
    ] == []


@pytest.mark.parametrize("stale", [r"\bswitch", r"\bopzion", r"\bhome tile\b"])
def test_in_both_languages_rules_speak_of_house_rules_and_start_tiles(stale: str) -> None:
    books = [path for path in (ROOT / "companion").rglob("rulebook/catalogues/*/*.po") if path.is_file()]
    assert len(books) > 50
    assert [
        each for path in books for each in sentences(path) if re.search(stale, each[1], re.IGNORECASE)
    ] == []


COUNTED = {
    "trunks": (("trunk", "trunks"), ("tronco", "tronchi")),
    "boards": (("board", "boards"), ("asse", "assi")),
    "stone": (("stone", "stone"), ("pietra", "pietre")),
    "clay": (("clay", "clay"), ("unità di argilla", "unità di argilla")),
    "fuel": (("fuel", "fuel"), ("unità di carburante", "unità di carburante")),
    "paper": (("paper", "paper"), ("foglio di carta", "fogli di carta")),
    "gold": (("gold", "gold"), ("pepita d’oro", "pepite d’oro")),
    "iron": (("iron", "iron"), ("pezzo di ferro", "pezzi di ferro")),
    "coins": (("set of coins", "sets of coins"), ("set di monete", "set di monete")),
    "stock": (("stock", "stock"), ("azione", "azioni")),
    "wagon": (("wagon", "wagons"), ("carro", "carri")),
    "truck": (("truck", "trucks"), ("camion", "camion")),
    "raft": (("raft", "rafts"), ("zattera", "zattere")),
    "rowboat": (("rowboat", "rowboats"), ("barca a remi", "barche a remi")),
    "steamer": (("steamer", "steamers"), ("battello a vapore", "battelli a vapore")),
}
"""One and two of each good that a building or a mine makes, in English and in Italian."""


def test_every_good_has_a_singular_and_a_plural() -> None:
    made = {plan.gives for plan in BLUEPRINTS.values() if plan.gives is not None} | {"gold", "iron"}
    assert set(COUNTED) == made
    for good, both in COUNTED.items():
        for language, words in zip(("en", "it"), both, strict=True):
            words_of = TABLE.language(language, "roads-and-boats")
            assert tuple(words_of.phrase(f"counted.{good}", {"count": many}) for many in (1, 2)) == words


def found(search: str, language: str = "it", system: str = "roads-and-boats") -> list[str]:
    return list(BOOKS.search(system, TABLE.language(language, system), search, {}).names)


@pytest.mark.parametrize(
    ("search", "rules"),
    [
        ("incassa", {"RB-CONF-03", "RB-CONF-04", "RB-CONF-05"}),
        ("pesca", {"RB-PROD-01", "RB-MINE-08", "RB-MINE-10", "RB-MINE-11", "RB-CONF-02"}),
        ("stabilisca l'ordine", {"RB-TURN-04", "RB-TURN-05", "RB-CONF-02", "RB-WON-09"}),
        ("pozzo di estrazione", {"RB-MINE-12", "RB-MINE-13", "RB-RES-05"}),
        ("piattaforma", {"RB-BLDG-05", "RB-BOAT-11", "RB-RES-03"}),
        ("set di monete", {"RB-PROD-12", "RB-PROD-13", "RB-SCORE-01"}),
        ("riempimento", {"RB-MINE-06", "RB-MINE-12", "RB-MINE-13"}),
    ],
)
def test_the_games_words_find_their_rules(search: str, rules: set[str]) -> None:
    assert rules <= set(found(search))


@pytest.mark.parametrize("language", TABLE.codes)
@pytest.mark.parametrize(
    "button", ["rb.cash", "rb.keep", "rb.draw", "rb.filling", "rb.sink-shaft", "rb.sequence", "rb.wonder"]
)
def test_a_buttons_words_are_found_in_the_rules(button: str, language: str) -> None:
    words = TABLE.language(language, "roads-and-boats").phrase(button)
    assert found(words, language), words


@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
@pytest.mark.parametrize("language", TABLE.codes)
def test_a_rule_quotes_a_house_rule_by_its_name(language: str, system: str) -> None:
    table = TABLE.language(language, system)
    prefix = {"roads-and-boats": "rb", "la-strada": "ls"}[system]
    for code in RULES.codes_of(language, system):
        words = RULES.language(language, system).phrase(code)
        for number, name in re.findall(r"AMB-(\d\d), [«“]([^»”]+)[»”]", words):
            assert name == table.phrase(f"{prefix}.option.amb_{number}"), code


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "AMB-19, “Carrying a moved transporter: only your own are banned”"),
        ("it", "AMB-19, «Trasportare un mezzo già mosso: vietato solo ai propri»"),
    ],
)
def test_the_house_rule_about_carrying_is_quoted_by_its_name(language: str, name: str) -> None:
    assert name in RULES.language(language, "roads-and-boats").phrase("reading.RB-CARRY-02")


def test_both_languages_have_the_same_numbers() -> None:
    for system in BOOKS.systems:
        for code in RULES.codes_of("en", system):
            english, italian = (
                set(re.findall(r"\d+", RULES.language(each, system).phrase(code))) for each in ("en", "it")
            )
            assert english == italian, code


@pytest.mark.parametrize("path", EVERYWHERE, ids=lambda path: "-".join(path.parts[-4::3]))
def test_a_player_has_no_grammatical_gender(path: Path) -> None:
    texts = [
        text for entry in polib.pofile(str(path)) for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]
    assert [each for each in texts if MASCULINE.search(each)] == []


@pytest.mark.parametrize("path", EVERYWHERE, ids=lambda path: "-".join(path.parts[-4::3]))
def test_no_a_stands_before_a_name(path: Path) -> None:
    assert [each for each in sentences(path) if BARE_A.search(each[1])] == []
