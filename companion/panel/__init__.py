"""The front panel: display, three buttons and the players' own. Pure but for its one thread, `front`."""
