"""Writes the game with which the demo begins: four players, a few turns on, in the middle of production.

.venv/bin/python -m tests.games.example
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec

from tests.games.record import table_for
from tests.games.roads_and_boats.simulated_players import Boats
from tests.tree import ROOT

FILE = ROOT / "companion" / "games" / "roads_and_boats" / "example.json"
TAGS = {number: f"0F0184F0{number:02X}" for number in range(1, 10)}
"""The tags on the first bags; the later bags have none yet."""


class Demonstration(Boats):
    """An evening without second thoughts, in which mines are built in the order of their numbers."""

    def _second_thoughts(self) -> None:
        """Nobody changes his mind in front of visitors."""

    def _production(self) -> None:
        """Only what any dice allow: the demo's own are others."""
        self.do("draw-all")
        self._order()
        subject = {2: "new-shaft", 4: "truck", 5: "big-mine"}.get(self.game["turn"])
        if subject:
            self.do("research", colour=self.colours[1], subject=subject)

    def _building(self) -> None:
        self._order()
        colours = self.colours
        turn = self.game["turn"]
        number = len(self.game["mines"]) + 1
        if number <= 6:
            self.do("build-mine", number=number, colour=colours[turn % 4], mixture="standard")
        if turn == 5:
            self.do("build-mine", number=number + 1, colour=colours[1], mixture="big")
        for building in (("woodcutter", "sawmill"), ("quarry",), ("clay-pit",), ("papermill",))[turn % 4]:
            self.do("build", building=building, by=1)


def main() -> None:
    """Play it and write it."""
    with tempfile.TemporaryDirectory() as folder:
        table = table_for(Path(folder), bytes(range(32)))
        evening = Demonstration(table, 17, buys=0.3, calls=0.35)
        for number, tag in TAGS.items():
            assert evening.do("pair-tag", tag=tag, number=number)
        names = {"red": "Rosa", "yellow": "Ylva", "green": "Gianni", "blue": "Björn"}
        players = [{"colour": colour, "name": name} for colour, name in names.items()]
        temple = ["green", "red", "blue", "yellow"]
        assert evening.do("start", system="roads-and-boats", players=players, options={"temple": temple})
        evening.play(lambda game: game["turn"] == 6)
        assert (
            evening.do("research", colour="yellow", subject="big-mine") or evening.game["research"]["yellow"]
        )
        assert evening.do("draw", number=1)
        assert evening.do("draw", number=2)
        table.close()
    commands: list[dict[str, Any]] = evening.commands
    lines = ",\n ".join(msgspec.json.encode(command).decode() for command in commands)
    FILE.write_text(f"[{lines}]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
