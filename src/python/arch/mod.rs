//! What the wheel, built for every processor of a family, does with the wider vectors of some.

pub mod points;
