"""The pages of setting the box up and of its settings: what they bring along."""

from __future__ import annotations

import re

import pytest

from tests.fakes.sitting import Sitting

PRELOADED = re.compile(r'<link rel="modulepreload" href="/look/[0-9a-f]+/again\.js">')
"""The script of the page shown while no server answers: by then nothing can be loaded any more."""


@pytest.mark.parametrize("path", ["/care/setup", "/care/settings"])
def test_the_waiting_page_needs_no_further_file(sitting: Sitting, path: str) -> None:
    assert PRELOADED.search(sitting.phone().get(path).text)
