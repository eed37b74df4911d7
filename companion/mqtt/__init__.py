"""The box at an MQTT broker: what it publishes there, and what it does of what it receives."""
