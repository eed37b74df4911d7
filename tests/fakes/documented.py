"""Mosquitto as docs/organisers.md has an organiser set it up: Debian's configuration and the files of
docs/mosquitto beside it, in a folder of the test's and on a free port.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.fakes.mosquitto import Mosquitto, certify
from tests.tree import ROOT

FILES = ROOT / "docs" / "mosquitto"
DEBIAN = Path("/etc/mosquitto/mosquitto.conf")
CERTIFIED = ("#certfile", "#keyfile")
"""How the lines begin that lose their comment sign for an encrypted one."""


class Documented(Mosquitto):
    """users: `hall`, and a box each by its id. listed: with the access list."""

    listed = True

    @property
    def etc(self) -> Path:
        """What stands for /etc/mosquitto."""
        return self.folder / "etc"

    def lay(self) -> None:
        """Put everything where it belongs, as an organiser does."""
        for each in ("conf.d", "certs"):
            (self.etc / each).mkdir(parents=True, exist_ok=True)
        for file, place in (("companion.conf", "conf.d"), ("companion.acl", "")):
            shutil.copy(FILES / file, self.etc / place)
        passwords = self.etc / "companion.passwd"
        passwords.write_text("".join(f"{user}:{word}\n" for user, word in self.users.items()), "utf-8")
        subprocess.run(["mosquitto_passwd", "-U", str(passwords)], check=True)
        if self.tls:
            certify(self.folder)
            shutil.copy(self.folder / "cert.pem", self.etc / "certs" / "broker.crt")
            shutil.copy(self.folder / "key.pem", self.etc / "certs" / "broker.key")

    def _configuration(self) -> str:
        if not self.etc.exists():
            self.lay()
        ours = self.etc / "conf.d" / "companion.conf"
        ours.write_text(self._here(ours), "utf-8")
        debian = self._here(DEBIAN) if DEBIAN.exists() else f"include_dir {self.etc}/conf.d"
        return "\n".join([debian, "user root", "log_dest stderr", "log_timestamp false", ""])

    def _here(self, file: Path) -> str:
        """A configuration's text for this folder and port."""
        lines = file.read_text("utf-8").splitlines()
        if self.tls:
            lines = [each.removeprefix("#") if each.startswith(CERTIFIED) else each for each in lines]
        if not self.listed:
            lines = [each for each in lines if not each.startswith("acl_file")]
        text = "\n".join(lines).replace("listener 1883", f"listener {self.port} 127.0.0.1")
        for theirs in ("/run/mosquitto", "/var/lib/mosquitto", "/var/log/mosquitto"):
            text = text.replace(theirs, str(self.folder))
        return text.replace("/etc/mosquitto", str(self.etc)) + "\n"
