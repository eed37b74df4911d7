"""Draws the wiring diagrams of the documentation: `make wiring`."""

from __future__ import annotations

from pathlib import Path

from docs.wiring.additions_drawn import pictures
from docs.wiring.board import draw_board
from docs.wiring.nets import READERS, proposed
from docs.wiring.picture import draw

FOLDER = Path(__file__).parents[1] / "pictures"


def diagrams() -> dict[Path, str]:
    """Every diagram by the file that it belongs in."""
    config = proposed()
    drawn = {reader.name: draw(config, reader) for reader in READERS} | pictures(config)
    drawn["rdm6300-board"] = draw_board(config)
    return {FOLDER / f"wiring-{name}.svg": picture for name, picture in drawn.items()}


def main() -> None:
    """Write them."""
    for path, picture in diagrams().items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
