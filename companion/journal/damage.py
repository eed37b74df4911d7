"""What a start found wrong with the games: kept with them until somebody has seen it."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["file", "log", "behind", "gone"]
"""`file`: the journal's file was read and is not what was written. `log`: its write-ahead log is not.
`behind`: a copy holds more than the journal. `gone`: there are copies, and no journal."""

SETTING = "damage"
"""Under which name it stands among a journal's settings."""
MORE = 1000
"""Numbers to be left out where nobody can know how many were given: more than come in a turn, after which
there is a copy, or the note of the last."""


class Damage(msgspec.Struct, frozen=True):
    """at: when it was found, UTC. aside: the name of the file that holds everything as it was found, None
    where there was nothing to keep. last: the number of the last entry that stands. lost: how many entries
    are known to be missing behind it, 0 where all could be mended, None where nobody can know.
    copy: the name of the newest whole copy that holds entries behind `last`, and copied: its last entry's
    number; both None where there is none.
    """

    kind: Kind
    at: datetime
    aside: str | None = None
    last: int = 0
    lost: int | None = None
    copy: str | None = None
    copied: int | None = None


damage_in = msgspec.json.Decoder(Damage).decode
"""From a setting's bytes or text. Raises msgspec.DecodeError."""
