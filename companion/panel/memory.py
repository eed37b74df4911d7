"""The front panel's memory, and what the display says of it. Pure; `companion.panel.front` runs it.

What is on the display, uppermost first: a notice, a question that the panel opened, what a start found wrong
until somebody has seen it, a question that the game asks until it is answered, a page.
`companion.panel.asking` says how a question that the panel opened stands, `companion.panel.presses` what
buttons and tags do to all this, `companion.panel.homing` what time does, and
`companion.panel.announcing` what others do.
"""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from companion.games import Command, Page
from companion.games.screen import Screen, no_bags
from companion.language.text import Text, text
from companion.panel.asking import STAYS, Asking, asked_screen, standing
from companion.panel.box import NewCode, ShutDown, part_news, unplug
from companion.panel.calling import CallOrganiser, News, taken_back
from companion.panel.caretaking import LetIn, phone_cares
from companion.panel.confirming import Confirm, updating
from companion.panel.damage import PutBack, putting_back
from companion.panel.desk import Desk, Way, Where
from companion.panel.pages import JOIN, TO_HOME, TO_QUESTION, hinted
from companion.panel.switching import Switch, quiet_hours, switched
from companion.panel.wifi import StayOnWifi, begun, scanned
from companion.parts import ButtonPressed, PartName, PartState
from companion.table.commands import Acknowledge, PairTag, Redo, Undo
from companion.table.play import Play, StepTold

PASSES = 6.0
"""Seconds for which is said what others did."""
JOINED_AFTER = 20.0
"""Seconds after which a phone has joined the own Wi-Fi by its code, and has shown a page if it ever does."""
CLOSES = 10.0
"""Seconds for which is said why a question closed: who acts now stands behind that."""


_REMEMBERED = 32
"""Of what was read of the organiser's, how much is known still: a notice has eight parts at most."""


class Notice(msgspec.Struct, frozen=True):
    """Something said over the page, until a press takes it away, or time, or the game moves on.

    screen: what is said, or None for the bag, as it is at every moment. seen: the bag as it was when the
    screen was made of it: once that is different, the bag is said. version: it also goes with the next entry.
    step: it says that this was done, and goes when it is taken back. since: it says what came of all that
    was done since then, and goes once something else comes of it. of_parts: it tells of a part, and
    gives way to newer news of one. passing: it is news, and in nobody's way while nothing is asked: a press
    does what it does on the page under it, whose last row stands there. at: monotonic seconds of when it was
    put there. lasts: seconds for which it stands, if nothing is pressed. under: the leaf that was read when
    it came, and is read again once it has gone. way: what the game answered with it: it is said as it is at
    every moment. refused: it says why a press or a tag was not done. news: what the organiser says, which
    comes again until it was read.
    """

    screen: Screen | None
    bag: int | None = None
    seen: Screen | None = None
    version: int | None = None
    step: StepTold | None = None
    since: Play | None = None
    of_parts: bool = False
    passing: bool = False
    at: float = 0.0
    lasts: float = STAYS
    under: int = 0
    way: Way = None
    refused: bool = False
    news: News | None = None


class Panel(msgspec.Struct, frozen=True):
    """All that the panel remembers.

    page, leaf: where Select has gone. damage: what a start found wrong, and its shown choice, until it was
    seen. asked, shown: the game's own question and its shown choice.
    tells: the next command's outcome is said in a notice, since no page would show it. where, version:
    of the snapshot last seen. time: monotonic seconds of the last look. touched: of the last press or tag.
    gone: of when something last went from the display because its time was over. active: of the last
    sign of life. idle: seconds without one. parts: the box's parts as the table was last told. acted: the
    last press, if it gave a command and nobody else has done anything since. off: the box is shutting down.
    read: by their keys what the organiser has said last and somebody has read. crossed: what he says that a
    press has met too early, by its key, since when it had stood, and when that was.
    code_since: the monotonic second since when the own Wi-Fi's code has been on the display, see
    `wifi_code_shown`; infinite while it is not.
    """

    page: str = ""
    leaf: int = 0
    notice: Notice | None = None
    asking: Asking | None = None
    damage: Asking | None = None
    asked: str = ""
    shown: int = 0
    tells: bool = False
    where: Where | None = None
    version: int = -1
    time: float = 0.0
    touched: float = -math.inf
    gone: float = -math.inf
    active: float = 0.0
    idle: float = 0.0
    parts: tuple[tuple[PartName, PartState], ...] = ()
    acted: ButtonPressed | None = None
    off: bool = False
    read: tuple[str, ...] = ()
    crossed: tuple[str, float, float] | None = None
    code_since: float = math.inf


