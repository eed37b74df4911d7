"""The panel's state, and the screen that follows from it. Pure.

From the top: a notice, a question that the panel opened, the start's damage, the game's question, a page.
`questions` revalidates an open question, `presses` handles input, `timeouts` what time does, `announcements`
what others do.
"""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from companion.games import Command, Page
from companion.games.screen import Screen, no_bags
from companion.language.text import Text, text
from companion.panel.box import NewCode, ShutDown, part_screen, unplug_screen
from companion.panel.confirmations import AdmitAdmin, Confirm, admin_admitted_screen, updating_screen
from companion.panel.context import GamePosition, PanelContext, Trigger
from companion.panel.damage import RestoreBackup, restoring_screen
from companion.panel.language_choice import ChooseLanguage, language_chosen_screen
from companion.panel.organiser import CallOrganiser, OrganiserMessage, call_cancelled_screen
from companion.panel.pages import HOME_HINT, JOIN, QUESTION_HINT, with_hint
from companion.panel.questions import TIMEOUT, OpenQuestion, question_screen, revalidate
from companion.panel.redaction import CORRECTED
from companion.panel.switches import Switch, quiet_hours_text, switch_state
from companion.panel.wifi import SetWifiMode, wifi_code_screen, wifi_mode_screen
from companion.parts import ButtonPressed, PartName, PartState
from companion.table.commands import Acknowledge, PairTag, Redo, Undo
from companion.table.snapshot import Play, UndoStep

NEWS_TIMEOUT = 6.0
"""Seconds for which news stands."""
JOINED_AFTER = 20.0
"""Seconds within which a phone joins the own Wi-Fi by its code and opens its page, if it ever does."""
CLOSED_TIMEOUT = 10.0
"""Seconds for which the reason of a closed question stands, before the home page shows who acts."""
_MAX_READ = 32
"""Keys of read messages that are remembered; a notice has eight parts at most."""


class Notice(msgspec.Struct, frozen=True):
    """A message over the page, dismissed by a press, its timeout, or a move of the game."""

    screen: Screen | None
    """None for the bag's present screen."""
    bag: int | None = None
    """The bag that it is about."""
    bag_screen: Screen | None = None
    """The bag's screen when the notice was made: once it differs, it replaces `screen`."""
    version: int | None = None
    """It goes with the next entry after this version."""
    step: UndoStep | None = None
    """It goes when this step is undone."""
    since: Play | None = None
    """It is the outcome of all since then, and goes when that changes."""
    about_part: bool = False
    """It gives way to newer news of a part."""
    transient: bool = False
    """A press acts on the page under it, whose last row it shows."""
    shown_at: float = 0.0
    """Monotonic seconds."""
    timeout: float = TIMEOUT
    """Seconds without a press."""
    frame_below: int = 0
    """The frame that was read when it came, shown again after it."""
    trigger: Trigger = None
    """What the game answered with it; it is answered anew with each snapshot."""
    refused: bool = False
    """It is the refusal of a press or a tag."""
    message: OrganiserMessage | None = None
    """The organiser's message that it shows."""


class PanelState(msgspec.Struct, frozen=True):
    """All that the panel remembers. Times are monotonic seconds."""

    page: str = ""
    """Name of the page that Select has turned to; empty for home."""
    frame: int = 0
    """Index of the frame on the display."""
    notice: Notice | None = None
    question: OpenQuestion | None = None
    """Opened by the panel."""
    damage: OpenQuestion | None = None
    """The question about the start's damage, until it is acknowledged."""
    game_question: str = ""
    """Name of the game's own question."""
    game_choice: int = 0
    """Index of its choice on the display."""
    announces: bool = False
    """Show the next command's outcome in a notice, since no page would."""
    position: GamePosition | None = None
    """Of the last snapshot."""
    version: int = -1
    """Of the last snapshot."""
    time: float = 0.0
    """Of the last look."""
    last_input: float = -math.inf
    """Of the last press or tag."""
    last_expiry: float = -math.inf
    """When something last went by its timeout."""
    last_activity: float = 0.0
    """Of the last input or entry."""
    idle: float = 0.0
    """Seconds since `last_activity`."""
    parts: tuple[tuple[PartName, PartState], ...] = ()
    """Their states as last announced."""
    last_press: ButtonPressed | None = None
    """The last press that gave a command, while no other entry came."""
    shutting_down: bool = False
    read_messages: tuple[str, ...] = ()
    """Keys of the organiser's messages that were read."""
    interrupted: tuple[str, float, float] | None = None
    """A message that a press dismissed too early: its key, when it was shown, when it was dismissed."""
    wifi_code_since: float = math.inf
    """When the own Wi-Fi's code came on the display; infinite while it is not there."""


