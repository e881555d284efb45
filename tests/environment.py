"""Loaded before Django reads its settings: tests keep to a data folder of their own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("CAGNOTTE_DATA", str(ROOT / "var" / "test"))
os.environ.setdefault("CAGNOTTE_LOG", "ERROR")

if not (Path(os.environ["CAGNOTTE_DATA"]) / "static" / "staticfiles.json").exists() and "PYTEST_XDIST_WORKER" not in os.environ:
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, check=True)
