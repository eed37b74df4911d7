"""Templates that were compiled when the program was installed: the first page waits for none."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2.bccache import Bucket

from tests.fakes.sitting import GAMES, Sitting
from web.pages.templates import Compiled, compile_all

PAGES = ("/table", "/act", "/log", "/games", "/setup", "/join", "/box", "/rules", "/aids/bricks", "/no")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As an installation leaves it."""
    folder = tmp_path_factory.mktemp("compiled")
    assert compile_all(GAMES, folder) > len(PAGES)
    return folder


class Noting(Compiled):
    """Writes down what had to be compiled."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.compiled: list[str] = []

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled.append(bucket.key)


def test_no_page_compiles_a_cached_template(playing: Sitting, folder: Path) -> None:
    playing.app.jinja_env.bytecode_cache = noting = Noting(folder)
    for at in PAGES:
        playing.stranger().get(at)
    assert noting.compiled == []
    assert {each.stat().st_mode & 0o777 for each in folder.iterdir()} == {0o644}, "readable by all"


def test_a_damaged_compiled_template_is_compiled_anew_and_not_written(
    playing: Sitting, folder: Path, tmp_path: Path
) -> None:
    whole = playing.stranger().get("/join").text
    for size in (0, 10, 40, 300):
        for each in folder.iterdir():
            (tmp_path / each.name).write_bytes(each.read_bytes()[:size])
        env = playing.app.jinja_env
        env.bytecode_cache = Compiled(tmp_path)
        assert env.cache is not None
        env.cache.clear()
        assert len(playing.stranger().get("/join").text) == len(whole)
        sizes = {each.stat().st_size for each in tmp_path.iterdir() if each.is_file()}
        assert sizes == {size}
