"""The buttons: `kernel` hands out the lines of the header, `pins` makes of each a pin that gpiozero can
use, and `driver` makes presses of its edges. `header` knows which pin is which; `simulated` presses
gpiozero's mock pins.
"""
