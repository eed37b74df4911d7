"""Files on the pages of care: one that a phone takes along, and one that it sends by a form.

That goes to the disk as it comes, and never into memory. Only the addresses that ask for it here take more
than any other form has.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, cast

from flask import Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.formparser import FormDataParser
from werkzeug.wsgi import get_input_stream

from companion.storage.backup import BackupFailed
from web.errors import Problem

if TYPE_CHECKING:
    from werkzeug.formparser import TStreamFactory

    from companion.storage.incoming import Incoming

_BESIDE = 64 * 1024
"""Bytes that the form may have beside the file."""
_IN_MEMORY = 4 * _BESIDE
"""Bytes of a form that are held at a time: what is read at once, and what of it may begin a boundary."""


def give(content: str | Iterable[bytes], name: str, mimetype: str) -> Response:
    """An answer that the phone keeps as a file of this name; nobody on the way does."""
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def receive(most: int, opened: AbstractContextManager[Incoming]) -> None:
    """Take the file of the form that is posted. most: bytes. opened: where it goes, entered only for a form
    that may fit.

    Raises `BackupFailed`: what `opened` raises, and for an upload that was broken off; `Problem` for a form
    without a file.
    """
    length = request.content_length
    if request.mimetype != "multipart/form-data" or length is None:
        raise Problem(400, "no-file")
    if length > most + _BESIDE:
        raise BackupFailed("incoming.too-large", "", str(most >> 20))
    with opened as incoming:

        def place(filename: str | None = None, **_said: object) -> Incoming:
            if incoming.name or not filename:
                raise Problem(400, "no-file")
            incoming.name = filename
            return incoming

        parser = FormDataParser(
            cast("TStreamFactory", place), max_form_memory_size=_IN_MEMORY, max_form_parts=4, silent=False
        )
        stream = get_input_stream(request.environ, max_content_length=most + _BESIDE)
        try:
            parser.parse(stream, request.mimetype, length, request.mimetype_params)
        except (HTTPException, ValueError, OSError) as broken:
            raise BackupFailed("incoming.broken-off", incoming.name, str(broken)) from broken
        if not incoming.size:
            raise Problem(400, "no-file")
