"""`python -m dankaro_quality`."""

import sys

from dankaro_quality.cli import main

sys.exit(main())
