"""A route as a start can afford it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from werkzeug.routing import Rule


class Route(Rule):
    """Compiles what builds its address when the first one is built: no page asks for that, each writes its
    links out, and for every route it would take as long as all the rest of it.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build
