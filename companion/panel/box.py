"""The box's own page, and the list that a held Select opens there. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games import Choice, Command, Decline, Question, confirmation
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import admin_choice, confirmation_choice
from companion.panel.organiser import call_choice
from companion.panel.switches import quiet_hours_text, switch_choices, switch_state
from companion.panel.wifi import wifi_choice
from companion.parts import PartName, PartState
from companion.table.chain import SHOWN_DIGITS
from companion.table.snapshot import Play


class NewCode(Command, frozen=True):
    """Make a new join code: every phone has to join again."""


class ShutDown(Command, frozen=True):
    """Stop the box, so that it may be unplugged."""


def box_screen(status: BoxStatus, parts: Mapping[PartName, PartState], play: Play | None) -> Screen:
    """Faults with their cures, broker, missing and silenced parts, quiet hours, commitment to the dice."""
    lines = [] if status.confirmation is None else [text("panel.wanted.here")]
    lines += [text("panel.asks.here", number=each) for each in status.admin_requests]
    lines += [*(faults(status, parts) or [text("panel.check.well")]), text("panel.box.more")]
    lines += _broker_lines(status)
    lines += [_part_state(part, state) for part, state in parts.items() if state == "off"]
    lines += [switch_state("lamps", on=False)] if status.lamps is False else []
    lines += [switch_state("sound", on=False)] if status.sound is False else []
    lines += quiet_hours_text(status.quiet_hours) if status.sound else ()
    if play is not None and play.secret_known:
        lines.append(text("warning.secret-known"))
    if play is not None and play.commitment is not None:
        lines.append(text("panel.dice", digits=play.commitment[:SHOWN_DIGITS]))
    return Screen(text("panel.box"), tuple(lines))


def box_question(status: BoxStatus) -> Question:
    """The box's list. First "leave it as it is", so that pressing on without looking changes nothing.

    Every choice but the switches and a cancelled call is asked twice, and a held button neither chooses nor
    confirms.
    """
    as_it_is = Screen(text("panel.as-it-is"), (text("panel.stay-on.means"),))
    choices = [Choice(as_it_is, Decline())]
    if status.confirmation is not None:
        choices.append(confirmation_choice(status.confirmation))
    choices += map(admin_choice, status.admin_requests)
    if status.organiser is not None:
        choices.append(call_choice(status.organiser))
    choices.append(_shut_down_choice())
    choices += switch_choices(status.lamps, status.sound)
    own = None if status.wifi is None else wifi_choice(status.wifi)
    if own is not None:
        choices.append(own)
    return Question("box", (*choices, _new_code_choice()))


def _shut_down_choice() -> Choice:
    down = Screen(text("panel.shut-down"), (text("panel.shut-down.means"),))
    stay = Screen(text("panel.stay-on"), (text("panel.stay-on.means"),))
    sure = Screen(text("panel.shut-down.sure"), (text("panel.shut-down.means"),))
    return Choice(down, confirmation("shut-down", stay, sure, ShutDown()))


def _new_code_choice() -> Choice:
    code = Screen(text("panel.new-code"), (text("panel.new-code.means"),))
    keep = Screen(text("panel.keep-code"), (text("panel.keep-code.means"),))
    sure = Screen(text("panel.new-code.sure"), (text("panel.new-code.means"),))
    return Choice(code, confirmation("new-code", keep, sure, NewCode()))


def faults(status: BoxStatus, parts: Mapping[PartName, PartState]) -> list[Text]:
    """Missing parts with their causes, then the machine's faults. A part that is back since the last check is
    left out.
    """
    lines: list[Text] = []
    for part, state in parts.items():
        if state == "missing":
            lines += [each.said for each in status.findings if each.part == part] or [
                _part_state(part, state)
            ]
    return lines + [each.said for each in status.findings if each.part not in parts]


def _broker_lines(status: BoxStatus) -> Iterator[Text]:
    """The connection to the broker and its fault, unless a finding says the same."""
    broker = status.broker
    if broker is not None:
        yield text(f"panel.broker.{broker.state}")
        if broker.why is not None and broker.why not in [each.said for each in status.findings]:
            yield broker.why


def _part_state(part: PartName, state: PartState) -> Text:
    return text("panel.parts", part=text(f"panel.part.{part}"), state=text(f"panel.state.{state}"))


def part_screen(part: PartName, state: PartState) -> Screen:
    """News of a part that went missing, or is back."""
    return Screen(_part_state(part, state), () if state == "ok" else (text("panel.part.gone"),))


def unplug_screen() -> Screen:
    """The last screen of a box that shuts down."""
    return Screen(text("panel.unplug"), (text("panel.unplug.when"),))
