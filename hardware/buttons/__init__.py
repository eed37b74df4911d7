"""The buttons: `pins` gives gpiozero the kernel's lines, `driver` turns edges into presses, `simulated`
drives mock pins.
"""
