"""The version, alone in a file that costs nothing to import."""

VERSION = "0.1.0"
