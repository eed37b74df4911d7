"""The players' lamps: `rhythm` has what each state looks like, `colours` the light of each player, `driver`
the one thread that lights them. `leds` are lamps on pins, `strip` pixels on SPI, by `ws2812` or `apa102`;
`simulated` is what they are connected to where there is nothing.
"""
