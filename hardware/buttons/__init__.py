"""The buttons: from the pins of the header to presses."""
