"""Saying which bag each tag sticks on: one bag after the other is laid on the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.config import RfidConfig
from companion.language.text import text
from hardware.reader.driver import RepeatFilter
from hardware.setup.conversation import Conversation
from hardware.setup.reader import TAP, ReaderSearch

AWAY = 1.0
"""Seconds without its tag after which a bag was taken away."""
LYING = 4.0
"""Seconds for which the bag before may stay where it is."""
MOST = 40
"""The highest number of a bag."""


def pair_bags(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, pair: Callable[[str, int], object]
) -> None:
    """Ask for bag after bag until there is none. pair: is told each tag, with its bag's number."""
    talk.title(text("setup.bags"))
    if not talk.yes(text("setup.bags.now"), default=True):
        return
    owners: dict[str, int] = {}
    number = 1
    while number <= MOST:
        tag = _laid(talk, readers, rfid, number, owners)
        if tag is None:
            ways = [text("setup.again"), text("setup.bags.next"), text("setup.bags.done")]
            way = talk.choose(text("setup.bags.nothing", number=number), ways)
            if way == 2:
                return
            number += way
        else:
            owners[tag] = number
            pair(tag, number)
            talk.say(text("setup.bags.paired", number=number, tag=tag))
            number += 1


def _laid(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, number: int, owners: Mapping[str, int]
) -> str | None:
    """The new tag that is laid on the reader; None when the time is over, or nobody wants to go on.

    One that a bag has already is said each time it is laid down; the bag before may lie there for a moment.
    """
    began = readers.monotonic()
    repeats = RepeatFilter(AWAY)
    lying = {tag for tag, bag in owners.items() if bag == number - 1}
    for tag in lying:
        repeats.is_new(tag, began)
    with readers.listen([readers.port(rfid)], rfid.driver) as ears:
        patience = talk.patience(TAP)
        talk.say(text("setup.bags.lay", number=number))
        while not patience.over:
            for came in ears.hear(patience.next(ears.handles, ears.due())):
                if came.sort != "tag":
                    continue
                if came.tag not in owners:
                    return came.tag
                now = readers.monotonic()
                if repeats.is_new(came.tag, now) or (came.tag in lying and now - began >= LYING):
                    lying.discard(came.tag)
                    talk.say(text("setup.bags.again", other=owners[came.tag], number=number), indent=2)
    return None
