"""Tests of Dinosaures."""
