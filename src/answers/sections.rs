//! The parts of a text that count: outside thinking blocks, and inside answer tags.

use std::borrow::Cow;

/// Openings and closings of thinking blocks, in lower case.
const THINKING: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<analysis>", "</analysis>"),
    ("<seed:think>", "</seed:think>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|start_thinking|>", "<|end_thinking|>"),
    ("<|channel|>analysis", "<|channel|>final"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
];
/// Openings and closings of answers, in lower case.
const ANSWERS: &[(&str, &str)] = &[
    ("<answer>", "</answer>"),
    ("<final_answer>", "</final_answer>"),
    ("<solution>", "</solution>"),
    ("<final>", "</final>"),
    ("<|begin_of_solution|>", "<|end_of_solution|>"),
    ("<|begin_of_box|>", "<|end_of_box|>"),
    ("<|start_response|>", "<|end_response|>"),
];

/// A tag in a text: its place, its row in the table, and whether it opens.
struct Tag {
    start: usize,
    end: usize,
    kind: usize,
    opens: bool,
}

/// The tags of a table in a text, in order.
fn tags(text: &str, table: &'static [(&str, &str)]) -> impl Iterator<Item = Tag> {
    let bytes = text.as_bytes();
    let starts = memchr::memchr3_iter(b'<', b'[', FIRST_OF_TRIANGLE, bytes);
    let found = starts.filter_map(move |start| {
        let rest = &bytes[start..];
        // Most brackets begin no tag: it has at least five more bytes, without another bracket.
        let is_tag = |next: &u8| next.is_ascii_alphabetic() || b"/|\x97".contains(next);
        if !rest.get(1).is_some_and(is_tag) || rest.get(..6)?[2..].contains(&b'<') {
            return None;
        }
        let is_here = |tag: &str| {
            rest.get(..tag.len()).is_some_and(|found| {
                found[1].eq_ignore_ascii_case(&tag.as_bytes()[1])
                    && found.eq_ignore_ascii_case(tag.as_bytes())
            })
        };
        table.iter().enumerate().find_map(|(kind, (open, close))| {
            let tag = |tag: &str, opens| Tag { start, end: start + tag.len(), kind, opens };
            match () {
                () if is_here(open) => Some(tag(open, true)),
                () if is_here(close) => Some(tag(close, false)),
                () => None,
            }
        })
    });
    // Text about a tag has it in backticks.
    let is_quoted = |tag: &Tag| {
        tag.start > 0 && bytes[tag.start - 1] == b'`' && bytes.get(tag.end) == Some(&b'`')
    };
    found.filter(move |tag| !is_quoted(tag))
}

/// The first byte of ◁ in UTF-8; the second is 0x97.
const FIRST_OF_TRIANGLE: u8 = 0xe2;

/// The text without its thinking blocks. A block that is not closed reaches to the end, and a closing tag without an opening
/// one ends a block that began before the text.
pub(super) fn without_thinking(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut from, mut open) = (0, None);
    for tag in tags(text, THINKING) {
        match (open, tag.opens) {
            (None, true) => {
                out.push_str(&text[from..tag.start]);
                out.push('\n');
                open = Some(tag.kind);
            }
            (None, false) => {
                out.clear();
                from = tag.end;
            }
            (Some(kind), false) if kind == tag.kind => {
                open = None;
                from = tag.end;
            }
            (Some(_), _) => {}
        }
    }
    match (open, from) {
        (None, 0) => Cow::Borrowed(text),
        (None, _) => {
            out.push_str(&text[from..]);
            Cow::Owned(out)
        }
        (Some(_), _) => Cow::Owned(out),
    }
}

/// A part of a text that is marked as the answer.
pub(super) struct Section<'a> {
    /// The text inside the tags.
    pub text: &'a str,
    /// Whether nothing outside counts, even if there is no board inside.
    pub decides: bool,
}

/// The last nonempty `\boxed{…}` and the last nonempty answer tag, the later one first.
pub(super) fn answers(text: &str) -> impl Iterator<Item = Section<'_>> {
    let (tagged, boxed) = (last_tagged(text), last_boxed(text));
    let tagged = tagged.map(|range| (range.start, Section { text: &text[range], decides: true }));
    let boxed = boxed.map(|range| (range.start, Section { text: &text[range], decides: false }));
    let mut both: Vec<_> = tagged.into_iter().chain(boxed).collect();
    both.sort_by_key(|&(start, _)| std::cmp::Reverse(start));
    both.into_iter().map(|(_, section)| section)
}

/// Whether there is more than the conjunction in "between <answer> and </answer>".
fn has_content(text: &str) -> bool {
    text.trim() != "and" && text.chars().any(char::is_alphanumeric)
}

fn last_tagged(text: &str) -> Option<std::ops::Range<usize>> {
    let (mut last, mut open): (_, Option<Tag>) = (None, None);
    let mut keep = |range: std::ops::Range<usize>| {
        if has_content(&text[range.clone()]) {
            last = Some(range);
        }
    };
    for tag in tags(text, ANSWERS) {
        if let Some(before) = open.take() {
            keep(before.end..tag.start);
        }
        open = tag.opens.then_some(tag);
    }
    if let Some(before) = open {
        keep(before.end..text.len());
    }
    last
}

fn last_boxed(text: &str) -> Option<std::ops::Range<usize>> {
    const BOXED: &[&str] = &["\\boxed", "\\fbox", "\\framebox"];
    let bytes = text.as_bytes();
    // The openings of the braces around this place; with `true` for boxes.
    let mut stack: Vec<(usize, bool)> = Vec::new();
    let mut last = None;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => {
                let is_box = BOXED.iter().any(|name| bytes[..at].ends_with(name.as_bytes()));
                stack.push((at + 1, is_box));
            }
            b'}' => {
                if let Some((start, true)) = stack.pop() {
                    last = Some(start..at);
                }
            }
            _ => {}
        }
    }
    // A box that the end of the text cuts off.
    let open = stack.iter().rev().find(|(_, is_box)| *is_box).map(|&(start, _)| start..text.len());
    open.or(last).filter(|range| has_content(&text[range.clone()]))
}
