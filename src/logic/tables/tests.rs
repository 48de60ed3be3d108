//! Positive and negative examples.
