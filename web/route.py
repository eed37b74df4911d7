"""A route as a start can afford it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule


class Route(Rule):
    """Compiles what builds its address whenever one is built: no page asks for that, each writes its links
    out, and for every route it would take as long as all the rest of it.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = super()._compile_builder

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build
