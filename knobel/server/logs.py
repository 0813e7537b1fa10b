"""What a house logs: one line of JSON each, for machines to read; never a token, a seed or a hidden hand."""

from __future__ import annotations

import logging
import sys
import time
import traceback

import msgspec


class JsonLines(logging.Formatter):
    """A log record as a line of JSON. Of a fault it keeps the kind and the place: its message may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "data", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["fault"] = record.exc_info[0].__name__
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return msgspec.json.encode(line).decode()


def log_to(level: str) -> None:
    """Logs to the standard error, from this level on. What others log of every connection is left out: strangers would
    fill the disk with it.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("uvicorn", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.ERROR)
