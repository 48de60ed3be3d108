//! Arrays of results, of the type that [`DataType::of_results`] gives.

#![forbid(unsafe_code)]

use std::sync::Arc;

use super::export::{Array, Bytes, Child};
use super::types::{Item, ListLayout, ResultType, TextLayout, TextType};

/// Rows of `cells` digits each, as lists, or of so many ASCII characters.
pub fn rows(data_type: &ResultType, data: Bytes, rows: usize, cells: usize) -> Arc<Array> {
    let offsets = (0..=rows).map(|row| row * cells);
    let (layout, item) = match data_type {
        ResultType::Text(text) => return texts(*text, data, rows, offsets),
        ResultType::Lists { layout, item } => (layout, item),
    };
    let digits =
        Array { format: c"C".into(), rows: rows * cells, buffers: vec![data], child: None };
    let buffers = match layout {
        ListLayout::Fixed(_) => Vec::new(),
        ListLayout::Small => vec![small(offsets)],
        ListLayout::Large => vec![large(offsets)],
    };
    let child = Child { item: item.clone(), array: Arc::new(digits) };
    Arc::new(Array { format: layout.format(), rows, buffers, child: Some(child) })
}

/// So many texts, each from an offset to the next.
pub fn texts(
    text: TextType,
    data: Bytes,
    rows: usize,
    offsets: impl Iterator<Item = usize>,
) -> Arc<Array> {
    let buffers = match text.layout {
        TextLayout::View => views(&data, offsets),
        TextLayout::Large => vec![large(offsets), data],
        TextLayout::Small => vec![small(offsets), data],
    };
    Arc::new(Array { format: text.format(), rows, buffers, child: None })
}

/// `lists` lists of `length` rows of another array each.
pub fn lists(lists: usize, length: usize, array: Arc<Array>) -> Arc<Array> {
    let child = Child { item: Item { name: c"item".into(), nullable: true }, array };
    Arc::new(Array {
        format: ListLayout::Fixed(length).format(),
        rows: lists,
        buffers: Vec::new(),
        child: Some(child),
    })
}

/// # Panics
/// If an offset is above `i32::MAX`.
fn small(offsets: impl Iterator<Item = usize>) -> Bytes {
    let offset = |offset| i32::try_from(offset).expect("few enough bytes");
    Bytes::new(offsets.map(offset).collect::<Vec<_>>())
}

fn large(offsets: impl Iterator<Item = usize>) -> Bytes {
    Bytes::new(offsets.map(|offset| offset as i64).collect::<Vec<_>>())
}

/// The views of texts, the buffers that they refer to by offsets of 32 bits, and the lengths of those buffers.
fn views(data: &Bytes, offsets: impl Iterator<Item = usize>) -> Vec<Bytes> {
    let bytes = data.as_slice();
    let mut views: Vec<u128> = Vec::new();
    let mut starts = vec![0];
    let mut start = 0;
    for end in offsets.skip(1) {
        let text = &bytes[start..end];
        let mut view = [0; 16];
        view[..4].copy_from_slice(&(text.len() as u32).to_ne_bytes());
        if text.len() <= 12 {
            view[4..4 + text.len()].copy_from_slice(text);
        } else {
            if end - starts[starts.len() - 1] > i32::MAX as usize {
                starts.push(start);
            }
            let buffer = starts.len() - 1;
            view[4..8].copy_from_slice(&text[..4]);
            view[8..12].copy_from_slice(&(buffer as u32).to_ne_bytes());
            view[12..].copy_from_slice(&((start - starts[buffer]) as u32).to_ne_bytes());
        }
        views.push(u128::from_ne_bytes(view));
        start = end;
    }
    let ends = starts[1..].iter().copied().chain([start]);
    let parts: Vec<Bytes> =
        starts.iter().zip(ends).map(|(&start, end)| data.slice(start..end)).collect();
    let lengths: Vec<i64> = parts.iter().map(|part| part.as_slice().len() as i64).collect();
    [vec![Bytes::new(views)], parts, vec![Bytes::new(lengths)]].concat()
}
