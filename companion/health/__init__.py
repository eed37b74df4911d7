"""What the box knows of its own well-being: findings, and the probes that make them."""
