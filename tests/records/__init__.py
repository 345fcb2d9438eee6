"""Tests of Agent Quality Records."""
