"""The demo plays on any computer: nothing but the real parts may need what Linux alone has."""

from __future__ import annotations

import subprocess
import sys

_ELSEWHERE = """
import errno, socket, sys
del errno.EREMOTEIO, socket.SOCK_CLOEXEC, socket.AF_NETLINK
sys.modules["gpiod"] = None  # as if it could not be installed
here, sys.platform = sys.platform, "darwin"
import hardware.gpio
sys.platform = here

import importlib, pkgutil
import companion, hardware, web
for package in (companion, hardware, web):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            print(module.name)
"""


def test_every_module_is_loaded_where_the_names_of_linux_are_missing() -> None:
    done = subprocess.run((sys.executable, "-c", _ELSEWHERE), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {"companion.daemon.build", "hardware.display.simulated", "hardware.display.wire"} <= set(
        done.stdout.split()
    )
