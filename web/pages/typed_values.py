"""What templates call to fill a form in as it was typed, when its page comes back with a refusal."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from web.pages.forms import Typed


def typed_functions(typed: Typed | None, *, by_hand: bool = True) -> dict[str, Any]:
    """The helpers, by the names that templates call them.

    by_hand: somebody has typed it; otherwise it is only proposed. `typed_stands` says whether anything that
    was typed stands in what was drawn so far, so the page asks it last.
    """
    standing: set[str] = set()

    def value(form: str, field: str, default: Any = "") -> Any:
        if typed is None or typed.form != form or field not in typed.values:
            return default
        if typed.values[field] != str(default):
            standing.add(field)
        return typed.values[field]

    def wrong(form: str, field: str) -> Markup:
        bad = typed is not None and typed.form == form and typed.wrong == field
        return Markup(' class="wrong" aria-invalid="true"') if bad else Markup()

    return {
        "typed_form": typed.form if typed else "",
        "typed": value,
        "wrong": wrong,
        "typed_stands": lambda: by_hand and bool(standing),
    }
