"""The next game's secret: made, and its hash told, before anybody adds to the dice.

So nobody can grind one: who made the secret did not know the seeds, and who adds a seed does not know the
secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType

import msgspec

from companion.games.dice import SECRET_BYTES, Dice
from companion.storage.storage import Storage, StorageFailed

SETTING = "next-secret"
"""The setting's name. A copy that leaves the house leaves it out: a new secret is made then."""


class Commitment(msgspec.Struct, frozen=True):
    """commitment: of the next game's secret, 64 hex digits. seeds: what phones have added, by their marks, in
    the order that counts.
    """

    commitment: str
    seeds: Mapping[str, str] = MappingProxyType({})


class _StoredSecret(msgspec.Struct, frozen=True):
    """epoch: of the games. after: the number of the last entry when the secret was made. It is for the next
    start in these games; in another it may have been used and told, and is made anew.
    """

    epoch: str
    after: int
    secret: str


class CommittedSecret:
    """The secret of the next game; for the one who holds the table's lock.

    after: the number of the last entry when it was made. What phones added before does not count for it, for
    who made it could have known that. value: `SECRET_BYTES` bytes. kept: a restart finds it again.
    """

    def __init__(self, storage: Storage, after: int, value: bytes, *, kept: bool = False) -> None:
        self._storage = storage
        self.after = after
        self.value = value
        self.commitment = Dice(value).commitment
        self.kept = kept

    def keep(self) -> bool:
        """Write it into the settings; whether the disk took it."""
        try:
            self._storage.settings.set(
                SETTING, _StoredSecret(self._storage.epoch, self.after, self.value.hex())
            )
        except StorageFailed:
            return False
        self.kept = True
        return True

    def promise(self, seeds: Mapping[str, str]) -> Commitment:
        """What is told of it."""
        return Commitment(self.commitment, seeds)


def load_secret(storage: Storage, started: int, entropy: Callable[[int], bytes]) -> CommittedSecret:
    """The secret that is kept for the next game, or a new one.

    started: the number of the last start, 0 before the first.
    """
    found = storage.settings.get(SETTING, _StoredSecret)
    if found is not None and found.epoch == storage.epoch and found.after >= started:
        with suppress(ValueError):
            return CommittedSecret(storage, found.after, _secret_bytes(found.secret), kept=True)
    made = CommittedSecret(storage, storage.last, entropy(SECRET_BYTES))
    made.keep()
    return made


def _secret_bytes(written: str) -> bytes:
    """A secret as it was written. Raises ValueError for what is none."""
    value = bytes.fromhex(written)
    if len(value) != SECRET_BYTES:
        raise ValueError(f"a secret of {len(value)} bytes")
    return value
