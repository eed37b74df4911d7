"""The desk that a press finds, and the panel's own pages: joining, the box, a table without a game.

Pure; `companion.panel.front` lays the desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TypeAlias
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from companion.games import Answer, Choice, Command, LeaveIt, Page, Question, Refused, asked_twice
from companion.games.screen import Screen
from companion.health.findings import Finding
from companion.language.text import Text, text
from companion.panel.damage import PutBack, damaged
from companion.panel.layout import Layout
from companion.panel.wanted import Confirm, Wanted, wanted_choice
from companion.panel.wifi import StayOnWifi, WifiKnown, how_long, scanned
from companion.parts import Frame, PartName, PartState
from companion.table.archive import GameOnFile
from companion.table.chain import SHOWN
from companion.table.commands import PairTag, Resume
from companion.table.play import Play, StepTold
from companion.table.snapshot import Snapshot


class NewCode(Command, frozen=True):
    """Make a new join code: every phone has to join again."""


class ShutDown(Command, frozen=True):
    """Stop the box, so that it may be unplugged."""


class LetIn(Command, frozen=True):
    """Let the phone that shows this number look after the box, or send it away."""

    number: int
    yes: bool = True


class Known(msgspec.Struct, frozen=True):
    """What the box knows of itself.

    code: what phones join with. addresses: each `host:port` in figures by which they reach the box, the best
    first; none while there is no network. name: the same in letters, which not every phone finds; None where
    there is none. check: what the box finds amiss with itself. put_back: what came of
    putting a copy back, just before this start; None where none was to be. asking: the numbers of phones that
    would look after the box. shown: the numbers that phones are to type for the same, on a box without
    buttons. wanted: what one that does has asked for. wifi: None where that is not the box's affair.
    """

    code: str
    addresses: tuple[str, ...] = ()
    name: str | None = None
    check: tuple[Finding, ...] = ()
    put_back: Text | None = None
    asking: tuple[int, ...] = ()
    shown: tuple[str, ...] = ()
    wanted: Wanted | None = None
    wifi: WifiKnown | None = None

    @property
    def own_wifi(self) -> WifiKnown | None:
        """The box's own Wi-Fi while it is open."""
        return self.wifi if self.wifi is not None and self.wifi.open else None


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
        return None if self.play is None else self.play.moment

    @cached_property
    def where(self) -> Where:
        """Where the game stands and who has to act: what is shown of earlier gives way when that changes."""
        asked = None if self.question is None else self.question.name
        if self.play is None:
            return (None, None, None, asked, None)
        comes_to = self.home.screen.title if self.play.over else None
        return (self.game, self.moment, self.play.acting, asked, comes_to)

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
        """Every page in the order of Select: the game's, or how to start one, then joining and the box.

        Once a game is over its fingerprints stand behind its own pages. None of them holds the desk itself:
        it goes with its last press, and nobody has to look for it among what may go. In its own Wi-Fi a box
        without a game begins with joining: nobody who sees it for the first time knows of a button.
        """
        first = (Page("welcome", partial(welcome, self.earlier)),) if self.play is None else self.play.pages
        last = Page("box", partial(box, self.known, self.parts, self.play))
        if self.play is None and self.known.own_wifi is not None:
            return (*joins(self.known), *first, last)
        if self.play is not None and self.play.over:
            first = (*first, Page("proof", partial(proof, self.play)))
        return (*first, *joins(self.known), last)

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
            case NewCode() | ShutDown() | LeaveIt() | StayOnWifi():
                return None
            case LetIn():
                return None if command.number in self.known.asking else Refused("nobody-asks")
            case Confirm():
                wanted = self.known.wanted
                stands = wanted is not None and wanted.number == command.number
                return None if stands else Refused("nobody-asks")
            case PutBack():
                found = self.snapshot.set_aside
                offered = found is not None and found.copy == command.copy
                return None if offered else Refused("no-such-copy")
            case Resume():
                unread = [each for each in self.earlier if each.id == command.game and not each.readable]
                code = "game-newer" if unread and unread[0].newer else "game-unreadable"
                return Refused(code, system=unread[0].system) if unread else None
            case _:
                return self.snapshot.would_refuse(command)


Where: TypeAlias = tuple[str | None, Text | None, str | None, str | None, Text | None]
"""The game, its moment, who acts, what the game asks, once it is over what it comes to: who has won."""
Way: TypeAlias = tuple[str, str, bool] | int | None
"""A press as a game is told of it, page, button and whether it was held; or the number of a tapped bag."""
TO_HOME = text("panel.hint.home")
"""The last row of what Advance leads home from."""
TO_QUESTION = text("panel.hint.question")
"""The last row of what Advance takes away from before a question."""
BAGS = tuple(range(1, 22))
"""The numbers of bags where no game says which it has."""
JOIN = "join"
"""The page of the best address. That of the second is `join-2`, and so on."""
_SHORT = 5
"""Letters of a join code beside whose picture there is room to say what it is."""


