"""What the tests of updates share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.release.signed import two_keys


@pytest.fixture(scope="session")
def two_keys_ring() -> Iterator[Path]:
    with two_keys() as ring:
        yield ring


@pytest.fixture
def keyring(two_keys_ring: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ring of keys that gpg uses."""
    monkeypatch.setenv("GNUPGHOME", str(two_keys_ring))
    return two_keys_ring
