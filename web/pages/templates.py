"""Templates as pages are drawn from them: the common ones and each game's own, compiled beforehand where that
was done when the program was installed.

To compile them takes most of the time of the first page after a start. They are kept where Python keeps what
it compiles, for the same reason and with the same trust: who could write there could write the program.
Nothing is written while the box runs.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from flask import Flask
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from companion.games import Game
from companion.language.invisible import replace_invisible
from web.pages.assets import game_folder

_TEMPLATE = ".html"
_NAMED = "%s.jinja"


class Compiled(FileSystemBytecodeCache):
    """What was compiled in a folder; whatever is not there, or of another text or Python, is compiled by who
    asks for it, and not kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), _NAMED)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill it with what there is."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):  # as a disk that was full left it
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write nothing: a box's own files stay as they were installed."""


def prepare(app: Flask, games: Mapping[str, Game], folder: Path | None = None) -> None:
    """Let an application draw from the common templates, and each game bring its own, below a folder of its
    name. folder: with what was compiled; by default the one beside the common templates.
    """
    env = app.jinja_env
    env.finalize = _harmless
    env.bytecode_cache = env.bytecode_cache or Compiled(folder or _beside())
    own = jinja2.FunctionLoader(lambda name: _own_template(games.values(), name))
    app.jinja_loader = jinja2.ChoiceLoader([each for each in (app.jinja_loader, own) if each])


def compile_all(games: Mapping[str, Game], folder: Path | None = None) -> int:
    """Compile every template into the folder, to be read by everybody, and tell how many there are.

    For who installs the program. Raises OSError where it may not.
    """
    folder = folder or _beside()
    folder.mkdir(exist_ok=True)
    app = Flask("web")
    prepare(app, games, folder)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder), _NAMED)
    app.jinja_env.bytecode_cache.clear()
    names = [each.name for each in files("web").joinpath("templates").iterdir()]
    for own in map(game_folder, games.values()):
        if own.is_dir():
            names += [f"{own.name}/{each.name}" for each in own.iterdir()]
    found = [each for each in names if each.endswith(_TEMPLATE)]
    for each in found:
        app.jinja_env.get_template(each)
    for file in folder.iterdir():
        file.chmod(0o644)
    return len(found)


def _beside() -> Path:
    return Path(str(files("web").joinpath("templates", "__pycache__")))


def _harmless(value: Any) -> Any:
    """A page's text without invisible characters, which games of other boxes may hold."""
    return value if type(value) is not str or value.isprintable() else replace_invisible(value)


def _own_template(games: Iterable[Game], name: str) -> str | None:
    folder, _, file = name.partition("/")
    for game in games:
        own = game_folder(game)
        if own.name == folder and own.joinpath(file).is_file():
            return own.joinpath(file).read_text(encoding="utf-8")
    return None