def initial_state(context: PanelContext, at: float) -> PanelState:
    """The state after a start, with a notice of the resumed game; damage comes first."""
    state = refresh(PanelState(), context, at)
    resumed = _resumed(context)
    if resumed is None or state.damage is not None:
        return state
    return show_notice(state, Notice(resumed, transient=True))


def _resumed(context: PanelContext) -> Screen | None:
    """The result of the action before the start and the resumed game's phase; None without either."""
    if not context.snapshot.resumed:
        return None
    lines = [] if context.status.start_result is None else [context.status.start_result]
    if context.moment is not None:
        last, _ = context.steps
        stands = text("panel.resumed.at", moment=context.moment)
        if last is not None:
            stands = text("panel.resumed.last", moment=context.moment, step=with_actor(last, context))
        lines.append(stands)
    return Screen(text("panel.resumed"), tuple(lines)) if lines else None


def with_actor(step: UndoStep, context: PanelContext) -> Text:
    """A step's sentence with the player who acted, unless it has them already or is a correction: its rows
    are for what has changed.
    """
    if step.by is None or "colour" in step.text.params or step.sentence.code == CORRECTED:
        return step.sentence
    return text("panel.by", colour=context.names.get(step.by, step.by), step=step.sentence)


def refresh(state: PanelState, context: PanelContext, at: float) -> PanelState:
    """Bring the state up to the present snapshot: close what no longer holds, with a reason."""
    state = replace(state, time=at)
    anew = state.version != context.snapshot.version
    if anew:
        state = replace(state, version=context.snapshot.version, last_activity=at, idle=0.0, last_press=None)
        if state.position != context.position:
            # home shows who acts now, or the end: no earlier notice hides it but an organiser's message
            notice = state.notice
            notice = None if notice is None or notice.message is None else replace(notice, frame_below=0)
            state = replace(state, position=context.position, page="", frame=0, notice=notice)
    if state.notice is not None and _is_stale(state.notice, context):
        state = replace(state, notice=None, frame=state.notice.frame_below)
    if anew and state.notice is not None and state.notice.trigger is not None:
        state = _refresh_notice(state, state.notice, context)
    found = None if state.damage is None else state.damage.question
    if found != context.damage:
        state = replace(
            state, damage=None if context.damage is None else OpenQuestion(context.damage), frame=0
        )
    question = context.question
    name = "" if question is None else question.name
    if state.game_question != name:
        # a new question of the game must not be hidden by an earlier notice
        state = replace(
            state, game_question=name, game_choice=0, frame=0, notice=None if name else state.notice
        )
    if state.question is not None:
        stands = revalidate(state.question, context, changed=anew)
        state = close_question(state, stands) if isinstance(stands, Text) else replace(state, question=stands)
    return _show_part_news(state, context)


def _is_stale(notice: Notice, context: PanelContext) -> bool:
    """Whether a notice no longer holds."""
    if notice.step is not None and notice.step == context.steps[1]:
        return True
    if notice.bag is not None and notice.bag not in context.snapshot.tags.values():  # its tag is forgotten
        return True
    since = notice.since
    if since is not None and (context.play is None or since.outcome(context.play) != notice.screen):
        return True
    return notice.version not in (None, context.snapshot.version)


def _refresh_notice(state: PanelState, notice: Notice, context: PanelContext) -> PanelState:
    """Answer the notice's trigger anew; drop the notice where that gives no screen."""
    now = context.answer(notice.trigger)
    if isinstance(now, Screen):
        return replace(state, notice=replace(notice, screen=now))
    return replace(state, notice=None, frame=notice.frame_below)


def after_command(
    state: PanelState, before: PanelContext, after: PanelContext, command: Command, at: float
) -> PanelState:
    """The state after its command was performed. before, after: the contexts around it."""
    tells, parts, acted, bag = state.announces, state.parts, state.last_press, state.notice
    state = replace(refresh(state, after, at), announces=False, last_press=acted)
    outcome = _outcome_screen(before, after, command)
    if isinstance(command, ShutDown):
        state = replace(state, shutting_down=True)
    elif isinstance(command, RestoreBackup | ChooseLanguage) or (
        isinstance(command, Confirm) and command.restarts
    ):
        state = replace(state, question=None, shutting_down=True)
    elif isinstance(command, NewCode):
        state = replace(state, page=JOIN, frame=0)
    elif isinstance(command, AdmitAdmin | Confirm | SetWifiMode | Switch | CallOrganiser):
        state = replace(state, announces=False)
    elif command.aside:
        state = replace(state, page="", frame=0)  # its first page shows it
    elif outcome is None and tells and after.question is None and before.moment == after.moment:
        outcome = _step_screen(after)
    if outcome is None and state.damage is not None and state.notice is None and before.steps != after.steps:
        outcome = _step_screen(after)  # the page that would show it is hidden
    if outcome is None:
        return state
    step = None if isinstance(command, Undo) or before.steps[0] == after.steps[0] else after.steps[0]
    notice = Notice(
        outcome,
        version=after.snapshot.version if isinstance(command, Undo) else None,  # a phone may redo it
        step=step,
        since=before.play if outcome == _game_outcome(before, after) else None,
    )
    notice = _bag_notice(outcome, command, bag if state.notice == bag else None, after) or notice
    # news of a part that the outcome hides comes after it
    return show_notice(replace(state, parts=parts), notice)


