"""Techniques, explanations and ratings."""
