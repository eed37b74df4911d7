"""Count how chance was treated in a game: draws by hand, voided, corrected, undone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import Luck
from companion.language.text import Text, text
from companion.table.commands import AtStart, Inherited, Replaced, Seeded


class LuckLog(msgspec.Struct, frozen=True):
    """What players may do to chance, disclosed to all. Undone steps count in `taken_back` alone."""

    by_hand: int = 0
    """Draws made by hand."""
    voided: int = 0
    """Draws voided."""
    corrected: int = 0
    """Corrections of what chance draws from."""
    taken_back: int = 0
    """Draws undone before the game went another way."""
    starts: int = 1
    """Games begun one after another until this one was played."""
    seeds: tuple[str, ...] = ()
    """Seeds that phones added, in the order that counts."""
    redoable: int = 0
    """Undone draws that may still come back."""
    known: int = 0
    """Rolls made after an end had shown the secret, undone ones included."""
    moved: int = 0
    """How often the game went on with a new secret, after an import or a redacted backup."""

    def after_step(self, luck: Sequence[Luck]) -> LuckLog:
        """Return the log after another step; draws undone before it stay undone."""
        if not luck and not self.redoable:
            return self
        left = self.taken_back + self.redoable
        return msgspec.structs.replace(self._changed(luck, 1), taken_back=left, redoable=0)

    def with_known_secret(self, luck: Sequence[Luck]) -> LuckLog:
        """Return the log after another step made with the secret known."""
        return msgspec.structs.replace(self, known=self.known + luck.count("rolled"))

    def after_undo(self, luck: Sequence[Luck]) -> LuckLog:
        """Return the log after an undo of a step."""
        return self._changed(luck, -1)

    def after_redo(self, luck: Sequence[Luck]) -> LuckLog:
        """Return the log after a redo of a step."""
        return self._changed(luck, 1)

    def texts(self) -> tuple[Text, ...]:
        """Return what there is to disclose, in a few words each."""
        counted = (
            ("luck.by-hand", self.by_hand),
            ("luck.voided", self.voided),
            ("luck.corrected", self.corrected),
            ("luck.taken-back", self.taken_back),
            ("luck.starts", self.starts if self.starts > 1 else 0),
            ("luck.known", self.known),
            ("luck.moved", self.moved),
        )
        return tuple(text(code, count=count) for code, count in counted if count)

    def _changed(self, luck: Sequence[Luck], by: int) -> LuckLog:
        drawn = luck.count("rolled") + luck.count("by-hand")
        return msgspec.structs.replace(
            self,
            by_hand=self.by_hand + by * luck.count("by-hand"),
            voided=self.voided + by * luck.count("voided"),
            corrected=self.corrected + by * luck.count("corrected"),
            redoable=self.redoable - by * drawn,
        )


def luck_at_start(events: Sequence[AtStart], luck: Sequence[Luck], inherited: Inherited | None) -> LuckLog:
    """Return the log of a game's start.

    events: the table's own records of it.
    inherited: from other boxes.
    """
    starts = next((each.starts for each in events if isinstance(each, Replaced)), 1)
    moved = len(inherited.commitments) if inherited else 0
    return LuckLog(starts=starts, seeds=seeds_of(events), moved=moved).after_step(luck)


def seeds_of(events: Sequence[AtStart]) -> tuple[str, ...]:
    """Return the seeds among the table's records of a start."""
    return next((each.seeds for each in events if isinstance(each, Seeded)), ())
