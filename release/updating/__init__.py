"""Installs another version of the companion, as root: `companion-update.service`, which the companion asks
for by a file in its data folder.

It is one file on the box, an archive of these modules (`release.layout.updater`): it must outlast what it
replaces, and needs nothing but what Debian's Python has.

Nothing that lies there is believed. What came in is copied to where root alone may write, taken apart by
names and sizes, and handed to apt as a repository of its own, beside which apt knows no other: apt takes
only what is signed with the key in the package. The version before is the one that was kept when this one
was installed.

What it does is noted before it is done. A version whose service is not ready in time goes again by itself.
The games' files are not touched: what a version makes of them, the one before must read or refuse. Run once
more after a power cut, it finishes or goes back.
"""
