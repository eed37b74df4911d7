"""The players' lamps: `rhythm` of each state, `colours` of each player, the `driver`. `leds` are on pins, a
`strip` is on SPI, of `ws2812` or `apa102`; `probe` serves the health check.
"""
