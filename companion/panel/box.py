"""The box on its own panel: the page that says how it is, and the list of what can be done with it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games import Choice, Command, LeaveIt, Question, asked_twice
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.calling import calling_choice
from companion.panel.caretaking import asking_choice
from companion.panel.confirming import wanted_choice
from companion.panel.keeper import Known
from companion.panel.switching import quiet_hours, switched, switches
from companion.panel.wifi import how_long
from companion.parts import PartName, PartState
from companion.table.chain import SHOWN
from companion.table.play import Play


class NewCode(Command, frozen=True):
    """Make a new join code: every phone has to join again."""


class ShutDown(Command, frozen=True):
    """Stop the box, so that it may be unplugged."""


def box_page(known: Known, parts: Mapping[PartName, PartState], play: Play | None) -> Screen:
    """What is amiss, with its cure, that a held Select opens `box_list`, how the broker is reached, which
    parts there are not or are switched off, in which hours the buzzer is silent, and the dice's promise.
    """
    lines = [] if known.wanted is None else [text("panel.wanted.here")]
    lines += [text("panel.asks.here", number=each) for each in known.asking]
    lines += [*(amiss(known, parts) or [text("panel.check.well")]), text("panel.box.more")]
    lines += _of_broker(known)
    lines += [_part_is(part, state) for part, state in parts.items() if state == "off"]
    lines += [switched("lamps", on=False)] if known.lamps is False else []
    lines += [switched("sound", on=False)] if known.sound is False else []
    lines += quiet_hours(known.quiet) if known.sound else ()
    if play is not None and play.known:
        lines.append(text("warning.secret-known"))
    if play is not None and play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN]))
    return Screen(text("panel.box"), tuple(lines))


def box_list(known: Known) -> Question:
    """What can be done with the box. First nothing, for who presses on without looking; then who asks to look
    after it is let in; then to call the organiser of an event; then to shut it down, what a table looks for
    most, to switch lamps and sound, before its own Wi-Fi, and a new code, which shuts others out. All are
    asked twice, and a held button alone comes to none, but for the switches and a call that is taken back,
    which are mended where they were made.
    """
    as_it_is = Screen(text("panel.as-it-is"), (text("panel.stay-on.means"),))
    choices = [Choice(as_it_is, LeaveIt())]
    if known.wanted is not None:
        choices.append(wanted_choice(known.wanted))
    choices += map(asking_choice, known.asking)
    if known.organiser is not None:
        choices.append(calling_choice(known.organiser))
    choices.append(_shutting_down())
    choices += switches(known.lamps, known.sound)
    own = None if known.wifi is None else how_long(known.wifi)
    if own is not None:
        choices.append(own)
    return Question("box", (*choices, _another_code()))


def _shutting_down() -> Choice:
    down = Screen(text("panel.shut-down"), (text("panel.shut-down.means"),))
    stay = Screen(text("panel.stay-on"), (text("panel.stay-on.means"),))
    sure = Screen(text("panel.shut-down.sure"), (text("panel.shut-down.means"),))
    return Choice(down, asked_twice("shut-down", stay, sure, ShutDown()))


def _another_code() -> Choice:
    code = Screen(text("panel.new-code"), (text("panel.new-code.means"),))
    keep = Screen(text("panel.keep-code"), (text("panel.keep-code.means"),))
    sure = Screen(text("panel.new-code.sure"), (text("panel.new-code.means"),))
    return Choice(code, asked_twice("new-code", keep, sure, NewCode()))


def amiss(known: Known, parts: Mapping[PartName, PartState]) -> list[Text]:
    """What the box finds wrong with itself now: each missing part, and why, then the machine's own faults.

    A part that has come back since the check is well.
    """
    lines: list[Text] = []
    for part, state in parts.items():
        if state == "missing":
            lines += [each.said for each in known.check if each.part == part] or [_part_is(part, state)]
    return lines + [each.said for each in known.check if each.part not in parts]


def _of_broker(known: Known) -> Iterator[Text]:
    """How the box is connected to its broker, and what is amiss there, unless that is said among the rest."""
    broker = known.broker
    if broker is not None:
        yield text(f"panel.broker.{broker.state}")
        if broker.why is not None and broker.why not in [each.said for each in known.check]:
            yield broker.why


def _part_is(part: PartName, state: PartState) -> Text:
    """How one of the box's parts is."""
    return text("panel.parts", part=text(f"panel.part.{part}"), state=text(f"panel.state.{state}"))


def part_news(part: PartName, state: PartState) -> Screen:
    """A part that has gone in the middle of the evening, or is back."""
    return Screen(_part_is(part, state), () if state == "ok" else (text("panel.part.gone"),))


def unplug() -> Screen:
    """The last thing the display says."""
    return Screen(text("panel.unplug"), (text("panel.unplug.when"),))
