"""The case to print: built from its source, checked, and drawn. `make case`."""
