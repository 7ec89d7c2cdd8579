//! Mistakes: one thing changed in one place.

use crate::{Dice, Kind, Piece, pieces};

const TYPES: &[&str] = &[
    "pred", "b8", "u8", "s8", "b16", "u16", "s16", "f16", "bf16", "b32", "u32", "s32", "f32", "tf32", "f16x2",
    "bf16x2", "b64", "u64", "s64", "f64", "b128",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "16",
    "17",
    "31",
    "32",
    "64",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "0x10",
    "0b1",
    "08",
    "1.5",
    "0f3F800000",
    "0d3FF0000000000000",
    "WARP_SZ",
    "1+1",
    "n",
    "%r1",
    "99999999999",
];
const VERSIONS: &[&str] = &[
    "1.4", "2.3", "3.2", "4.3", "5.0", "6.0", "6.3", "6.5", "7.0", "7.1", "7.3", "7.8", "8.0", "8.3", "8.6", "8.7",
    "8.8", "9.0", "9.1", "9.2", "9.3", "9.5", "9.6", "3.3",
];
const TARGETS: &[&str] = &[
    "sm_20",
    "sm_30",
    "sm_50",
    "sm_60",
    "sm_70",
    "sm_75",
    "sm_80",
    "sm_86",
    "sm_89",
    "sm_90",
    "sm_90a",
    "sm_100",
    "sm_100a",
    "sm_100f",
    "sm_103a",
    "sm_110a",
    "sm_120",
    "sm_120a",
    "sm_121a",
    "sm_91",
    "sm_90, debug",
    "sm_80, texmode_independent",
];
const SPACES: &[&str] = &["reg", "global", "shared", "local", "const", "param", "shared::cta", "shared::cluster"];
const PUNCTUATION: &[&str] =
    &[",", ";", "{", "}", "[", "]", "(", ")", "+", "-", "|", "<", ">", "!", "@", ":", "=", "_", "\\", "."];

/// What changes are made from.
pub struct Material<'a> {
    /// The text.
    pub text: &'a [u8],
    /// Its pieces.
    pub pieces: &'a [Piece],
    /// Modifiers that opcodes have elsewhere.
    pub modifiers: &'a [Vec<u8>],
    /// Another text.
    pub donor: &'a [u8],
}

/// A replacement of a part of the text.
pub struct Edit {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
    /// What stands there instead.
    pub with: Vec<u8>,
}

