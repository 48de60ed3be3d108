//! The Arrow C interface, for the types that hold puzzles.
//!
//! ```text
//!   import.rs   a producer's arrays, out of Python's capsules
//!   column.rs   their buffers, read in place: Chunk -> Row
//!   results.rs  arrays of results, and into capsules: ArrayData -> Exported
//!   export.rs   boards as a column of the input's type, for the input's library
//!   table.rs    columns of any types as one table: a stream of a single batch
//! ```
//!
//! The structs of the interface, types and buffers are those of the small crates of arrow-rs. Its typed arrays are not
//! used: they trust every offset of a producer.

mod column;
mod export;
mod import;
mod results;
mod table;

pub use column::{Chunk, Integers, Row};
pub use export::{ArrowForm, pandas_series};
pub use import::import;
pub use results::{Exported, UnsharedArray, capsules, large_texts};
pub use table::arrow_stream;
