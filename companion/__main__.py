"""The `companion` command, by that name or as `python -m companion`."""

import gc

_SELDOM = 500_000
"""How many more things than went may be made before the cycles among them are looked for: more than a start
makes. All that stays, and to look through it again and again would take a tenth of the start."""


def main() -> None:
    """Run the command that the command line names, and exit with its status."""
    gc.set_threshold(_SELDOM, 10, 10)
    from companion.cli import main as command

    command()


if __name__ == "__main__":
    main()
