"""What the box tells to an MQTT broker, for whoever listens there, and what it hears from it."""
