//! Changes of texts, as programs that write PTX get it wrong, and worse.

use fastrand::Rng;

/// Numbers at which arithmetic has edges.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
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
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
];

/// Lines that make a function another one.
const LINES: [&str; 20] = [
    "bar.sync 0;",
    "ret;",
    "exit;",
    "trap;",
    "mov.u32 %r1, %tid.x;",
    "mov.u32 %r2, %ntid.x;",
    "mul.lo.s32 %r1, %r1, %r1;",
    "mul.wide.u32 %rd1, %r1, 4;",
    "shl.b32 %r1, %r1, 31;",
    "add.s64 %rd1, %rd1, 9223372036854775807;",
    "st.shared.u32 [%r1], %r1;",
    "ld.shared.u32 %r2, [%r1+2147483647];",
    "st.global.u32 [%rd1-8], %r1;",
    "cp.async.ca.shared.global [%r1], [%rd1], 16;",
    "cp.async.commit_group;",
    "cp.async.wait_group 0;",
    "@%p1 bra.uni $L;",
    "setp.lt.s32 %p1, %r1, %r2;",
    "{",
    "}",
];

/// The mutant of a number.
pub(crate) fn mutant(pieces: &[Vec<u8>], seed: u64, number: u64) -> Vec<u8> {
    let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut text = pieces[random.usize(..pieces.len())].clone();
    for _ in 0..random.u32(1..=8) {
        let other = &pieces[random.usize(..pieces.len())];
        change(&mut text, other, &mut random);
    }
    text
}

fn change(text: &mut Vec<u8>, other: &[u8], random: &mut Rng) {
    let lines = lines(text);
    let (Some(line), Some(second)) = (random.choice(&lines).cloned(), random.choice(&lines).cloned()) else { return };
    match random.u32(..18) {
        0 => drop(text.drain(line)),
        1 => {
            let copy = text[line].to_vec();
            insert(text, second.start, &copy);
        }
        2 => {
            let moved: Vec<u8> = text.drain(line).collect();
            insert(text, second.start.min(text.len()), &moved);
        }
        // A run of lines goes, or comes twice, or comes from elsewhere.
        3 => {
            let end = second.end.clamp(line.start, line.start + 2000).min(text.len());
            text.drain(line.start..end);
        }
        4 => {
            let end = second.end.clamp(line.start, line.start + 2000).min(text.len());
            let copy = text[line.start..end].to_vec();
            insert(text, line.start, &copy);
        }
        5 => {
            let from = random.usize(..=other.len());
            let start = other[..from].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let end = (start + random.usize(..600)).min(other.len());
            insert(text, line.start, &other[start..end]);
        }
        6 | 7 => {
            let chosen = LINES[random.usize(..LINES.len())];
            insert(text, line.start, format!("{chosen}\n").as_bytes());
        }
        8 | 9 => {
            with_word(text, random, is_number, |_, random| NUMBERS[random.usize(..NUMBERS.len())].as_bytes().to_vec())
        }
        // A word becomes another word of the text: registers, labels, opcodes.
        10..=12 => {
            let words = words(text);
            let Some(donor) = random.choice(&words) else { return };
            let donor = text[donor.clone()].to_vec();
            let first = donor[0];
            with_word(text, random, |word| word[0] == first, |_, _| donor.clone());
        }
        13 => with_word(text, random, |_| true, |_, _| Vec::new()),
        // One modifier of an opcode goes, or comes twice.
        14 => with_word(
            text,
            random,
            |word| word.contains(&b'.'),
            |word, random| {
                let mut parts: Vec<&[u8]> = word.split(|&byte| byte == b'.').collect();
                let at = random.usize(..parts.len());
                if random.bool() {
                    parts.remove(at);
                } else {
                    parts.insert(at, parts[random.usize(..parts.len())])
                }
                parts.join(&b'.')
            },
        ),
        15 => {
            let at = random.usize(..text.len().max(1)).min(text.len().saturating_sub(1));
            if let Some(byte) = text.get_mut(at) {
                *byte = random.u8(..);
            }
        }
        16 => {
            let bytes = b"{}[]();,:@!%$.<>+-\"/*\0";
            let at = random.usize(..=text.len());
            text.insert(at, bytes[random.usize(..bytes.len())]);
        }
        _ => text.truncate(random.usize(text.len() / 2..=text.len())),
    }
}

fn insert(text: &mut Vec<u8>, at: usize, what: &[u8]) {
    text.splice(at..at, what.iter().copied());
}

fn lines(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut at = 0;
    let line = |line: &[u8]| {
        at += line.len();
        at - line.len()..at
    };
    text.split_inclusive(|&byte| byte == b'\n').map(line).collect()
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'%' | b'$' | b'_')
}

fn is_number(word: &[u8]) -> bool {
    word[0].is_ascii_digit()
}

/// The words of a part of a text.
fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut at = 0;
    let mut found = Vec::new();
    for run in text.chunk_by(|&a, &b| is_part(a) == is_part(b)) {
        if is_part(run[0]) {
            found.push(at..at + run.len());
        }
        at += run.len();
    }
    found
}

/// Replaces one of the words that `wanted` chooses.
fn with_word(
    text: &mut Vec<u8>,
    random: &mut Rng,
    wanted: impl Fn(&[u8]) -> bool,
    new: impl Fn(&[u8], &mut Rng) -> Vec<u8>,
) {
    let words: Vec<_> = words(text).into_iter().filter(|word| wanted(&text[word.clone()])).collect();
    let Some(word) = random.choice(&words).cloned() else { return };
    let new = new(&text[word.clone()], random);
    text.splice(word, new);
}
