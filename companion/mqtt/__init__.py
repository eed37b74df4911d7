"""The box as an MQTT client: what it publishes, and how it handles what it receives."""
