"""A sitting for each test: an empty table, and one with a game on it; or a journal alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any, ClassVar

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from companion.storage.settings import Settings
from tests.fakes.sitting import START, RecordingBox, Sitting, act
from web.auth import holder_in_environ
from web.server.server import WebServer


class Kept(BytecodeCache):
    """What was compiled of each text, as it came from the compiler: nothing is written, read and unpacked."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.codes[bucket.key, bucket.checksum] = bucket.code


class KeptRule(Rule):
    """An address of the pages with what was compiled of it in the first application."""

    compiled: ClassVar[dict[tuple[str, str], dict[str, Any]]] = {}

    def compile(self) -> None:
        of = self.rule, str(self.endpoint)
        if of not in self.compiled:
            super().compile()
            self.compiled[of] = dict(vars(self))
        vars(self).update(self.compiled[of], map=self.map, methods=self.methods)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> Iterator[None]:
    """Templates and addresses are compiled once, not for each application: that is most of its time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": Kept()})
        patch.setattr(Flask, "url_rule_class", KeptRule)
        yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Those of an empty data folder."""
    return Settings(tmp_path)


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Nothing on the table, and a simulated box that only takes notes."""
    sitting = Sitting(tmp_path / "data", RecordingBox())
    yield sitting
    sitting.close()


@pytest.fixture
def playing(sitting: Sitting) -> Sitting:
    """A game of two in its first turn, version 1."""
    assert act(sitting.phone(), START).status_code == 200
    return sitting


@pytest.fixture
def web(playing: Sitting) -> Iterator[WebServer]:
    """The game of two behind a real server on a free port."""
    member = partial(holder_in_environ, membership=playing.membership)
    web = WebServer(playing.app, playing.notifier, host="127.0.0.1", port=0, streams=4, member=member)
    web.start()
    yield web
    web.stop()
