"""The `companion` command, by that name or as `python -m companion`."""

import gc
from importlib import import_module

_SELDOM = 10_000
"""Things made, beside those that went, before the cycles among them are looked for: what a start makes stays,
and to look through it again and again takes a fifth of the start."""


def main() -> None:
    """Run the command that the command line names, and exit with its status."""
    gc.set_threshold(_SELDOM, 10, 10)
    import_module("companion.cli").main()


if __name__ == "__main__":
    main()
