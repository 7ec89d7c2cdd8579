//! Changes that go further than a mistake: other programs that the assembler takes as well, so that analyses look at them, and texts
//! that are beyond repair.

use crate::edits::{Edit, MISTAKES, Material, Mutation, line, lines};
use crate::{Dice, Kind, Piece, pieces};

/// Numbers at which arithmetic has edges.
const EDGES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "7",
    "31",
    "32",
    "33",
    "64",
    "127",
    "255",
    "256",
    "1023",
    "1024",
    "4096",
    "65535",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
];

/// Lines that make a function another one, with registers as compilers call them.
const LINES: &[&str] = &[
    "bar.sync 0;",
    "bar.warp.sync -1;",
    "@%p1 bar.sync 0;",
    "bar.arrive 1, 64;",
    "bar.sync 1, 64;",
    "ret;",
    "@%p1 ret;",
    "exit;",
    "trap;",
    "mov.u32 %r1, %tid.x;",
    "mov.u32 %r2, %tid.y;",
    "mov.u32 %r2, %ntid.x;",
    "mov.u32 %r3, %laneid;",
    "mul.lo.s32 %r1, %r1, %r1;",
    "mul.wide.u32 %rd1, %r1, 4;",
    "shl.b32 %r1, %r1, 31;",
    "and.b32 %r1, %r2, -32;",
    "add.s64 %rd1, %rd1, 9223372036854775807;",
    "st.shared.u32 [%r1], %r1;",
    "ld.shared.u32 %r2, [%r1+2147483644];",
    "st.global.u32 [%rd1-8], %r1;",
    "atom.shared.add.u32 %r1, [%r2], 1;",
    "shfl.sync.bfly.b32 %r1, %r2, 16, 31, -1;",
    "cp.async.ca.shared.global [%r1], [%rd1], 16;",
    "cp.async.commit_group;",
    "cp.async.wait_group 0;",
    "@%p1 bra.uni $L;",
    "setp.lt.s32 %p1, %r1, %r2;",
    "{",
    "}",
];

/// Opcodes that take the same operands.
const ALIKE: &[&[&str]] = &[
    &["add", "sub", "min", "max"],
    &["and", "or", "xor"],
    &["shl", "shr"],
    &["eq", "ne", "lt", "le", "gt", "ge"],
    &["lo", "hi"],
    &["x", "y", "z"],
    &["tid", "ntid", "ctaid", "nctaid"],
    &["global", "shared", "local"],
    &["sync", "arrive"],
    &["s32", "u32"],
    &["s64", "u64"],
];

/// The longest run of lines that goes or comes at once, in bytes.
const LONGEST: usize = 2000;

