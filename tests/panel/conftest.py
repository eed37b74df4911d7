"""The languages in which the panel's screens are measured."""

from __future__ import annotations

import pytest

from companion.language.messages import Language
from tests.fakes.box import MESSAGES


@pytest.fixture(params=[code for code in MESSAGES.codes if code != "en"])
def language(request: pytest.FixtureRequest) -> Language:
    """Each language but English, which is shorter than any."""
    return MESSAGES.language(request.param, "roads-and-boats")
