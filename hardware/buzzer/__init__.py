"""The buzzer: `rhythm` has what each sound is like, `quiet` the hours in which it is silent. `pins` knows its
pin, `tones` makes of it one that gpiozero can use, `voice` says a word on it, and `driver` has the thread
that says one after the other. `probe` is the doctor's look at the pin; `simulated` stands where the pin
stands.
"""
