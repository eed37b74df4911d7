"""What goes wrong at the edge and is for a person to put right."""

from __future__ import annotations


class PartError(ValueError):
    """A part cannot be used as it was asked for. Said by the catalogue message `part.<code>` with `params`.

    wrong-pin, doubled-pin: the `key` of the configuration and its `pin`.
    wrong-port: `port`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(f"{code}: " + ", ".join(f"{name}={value}" for name, value in params.items()))
        self.code = code
        self.params = params
