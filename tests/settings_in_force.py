"""The settings as another environment would give them, without another process."""

import logging
import os
import runpy
from typing import Any

from config.environment import KNOWN
from tests.environment import ROOT


def settings_with(**given: str) -> dict[str, Any]:
    """`config/settings.py` read afresh, with these environment variables and none of the others that the project knows."""
    before, root = dict(os.environ), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        for name in KNOWN:
            os.environ.pop(name, None)
        os.environ.update({"CAGNOTTE_LOG": "ERROR", **given})
        return runpy.run_path(str(ROOT / "config" / "settings.py"))
    finally:
        os.environ.clear()
        os.environ.update(before)
        root.handlers[:], root.level = handlers, level  # reading the settings also sets logging up
