"""The buttons: an edge on a line of `kernel` reaches, through the pins of `pins`, a device of gpiozero's, and
`driver` makes a press of it. `header` knows which pin is which, and `simulated` has pins of its own.
"""