def started(desk: Desk, at: float) -> Panel:
    """The panel after a start, saying where the game stands; what it found wrong is to be seen before."""
    panel = settle(Panel(), desk, at)
    resumed = _resumed(desk)
    if resumed is None or panel.damage is not None:
        return panel
    return put(panel, Notice(resumed, passing=True))


def _resumed(desk: Desk) -> Screen | None:
    """That a backup was put back, and where the game stands; None where neither is so, or somebody has done
    something since the start.
    """
    if not desk.snapshot.resumed:
        return None
    lines = [] if desk.known.came is None else [desk.known.came]
    if desk.moment is not None:
        last, _ = desk.steps
        stands = text("panel.resumed.at", moment=desk.moment)
        if last is not None:
            stands = text("panel.resumed.last", moment=desk.moment, step=by_whom(last))
        lines.append(stands)
    return Screen(text("panel.resumed"), tuple(lines)) if lines else None


def by_whom(step: StepTold) -> Text:
    """A step as a sentence that also names whose button or phone it came from, unless it names a player."""
    if step.by is None or "colour" in step.told.params:
        return step.said
    return text("panel.by", colour=step.by, step=step.said)


def settle(panel: Panel, desk: Desk, at: float) -> Panel:
    """The panel before the present snapshot: what no longer holds closes, and says why."""
    panel = replace(panel, time=at)
    anew = panel.version != desk.snapshot.version
    if anew:
        panel = replace(panel, version=desk.snapshot.version, active=at, idle=0.0, acted=None)
        if panel.where != desk.where:
            # the first page says who acts now, or how the game ended: nothing of earlier is left before it
            # but what the organiser has just said, which is in nobody's way
            said = panel.notice
            said = None if said is None or said.news is None else replace(said, under=0)
            panel = replace(panel, where=desk.where, page="", leaf=0, notice=said)
    if panel.notice is not None and _over(panel.notice, desk):
        panel = replace(panel, notice=None, leaf=panel.notice.under)
    if anew and panel.notice is not None and panel.notice.way is not None:
        panel = _said_anew(panel, panel.notice, desk)
    found = None if panel.damage is None else panel.damage.question
    if found != desk.damage:
        panel = replace(panel, damage=None if desk.damage is None else Asking(desk.damage), leaf=0)
    question = desk.question
    name = "" if question is None else question.name
    if panel.asked != name:
        # somebody has to answer now: what was said before must not hide it
        panel = replace(panel, asked=name, shown=0, leaf=0, notice=None if name else panel.notice)
    if panel.asking is not None:
        stands = standing(panel.asking, desk, anew=anew)
        panel = closed(panel, stands) if isinstance(stands, Text) else replace(panel, asking=stands)
    return _noticed_parts(panel, desk)


def _over(notice: Notice, desk: Desk) -> bool:
    """Whether what a notice says no longer holds."""
    if notice.step is not None and notice.step == desk.steps[1]:
        return True
    if notice.bag is not None and notice.bag not in desk.snapshot.tags.values():  # its tag is forgotten
        return True
    since = notice.since
    if since is not None and (desk.play is None or since.outcome(desk.play) != notice.screen):
        return True
    return notice.version not in (None, desk.snapshot.version)


def _said_anew(panel: Panel, notice: Notice, desk: Desk) -> Panel:
    """The panel with what the game answers now; without the notice where that is no longer a screen."""
    now = desk.answer(notice.way)
    if isinstance(now, Screen):
        return replace(panel, notice=replace(notice, screen=now))
    return replace(panel, notice=None, leaf=notice.under)


def done(panel: Panel, before: Desk, after: Desk, command: Command, at: float) -> Panel:
    """The panel after its command was accepted. before, after: the desk around it."""
    tells, parts, acted, bag = panel.tells, panel.parts, panel.acted, panel.notice
    panel = replace(settle(panel, after, at), tells=False, acted=acted)
    outcome = _outcome(before, after, command)
    if isinstance(command, ShutDown):
        panel = replace(panel, off=True)
    elif isinstance(command, PutBack) or (isinstance(command, Confirm) and command.ends):
        panel = replace(panel, asking=None, off=True)
    elif isinstance(command, NewCode):
        panel = replace(panel, page=JOIN, leaf=0)
    elif isinstance(command, LetIn | Confirm | StayOnWifi | Switch | CallOrganiser):
        panel = replace(panel, tells=False)
    elif command.aside:
        panel = replace(panel, page="", leaf=0)  # its first page tells what was said aside
    elif outcome is None and tells and after.question is None and before.moment == after.moment:
        outcome = _noted(after)
    if outcome is None and panel.damage is not None and panel.notice is None and before.steps != after.steps:
        outcome = _noted(after)  # the page that would show it is hidden
    if outcome is None:
        return panel
    step = None if isinstance(command, Undo) or before.steps[0] == after.steps[0] else after.steps[0]
    told = Notice(outcome, step=step, since=before.play if outcome == _came(before, after) else None)
    told = _of_bag(outcome, command, bag if panel.notice == bag else None, after) or told
    # news of a part that the outcome hides are told after it
    return put(replace(panel, parts=parts), told)


