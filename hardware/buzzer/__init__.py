"""The buzzer: `rhythm` of each sound, `tones` on a pin, the `driver`, a `probe` for the health check and a
`simulated` pin.
"""
