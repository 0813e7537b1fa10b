"""The HTTP side does what it says of itself: schemathesis asks everything that its description allows, and more."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from knobel.server.app import http_side
