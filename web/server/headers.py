"""A request's headers, read so that what Cheroot stumbles over is a bad request like any other."""

from __future__ import annotations

from typing import Any

from cheroot import server


class Headers(server.HeaderReader):
    """Cheroot's reader for which there are no other faults than ValueError.

    A name with an underscore is dropped: to the application it would look like one with a hyphen.
    """

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        """Read them to the empty line. Raises ValueError for what is malformed."""
        hdict = {} if hdict is None else hdict
        try:
            super().__call__(rfile, hdict)
        except UnboundLocalError:
            raise ValueError("The first header continues nothing.") from None
        for name in [name for name in hdict if b"_" in name]:
            del hdict[name]
        if not hdict.get(b"Content-Length", b"0").isdigit():
            raise ValueError("Malformed Content-Length Header.")
        return hdict
