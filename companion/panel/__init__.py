"""The front panel: display, three buttons and the players' own. Pure; only `front` has a thread."""
