"""How chance was treated in a game: counted from its entries, and told in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import Luck
from companion.language.text import Text, text
from companion.table.commands import AtStart, Inherited, Replaced, Seeded


class LuckLog(msgspec.Struct, frozen=True):
    """What may be done at one's own table, and is told. What undo took back counts in `taken_back` alone.

    by_hand, voided: draws. corrected: how often was set right what chance draws from. taken_back: draws that
    undo took back before the game went another way. waiting: those that may still come back, by redo or since
    the game goes the same way again. starts: how many games were begun, one after another, until this one was
    kept; those that were played count no more. seeds: what phones have added to the dice, in the order that
    counts. known: rolls made after an end had told the secret, also those taken back since. moved: how
    often the game went on with new dice, brought in or put back without its secret.
    """

    by_hand: int = 0
    voided: int = 0
    corrected: int = 0
    taken_back: int = 0
    starts: int = 1
    seeds: tuple[str, ...] = ()
    waiting: int = 0
    known: int = 0
    moved: int = 0

    def on(self, luck: Sequence[Luck]) -> LuckLog:
        """After another step: what undo took back before it, stays back."""
        if not luck and not self.waiting:
            return self
        left = self.taken_back + self.waiting
        return msgspec.structs.replace(self._with(luck, 1), taken_back=left, waiting=0)

    def knowing(self, luck: Sequence[Luck]) -> LuckLog:
        """After another step, made when the secret was known."""
        return msgspec.structs.replace(self, known=self.known + luck.count("rolled"))

    def back(self, luck: Sequence[Luck]) -> LuckLog:
        """After a step was taken back."""
        return self._with(luck, -1)

    def again(self, luck: Sequence[Luck]) -> LuckLog:
        """After a step was brought back."""
        return self._with(luck, 1)

    def told(self) -> tuple[Text, ...]:
        """What there is to tell, each as a few words; nothing where chance was left alone."""
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

    def _with(self, luck: Sequence[Luck], by: int) -> LuckLog:
        drawn = luck.count("rolled") + luck.count("by-hand")
        return msgspec.structs.replace(
            self,
            by_hand=self.by_hand + by * luck.count("by-hand"),
            voided=self.voided + by * luck.count("voided"),
            corrected=self.corrected + by * luck.count("corrected"),
            waiting=self.waiting - by * drawn,
        )


def luck_at_start(events: Sequence[AtStart], luck: Sequence[Luck], inherited: Inherited | None) -> LuckLog:
    """As a game begins. events: what the table wrote down of its start. inherited: from other boxes."""
    starts = next((each.starts for each in events if isinstance(each, Replaced)), 1)
    moved = len(inherited.commitments) if inherited else 0
    return LuckLog(starts=starts, seeds=seeds_of(events), moved=moved).on(luck)


def seeds_of(events: Sequence[AtStart]) -> tuple[str, ...]:
    """The seeds among what the table wrote down of a start."""
    return next((each.seeds for each in events if isinstance(each, Seeded)), ())
