"""Answers one question for a file of an archive, asked and answered over standard input and output.

python answering.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote


def main() -> None:
    """Answer questions until nothing more is asked."""
    folder = Path(sys.argv[1])
    while asked := sys.stdin.buffer.readline().split():
        while sys.stdin.buffer.readline().strip():
            pass
        file = folder / unquote(asked[1].decode()).lstrip("/")
        there = file.is_file() and file.resolve().is_relative_to(folder.resolve())
        said = file.read_bytes() if there else b""
        status = "200 OK" if there else "404 Not Found"
        sys.stdout.buffer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(said)}\r\n\r\n".encode())
        sys.stdout.buffer.write(said if asked[0] == b"GET" else b"")
        sys.stdout.buffer.flush()


main()
