"""From the edges of a pin to presses: short ones and held ones. Pure; times are given, in seconds."""

from __future__ import annotations

from companion.parts import ButtonPressed


class Presses:
    """A press is held once `hold` seconds have passed while the button is down, and fires then, once;
    a shorter one fires when the button is let go. Each button is judged by itself.
    """

    def __init__(self, hold: float) -> None:
        self._hold = hold
        self._down: dict[str, float] = {}

    def edge(self, button: str, down: bool, at: float) -> ButtonPressed | None:
        """A button went down or up. Times of one button never go back; a repeated edge says nothing new."""
        if down:
            self._down.setdefault(button, at)
            return None
        since = self._down.pop(button, None)
        if since is None:
            return None
        if at - since >= self._hold:
            return ButtonPressed(button, held=True, at=since + self._hold)
        return ButtonPressed(button, held=False, at=at)

    def due(self) -> float | None:
        """When the next button that is down will have been held; None while none is waited for."""
        return min(self._down.values()) + self._hold if self._down else None

    def passed(self, now: float) -> list[ButtonPressed]:
        """The presses that have become held ones by now, in the order of their times."""
        held = sorted((since, each) for each, since in self._down.items() if since + self._hold <= now)
        for _, button in held:
            del self._down[button]
        return [ButtonPressed(button, held=True, at=since + self._hold) for since, button in held]
