"""A case to print: its source is `companion.scad`, and `check` says whether what was built can be printed."""
