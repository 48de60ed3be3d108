//! The Arrow types that hold puzzles.
//!
//! | Arrow type | format | here |
//! |---|---|---|
//! | string, large_string, string_view | `u` `U` `vu` | `Text` |
//! | binary, large_binary, binary_view | `z` `Z` `vz` | `Text` |
//! | list, large_list, fixed-size list of integers | `+l` `+L` `+w:81` | `Lists` |
//! | dictionary of any of these | the format of its keys | `Dictionary` |
//! | null | `n` | `Null` |

#![forbid(unsafe_code)]

use std::ffi::{CStr, CString};

use super::abi::ArrowSchema;

/// A type that holds puzzles.
#[derive(Debug)]
pub enum DataType {
    /// Text, or bytes that are read as text.
    Text(TextType),
    /// Lists of integers.
    Lists {
        /// Where a row's items are.
        layout: ListLayout,
        /// The field of the items.
        item: Item,
        /// Their type.
        integer: Integer,
    },
    /// Keys into an array of values.
    Dictionary {
        /// The type of the keys.
        keys: Integer,
        /// The type of the values.
        values: Box<DataType>,
    },
    /// Rows without a value.
    Null,
}

/// The type of results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultType {
    /// Text.
    Text(TextType),
    /// Lists of uint8.
    Lists {
        /// Where a row's items are.
        layout: ListLayout,
        /// The field of the items.
        item: Item,
    },
}

/// A type of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextType {
    /// Where a row's bytes are.
    pub layout: TextLayout,
    /// Whether it is called binary.
    pub binary: bool,
}

/// Where the bytes of a text are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextLayout {
    /// Between 32-bit offsets.
    Small,
    /// Between 64-bit offsets.
    Large,
    /// In views of 16 bytes if they are at most twelve, else where the view says.
    View,
}

/// Where the items of a list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListLayout {
    /// Between 32-bit offsets.
    Small,
    /// Between 64-bit offsets.
    Large,
    /// Every list has so many.
    Fixed(usize),
}

/// The field of a list's items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: CString,
    /// Whether an item may be null.
    pub nullable: bool,
}

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integer {
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
}

impl DataType {
    /// The type that a schema describes.
    ///
    /// # Errors
    /// The name of a type that holds no puzzles.
    pub fn new(schema: &ArrowSchema) -> Result<DataType, String> {
        DataType::find(schema).ok_or_else(|| name(schema))
    }

    fn find(schema: &ArrowSchema) -> Option<DataType> {
        let format = schema.format();
        if let Some(values) = schema.dictionary() {
            let (keys, values) = (Integer::find(format)?, DataType::find(values)?);
            return Some(DataType::Dictionary { keys, values: Box::new(values) });
        }
        if format == c"n" {
            return Some(DataType::Null);
        }
        if let Some((text, _)) = TextType::ALL.iter().find(|(_, known)| *known == format) {
            return Some(DataType::Text(*text));
        }
        let layout = ListLayout::find(format)?;
        let items = schema.child()?;
        let integer = Integer::find(items.format()).filter(|_| items.dictionary().is_none())?;
        let item = Item { name: items.name().to_owned(), nullable: items.is_nullable() };
        Some(DataType::Lists { layout, item, integer })
    }

    /// The type of results, with `cells` cells each. Dictionaries are decoded and integers become uint8; a column of
    /// nulls, which is what libraries make of an empty one, becomes text.
    pub fn of_results(&self, cells: usize) -> ResultType {
        match self {
            DataType::Text(text) => ResultType::Text(*text),
            DataType::Lists { layout, item, .. } => {
                let layout = match layout {
                    ListLayout::Fixed(_) => ListLayout::Fixed(cells),
                    other => *other,
                };
                ResultType::Lists { layout, item: item.clone() }
            }
            DataType::Dictionary { values, .. } => values.of_results(cells),
            DataType::Null => ResultType::Text(TextType::STRING),
        }
    }
}

