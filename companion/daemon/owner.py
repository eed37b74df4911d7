"""The owner's choices while the box runs: his file, read anew and changed, and what was said beside it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import Config, ConfigError, load
from companion.daemon.wishes import Again, SetUp, Wish
from companion.language.text import CompanionError, text
from hardware.part import SIMULATED

if TYPE_CHECKING:
    from types import ModuleType

log = logging.getLogger(__name__)


class Owner:
    """Where the choices stand. file: the one that was named, if any. settings: `section.key=value`, which
    hold for this process and come before what the file says.
    """

    def __init__(self, file: Path | None, settings: tuple[str, ...] = ()) -> None:
        self.file = file
        self._settings = settings

    def chosen(self) -> Config:
        """What holds now. Raises `ConfigError`."""
        return load(self.file, self._settings)

    def written(self, *more: str) -> Config:
        """What the file says, with more settings put into it. Raises `ConfigError`."""
        return load(self.file, more)

    def or_as_it_was(self, config: Config) -> Config:
        """What holds now; what held so far, when the file has become unusable meanwhile."""
        try:
            return self.chosen()
        except ConfigError as error:
            log.warning("the configuration cannot be used as it is now: %s", error.said.code)
            return config


class InHand:
    """The owner's choices in the hands of a phone; `web.site.Own` says what it may do.

    config: by which the box serves now. give_way: lets the box stop serving for what is wished for.
    """

    def __init__(self, owner: Owner, config: Config, give_way: Callable[[Wish], object]) -> None:
        self._owner = owner
        self._give_way = give_way
        self.config = config

    @property
    def writable(self) -> bool:
        """Whether there is a file to write into."""
        return self._owner.file is not None

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
        self._config_file().check(self._file())
        self._give_way(SetUp(holder, language))

    def choose(self, wanted: Mapping[str, str]) -> bool:
        """Write these values of keys into the file; whether any of them is another than before.

        Raises `ConfigError` for a value that does not fit, and `CompanionError` for lamps or a buzzer whose
        pin or bus another part has, and for a file that cannot be written; nothing has changed then.
        """
        file, config_file = self._file(), self._config_file()
        before = self._owner.written()
        after = self._owner.written(*(f"{key}={value}" for key, value in wanted.items()))
        changed = config_file.changes(before, after)
        if changed:
            from hardware.signals import check_signals  # a box without lamps and buzzer has no use for it

            check_signals(after)  # else the box would not begin anew
            config_file.write(file, changed)
        return bool(changed)

    def begin_anew(self) -> None:
        """Let the box serve anew, by what the file says now."""
        self._give_way(Again())

    def _file(self) -> Path:
        if self._owner.file is None:
            raise CompanionError(text("care.no-file"))
        return self._owner.file

    @staticmethod
    def _config_file() -> ModuleType:
        """What writes the file; it takes its time to be brought in, and hardly any evening needs it."""
        from hardware.setup import config_file  # hardly any evening needs it

        return config_file
