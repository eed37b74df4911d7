"""The file for getting help: what a helper needs, and no names."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from companion import __version__
from companion.health.findings import Finding, missing, warned
from companion.health.log_tail import FILE, MAX_LENGTH, MAX_LINES, LogTail, read
from companion.health.report import report
from companion.language.text import text
from companion.storage.settings import OWN_WIFI
from tests.fakes.sitting import MESSAGES, START, Sitting, act
from web.errors import Problem

SECRETS = (
    "Rosalind",
    "4821",
    "7f3a9c55",
    "HomeWifi",
    "hunter2",
    "kitchen.local",
    "192.168.77.5",
    "/home/rosalind",
)
"""A player, the join code, a token, a Wi-Fi and its password, the box's name, an address, a folder."""
FIGURES = re.compile(r"commit \w+|MemTotal: .*|^up .*", re.MULTILINE)
"""Of this computer and this commit, in which the code may stand by chance."""
ENGLISH, ITALIAN = MESSAGES.language("en"), MESSAGES.language("it")


def log_of_an_evening(handler: logging.Handler, folder: Path) -> None:
    """Lines with all of these in them, as the program and its libraries might write them."""
    ours, others = logging.getLogger("companion.test"), logging.getLogger("luma.core")
    for logger in (ours, others):
        logger.setLevel(logging.INFO)
        logger.addHandler(handler)
        logger.propagate = False
    try:
        for each in SECRETS:
            ours.warning("no copy of the games in %s: %s after %d tries", each, each, 3)
            ours.info("the code is now %r", [each])
            ours.info("%(who)s has joined", {"who": each})
            others.error("request of %s failed" % each)  # noqa: UP031 - as libraries do
            try:
                (folder / "nowhere" / each).write_text("x")
            except OSError:
                ours.exception("not written for %s", each)
            ours.error("refused: %s", Problem(422, "no-such-copy", {"copy": each}))
            ours.error("odd %s %s", each)
    finally:
        for logger in (ours, others):
            logger.removeHandler(handler)
            logger.propagate = True


def whole(folder: Path, *, language: str = "en") -> str:
    sitting = Sitting(folder / "data")
    player = {"colour": "red", "name": SECRETS[0]}
    act(sitting.phone(SECRETS[0]), {**START, "players": [player, {"colour": "blue", "name": ""}]})
    sitting.journal.settings.set(OWN_WIFI, {"name": SECRETS[3], "password": SECRETS[4]})
    (sitting.folder / f"{SECRETS[0]}.txt").write_text("x")
    lines = LogTail(folder)
    log_of_an_evening(lines, folder)
    sitting.lines = lines.lines
    sitting.check = (
        missing("disk", "full", folder=SECRETS[-1], free=3),
        warned("network", "none"),
        Finding("journal", "missing", text("data-folder.damaged", folder=SECRETS[-1], why=SECRETS[0])),
        Finding("network", "ok", text("doctor.network.named", addresses=SECRETS[5:7], name=SECRETS[5])),
    )
    answer = sitting.phone().post("/care/help/report")
    assert "companion-report.txt" in answer.headers["Content-Disposition"]
    page = report(MESSAGES.language(language), sitting.check, sitting.lines, sitting.folder)
    sitting.close()
    return answer.text + page


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_no_name_no_code_no_token_and_no_wifi_is_in_it(tmp_path: Path, language: str) -> None:
    told = FIGURES.sub("", whole(tmp_path, language=language))
    assert [each for each in SECRETS if each in told] == []


def test_it_has_what_a_helper_needs(tmp_path: Path) -> None:
    told = whole(tmp_path)
    assert f"companion {__version__}" in told
    assert "Python 3" in told
    assert "no copy of the games in …: … after 3 tries" in told
    assert "FileNotFoundError 2 at " in told
    assert "Problem refused.no-such-copy" in told
    assert "box.json" in told
    assert "only 3 MB" in told or "3 MB" in told


def test_others_files_are_only_counted(tmp_path: Path) -> None:
    (tmp_path / "box.json").write_bytes(b"x" * 77)
    (tmp_path / "my letters").mkdir()
    (tmp_path / "my letters" / "to-rosalind.txt").write_text("x")
    told = report(ENGLISH, (), (), tmp_path)
    assert "77  box.json" in told
    assert "letters" not in told
    assert "+ 1" in told


def test_the_last_lines_are_bounded_and_outlast_the_process(tmp_path: Path) -> None:
    lines = LogTail(tmp_path)
    logger = logging.getLogger("companion.many")
    for number in range(MAX_LINES + 50):
        lines.handle(logger.makeRecord(logger.name, logging.INFO, "f", 1, "x" * 500 + "%d", (number,), None))
    assert len(lines.lines) == MAX_LINES
    assert max(map(len, lines.lines)) == MAX_LENGTH
    assert read(tmp_path) == list(LogTail(tmp_path).lines)
    assert (tmp_path / FILE).stat().st_size < MAX_LINES * (MAX_LENGTH + 5)


def test_a_log_that_cannot_be_kept_on_the_disk_is_kept_all_the_same(tmp_path: Path) -> None:
    lines = LogTail(tmp_path / "nowhere")
    logger = logging.getLogger("companion.x")
    lines.handle(logger.makeRecord(logger.name, logging.INFO, "f", 1, "said", (), None))
    assert lines.lines[0].endswith("INFO companion.x: said")
