"""The kept pictures of both games, one character a pixel; `python -m tests.hardware.display.references` draws
them anew, to be looked at before they are committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from companion.panel.layout import lay_out
from hardware.display.drawing import draw
from tests.fakes.box import MESSAGES
from tests.fakes.scenes import la_strada, roads_and_boats

FOLDER = Path(__file__).parent / "kept"


def pictures() -> Iterator[tuple[str, str]]:
    """Each scene's name, and its picture as text."""
    for system, scenes in (("roads-and-boats", roads_and_boats()), ("la-strada", la_strada())):
        language = MESSAGES.language("en", system)
        for name, screen in scenes.items():
            yield name, as_text(draw(lay_out(screen, language)[0]))


def as_text(image: Image.Image) -> str:
    """A row of characters for a row of pixels: `#` is lit, `.` dark."""
    lit = image.convert("L").tobytes()
    rows = (lit[at : at + image.width] for at in range(0, len(lit), image.width))
    return "".join("".join("#" if pixel else "." for pixel in row) + "\n" for row in rows)


def main() -> None:
    """Draw every one anew."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, picture in pictures():
        (FOLDER / f"{name}.txt").write_text(picture, encoding="ascii")


if __name__ == "__main__":
    main()
