"""The printable case: built, checked and drawn. `make case`."""