def _bag_notice(screen: Screen, command: Command, shown: Notice | None, after: PanelContext) -> Notice | None:
    """A notice about a bag, or None for a command about none. shown: the notice still on the display."""
    number = command.number if isinstance(command, PairTag) else None if shown is None else shown.bag
    if number is None:
        return None
    seen = None if after.play is None else after.play.tapped(number)
    # before the next tap, news of a missing reader may replace it
    return Notice(screen, bag=number, bag_screen=seen, about_part=isinstance(command, PairTag))


def _step_screen(after: PanelContext) -> Screen | None:
    step, _ = after.steps
    return Screen(text("panel.done"), (step.sentence,)) if step is not None else None


def show_refusal(state: PanelState, why: Text) -> PanelState:
    """Show why something is refused, until the next entry."""
    return show_notice(
        state, Notice(Screen(text("panel.refused"), (why,)), version=state.version, refused=True)
    )


def show_failure(state: PanelState) -> PanelState:
    """Show that an exception prevented it."""
    state = replace(state, question=None, shutting_down=False)
    return show_not_done(state, Screen(text("panel.failed"), (text("panel.failed.means"),)))


def show_overtaken(state: PanelState) -> PanelState:
    """Show that another entry came in the instant of the press, which was dropped."""
    return show_not_done(state, Screen(text("panel.overtaken"), (text("panel.overtaken.means"),)))


def show_missed(state: PanelState) -> PanelState:
    """Show that a press was dropped: it waited too long, or too many did."""
    return show_not_done(state, Screen(text("panel.missed"), (text("panel.missed.means"),)))


def show_screen(state: PanelState, screen: Screen, trigger: Trigger = None) -> PanelState:
    """Show a game's answer. trigger: what it answered."""
    return show_notice(state, Notice(screen, trigger=trigger))


def show_not_done(state: PanelState, why: Screen) -> PanelState:
    """Show why a press or a tag did nothing."""
    return show_notice(state, Notice(why, refused=True))


def show_notice(state: PanelState, notice: Notice) -> PanelState:
    """Put a notice over the page."""
    under = state.frame if state.notice is None else state.notice.frame_below
    return replace(state, notice=replace(notice, shown_at=state.time, frame_below=under), frame=0)


def dismiss(state: PanelState, notice: Notice, *, read: bool = True) -> PanelState:
    """Remove the notice. read: an organiser's message that was not read comes again."""
    state = replace(state, notice=None, frame=notice.frame_below)
    if notice.message is None:
        return state
    if not read:
        return replace(state, interrupted=(notice.message.key, notice.shown_at, state.time))
    return replace(state, read_messages=(*state.read_messages, notice.message.key)[-_MAX_READ:])


def close_question(state: PanelState, why: Text) -> PanelState:
    """Close the question and show why."""
    return show_notice(
        replace(state, question=None),
        Notice(Screen(text("panel.closed"), (why,)), timeout=CLOSED_TIMEOUT, refused=True),
    )


def current_screen(state: PanelState, context: PanelContext) -> Screen:
    """The screen to show, with its hint."""
    if state.notice is not None:
        return _notice_screen(state, state.notice, context)
    if state.question is not None:
        return context.with_name(question_screen(state.question.question, state.question.choice_index))
    if state.damage is not None:
        return question_screen(state.damage.question, state.damage.choice_index)
    question = context.question
    if question is not None:
        return context.with_name(question_screen(question, state.game_choice % len(question.choices)))
    return page_screen(state, context)


def page_screen(state: PanelState, context: PanelContext) -> Screen:
    """The page under everything else."""
    own = context.status.access_point
    if (
        own is not None
        and state.time - state.wifi_code_since >= JOINED_AFTER
        and wifi_code_shown(state, context)
    ):
        return wifi_code_screen(own, joined=True)
    return context.page_screen(current_page(state, context))


