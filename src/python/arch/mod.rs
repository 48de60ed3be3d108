//! Unsafe code that is not about objects of Python: the wider vectors of some processors, and the allocator.

pub mod points;
pub mod reserve;
