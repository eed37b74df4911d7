"""Pairs bags with tags: bag after bag is laid on the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.config import RfidConfig
from companion.language.text import text
from hardware.reader.driver import RepeatFilter
from hardware.setup.conversation import Conversation
from hardware.setup.reader import TAP_TIMEOUT, ReaderSearch

BAG_AWAY = 1.0
"""Seconds unread after which a bag was removed."""
MAX_LYING = 4.0
"""Seconds for which the previous bag may stay on the reader."""
MAX_BAG = 40
"""The highest number of a bag."""


def pair_bags(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, pair: Callable[[str, int], object]
) -> None:
    """Ask for bag after bag, until the person has enough. pair: takes each tag with its bag's number."""
    talk.title(text("setup.bags"))
    if not talk.yes(text("setup.bags.now"), default=True):
        return
    owners: dict[str, int] = {}
    number = 1
    while number <= MAX_BAG:
        tag = _next_tag(talk, readers, rfid, number, owners)
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


def _next_tag(
    talk: Conversation, readers: ReaderSearch, rfid: RfidConfig, number: int, owners: Mapping[str, int]
) -> str | None:
    """Wait for a new tag; None at the end of the wait.

    Tags of other bags are rejected each time, except for a moment the previous bag's.
    """
    began = readers.monotonic()
    repeats = RepeatFilter(BAG_AWAY)
    lying = {tag for tag, bag in owners.items() if bag == number - 1}
    for tag in lying:
        repeats.is_new(tag, began)
    with readers.listen([readers.port(rfid)], rfid.driver) as listeners:
        wait = talk.begin_wait(TAP_TIMEOUT)
        talk.say(text("setup.bags.lay", number=number))
        while not wait.over:
            for arrival in listeners.receive(wait.next(listeners.fds, listeners.next_due())):
                if arrival.sort != "tag":
                    continue
                if arrival.tag not in owners:
                    return arrival.tag
                now = readers.monotonic()
                if repeats.is_new(arrival.tag, now) or (arrival.tag in lying and now - began >= MAX_LYING):
                    lying.discard(arrival.tag)
                    talk.say(text("setup.bags.again", other=owners[arrival.tag], number=number), indent=2)
    return None