def _of_bag(said: Screen, command: Command, shown: Notice | None, after: Desk) -> Notice | None:
    """What is said of a bag, until the game says another thing of it; None of what is about none.

    shown: what stands there still.
    """
    number = command.number if isinstance(command, PairTag) else None if shown is None else shown.bag
    if number is None:
        return None
    seen = None if after.play is None else after.play.tapped(number)
    # who is to tap again has to know of a reader that is gone
    return Notice(said, bag=number, seen=seen, of_parts=isinstance(command, PairTag))


def _noted(after: Desk) -> Screen | None:
    """What was just done, in words."""
    step, _ = after.steps
    return Screen(text("panel.done"), (step.said,)) if step is not None else None


def impossible(panel: Panel, why: Text) -> Panel:
    """The panel saying why something cannot be done, until something else was."""
    return put(panel, Notice(Screen(text("panel.refused"), (why,)), version=panel.version, refused=True))


def failed(panel: Panel) -> Panel:
    """The panel after something broke that nobody at the table can mend."""
    panel = replace(panel, asking=None, off=False)
    return not_done(panel, Screen(text("panel.failed"), (text("panel.failed.means"),)))


def overtaken(panel: Panel) -> Panel:
    """The panel after somebody else acted in the instant of a press, which was therefore not done."""
    return not_done(panel, Screen(text("panel.overtaken"), (text("panel.overtaken.means"),)))


def missed(panel: Panel) -> Panel:
    """The panel after a press that had to wait too long, or among too many, and was therefore not done."""
    return not_done(panel, Screen(text("panel.missed"), (text("panel.missed.means"),)))


def noticed(panel: Panel, said_so: Screen, way: Way = None) -> Panel:
    """The panel with something said over it. way: what the game answered with that."""
    return put(panel, Notice(said_so, way=way))


def not_done(panel: Panel, why: Screen) -> Panel:
    """The panel saying why a press or a tag was not done."""
    return put(panel, Notice(why, refused=True))


def put(panel: Panel, notice: Notice) -> Panel:
    """The panel with a notice over it from now on."""
    under = panel.leaf if panel.notice is None else panel.notice.under
    return replace(panel, notice=replace(notice, at=panel.time, under=under), leaf=0)


def away(panel: Panel, notice: Notice, *, read: bool = True) -> Panel:
    """The panel without its notice. read: somebody has had time for it; what the organiser says comes again
    else.
    """
    panel = replace(panel, notice=None, leaf=notice.under)
    if notice.news is None:
        return panel
    if not read:
        return replace(panel, crossed=(notice.news.key, notice.at, panel.time))
    return replace(panel, read=(*panel.read, notice.news.key)[-_REMEMBERED:])


def closed(panel: Panel, why: Text) -> Panel:
    """The panel with its question closed, saying why."""
    return put(
        replace(panel, asking=None), Notice(Screen(text("panel.closed"), (why,)), lasts=CLOSES, refused=True)
    )


def screen(panel: Panel, desk: Desk) -> Screen:
    """What the display says; its last row what Advance does there."""
    if panel.notice is not None:
        return _said(panel, panel.notice, desk)
    if panel.asking is not None:
        return asked_screen(panel.asking.question, panel.asking.shown)
    if panel.damage is not None:
        return asked_screen(panel.damage.question, panel.damage.shown)
    question = desk.question
    if question is not None:
        return asked_screen(question, panel.shown % len(question.choices))
    return page_screen(panel, desk)


def page_screen(panel: Panel, desk: Desk) -> Screen:
    """What the page says that lies under everything else."""
    own = desk.known.own_wifi
    if own is not None and panel.time - panel.code_since >= JOINED_AFTER and wifi_code_shown(panel, desk):
        return scanned(own, joined=True)
    return desk.says(page(panel, desk))


