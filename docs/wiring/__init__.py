"""The wiring diagrams: `make wiring`."""
