"""Table aids: what people work out beside the map, answered from what they type in.

The table knows no map. What a question leaves out is taken from the running game, whose rules and numbers
every aid obeys; without a game the printed rules for three and four players hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import Aid
from companion.games.la_strada.aids import colony, road

AIDS: Mapping[str, Aid] = MappingProxyType({"road": road.AID, "colony": colony.AID})
"""By their names in addresses, in the order in which pages offer them."""
