"""The bench's hands inside the virtual Pi: says that the boot is done, then runs what it is told.

A JSON object a line each way: `{"run": command, "timeout": seconds}` and `{"status": s, "said": words}`.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

PORT = "/dev/virtio-ports/pi.agent"


def done(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        ran = subprocess.run(
            ("bash", "-c", asked["run"]),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=asked["timeout"],
        )
    except subprocess.TimeoutExpired as late:
        return {"status": -1, "said": f"{late}\n{(late.output or b'').decode(errors='replace')}"}
    return {"status": ran.returncode, "said": ran.stdout.decode(errors="replace")}


def say(port: int, body: dict[str, Any]) -> None:
    line = json.dumps(body).encode() + b"\n"
    while line:
        line = line[os.write(port, line) :]


def main() -> None:
    port = os.open(PORT, os.O_RDWR)
    say(port, {"booted": True})
    heard = b""
    while piece := os.read(port, 65536):
        *whole, heard = (heard + piece).split(b"\n")
        for line in whole:
            say(port, done(json.loads(line)))


main()
