"""The real tower: dice of 16 mm on a plate that gives, simulated one placement at a time."""