def hinted(screen: Screen, hint: Text, place: tuple[int, int] | None = None) -> Screen:
    """The screen with what Advance does in its last row; beside a code to scan there is no room for that.

    place: which of how many pages it is, from 1; None for what is no page.
    """
    return replace(screen, hint=hint, place=place) if screen.qr is None else screen


def welcome(earlier: tuple[GameOnFile, ...]) -> Screen:
    """Without a game: scan and start one, or go on with an earlier one."""
    hint = "panel.welcome.resume" if earlier else "panel.welcome.join"
    return Screen(text("panel.welcome"), (text("panel.welcome.start"),), text(hint))


def joins(known: Known) -> tuple[Page, ...]:
    """A page to scan for each address, the best first: `join`, `join-2` and so on. Without a network: one
    that says so. In its own Wi-Fi first how to come into that; once a phone has, that stands last.
    """
    last = len(known.addresses)
    screens = [
        partial(join, known, address, named=number == last)
        for number, address in enumerate(known.addresses, 1)
    ]
    own = known.own_wifi
    if own is not None:
        screens.insert(last if own.came else 0, partial(scanned, own))
    elif not screens:
        screens.append(partial(_no_network, known))
    return tuple(
        Page(JOIN if number == 1 else f"{JOIN}-{number}", each) for number, each in enumerate(screens, 1)
    )


def _no_network(known: Known) -> Screen:
    way = "panel.join.no-network" if known.wifi is None else "panel.join.no-network-yet"
    return Screen(text("panel.join", digits=known.code), (text(way),))


def join(known: Known, address: str, *, named: bool = False) -> Screen:
    """The code to scan, and beside it what to type by hand. named: the box's name, too."""
    lines = [text("panel.join.address", address=address)]
    if named and known.name is not None:
        lines.append(text("panel.join.name", name=known.name))
    title = "panel.join" if len(known.code) <= _SHORT else "panel.join.long"
    return Screen(text(title, digits=known.code), tuple(lines), qr=_join_url(known, address))


def _join_url(known: Known, address: str) -> str:
    """Where the QR code leads: in capitals and figures it is the smallest."""
    return f"HTTP://{address.upper()}/J/{quote(known.code, safe='')}"


def box(known: Known, parts: Mapping[PartName, PartState], play: Play | None) -> Screen:
    """What is amiss, with its cure, that a held Select opens `box_list`, which parts there are not, and the
    dice's promise.
    """
    lines = [] if known.wanted is None else [text("panel.wanted.here")]
    lines += [text("panel.asks.here", number=each) for each in known.asking]
    lines += [*(amiss(known, parts) or [text("panel.check.well")]), text("panel.box.more")]
    lines += [_part_is(part, state) for part, state in parts.items() if state == "off"]
    if play is not None and play.known:
        lines.append(text("warning.secret-known"))
    if play is not None and play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN]))
    return Screen(text("panel.box"), tuple(lines))


def proof(play: Play) -> Screen:
    """What to note of a game that is over: who has it sees whether a file is this game. And what was done to
    chance in it.
    """
    lines = [text("panel.head", digits=play.head[:SHOWN])]
    if play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN]))
    return Screen(text("panel.proof"), (*lines, *play.luck))


def amiss(known: Known, parts: Mapping[PartName, PartState]) -> list[Text]:
    """What the box finds wrong with itself now: each missing part, and why, then the machine's own faults.

    A part that has come back since the check is well.
    """
    lines: list[Text] = []
    for part, state in parts.items():
        if state == "missing":
            lines += [each.said for each in known.check if each.part == part] or [_part_is(part, state)]
    return lines + [each.said for each in known.check if each.part not in parts]


def _part_is(part: PartName, state: PartState) -> Text:
    """How one of the box's parts is."""
    return text("panel.parts", part=text(f"panel.part.{part}"), state=text(f"panel.state.{state}"))


def part_news(part: PartName, state: PartState) -> Screen:
    """A part that has gone in the middle of the evening, or is back."""
    return Screen(_part_is(part, state), () if state == "ok" else (text("panel.part.gone"),))


def phone_asks(number: int) -> Screen:
    """A phone would look after the box, and shows this number."""
    return Screen(text("panel.asks", number=number), (text("panel.asks.where"),))