def wifi_code_shown(panel: Panel, desk: Desk) -> bool:
    """Whether the own Wi-Fi's code is on the display, and the page behind it has the address."""
    own = desk.known.own_wifi
    if own is None or panel.notice is not None or asks(panel, desk):
        return False
    here = page(panel, desk)
    behind = desk.pages[(desk.pages.index(here) + 1) % len(desk.pages)]
    return desk.says(here).qr == own.code and behind.name.startswith(JOIN)


def _said(panel: Panel, notice: Notice, desk: Desk) -> Screen:
    """What a notice says now, and in the last row what Advance does. One of a bag goes with its game."""
    said = notice.screen or no_bags()
    if notice.bag is not None and desk.play is not None:
        now = desk.play.tapped(notice.bag)
        said = said if notice.screen is not None and now == notice.seen else now
    if panel.off:  # nothing can be pressed any more
        return said
    if passes(panel, desk, notice) and said.qr is None:  # beside a code to scan there is no room
        here = page(panel, desk)
        hint = desk.says(here).hint
        return replace(said, hint=hint) if hint is not None or here is desk.home else hinted(said, TO_HOME)
    return hinted(said, TO_QUESTION if asks(panel, desk) else TO_HOME)


def passes(panel: Panel, desk: Desk, notice: Notice) -> bool:
    """Whether a press does what it does on the page under a notice, whose last row stands there."""
    return notice.passing and not asks(panel, desk)


def asks(panel: Panel, desk: Desk) -> bool:
    """Whether something is asked, be it behind a notice."""
    return panel.asking is not None or panel.damage is not None or desk.question is not None


def page(panel: Panel, desk: Desk) -> Page:
    """The page that lies under everything else."""
    if panel.page in desk.named:
        return desk.named[panel.page]
    # an address that is gone leaves somebody who is about to join with the best of the others
    return desk.named[JOIN] if panel.page.startswith(f"{JOIN}-") else desk.pages[0]


def _noticed_parts(panel: Panel, desk: Desk) -> Panel:
    """The panel with news of a part that went or came back; what is more important is read first."""
    parts = tuple(desk.parts.items())
    if parts == panel.parts:
        return panel
    news = [
        (part, now)
        for (part, now), (_, before) in zip(parts, panel.parts, strict=False)
        if {now, before} == {"ok", "missing"}
    ]
    hidden = panel.notice is not None and not panel.notice.of_parts
    if news and (hidden or asks(panel, desk)):
        return panel
    panel = replace(panel, parts=parts)
    if not news:
        return panel
    return put(panel, Notice(part_news(*news[0]), of_parts=True, passing=True))


def _outcome(before: Desk, after: Desk, command: Command) -> Screen | None:
    """What is said of a command that no page shows."""
    said: Screen | None = None
    match command:
        case Acknowledge():
            said = _resumed(before)
        case PairTag(number=number):
            said = Screen(text("panel.bag", number=number), (text("panel.bag.paired"),))
        case Undo() | Redo():
            way = "undo" if isinstance(command, Undo) else "redo"
            step = before.steps[isinstance(command, Redo)]
            lines = (step.said,) if step is not None else ()
            crossed = () if after.moment is None or before.moment == after.moment else (after.moment,)
            said = Screen(text(f"panel.{way}.done"), (*lines, *crossed))
        case ShutDown() | PutBack() | Confirm() | LetIn() | CallOrganiser() | StayOnWifi() | Switch():
            said = _outcome_at_box(after, command)
        case _:
            said = _came(before, after)
    return said


def _came(before: Desk, after: Desk) -> Screen | None:
    """What came of what was done in the same game between two desks."""
    if before.play is None or after.play is None or before.game != after.game:
        return None
    return before.play.outcome(after.play)


def _outcome_at_box(after: Desk, command: Command) -> Screen | None:
    """The same of a command that is the box's own affair."""
    said: Screen | None = None
    match command:
        case ShutDown():
            said = unplug()
        case PutBack() | Confirm(what="games", yes=True):
            said = putting_back()
        case Confirm(yes=True):
            said = updating()
        case LetIn(number=number, yes=True):
            said = phone_cares(number)
        case CallOrganiser(back=True):
            said = taken_back()
        case StayOnWifi(choice=choice):
            said = begun(choice)
        case Switch(what=what, on=on):
            silent = quiet_hours(after.known.quiet) if on and what == "sound" else ()
            said = Screen(switched(what, on=on), silent)
    return said
