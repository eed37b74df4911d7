"""Table and box at one moment, as a press finds them. Pure; `companion.panel.controller` makes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Answer, Command, Decline, Page, Question, Refused
from companion.games.screen import Screen, named
from companion.language.text import Param, Text, params_with_names, with_names
from companion.panel.box import NewCode, ShutDown, box_screen
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import AdmitAdmin, Confirm
from companion.panel.damage import RestoreBackup, damage_question
from companion.panel.language_choice import ChooseLanguage, language_question
from companion.panel.layout import Layout
from companion.panel.organiser import CallOrganiser, organiser_pages
from companion.panel.pages import HOME_HINT, join_pages, proof_screen, welcome_screen, with_hint
from companion.panel.switches import Switch
from companion.panel.wifi import SetWifiMode
from companion.parts import Frame, PartName, PartState
from companion.table.archive import GameSummary
from companion.table.commands import Resume
from companion.table.snapshot import Snapshot, UndoStep

Trigger: TypeAlias = tuple[str, str, bool] | int | None
"""What the game answered: a press as (page, button, held), or the number of a tapped bag."""


class GamePosition(msgspec.Struct, frozen=True):
    """A point of the game; when it changes, questions and notices of earlier close."""

    game: str | None = None
    """Its id; None without a game."""
    moment: Text | None = None
    on_turn: str | None = None
    """The player's colour."""
    question: str | None = None
    """Name of the question that the game asks."""
    outcome: Text | None = None
    """The winner, once the game is over."""


