"""Hash chain of a game's entries.

Each head hashes the head before it and the next entry, so one head commits to the whole game up to there. It
covers an entry's content and order, not its number: a game keeps its heads when it moves to another box.
"""

from __future__ import annotations

import hashlib

import msgspec

from companion.storage.entry import Entry, stamp
from companion.table.commands import UNDO_OR_REDO, Inherited

SHOWN_DIGITS = 10
"""Hex digits of a head or commitment shown on the display: 40 bits."""
_ENCODER = msgspec.json.Encoder(order="sorted")
_COMMAND = msgspec.json.Decoder(dict[str, object])
_EVENTS = msgspec.json.Decoder(list[dict[str, object]])


def initial_head(game: str, system: str, commitment: str, inherited: Inherited | None) -> bytes:
    """Return the head of a game without entries, which commits to its secret.

    commitment: of the secret on this box.
    inherited: commitments of secrets on earlier boxes.
    """
    if inherited and inherited.commitments:
        commitment = inherited.commitments[0]
    return hashlib.sha256(_ENCODER.encode((game, system, commitment))).digest()


def next_head(head: bytes, entry: Entry) -> bytes:
    """Return the head after one more entry. Raises msgspec.DecodeError where it holds no JSON."""
    command, events = _COMMAND.decode(entry.command), _EVENTS.decode(entry.events)
    if command["type"] in UNDO_OR_REDO:
        command.pop("to", None)
        for event in events:  # what is taken back stands last: only its number differs from box to box
            event.pop("entry", None)
    said = (stamp(entry.at), entry.source, entry.by, entry.name, command, events)
    return hashlib.sha256(head + _ENCODER.encode(said)).digest()
