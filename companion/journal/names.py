"""The names of the files that the journal has in its data folder."""

from __future__ import annotations

NAME = "journal.sqlite"
OWN = "journal."
"""How the names of all of them begin."""
LAST = "journal.last"
"""The file in which the number of the last entry is noted."""
BOX = "journal.box"
"""The file with the id of the box that the data folder is of."""
LOCK = "journal.lock"
SEAL = "journal.seal"
"""The file that tells which bytes of the journal's were found whole."""
NEW = "journal.new"
"""A file that is to come into the place of the one in use."""
EARLIER = "journal.earlier"
"""A copy of an earlier format, while it is brought up to date."""
FORGETTING = "journal.forgotten"
"""How the name of the journal begins that held what is forgotten, until it is deleted."""
COPY = "journal.copy"
"""A copy of a damaged file, while it is read."""

WAL = "-wal"
"""What SQLite writes behind the name of a file for its write-ahead log."""
ENDS = ("", WAL, "-shm")
"""What stands behind a file's name for the file itself and for what SQLite keeps beside it."""
BACK = "-journal"
"""Behind the name of a file that was being changed without a write-ahead log: the way back."""
OWN_WIFI = "own-wifi"
"""The setting with name and password of the box's own Wi-Fi."""
JOIN_CODE = "join-code"
"""The setting with the code that lets a phone in."""
MEMBERS = "members"
"""The setting with who has joined, and which of them look after the box."""
HANDS = "hands"
"""The setting that says that a hand has been at the box."""
FORGOTTEN = "forgotten"
"""The setting with the marks of journals in which something was forgotten, so that copies of them can be
told."""
RENEWED = "renewed"
"""The setting with the commitments of the secrets with which each game has gone on here, where a copy had
left its own out."""
EARLIER_MARKS = "earlier-marks"
"""The setting with the marks that the journal had before it got another epoch in its place: copies of then
are copies of it."""
OF_THE_BOX = (OWN_WIFI, JOIN_CODE, MEMBERS, HANDS, FORGOTTEN, RENEWED)
"""Settings that are the box's and not its games': no copy that leaves the house has them, and they stay
as they are when a copy is put in the place of the games. An earlier copy lets nobody in, nor does one that
somebody has made himself.
"""
