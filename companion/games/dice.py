"""Committed randomness: every roll depends on a secret, and the secret's hash is public from the start.

A roll is the HMAC-SHA256 of its label, keyed with the secret; values that would favour some faces are
hashed again. The same label always rolls the same number, also after undo.

Phones may add seeds once the hash is public, so that the box cannot choose its rolls. The key is then the
HMAC-SHA256 of the seeds (a JSON array in UTF-8 without blanks), keyed with the secret.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence

SECRET_BYTES = 32
_WORD = 8
_MOST_FACES = 1 << (8 * _WORD)


class Dice:
    """Rolls from a secret of `SECRET_BYTES` bytes, without a counter: a roll is identified by its label.

    seeds: of phones, in order. commitment: the secret's SHA-256 as 64 hex digits.
    """

    __slots__ = ("_key", "commitment")

    def __init__(self, secret: bytes, seeds: Sequence[str] = ()) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.commitment = hashlib.sha256(secret).hexdigest()
        self._key = hmac.digest(secret, _encode(seeds), "sha256") if seeds else secret

    def roll(self, faces: int, *label: str | int) -> int:
        """Roll a number from 0 to `faces` - 1 for this label. faces: at most 2**64."""
        if not 1 <= faces <= _MOST_FACES:
            raise ValueError(f"a die has 1 to 2**64 faces, not {faces}")
        limit = _MOST_FACES // faces * faces
        name = "/".join(str(part) for part in label)
        again = 0
        while True:
            digest = hmac.digest(self._key, f"{name}#{again}".encode(), "sha256")
            number = int.from_bytes(digest[:_WORD], "big")
            if number < limit:
                return number % faces
            again += 1

    def shuffle(self, items: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        """The items in random order."""
        left = list(items)
        return tuple(left.pop(self.roll(len(left), *label, at)) for at in range(len(items)))


def _encode(seeds: Sequence[str]) -> bytes:
    return json.dumps(list(seeds), ensure_ascii=False, separators=(",", ":")).encode()
