"""The hosted house: tables that people join from many places, over HTTP and one WebSocket each."""
