//! Snippets of PTX with the assembler's verdict, from `fixtures/_parse/snippets.txt`.

use super::fixture::Verdict;
use super::repository;

/// A text and what the assembler says of it.
pub struct Snippet {
    pub line: usize,
    pub topic: String,
    /// As it stands in the file.
    pub shown: String,
    /// The whole module.
    pub module: Vec<u8>,
    pub verdict: Verdict,
    /// ptxlint is known to say otherwise.
    pub is_gap: bool,
}

impl std::fmt::Display for Snippet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "snippets.txt:{}, {}: {}", self.line, self.topic, self.shown)
    }
}

const HEADERS: &[u8] = b".version 8.6\n.target sm_90\n.address_size 64\n";

/// Reads the file.
pub fn all() -> Vec<Snippet> {
    let folder = repository("fixtures/_parse");
    let text = std::fs::read_to_string(folder.join("snippets.txt")).expect("the list of snippets");
    let frame = std::fs::read_to_string(folder.join("body.ptx")).expect("the frame of snippets");
    let (before, after) = frame.split_once("// snippet\n").expect("the place of the snippet");
    let (mut topic, mut place) = ("", "");
    let mut snippets = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(heading) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            (topic, place) = heading.rsplit_once(", in ").expect("a topic and a place");
        }
        let Some((mark, shown)) = line.split_once(' ') else { continue };
        let (verdict, is_gap) = match mark {
            "+" => (Verdict::Accept, false),
            "-" => (Verdict::Reject, false),
            "+!" => (Verdict::Accept, true),
            "-!" => (Verdict::Reject, true),
            _ => continue,
        };
        let snippet = unescape(shown);
        let module = match place {
            "body" => [before.as_bytes(), &snippet, b"\n", after.as_bytes()].concat(),
            "module" => [HEADERS, &snippet, b"\n"].concat(),
            "file" => snippet,
            _ => panic!("line {number}: no such place: {place}"),
        };
        let (topic, shown) = (topic.to_string(), shown.to_string());
        snippets.push(Snippet { line: number, topic, shown, module, verdict, is_gap });
    }
    snippets
}

/// Replaces `\n`, `\r`, `\t`, `\\` and `\xNN`.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let (byte, length) = match (first, after) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'x', high, low, ..]) => {
                let digit = |byte: u8| (byte as char).to_digit(16).expect("two hexadecimal digits") as u8;
                (digit(*high) << 4 | digit(*low), 4)
            }
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', _) => panic!("unknown escape in {text}"),
            _ => (first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}
