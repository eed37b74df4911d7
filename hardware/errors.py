"""What goes wrong at the edge and is for a person to put right."""

from __future__ import annotations


class PartError(ValueError):
    """A part cannot be used as it was asked for. Said by the catalogue message `part.<code>` with `params`.

    wrong-pin, power-pin, board-pin: the `key` of the configuration and its `pin`. doubled-pin: also the
    `other` key. display-pin: also the `bus`. reader-pin: also the `port`.
    wrong-port, no-port, port-refused, port-busy, no-serial-port, reader-silent: `port`. many-ports: also
    the devices `found`. port-broken: also the system's `why`. no-such-reader: `driver`, and the `drivers`
    that there are. no-reader: `driver`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(f"{code}: " + ", ".join(f"{name}={value}" for name, value in params.items()))
        self.code = code
        self.params = params
