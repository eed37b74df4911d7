"""Any bytes from a broker, even half a packet: the connection ends at worst, and the next one works."""

from __future__ import annotations

import itertools
import random

from tests.fakes.lying_broker import CONNACK, Line, lying, suback
from tests.fakes.mqtt_client import client_at

WELL = b"\x30\x08\x00\x01n\x00well"
"""A whole message at the topic n."""
NONSENSE = (
    WELL[:6],
    b"\x30\xff\xff\xff\xff\xff\xff",
    b"\x30\x07\x00\x02\xff\xfe\x00hi",
    b"\x30\x07\x00\x63n\x00hi!",
    b"\x30\x05\x00\x01n\x63h",
    b"\x30\x01\x00",
    b"\x30\x00",
    b"\x40\x00",
    b"\x40\x02\xff\xff",
    b"\x50\x02\x00\x01",
    b"\x62\x02\x00\x01",
    b"\x90\x03\x00\x63\x00",
    b"\x90\x00",
    CONNACK * 3,
    b"\x82\x06\x00\x01\x00\x01n\x00",
    b"\xf0\x05hello",
    b"\x00" * 64,
)


def test_the_next_connection_is_whole() -> None:
    chance = random.Random(19)
    by_chance = [chance.randbytes(chance.randrange(1, 200)) for _ in range(15)]
    connections = itertools.count()

    def says(line: Line) -> None:
        line.take()
        number = next(connections)
        said = dict(enumerate((*NONSENSE, *by_chance))).get(number, WELL)
        line.give(CONNACK + said)
        if said == WELL:
            line.give(suback(line.take()))
            line.gone()

    with lying(says) as broker, client_at(broker, "n") as box:
        while box.receive() != ("n", b"well"):
            pass
        box.stands("connected")
    assert next(connections) == len(NONSENSE) + len(by_chance) + 1
