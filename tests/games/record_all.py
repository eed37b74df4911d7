"""Plays every recorded game anew.

    .venv/bin/python -m tests.games.record_all

Only after a change of the rules that was looked at: the recordings are what must not change. Those of Roads &
Boats keep their commands, without what is refused by now.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import msgspec

from companion.games import Refused
from tests.games.la_strada import simulated_players as roads
from tests.games.la_strada.simulated_players import Strada
from tests.games.record import FOLDER, Recording, settled, table_for, write_down


def again(path: Path) -> None:
    """Give the recorded commands once more, and keep those that are taken and what they come to."""
    recording = msgspec.json.decode(path.read_bytes(), type=Recording)
    taken = []
    with tempfile.TemporaryDirectory() as folder:
        table = table_for(Path(folder), bytes.fromhex(recording.secret))
        for command in recording.commands:
            try:
                table.perform(table.read(command), source="phone")
            except Refused:
                continue
            taken.append(command)
        played = Recording(recording.title, recording.secret, taken, settled(table))
        table.close()
    path.write_bytes(msgspec.json.format(msgspec.json.encode(played), indent=1) + b"\n")


def strada() -> None:
    """Record every game of La Strada."""
    two, four = ["grey", "red"], ["yellow", "black", "red", "grey"]
    brisk, calm = partial(Strada, spends=0.85), partial(Strada, spends=0.6)
    write_down("strada two players: the last free colony", 2, two, brisk, roads.to_the_end)
    write_down("strada both blocked: two players, one after the other", 5, two, brisk, roads.both_blocked)
    write_down("strada four players: somebody runs out of merchants", 4, four, brisk, roads.to_the_end)
    long = partial(Strada, spends=0.0, long=True)
    write_down("strada long roads: somebody runs out of tiles", 3, four[:3], long, roads.to_the_end)
    write_down("strada blocked: somebody can link nothing more", 7, four[:3], calm, roads.blocked)
    write_down(
        "strada coming and going: one leaves, another joins", 6, four[:3], calm, roads.coming_and_going
    )
    write_down("strada called off: the group ends early", 9, four[1:], calm, roads.called_off)


def main() -> None:
    """Record every game anew."""
    for path in FOLDER.glob("*.json"):
        if not path.stem.startswith("strada-"):
            again(path)
    strada()


if __name__ == "__main__":
    main()
