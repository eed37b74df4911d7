"""The sheet of the buttons, as files to print, and what they were made of."""

from __future__ import annotations

import hashlib
from pathlib import Path

from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues

FOLDER = Path(__file__).parent
MADE_OF = FOLDER / "made-of.txt"
"""Each file's name with the fingerprint of what it was made of."""
LANGUAGES = Messages(catalogues(folders(registered()))).codes
NAMES = tuple(f"{system}.{language}" for system in registered() for language in LANGUAGES)
"""Of the files, without their endings."""
_ROOT = FOLDER.parents[1]


def made_of() -> str:
    """What `MADE_OF` says of files that are made now."""
    return "".join(f"{name} {_fingerprint(*name.split('.'))}\n" for name in NAMES)


def _fingerprint(system: str, language: str) -> str:
    own = _ROOT / "companion/games" / system.replace("-", "_")
    sources = (
        _ROOT / "web/templates/sheet.html",
        _ROOT / "web/templates/sheet_ui.html",
        _ROOT / "web/static/sheet.css",
        _ROOT / "companion/language/shapes.py",
        _ROOT / "web/templates/legend.html",
        *sorted((_ROOT / "companion/language/signs").glob("*-[79].txt")),
        own / "pictures.py",
        _ROOT / f"companion/language/catalogues/{language}/display.po",
        own / f"catalogues/{language}/display.po",
        _ROOT / f"companion/language/catalogues/{language}/sheet_pages.po",
        own / f"catalogues/{language}/sheet.po",
        own / "templates" / own.name / "sheet.html",
    )
    return hashlib.sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()[:16]
