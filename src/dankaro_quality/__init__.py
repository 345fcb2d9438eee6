"""Dankaro Agent Quality Harness: deterministic gates for an agent's result, before it is released."""
