"""The display: `driver` keeps the newest frame, `drawing` makes a picture of it, `oled` finds what differs
from the picture that is shown, and `wire` carries that over the I2C bus; or over the bus of `simulated`, to
a model of the chip.
"""
