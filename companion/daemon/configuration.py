"""The configuration in layers: the owner's file, over it the box's own settings, over both the options.

The owner's file is only read. What `companion setup` and phones change is kept in `config.json` in the data
folder: the values that differ from the file's, by section and key.
"""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from companion.config import Changes, Config, ConfigError, changes, load
from companion.daemon.pending import Action, SetUp, Start
from companion.language.text import CompanionError, text
from companion.storage.files import atomic_write, read_json
from companion.table.data_folder import folder_of
from hardware.part import SIMULATED
from hardware.signals import check_signals

log = logging.getLogger(__name__)

OVERLAY = "config.json"


class Configuration:
    """Reads the layers, and changes the middle one.

    file: the owner's; None for the defaults. options: `section.key=value`, for this process only.
    """

    def __init__(self, file: Path | None, options: tuple[str, ...] = ()) -> None:
        self._file = file
        self._options = options

    def with_defaults(self, *options: str) -> Configuration:
        """The same with more options; its own win over them."""
        return Configuration(self._file, (*options, *self._options))

    @property
    def overlay(self) -> Path:
        """The file of the box's own settings. Raises `ConfigError`."""
        return folder_of(load(self._file, self._options)) / OVERLAY

    @property
    def is_new(self) -> bool:
        """Whether neither the owner nor the box has a file. Raises `ConfigError`."""
        return self._file is None and not self.overrides()

    def load(self) -> Config:
        """All layers. Raises `ConfigError`."""
        return self._load(self._options)

    def without_options(self, *more: str) -> Config:
        """The layers without the options, with more settings over them. Raises `ConfigError`."""
        return self._load(more)

    def overrides(self) -> Changes:
        """The box's own settings; none where the file is damaged: a box that starts can be set up."""
        overlay = self.overlay
        try:
            return read_json(overlay, Changes)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read and is left out: %s", overlay, error)
            return {}

    def check(self) -> None:
        """Make sure that `save` may write. Raises `ConfigError`, and `CompanionError` where it may not."""
        overlay = self.overlay
        try:
            overlay.parent.mkdir(0o700, parents=True, exist_ok=True)
            if not os.access(overlay.parent, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as error:
            why = error.strerror or str(error)
            raise CompanionError(text("setup.unwritable", file=str(overlay), why=why)) from error

    def save(self, changed: Changes) -> None:
        """Keep these values, whole or not at all, where they differ from the owner's file.

        Raises `ConfigError`, and `CompanionError` for a disk that does not take it.
        """
        overlay, lasting = self.overlay, msgspec.to_builtins(self.without_options())
        for section, values in changed.items():
            lasting[section] |= values
        kept = changes(load(self._file), msgspec.convert(lasting, Config))
        try:
            atomic_write(overlay, (msgspec.json.format(msgspec.json.encode(kept), indent=1), b"\n"))
        except OSError as error:
            why = error.strerror or str(error)
            raise CompanionError(text("cli.unwritable", file=str(overlay), why=why)) from error

    def _load(self, settings: tuple[str, ...]) -> Config:
        config, overlaid = load(self._file, settings), self.overrides()
        try:
            return load(self._file, settings, overlaid)
        except ConfigError as error:  # of a newer version, or written by hand
            log.warning("%s does not fit and is left out: %s", self.overlay, error.message.code)
            return config


class ChangeableConfiguration:
    """The configuration in the hands of a phone or the panel: a `web.site.EditableConfiguration`.

    config: by which the box serves now. request: asks for what is done next.
    """

    def __init__(
        self, configuration: Configuration, config: Config, request: Callable[[Action], object]
    ) -> None:
        self._configuration = configuration
        self._request = request
        self.config = config

    @property
    def real(self) -> bool:
        """Whether no part is simulated."""
        config = self.config
        parts = (config.oled, config.buttons, config.rfid, config.lamps, config.buzzer)
        return all(part.driver != SIMULATED for part in parts)

    def set_up(self, holder: str, language: str) -> None:
        """Let the box be set up by this phone from now on. Raises `CompanionError` where nothing could come
        of it.
        """
        self._configuration.check()
        self._request(SetUp(holder, language))

    def update(self, wanted: Mapping[str, str]) -> bool:
        """Store these values by key; return whether any has changed.

        Raises `ConfigError` for an invalid value, and `CompanionError` for a pin or bus of another part
        and for a disk that cannot be written; nothing has changed then.
        """
        before = self._configuration.without_options()
        after = self._configuration.without_options(*(f"{key}={value}" for key, value in wanted.items()))
        changed = changes(before, after)
        if not changed:
            return False
        check_signals(after)  # else the box would not begin anew
        self._configuration.save(changed)
        return True

    def restart(self) -> None:
        """Let the box serve anew, by what is kept now."""
        self._request(Start())