def wifi_code_shown(state: PanelState, context: PanelContext) -> bool:
    """Whether the own Wi-Fi's code is on the display and the next page has the address."""
    own = context.status.access_point
    if own is None or state.notice is not None or is_asking(state, context):
        return False
    here = current_page(state, context)
    behind = context.pages[(context.pages.index(here) + 1) % len(context.pages)]
    return context.page_screen(here).qr == own.code and behind.name.startswith(JOIN)


def _notice_screen(state: PanelState, notice: Notice, context: PanelContext) -> Screen:
    """The notice's present screen, with its hint."""
    shown = notice.screen or no_bags()
    if notice.bag is not None and context.play is not None:
        now = context.play.tapped(notice.bag)
        shown = shown if notice.screen is not None and now == notice.bag_screen else now
    if state.shutting_down:  # nothing can be pressed any more
        return shown
    if (
        lets_presses_through(state, context, notice) and shown.qr is None
    ):  # beside a code to scan there is no room
        here = current_page(state, context)
        hint = context.page_screen(here).hint
        return (
            replace(shown, hint=hint)
            if hint is not None or here is context.home
            else with_hint(shown, HOME_HINT)
        )
    return with_hint(shown, QUESTION_HINT if is_asking(state, context) else HOME_HINT)


def lets_presses_through(state: PanelState, context: PanelContext, notice: Notice) -> bool:
    """Whether a press acts on the page under the notice."""
    return notice.transient and not is_asking(state, context)


def is_asking(state: PanelState, context: PanelContext) -> bool:
    """Whether a question is open, on the display or behind a notice."""
    return state.question is not None or state.damage is not None or context.question is not None


def current_page(state: PanelState, context: PanelContext) -> Page:
    """The page under everything else."""
    if state.page in context.pages_by_name:
        return context.pages_by_name[state.page]
    # a vanished address gives way to the best of the others: a phone may be about to join
    return context.pages_by_name[JOIN] if state.page.startswith(f"{JOIN}-") else context.pages[0]


def _show_part_news(state: PanelState, context: PanelContext) -> PanelState:
    """Show that a part went or came back, unless a question or another notice stands there: then later."""
    parts = tuple(context.parts.items())
    if parts == state.parts:
        return state
    news = [
        (part, now)
        for (part, now), (_, before) in zip(parts, state.parts, strict=False)
        if {now, before} == {"ok", "missing"}
    ]
    hidden = state.notice is not None and not state.notice.about_part
    if news and (hidden or is_asking(state, context)):
        return state
    state = replace(state, parts=parts)
    if not news:
        return state
    return show_notice(state, Notice(part_screen(*news[0]), about_part=True, transient=True))


def _outcome_screen(before: PanelContext, after: PanelContext, command: Command) -> Screen | None:
    """The outcome of a command that no page shows."""
    shown: Screen | None = None
    match command:
        case Acknowledge():
            shown = _resumed(before)
        case PairTag(number=number):
            shown = Screen(text("panel.bag", number=number), (text("panel.bag.paired"),))
        case Undo() | Redo():
            way = "undo" if isinstance(command, Undo) else "redo"
            step = before.steps[isinstance(command, Redo)]
            lines = (step.sentence,) if step is not None else ()
            crossed = () if after.moment is None or before.moment == after.moment else (after.moment,)
            shown = Screen(text(f"panel.{way}.done"), (*lines, *crossed))
        case (
            ShutDown()
            | RestoreBackup()
            | Confirm()
            | AdmitAdmin()
            | CallOrganiser()
            | SetWifiMode()
            | Switch()
            | ChooseLanguage()
        ):
            shown = _box_outcome_screen(after, command)
        case _:
            shown = _game_outcome(before, after)
    return shown


def _game_outcome(before: PanelContext, after: PanelContext) -> Screen | None:
    """The outcome in the game between two contexts."""
    if before.play is None or after.play is None or before.game != after.game:
        return None
    return before.play.outcome(after.play)


def _box_outcome_screen(after: PanelContext, command: Command) -> Screen | None:
    """The outcome of a command to the box."""
    shown: Screen | None = None
    match command:
        case ShutDown():
            shown = unplug_screen()
        case RestoreBackup() | Confirm(kind="games", yes=True):
            shown = restoring_screen()
        case Confirm(yes=True):
            shown = updating_screen()
        case AdmitAdmin(number=number, yes=True):
            shown = admin_admitted_screen(number)
        case CallOrganiser(cancel=True):
            shown = call_cancelled_screen()
        case ChooseLanguage(code=code):
            shown = language_chosen_screen(code)
        case SetWifiMode(mode=choice):
            shown = wifi_mode_screen(choice)
        case Switch(what=what, on=on):
            silent = quiet_hours_text(after.status.quiet_hours) if on and what == "sound" else ()
            shown = Screen(switch_state(what, on=on), silent)
    return shown
