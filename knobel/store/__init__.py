"""Where records last."""