def phone_types(code: str) -> Screen:
    """A phone would look after this box without buttons: whoever reads this types it there."""
    return Screen(text("panel.asks.type", code=code), (text("panel.asks.type.where"),), large=True)


def phone_cares(number: int) -> Screen:
    """The phone that showed this number looks after the box from now on."""
    return Screen(text("panel.asks.yes", number=number), (text("panel.asks.until"),))


def box_list(known: Known) -> Question:
    """What can be done with the box. First nothing, for who presses on without looking; then who asks to look
    after it is let in; then to shut it down, what a table looks for most, before its own Wi-Fi, and a new
    code, which shuts others out. All are asked twice, and a held button alone comes to none.
    """
    as_it_is = Screen(text("panel.as-it-is"), (text("panel.stay-on.means"),))
    wanted = () if known.wanted is None else (wanted_choice(known.wanted),)
    phones = (Choice(_asked_for(each), _whether(each)) for each in known.asking)
    code = Screen(text("panel.new-code"), (text("panel.new-code.means"),))
    keep = Screen(text("panel.keep-code"), (text("panel.keep-code.means"),))
    new = Screen(text("panel.new-code.sure"), (text("panel.new-code.means"),))
    changed = asked_twice("new-code", keep, new, NewCode())
    down = Screen(text("panel.shut-down"), (text("panel.shut-down.means"),))
    stay = Screen(text("panel.stay-on"), (text("panel.stay-on.means"),))
    sure = Screen(text("panel.shut-down.sure"), (text("panel.shut-down.means"),))
    twice = asked_twice("shut-down", stay, sure, ShutDown())
    stays = Choice(as_it_is, LeaveIt())
    wifi = None if known.wifi is None else how_long(known.wifi)
    own = () if wifi is None else (wifi,)
    return Question("box", (stays, *wanted, *phones, Choice(down, twice), *own, Choice(code, changed)))


def _asked_for(number: int) -> Screen:
    return Screen(text("panel.asks", number=number), (text("panel.asks.means"),))


def _whether(number: int) -> Question:
    """Let the phone of this number in? Back or the second choice sends it away."""
    yes = Screen(text("panel.asks.let-in", number=number), (text("panel.asks.same", number=number),))
    no = Screen(text("panel.asks.no", number=number), (text("panel.asks.no.means"),))
    return Question("let-in", (Choice(yes, LetIn(number)), Choice(no, LetIn(number, yes=False))))


def unplug() -> Screen:
    """The last thing the display says."""
    return Screen(text("panel.unplug"), (text("panel.unplug.when"),))


def resume_list(desk: Desk) -> Question | None:
    """Which earlier game to go on with, the latest first; None when there is none."""
    choices = tuple(
        Choice(
            Screen(text("panel.resume"), (each.moment, text("panel.resume.day", day=_day(each)))),
            Resume(each.id),
        )
        for each in desk.earlier
    )
    return Question("resume", choices) if choices else None


def _day(game: GameOnFile) -> str:
    """When it was started, as `2026-11-21`."""
    return game.started_at.date().isoformat()


def pairing(desk: Desk, tag: str) -> Question | None:
    """Which bag a new tag sticks on: bags in use that have no tag yet come first. None where no bag is."""
    numbers = BAGS if desk.play is None else desk.play.bags
    if not numbers:
        return None
    paired = set(desk.snapshot.tags.values())
    choices = tuple(
        Choice(
            Screen(text("panel.pair", number=number), (text("panel.pair.new"),), large=True),
            PairTag(tag, number),
        )
        for number in (*(n for n in numbers if n not in paired), *(n for n in numbers if n in paired))
    )
    return Question(f"pair-{tag}", choices)


def no_bags() -> Screen:
    """What a new tag comes to where the game on the table has no bags."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def by_whom(step: StepTold) -> Text:
    """A step as a sentence that also names whose button or phone it came from, unless it names a player."""
    if step.by is None or "colour" in step.told.params:
        return step.said
    return text("panel.by", colour=step.by, step=step.said)


def resumed(desk: Desk) -> Screen | None:
    """What the display says after a start: that a copy was put back, and where the game stands. None if
    nothing, or if somebody has done something since."""
    lines: list[Text] = []
    last, _ = desk.steps
    if desk.snapshot.resumed and desk.known.put_back is not None:
        lines.append(desk.known.put_back)
    if desk.snapshot.resumed and desk.moment is not None:
        stands = text("panel.resumed.at", moment=desk.moment)
        if last is not None:
            stands = text("panel.resumed.last", moment=desk.moment, step=by_whom(last))
        lines.append(stands)
    return Screen(text("panel.resumed"), tuple(lines)) if lines else None
