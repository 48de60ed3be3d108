//! Unsafe code that is not about objects of Python: the wider vectors of some processors.

pub mod points;
