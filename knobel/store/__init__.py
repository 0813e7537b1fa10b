"""Where records and the logs of tables last."""
