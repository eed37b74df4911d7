"""Downloads and uploads of the admin's pages.

An upload goes to the disk as it comes. Only the addresses that call `receive` take more than other forms.
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

_OVERHEAD = 64 * 1024
"""Bytes of the form apart from the file."""
_IN_MEMORY = 4 * _OVERHEAD
"""Bytes of a form held at a time: a block, and the part of it that may begin a boundary."""


def attachment(content: str | Iterable[bytes], name: str, mimetype: str) -> Response:
    """A response that the phone saves under this name and no cache keeps."""
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def receive(most: int, opened: AbstractContextManager[Incoming]) -> None:
    """Receive the file of the posted form.

    most: bytes. opened: takes the file; entered only if the form may fit. Raises `Problem` 400 for a form
    without a file, `BackupFailed` for one too large or broken off, and what `opened` raises.
    """
    length = request.content_length
    if request.mimetype != "multipart/form-data" or length is None:
        raise Problem(400, "no-file")
    if length > most + _OVERHEAD:
        raise BackupFailed("incoming.too-large", "", str(most >> 20))
    with opened as incoming:

        def place(filename: str | None = None, **_headers: object) -> Incoming:
            if incoming.name or not filename:
                raise Problem(400, "no-file")
            incoming.name = filename
            return incoming

        parser = FormDataParser(
            cast("TStreamFactory", place), max_form_memory_size=_IN_MEMORY, max_form_parts=4, silent=False
        )
        stream = get_input_stream(request.environ, max_content_length=most + _OVERHEAD)
        try:
            parser.parse(stream, request.mimetype, length, request.mimetype_params)
        except (HTTPException, ValueError, OSError) as broken:
            raise BackupFailed("incoming.broken-off", incoming.name, str(broken)) from broken
        if not incoming.size:
            raise Problem(400, "no-file")
