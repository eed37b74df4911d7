"""The next game's secret: made, and its hash told, before anybody adds to the dice.

So nobody can grind one: who made the secret did not know the seeds, and who adds a seed does not know the
secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from companion.games.dice import SECRET_BYTES, Dice
from companion.journal.journal import Journal, JournalFailed

SETTING = "next-secret"
"""The setting's name. A copy that leaves the house leaves it out: a new secret is made then."""
MOST_SEEDS = 64
"""How many phones may add to one game's dice."""


class Coming(msgspec.Struct, frozen=True):
    """commitment: of the next game's secret, 64 hex digits. seeds: what phones have added, by their marks, in
    the order that counts.
    """

    commitment: str
    seeds: Mapping[str, str] = MappingProxyType({})


class _Kept(msgspec.Struct, frozen=True):
    """epoch: the journal's. after: the number of the last entry when the secret was made. It is for the next
    start in this journal; in another it may have been used and told, and is made anew.
    """

    epoch: str
    after: int
    secret: str


class NextSecret:
    """The secret of the next game; for the one who holds the table's lock.

    after: the number of the last entry when it was made. What phones added before does not count for it, for
    who made it could have known that. value: `SECRET_BYTES` bytes. kept: a restart
    finds it again.
    """

    def __init__(self, journal: Journal, after: int, value: bytes, *, kept: bool = False) -> None:
        self._journal = journal
        self.after = after
        self.value = value
        self.commitment = Dice(value).commitment
        self.kept = kept

    def keep(self) -> bool:
        """Write it into the journal's settings; whether the disk took it."""
        kept = msgspec.json.encode(_Kept(self._journal.epoch, self.after, self.value.hex())).decode()
        try:
            self._journal.set(SETTING, kept)
        except JournalFailed:
            return False
        self.kept = True
        return True

    def promise(self, seeds: Mapping[str, str]) -> Coming:
        """What is told of it."""
        return Coming(self.commitment, seeds)


def next_secret(journal: Journal, started: int, entropy: Callable[[int], bytes]) -> NextSecret:
    """The secret that is kept for the next game, or a new one.

    started: the number of the last start, 0 before the first.
    """
    found = _read(journal.setting(SETTING))
    if found is not None and found.epoch == journal.epoch and found.after >= started:
        return NextSecret(journal, found.after, bytes.fromhex(found.secret), kept=True)
    made = NextSecret(journal, journal.last, entropy(SECRET_BYTES))
    made.keep()
    return made


def _read(kept: str | None) -> _Kept | None:
    """What was kept; None for nothing, and for what nobody can read."""
    try:
        found = None if kept is None else msgspec.json.decode(kept, type=_Kept)
        return found if found and len(bytes.fromhex(found.secret)) == SECRET_BYTES else None
    except ValueError:
        return None