class PanelContext:
    """An immutable picture of table and box.

    snapshot: presses are judged by it.
    unfinished: games to resume, the latest first; empty while a game is on the table.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        parts: Mapping[PartName, PartState],
        status: BoxStatus,
        unfinished: tuple[GameSummary, ...],
        layout: Layout,
    ) -> None:
        self.snapshot = snapshot
        self.play = snapshot.play
        self.game = None if self.play is None else self.play.id
        self.parts = parts
        self.status = status
        self.unfinished = unfinished
        self.layout = layout
        self._refusals: dict[int, tuple[Command, Refused | None]] = {}
        self._screens: dict[str, Screen] = {}

    @cached_property
    def moment(self) -> Text | None:
        """The game's phase in words; None without a game."""
        return None if self.play is None else self.play.view.moment

    @cached_property
    def position(self) -> GamePosition:
        """Questions and notices are tied to it."""
        asked = None if self.question is None else self.question.name
        if self.play is None:
            return GamePosition(question=asked)
        outcome = self.home.screen.title if self.play.over else None
        return GamePosition(self.game, self.moment, self.play.view.on_turn, asked, outcome)

    @cached_property
    def damage(self) -> Question | None:
        """What the start found damaged, until that is acknowledged."""
        found = self.snapshot.set_aside
        return None if found is None else damage_question(found, join_pages(self.status)[0].screen)

    @cached_property
    def question(self) -> Question | None:
        """What the game asks until it is answered; without a game, which language the display shall speak.

        While the box's own Wi-Fi is open, its code is what a phone needs first.
        """
        if self.play is not None:
            return self.play.question
        asked = self.status.languages if self.status.access_point is None else ()
        return language_question(asked) if asked else None

    @cached_property
    def steps(self) -> tuple[UndoStep | None, UndoStep | None]:
        """The step that undo would take back, and the one that redo would do again, with players' names."""
        if self.play is None:
            return None, None
        return self._with_names(self.play.undo), self._with_names(self.play.redo)

    @cached_property
    def names(self) -> Mapping[str, Param]:
        """Token and name of each player with a name, by colour."""
        players = () if self.play is None else self.play.view.players
        return {each.colour: named(each.colour, each.name) for each in players if each.name}

    def _with_names(self, step: UndoStep | None) -> UndoStep | None:
        return step and replace(
            step, text=replace(step.text, params=params_with_names(step.text.params, self.names))
        )

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Every page in the order of Select: game or welcome, proof of an ended game, organiser, joining,
        box.

        A box without a game that has opened its own Wi-Fi begins with joining: a first visitor knows no
        button yet.
        """
        first = (
            (Page("welcome", partial(welcome_screen, self.unfinished)),)
            if self.play is None
            else self.play.pages
        )
        last = Page("box", partial(box_screen, self.status, self.parts, self.play))
        if self.play is None and self.status.access_point is not None:
            return (*join_pages(self.status), *first, last)
        if self.play is not None and self.play.over:
            first = (*first, Page("proof", partial(proof_screen, self.play)))
        organiser = organiser_pages(self.status.organiser, self.status.broker)
        return (*first, *organiser, *join_pages(self.status), last)

    @cached_property
    def pages_by_name(self) -> Mapping[str, Page]:
        """The pages by name."""
        return {each.name: each for each in self.pages}

    @property
    def home(self) -> Page:
        """The page that the display returns to."""
        return self.pages[0]

    def page_screen(self, page: Page) -> Screen:
        """The page's screen with its hint: on every page but home Advance leads home."""
        screen = self._screens.get(page.name)
        if screen is None:
            place = (self.pages.index(page) + 1, len(self.pages))
            screen = page.screen if page is self.home else with_hint(page.screen, HOME_HINT, place)
            self._screens[page.name] = screen
        return screen

    def is_current(self, snapshot: Snapshot, parts: Mapping[PartName, PartState], status: BoxStatus) -> bool:
        """Whether nothing has changed since."""
        return self.snapshot is snapshot and self.parts == parts and self.status == status

    def frames(self, screen: Screen) -> tuple[Frame, ...]:
        """The screen's frames in the words of the game on the table."""
        return self.layout.frames(screen, self._system)

    @property
    def _system(self) -> str | None:
        return None if self.play is None else self.play.game.system

    def with_name(self, question: Screen) -> Screen:
        """A question's screen with its player's token and name in the title, if they fit its row.

        A picture names the player itself.
        """
        colour = question.title.params.get("colour")
        if not isinstance(colour, str) or question.picture is not None:
            return question
        title = with_names(question.title, {colour: self.names.get(colour, named(colour, ""))})
        return replace(question, title=title) if self.layout.fits_row(title, self._system) else question

    def answer(self, trigger: Trigger) -> Answer:
        """The game's present answer to a press or a tap; None without a game."""
        if self.play is None or trigger is None:
            return None
        return self.play.tap(trigger) if isinstance(trigger, int) else self.play.press(*trigger)

    def refusal(self, command: Command) -> Refused | None:
        """Why the command would be refused now; None if it would be done. Cached."""
        if id(command) not in self._refusals:
            self._refusals[id(command)] = (command, self._refusal(command))
        return self._refusals[id(command)][1]

    def _refusal(self, command: Command) -> Refused | None:
        match command:
            case NewCode() | ShutDown() | Decline() | SetWifiMode() | Switch() | ChooseLanguage():
                return None
            case CallOrganiser() | AdmitAdmin() | Confirm():
                return _answer_refusal(command, self.status)
            case RestoreBackup():
                found = self.snapshot.set_aside
                offered = found is not None and found.backup == command.backup
                return None if offered else Refused("no-such-copy")
            case Resume():
                unread = [each for each in self.unfinished if each.id == command.game and not each.readable]
                return Refused("game-unreadable", system=unread[0].system) if unread else None
            case _:
                return self.snapshot.would_refuse(command)


def _answer_refusal(command: CallOrganiser | AdmitAdmin | Confirm, status: BoxStatus) -> Refused | None:
    """Refuse an answer to a question that has gone, and a call that is made or cancelled already."""
    match command:
        case CallOrganiser(cancel=back):
            called = status.organiser is not None and status.organiser.called_at is not None
            if called == back:
                return None
            return Refused("not-called" if back else "called-already")
        case AdmitAdmin(number=number):
            return None if number in status.admin_requests else Refused("nobody-asks")
        case Confirm(number=number):
            asks = status.confirmation is not None and status.confirmation.number == number
            return None if asks else Refused("nobody-asks")
