"""Committed randomness: every roll is a function of a secret fixed, and hashed in public, at the start.

HMAC-SHA256 of the secret over the roll's label gives the number; values that would favour some faces
are thrown away and hashed again, so every face is equally likely. The same label always rolls the
same number: what is undone does not roll anew.

Phones may add seeds after the hash is public and before the start. Then the rolls' key is the HMAC-SHA256 of
the secret over the seeds, written as a JSON array without blanks in UTF-8: who made the secret could not
choose what it would roll.
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
    """Rolls from one secret of `SECRET_BYTES` bytes. Holds no counter: the label says which roll it is.

    seeds: what phones have added, in their order.

    commitment: SHA-256 of the secret, 64 hex digits: shown from the start, so the secret cannot change.
    """

    __slots__ = ("_key", "commitment")

    def __init__(self, secret: bytes, seeds: Sequence[str] = ()) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.commitment = hashlib.sha256(secret).hexdigest()
        self._key = hmac.digest(secret, _written(seeds), "sha256") if seeds else secret

    def below(self, faces: int, *label: str | int) -> int:
        """Roll a number from 0 to `faces` - 1 for this label, each equally likely; `faces`: at most 2**64."""
        if not 1 <= faces <= _MOST_FACES:
            raise ValueError(f"a die needs a face, and not {faces}")
        limit = _MOST_FACES // faces * faces
        name = "/".join(str(part) for part in label)
        again = 0
        while True:
            digest = hmac.digest(self._key, f"{name}#{again}".encode(), "sha256")
            roll = int.from_bytes(digest[:_WORD], "big")
            if roll < limit:
                return roll % faces
            again += 1

    def shuffled(self, things: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        """Deal the things in a random order, each order equally likely."""
        left = list(things)
        return tuple(left.pop(self.below(len(left), *label, turn)) for turn in range(len(things)))


def _written(seeds: Sequence[str]) -> bytes:
    return json.dumps(list(seeds), ensure_ascii=False, separators=(",", ":")).encode()
