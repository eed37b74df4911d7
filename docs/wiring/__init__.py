"""The wiring diagrams: which wire goes where, and the drawings of it. `make wiring`."""
