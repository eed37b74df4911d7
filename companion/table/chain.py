"""The chain of a game's entries.

Each head is a hash over the head before it and the entry after that. So it holds the whole game up to there:
whoever noted one sees whether a file leads to it. An entry is held by what it says and where it stands, not
by its number, and a game that goes from box to box keeps its heads.
"""

from __future__ import annotations

import hashlib

import msgspec

from companion.storage.entry import Entry, stamp
from companion.table.commands import UNDO_OR_REDO, Inherited

SHOWN_DIGITS = 10
"""Hex digits of a head or a commitment that the display shows: forty bits."""
_ENCODER = msgspec.json.Encoder(order="sorted")
_COMMAND = msgspec.json.Decoder(dict[str, object])
_EVENTS = msgspec.json.Decoder(list[dict[str, object]])


def initial_head(game: str, system: str, commitment: str, inherited: Inherited | None) -> bytes:
    """The head of a game without entries, which holds the secret with which it was started.

    commitment: of its secret here. inherited: those of the secrets on boxes before.
    """
    if inherited and inherited.commitments:
        commitment = inherited.commitments[0]
    return hashlib.sha256(_ENCODER.encode((game, system, commitment))).digest()


def next_head(head: bytes, entry: Entry) -> bytes:
    """The head after one more entry of the game. Raises msgspec.DecodeError for one that holds no JSON."""
    command, events = _COMMAND.decode(entry.command), _EVENTS.decode(entry.events)
    if command["type"] in UNDO_OR_REDO:
        command.pop("to", None)
        for event in events:  # what is taken back stands last: only its number differs from box to box
            event.pop("entry", None)
    said = (stamp(entry.at), entry.source, entry.by, entry.name, command, events)
    return hashlib.sha256(head + _ENCODER.encode(said)).digest()
