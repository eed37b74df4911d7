"""The desk that a press finds: the table and the box at one moment. Pure; `companion.panel.front` lays it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TypeAlias

import msgspec

from companion.games import Answer, Command, LeaveIt, Page, Question, Refused
from companion.games.screen import Screen
from companion.language.text import Text
from companion.panel.box import NewCode, ShutDown, box_page
from companion.panel.calling import CallOrganiser, organiser_page
from companion.panel.caretaking import LetIn
from companion.panel.confirming import Confirm
from companion.panel.damage import PutBack, damaged
from companion.panel.keeper import Known
from companion.panel.layout import Layout
from companion.panel.pages import TO_HOME, hinted, joins, proof, welcome
from companion.panel.switching import Switch
from companion.panel.wifi import StayOnWifi
from companion.parts import Frame, PartName, PartState
from companion.table.archive import GameOnFile
from companion.table.commands import Resume
from companion.table.play import StepTold
from companion.table.snapshot import Snapshot

Way: TypeAlias = tuple[str, str, bool] | int | None
"""A press as a game is told of it, page, button and whether it was held; or the number of a tapped bag."""


class Where(msgspec.Struct, frozen=True):
    """Where the game stands. game: the one on the table. acts: whose go it is. asked: the name of what the
    game asks. outcome: once it is over, who has won.
    """

    game: str | None = None
    moment: Text | None = None
    acts: str | None = None
    asked: str | None = None
    outcome: Text | None = None


class Desk:
    """The table and the box as one press finds them. It never changes.

    snapshot: by which a press is judged. earlier: unfinished games to go on with, the latest first; none are
    looked for while a game is on the table. layout: how the display says a screen.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        parts: Mapping[PartName, PartState],
        known: Known,
        earlier: tuple[GameOnFile, ...],
        layout: Layout,
    ) -> None:
        self.snapshot = snapshot
        self.play = snapshot.play
        self.game = None if self.play is None else self.play.id
        self.parts = parts
        self.known = known
        self.earlier = earlier
        self.layout = layout
        self._judged: dict[int, tuple[Command, Refused | None]] = {}
        self._said: dict[str, Screen] = {}

    @cached_property
    def moment(self) -> Text | None:
        """Where the game stands; another moment when a phase begins. None without a game."""
        return None if self.play is None else self.play.view.moment

    @cached_property
    def where(self) -> Where:
        """Where the game stands and who has to act: what is shown of earlier gives way when that changes."""
        asked = None if self.question is None else self.question.name
        if self.play is None:
            return Where(asked=asked)
        outcome = self.home.screen.title if self.play.over else None
        return Where(self.game, self.moment, self.play.view.on_turn, asked, outcome)

    @cached_property
    def damage(self) -> Question | None:
        """What a start found wrong with the games, until somebody has seen it."""
        found = self.snapshot.set_aside
        return None if found is None else damaged(found, joins(self.known)[0].screen)

    @cached_property
    def question(self) -> Question | None:
        """What the game asks until it is answered."""
        return None if self.play is None else self.play.question

    @cached_property
    def steps(self) -> tuple[StepTold | None, StepTold | None]:
        """What undo would take back, and what redo would do again."""
        return (None, None) if self.play is None else (self.play.undo, self.play.redo)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Every page in the order of Select: the game's, or how to start one, what the organiser says if he
        says anything, then joining and the box.

        Once a game is over its fingerprints stand behind its own pages. None of them holds the desk itself:
        it goes with its last press, and nobody has to look for it among what may go. In its own Wi-Fi a box
        without a game begins with joining: nobody who sees it for the first time knows of a button.
        """
        first = (Page("welcome", partial(welcome, self.earlier)),) if self.play is None else self.play.pages
        last = Page("box", partial(box_page, self.known, self.parts, self.play))
        if self.play is None and self.known.own_wifi is not None:
            return (*joins(self.known), *first, last)
        if self.play is not None and self.play.over:
            first = (*first, Page("proof", partial(proof, self.play)))
        said = organiser_page(self.known.organiser, self.known.broker)
        return (*first, *said, *joins(self.known), last)

    @cached_property
    def named(self) -> Mapping[str, Page]:
        """The pages by their names."""
        return {each.name: each for each in self.pages}

    @property
    def home(self) -> Page:
        """The page to which the display comes back."""
        return self.pages[0]

    def says(self, page: Page) -> Screen:
        """What the display says on a page: on any but home Advance comes home, and the last row says so."""
        said = self._said.get(page.name)
        if said is None:
            place = (self.pages.index(page) + 1, len(self.pages))
            said = page.screen if page is self.home else hinted(page.screen, TO_HOME, place)
            self._said[page.name] = said
        return said

    def shows(self, snapshot: Snapshot, parts: Mapping[PartName, PartState], known: Known) -> bool:
        """Whether this is still how everything is."""
        return self.snapshot is snapshot and self.parts == parts and self.known == known

    def leaves(self, screen: Screen) -> tuple[Frame, ...]:
        """The screen on the display, in the words of the game on the table."""
        return self.layout.leaves(screen, None if self.play is None else self.play.game.system)

    def answer(self, way: Way) -> Answer:
        """What the game answers at this moment to a press or a tap. None without a game, or for neither."""
        if self.play is None or way is None:
            return None
        return self.play.tap(way) if isinstance(way, int) else self.play.press(*way)

    def refusal(self, command: Command) -> Refused | None:
        """What the command would be refused with at this moment; None if it would be done. Judged once."""
        if id(command) not in self._judged:
            self._judged[id(command)] = (command, self._refusal(command))
        return self._judged[id(command)][1]

    def _refusal(self, command: Command) -> Refused | None:
        match command:
            case NewCode() | ShutDown() | LeaveIt() | StayOnWifi() | Switch():
                return None
            case CallOrganiser() | LetIn() | Confirm():
                return _asked_of_others(command, self.known)
            case PutBack():
                found = self.snapshot.set_aside
                offered = found is not None and found.backup == command.backup
                return None if offered else Refused("no-such-copy")
            case Resume():
                unread = [each for each in self.earlier if each.id == command.game and not each.readable]
                return Refused("game-unreadable", system=unread[0].system) if unread else None
            case _:
                return self.snapshot.would_refuse(command)


def _asked_of_others(command: CallOrganiser | LetIn | Confirm, known: Known) -> Refused | None:
    """What an answer is refused with that nobody asks for, and a call that is made or over already."""
    match command:
        case CallOrganiser(back=back):
            called = known.organiser is not None and known.organiser.called is not None
            if called == back:
                return None
            return Refused("not-called" if back else "called-already")
        case LetIn(number=number):
            return None if number in known.asking else Refused("nobody-asks")
        case Confirm(number=number):
            asks = known.wanted is not None and known.wanted.number == number
            return None if asks else Refused("nobody-asks")
