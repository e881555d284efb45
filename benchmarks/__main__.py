"""`python -m benchmarks [NAME…]`: measure every figure, or those whose name contains one of the NAMEs."""

import sys
from pathlib import Path

from benchmarks import harness, pages, terms  # noqa: F401  (importing a module registers its figures)

sys.exit(harness.run(sys.argv[1:], results=Path(__file__).parent / "results.json"))
