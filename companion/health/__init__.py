"""The box's health: findings, and the probes that make them."""