/// Changes after which the assembler still takes most texts.
pub const GENTLE: &[(&str, Mutation)] = &[
    ("another register or label", |it, dice| {
        let (old, stem) = named(it, dice)?;
        let same = |piece: &&Piece| piece.kind == Kind::Word && stem_of(&it.text[piece.start..piece.end]) == stem;
        let donors: Vec<_> = it.pieces.iter().filter(same).collect();
        let new = dice.pick(&donors)?;
        Some(Edit { start: old.start, end: old.end, with: it.text[new.start..new.end].to_vec() })
    }),
    ("edge number", |it, dice| {
        let inside = |piece: &&Piece| piece.kind == Kind::Number && !is_directive(it.text, piece.start);
        let numbers: Vec<_> = it.pieces.iter().filter(inside).collect();
        let piece = dice.pick(&numbers)?;
        Some(Edit { start: piece.start, end: piece.end, with: dice.pick(EDGES)?.as_bytes().to_vec() })
    }),
    ("opcode alike", |it, dice| {
        let words: Vec<_> = it.pieces.iter().filter(|piece| piece.kind == Kind::Word).collect();
        for _ in 0..50 {
            let piece = dice.pick(&words)?;
            let is_seam = |at: &usize| matches!(it.text[*at], b'.' | b'%');
            let seams: Vec<usize> = (piece.start..piece.end).filter(is_seam).collect();
            let start =
                if dice.roll(2) == 0 { piece.start } else { dice.pick(&seams).map_or(piece.start, |at| at + 1) };
            let end = seams.iter().copied().find(|&seam| seam >= start).unwrap_or(piece.end);
            let part = &it.text[start..end];
            let Some(group) = ALIKE.iter().find(|group| group.iter().any(|other| other.as_bytes() == part)) else {
                continue;
            };
            return Some(Edit { start, end, with: dice.pick(group)?.as_bytes().to_vec() });
        }
        None
    }),
    ("delete instruction", |it, dice| {
        let (start, end) = instruction(it.text, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double instruction", |it, dice| {
        let (start, end) = instruction(it.text, dice)?;
        Some(Edit { start, end: start, with: it.text[start..end].to_vec() })
    }),
    ("instruction elsewhere", |it, dice| {
        let ((start, end), (at, _)) = (instruction(it.text, dice)?, instruction(it.text, dice)?);
        Some(Edit { start: at, end: at, with: it.text[start..end].to_vec() })
    }),
    ("known line", |it, dice| {
        let (at, _) = instruction(it.text, dice)?;
        Some(Edit { start: at, end: at, with: format!("{}\n", dice.pick(LINES)?).into_bytes() })
    }),
    ("delete instructions", |it, dice| {
        let (start, end) = run(it.text, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double instructions", |it, dice| {
        let (start, end) = run(it.text, dice)?;
        Some(Edit { start, end: start, with: it.text[start..end].to_vec() })
    }),
];

/// Changes that leave little as it was.
pub const ROUGH: &[(&str, Mutation)] = &[
    ("delete lines", |it, dice| {
        let ((start, _), (_, end)) = (line(it.text, dice)?, line(it.text, dice)?);
        let end = end.clamp(start, start + LONGEST).min(it.text.len());
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double lines", |it, dice| {
        let ((start, _), (_, end)) = (line(it.text, dice)?, line(it.text, dice)?);
        let end = end.clamp(start, start + LONGEST).min(it.text.len());
        Some(Edit { start, end: start, with: it.text[start..end].to_vec() })
    }),
    ("foreign lines", |it, dice| {
        let (at, _) = line(it.text, dice)?;
        let from = dice.roll(it.donor.len() + 1);
        let start = it.donor[..from].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = (start + dice.roll(600)).min(it.donor.len());
        Some(Edit { start: at, end: at, with: it.donor[start..end].to_vec() })
    }),
    ("another word", |it, dice| {
        let words: Vec<_> = it.pieces.iter().filter(|piece| piece.kind != Kind::Other).collect();
        let donor = dice.pick(&words)?;
        let old: Vec<_> = words.iter().filter(|old| it.text[old.start] == it.text[donor.start]).collect();
        let old = dice.pick(&old)?;
        Some(Edit { start: old.start, end: old.end, with: it.text[donor.start..donor.end].to_vec() })
    }),
    ("any byte", |it, dice| {
        let start = dice.roll(it.text.len());
        (start < it.text.len()).then(|| Edit { start, end: start + 1, with: vec![dice.roll(256) as u8] })
    }),
    ("cut off", |it, dice| {
        let half = it.text.len() / 2;
        Some(Edit { start: half + dice.roll(it.text.len() - half), end: it.text.len(), with: Vec::new() })
    }),
];

/// Changes a text in up to eight places. Three of four times the changes are such that the assembler may take them.
pub fn mutant(mut text: Vec<u8>, donor: &[u8], modifiers: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let kinds: &[&[(&str, Mutation)]] = if dice.roll(4) > 0 { &[GENTLE] } else { &[GENTLE, MISTAKES, ROUGH] };
    for _ in 0..=dice.roll(8) {
        let Some((_, change)) = dice.pick(kinds).and_then(|kinds| dice.pick(kinds)) else { break };
        let edit = change(&Material { text: &text, pieces: &pieces(&text), modifiers, donor }, dice);
        if let Some(Edit { start, end, with }) = edit {
            text.splice(start..end, with);
        }
    }
    text
}

/// Some register or label, and what its name begins with.
fn named<'a>(it: &Material<'a>, dice: &mut Dice) -> Option<(&'a Piece, &'a [u8])> {
    let is_name = |piece: &&Piece| {
        piece.kind == Kind::Word
            && matches!(it.text[piece.start], b'%' | b'$')
            && !is_directive(it.text, piece.start)
            && it.text.get(piece.end) != Some(&b':')
    };
    let names: Vec<_> = it.pieces.iter().filter(is_name).collect();
    let piece = *dice.pick(&names)?;
    Some((piece, stem_of(&it.text[piece.start..piece.end])))
}

/// A name without its number.
fn stem_of(word: &[u8]) -> &[u8] {
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    &word[..word.len() - digits]
}

/// Whether a place is on a line that starts with a directive.
fn is_directive(text: &[u8], at: usize) -> bool {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    text[start..].trim_ascii_start().starts_with(b".")
}

/// Whether a line is an instruction: neither directive nor label nor brace.
fn is_instruction(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.first().is_some_and(|byte| byte.is_ascii_lowercase() || *byte == b'@') && line.ends_with(b";")
}

fn instruction(text: &[u8], dice: &mut Dice) -> Option<(usize, usize)> {
    let all: Vec<_> = lines(text).filter(|&(start, end)| is_instruction(&text[start..end])).collect();
    dice.pick(&all).copied()
}

/// Some instructions in a row, without labels between them.
fn run(text: &[u8], dice: &mut Dice) -> Option<(usize, usize)> {
    let (start, mut end) = instruction(text, dice)?;
    let most = dice.roll(LONGEST);
    let rest = lines(&text[end..]).map(|(from, to)| &text[end + from..end + to]);
    let more: usize = rest
        .take_while(|line| is_instruction(line) || line.trim_ascii().is_empty())
        .map(<[u8]>::len)
        .scan(0, |sum, length| {
            *sum += length;
            (*sum <= most).then_some(length)
        })
        .sum();
    end += more;
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] =
        b".version 8.0\n.target sm_80\n.entry k() {\n.reg .b32 %r<4>;\nmov.u32 %r1, %tid.x;\nld.global.u32 %r3, [%rd1];\nadd.s32 %r2, %r1, 3;\n\
        $L1:\n@%p1 bra $L1;\nret;\n}\n";

    #[test]
    fn a_number_makes_the_same_mutant_again_and_another_number_another() {
        let mutant = |number| mutant(TEXT.to_vec(), TEXT, &[], &mut Dice::of(1, number));
        assert!((0..50).all(|number| mutant(number) == mutant(number)));
        let different: std::collections::HashSet<_> = (0..50).map(mutant).collect();
        assert!(different.len() > 30, "{}", different.len());
    }

    #[test]
    fn every_change_finds_its_place_and_stays_inside() {
        let modifiers = [b"s32".to_vec()];
        for (name, change) in GENTLE.iter().chain(ROUGH).chain(MISTAKES) {
            let edits: Vec<Edit> = (0..100)
                .filter_map(|seed| {
                    let material = Material { text: TEXT, pieces: &pieces(TEXT), modifiers: &modifiers, donor: TEXT };
                    change(&material, &mut Dice::new(seed))
                })
                .collect();
            assert!(!edits.is_empty(), "{name}");
            assert!(edits.iter().all(|edit| edit.start <= edit.end && edit.end <= TEXT.len()), "{name}");
        }
    }
}
