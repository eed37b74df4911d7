"""What the box asks of the machine that it runs on: its services, over the system bus."""
