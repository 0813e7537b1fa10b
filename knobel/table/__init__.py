"""A game being played: seats, clock, source of nature, record. No network, no disk."""
