"""The front panel: a pure reducer of presses and tags, its screens, and one thread."""
