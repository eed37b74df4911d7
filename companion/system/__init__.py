"""The machine's services: clock, Wi-Fi and updates."""
