"""Techniques, explanations, ratings and difficulty targets."""
