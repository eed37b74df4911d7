"""The display: a frame that `driver` was left is drawn by `drawing`, compared by `oled` with what the display
shows, and what differs crosses the I2C bus of `wire`; or the one of `simulated`, with a model of the chip.
"""