impl ResultType {
    /// Whether offsets are of 32 bits, so that an array has at most `i32::MAX` bytes or items.
    pub fn is_small(&self) -> bool {
        matches!(
            self,
            ResultType::Text(TextType { layout: TextLayout::Small, .. })
                | ResultType::Lists { layout: ListLayout::Small, .. }
        )
    }
}

impl TextType {
    const STRING: TextType = TextType { layout: TextLayout::Small, binary: false };

    const ALL: [(TextType, &CStr); 6] = [
        (TextType::STRING, c"u"),
        (TextType { layout: TextLayout::Large, binary: false }, c"U"),
        (TextType { layout: TextLayout::View, binary: false }, c"vu"),
        (TextType { layout: TextLayout::Small, binary: true }, c"z"),
        (TextType { layout: TextLayout::Large, binary: true }, c"Z"),
        (TextType { layout: TextLayout::View, binary: true }, c"vz"),
    ];

    /// The type in the notation of the C interface.
    pub fn format(self) -> CString {
        let found = TextType::ALL.iter().find(|(text, _)| *text == self);
        found.map(|(_, format)| (*format).to_owned()).unwrap_or_default()
    }
}

impl ListLayout {
    fn find(format: &CStr) -> Option<ListLayout> {
        match format.to_bytes() {
            b"+l" => Some(ListLayout::Small),
            b"+L" => Some(ListLayout::Large),
            _ => {
                let length = format.to_str().ok()?.strip_prefix("+w:")?;
                Some(ListLayout::Fixed(length.parse().ok()?))
            }
        }
    }

    /// The type in the notation of the C interface.
    pub fn format(self) -> CString {
        match self {
            ListLayout::Small => c"+l".into(),
            ListLayout::Large => c"+L".into(),
            ListLayout::Fixed(length) => CString::new(format!("+w:{length}")).unwrap_or_default(),
        }
    }
}

impl Integer {
    const ALL: [(Integer, &CStr); 8] = [
        (Integer::Int8, c"c"),
        (Integer::UInt8, c"C"),
        (Integer::Int16, c"s"),
        (Integer::UInt16, c"S"),
        (Integer::Int32, c"i"),
        (Integer::UInt32, c"I"),
        (Integer::Int64, c"l"),
        (Integer::UInt64, c"L"),
    ];

    fn find(format: &CStr) -> Option<Integer> {
        Integer::ALL.iter().find(|(_, known)| *known == format).map(|(integer, _)| *integer)
    }

    /// How many bytes an integer has.
    pub fn bytes(self) -> usize {
        1 << (self as usize / 2)
    }
}

/// A type as libraries call it, for messages.
fn name(schema: &ArrowSchema) -> String {
    const NAMES: [(&CStr, &str); 25] = [
        (c"n", "null"),
        (c"b", "bool"),
        (c"c", "int8"),
        (c"C", "uint8"),
        (c"s", "int16"),
        (c"S", "uint16"),
        (c"i", "int32"),
        (c"I", "uint32"),
        (c"l", "int64"),
        (c"L", "uint64"),
        (c"e", "float16"),
        (c"f", "float32"),
        (c"g", "float64"),
        (c"u", "string"),
        (c"U", "large_string"),
        (c"vu", "string_view"),
        (c"z", "binary"),
        (c"Z", "large_binary"),
        (c"vz", "binary_view"),
        (c"+l", "list"),
        (c"+L", "large_list"),
        (c"+vl", "list_view"),
        (c"+vL", "large_list_view"),
        (c"+m", "map"),
        (c"+r", "run_end_encoded"),
    ];
    let format = schema.format();
    if let Some(values) = schema.dictionary() {
        return format!("dictionary of {}", name(values));
    }
    // A table is a struct of all its columns.
    if format == c"+s" {
        let fields = schema.child_count();
        return format!("struct of {fields} field{}", if fields == 1 { "" } else { "s" });
    }
    let known = match NAMES.iter().find(|(known, _)| *known == format) {
        Some((_, name)) => *name,
        None if ListLayout::find(format).is_some() => "fixed_size_list",
        None => return format!("{format:?}"),
    };
    match schema.child() {
        Some(item) if known.contains("list") => format!("{known} of {}", name(item)),
        _ => known.to_owned(),
    }
}
