"""The display: `driver` takes the latest frame, `drawing` draws it, `oled` finds what changed, `wire` sends
that over I2C; `simulated` is a bus with a model of the controller.
"""