/// A kind of change: `None` where the text has nothing to change in this way.
pub type Mutation = fn(&Material<'_>, &mut Dice) -> Option<Edit>;

/// What may happen to a file by mistake, and the names of it.
pub const MISTAKES: &[(&str, Mutation)] = &[
    ("delete character", |it, dice| {
        let start = visible(it.text, dice)?;
        Some(Edit { start, end: start + 1, with: Vec::new() })
    }),
    ("double character", |it, dice| {
        let start = visible(it.text, dice)?;
        Some(Edit { start, end: start, with: vec![it.text[start]] })
    }),
    ("insert character", |it, dice| {
        let start = visible(it.text, dice)?;
        Some(Edit { start, end: start, with: vec![32 + dice.roll(95) as u8] })
    }),
    ("change character", |it, dice| {
        let start = visible(it.text, dice)?;
        Some(Edit { start, end: start + 1, with: vec![33 + dice.roll(94) as u8] })
    }),
    ("swap characters", |it, dice| {
        let start = visible(it.text, dice)?;
        let other = *it.text.get(start + 1)?;
        Some(Edit { start, end: start + 2, with: vec![other, it.text[start]] })
    }),
    ("delete token", |it, dice| {
        let piece = dice.pick(it.pieces)?;
        Some(Edit { start: piece.start, end: piece.end, with: Vec::new() })
    }),
    ("double token", |it, dice| {
        let piece = dice.pick(it.pieces)?;
        let with = [b" ", &it.text[piece.start..piece.end]].concat();
        Some(Edit { start: piece.end, end: piece.end, with })
    }),
    ("swap tokens", |it, dice| {
        let first = dice.roll(it.pieces.len().checked_sub(1)?);
        let (a, b) = (it.pieces[first], *it.pieces.get(first + 1)?);
        let with = [&it.text[b.start..b.end], &it.text[a.end..b.start], &it.text[a.start..a.end]].concat();
        Some(Edit { start: a.start, end: b.end, with })
    }),
    ("replace token", |it, dice| {
        let (old, new) = (dice.pick(it.pieces)?, dice.pick(it.pieces)?);
        Some(Edit { start: old.start, end: old.end, with: it.text[new.start..new.end].to_vec() })
    }),
    ("change punctuation", |it, dice| {
        let others: Vec<_> = it.pieces.iter().filter(|piece| piece.kind == Kind::Other).collect();
        let piece = dice.pick(&others)?;
        Some(Edit { start: piece.start, end: piece.end, with: dice.pick(PUNCTUATION)?.as_bytes().to_vec() })
    }),
    ("delete modifier", |it, dice| {
        let (start, end) = modifier(it.text, it.pieces, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double modifier", |it, dice| {
        let (start, end) = modifier(it.text, it.pieces, dice)?;
        Some(Edit { start, end: start, with: it.text[start..end].to_vec() })
    }),
    ("swap modifiers", |it, dice| {
        let (start, end) = modifier(it.text, it.pieces, dice)?;
        let next = it.text[end..]
            .iter()
            .take_while(|&&b| b == b'.' || b == b':' || b == b'_' || b.is_ascii_alphanumeric())
            .count();
        let next = it.text[end..end + next].iter().skip(1).position(|&b| b == b'.').map_or(next, |n| n + 1);
        let with = [&it.text[end..end + next], &it.text[start..end]].concat();
        (next > 0).then_some(Edit { start, end: end + next, with })
    }),
    ("change modifier", |it, dice| {
        let (start, end) = modifier(it.text, it.pieces, dice)?;
        Some(Edit { start: start + 1, end, with: dice.pick(it.modifiers)?.clone() })
    }),
    ("add modifier", |it, dice| {
        let (_, end) = modifier(it.text, it.pieces, dice)?;
        Some(Edit { start: end, end, with: [b".", dice.pick(it.modifiers)?.as_slice()].concat() })
    }),
    ("change type", |it, dice| {
        let (start, end) = one_of(it.text, it.pieces, TYPES, dice)?;
        Some(Edit { start, end, with: dice.pick(TYPES)?.as_bytes().to_vec() })
    }),
    ("change space", |it, dice| {
        let (start, end) = one_of(it.text, it.pieces, SPACES, dice)?;
        Some(Edit { start, end, with: dice.pick(SPACES)?.as_bytes().to_vec() })
    }),
    ("change number", |it, dice| {
        let numbers: Vec<_> = it.pieces.iter().filter(|piece| piece.kind == Kind::Number).collect();
        let piece = dice.pick(&numbers)?;
        Some(Edit { start: piece.start, end: piece.end, with: dice.pick(NUMBERS)?.as_bytes().to_vec() })
    }),
    ("change operand", |it, dice| {
        let is_operand =
            |piece: &&Piece| piece.kind == Kind::Word && matches!(it.text[piece.start], b'%' | b'$' | b'_');
        let operands: Vec<_> = it.pieces.iter().filter(is_operand).collect();
        let (old, new) = (dice.pick(&operands)?, dice.pick(&operands)?);
        Some(Edit { start: old.start, end: old.end, with: it.text[new.start..new.end].to_vec() })
    }),
    ("operand to number", |it, dice| {
        let operands: Vec<_> =
            it.pieces.iter().filter(|piece| piece.kind == Kind::Word && it.text[piece.start] == b'%').collect();
        let old = dice.pick(&operands)?;
        Some(Edit { start: old.start, end: old.end, with: dice.pick(NUMBERS)?.as_bytes().to_vec() })
    }),
    ("delete line", |it, dice| {
        let (start, end) = line(it.text, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double line", |it, dice| {
        let (start, end) = line(it.text, dice)?;
        Some(Edit { start, end: start, with: it.text[start..end].to_vec() })
    }),
    ("swap lines", |it, dice| {
        let (start, middle) = line(it.text, dice)?;
        let (_, end) = lines(it.text).find(|&(start, _)| start == middle)?;
        Some(Edit { start, end, with: [&it.text[middle..end], &it.text[start..middle]].concat() })
    }),
    ("change declaration", |it, dice| {
        let lines: Vec<(usize, usize)> =
            lines(it.text).filter(|&(start, end)| is_declaration(&it.text[start..end])).collect();
        let &(start, end) = dice.pick(&lines)?;
        let within: Vec<Piece> = pieces(&it.text[start..end])
            .into_iter()
            .map(|p| Piece { start: p.start + start, end: p.end + start, ..p })
            .collect();
        let (_, mutation) = MISTAKES[5 + dice.roll(13)];
        mutation(&Material { pieces: &within, ..*it }, dice)
    }),
    ("change version", |it, dice| header(it.text, b".version ", VERSIONS, dice)),
    ("change target", |it, dice| header(it.text, b".target ", TARGETS, dice)),
];

/// The place of some character that is no blank and in no comment.
fn visible(text: &[u8], dice: &mut Dice) -> Option<usize> {
    let all = pieces(text);
    let piece = dice.pick(&all)?;
    Some(piece.start + dice.roll(piece.end - piece.start))
}

/// Some dotted word with its dot, of an opcode or a directive.
fn modifier(text: &[u8], pieces: &[Piece], dice: &mut Dice) -> Option<(usize, usize)> {
    modifier_of(text, &dotted(text, pieces), dice)
}

fn dotted<'a>(text: &[u8], pieces: &'a [Piece]) -> Vec<&'a Piece> {
    let is_dotted = |p: &&Piece| p.kind == Kind::Word && text[p.start] != b'%' && text[p.start..p.end].contains(&b'.');
    pieces.iter().filter(is_dotted).collect()
}

fn modifier_of(text: &[u8], dotted: &[&Piece], dice: &mut Dice) -> Option<(usize, usize)> {
    let piece = dice.pick(dotted)?;
    let dots: Vec<usize> = (piece.start..piece.end).filter(|&i| text[i] == b'.').collect();
    let start = *dice.pick(&dots)?;
    let end = dots.iter().copied().find(|&dot| dot > start).unwrap_or(piece.end);
    Some((start, end))
}

/// Some dotted word that is one of these, without its dot.
fn one_of(text: &[u8], pieces: &[Piece], words: &[&str], dice: &mut Dice) -> Option<(usize, usize)> {
    let dotted = dotted(text, pieces);
    for _ in 0..200 {
        let (start, end) = modifier_of(text, &dotted, dice)?;
        if words.iter().any(|word| word.as_bytes() == &text[start + 1..end]) {
            return Some((start + 1, end));
        }
    }
    None
}

/// Starts and ends of lines, with their ends.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.split_inclusive(|&b| b == b'\n').map(move |line| {
        let found = (start, start + line.len());
        start = found.1;
        found
    })
}

/// Some line with more than blanks and a comment.
pub(crate) fn line(text: &[u8], dice: &mut Dice) -> Option<(usize, usize)> {
    let full: Vec<_> = lines(text).filter(|&(start, end)| !pieces(&text[start..end]).is_empty()).collect();
    dice.pick(&full).copied()
}

fn is_declaration(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    [
        &b".reg"[..],
        b".param",
        b".visible",
        b".entry",
        b".func",
        b".shared",
        b".global",
        b".local",
        b".const",
        b".extern",
        b".weak",
        b".max",
        b".req",
        b".align",
        b".",
    ]
    .iter()
    .any(|word| line.starts_with(word))
        && !line.starts_with(b".loc ")
        && !line.starts_with(b".b8 ")
}

/// Another value of a directive at the start of the file.
fn header(text: &[u8], word: &[u8], values: &[&str], dice: &mut Dice) -> Option<Edit> {
    let start = text.windows(word.len()).position(|window| window == word)? + word.len();
    let end = start + text[start..].iter().position(|&b| b == b'\n' || b == b'\r')?;
    Some(Edit { start, end, with: dice.pick(values)?.as_bytes().to_vec() })
}
