"""Draws the wiring diagrams of the documentation: `make wiring`."""

from __future__ import annotations

from pathlib import Path

from docs.wiring.addition_diagrams import pictures
from docs.wiring.board import draw_board
from docs.wiring.diagram import draw
from docs.wiring.wires import READERS, example_config

FOLDER = Path(__file__).parents[1] / "pictures"


def diagrams() -> dict[Path, str]:
    """Every diagram as SVG, by its file."""
    config = example_config()
    drawn = {reader.name: draw(config, reader) for reader in READERS} | pictures(config)
    drawn["rdm6300-board"] = draw_board(config)
    return {FOLDER / f"wiring-{name}.svg": picture for name, picture in drawn.items()}


def main() -> None:
    """Write the diagrams."""
    for path, picture in diagrams().items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
