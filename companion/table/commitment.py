"""Commit to the next game's secret before phones add their seeds: neither side can choose the rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType

import msgspec

from companion.games.dice import SECRET_BYTES, Dice
from companion.storage.storage import Storage, StorageFailed

SETTING = "next-secret"
"""The setting's name. Redacted backups leave it out; the box then makes a new secret."""


class Commitment(msgspec.Struct, frozen=True):
    """The published hash of the next game's secret."""

    commitment: str
    """64 hex digits."""
    seeds: Mapping[str, str] = MappingProxyType({})
    """Seeds by phone mark, in the order that counts."""


class _StoredSecret(msgspec.Struct, frozen=True):
    """The secret as stored, for the next start in these games.

    epoch: of the games; in others the secret may have been used and shown.
    after: number of the last entry when it was made.
    """

    epoch: str
    after: int
    secret: str


class CommittedSecret:
    """The next game's secret. Used under the table's lock.

    after: number of the last entry when the secret was made. Seeds from before do not count for it: the one
    who made it could have known them.
    secret: `SECRET_BYTES` bytes.
    saved: whether a restart finds it again.
    """

    def __init__(self, storage: Storage, after: int, secret: bytes, *, saved: bool = False) -> None:
        self._storage = storage
        self.after = after
        self.secret = secret
        self.commitment = Dice(secret).commitment
        self.saved = saved

    def save(self) -> bool:
        """Store it in the settings; return whether that succeeded."""
        try:
            self._storage.settings.set(
                SETTING, _StoredSecret(self._storage.epoch, self.after, self.secret.hex())
            )
        except StorageFailed:
            return False
        self.saved = True
        return True

    def publish(self, seeds: Mapping[str, str]) -> Commitment:
        """Return its commitment with these seeds."""
        return Commitment(self.commitment, seeds)


def load_secret(storage: Storage, started: int, entropy: Callable[[int], bytes]) -> CommittedSecret:
    """Return the stored secret, or a new one where a game has started since.

    started: number of the last start, 0 before the first.
    """
    found = storage.settings.get(SETTING, _StoredSecret)
    if found is not None and found.epoch == storage.epoch and found.after >= started:
        with suppress(ValueError):
            return CommittedSecret(storage, found.after, _secret_bytes(found.secret), saved=True)
    made = CommittedSecret(storage, storage.last, entropy(SECRET_BYTES))
    made.save()
    return made


def _secret_bytes(written: str) -> bytes:
    """A secret as it was written. Raises ValueError for what is none."""
    value = bytes.fromhex(written)
    if len(value) != SECRET_BYTES:
        raise ValueError(f"a secret of {len(value)} bytes")
    return value
