"""The rulebook of Roads & Boats: its phases are the game's, and its rules say their whole conditions."""

from __future__ import annotations

import pytest

from companion.games.registry import folders, registered
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.words import PHASES
from companion.language.messages import Messages, catalogues, rulebook_catalogues

MESSAGES = Messages(rulebook_catalogues(folders(registered())))


def test_phases_are_the_games() -> None:
    for rule in GAME.rulebook().rules():
        assert set(rule.phases) <= set(PHASES), rule.id


@pytest.mark.parametrize(
    ("code", "english", "italian"),
    [
        ("rule.RB-SETUP-04", "woods (dark green), pasture (light green), rock (grey), mountain (brown)",
         "bosco (verde scuro), pascolo (verde chiaro), roccia (grigio)"),
        ("rule.RB-SETUP-06", "room to build", "spazio per costruire"),
        ("rule.RB-SETUP-09", "a source or a mouth", "una sorgente o una foce"),
        ("rule.RB-GEN-07", "3 sheets each of A and C", "3 fogli A e 3 C, 1 B e 1 D"),
        ("rule.RB-GEN-07", "numbers for mines and bags, 8 for the discs",
         "numeri per miniere e sacchetti, 8 per i dischi"),
        ("rule.RB-FLEET-11", "the whole coast", "tutta la costa"),
        ("rb.card.unclaimed", "has made nothing yet this turn", "non ne ha ancora fatti"),
        ("rb.card.own-transporter", "or a boat in the river", "un’imbarcazione nel fiume"),
        ("rb.now-building", "on the tile or on a transporter", "sulla tessera o su un mezzo"),
        ("line.roads-and-boats", "1 to 4 players, 5 or 6 by house rule", "Da 1 a 4 giocatori"),
    ],
)  # fmt: skip
def test_a_text_of_a_rule_is_its_whole_condition(code: str, english: str, italian: str) -> None:
    said = MESSAGES if code.startswith("rule.") else Messages(catalogues({GAME.system: GAME.folder}))
    assert english in said.language("en", GAME.system).phrase(code)
    assert italian in said.language("it", GAME.system).phrase(code)
