//! Models in GGUF files, as far as `ptxlint parity --model` looks at them.

use super::{Folder, Run};

/// A header in the making.
#[derive(Clone)]
struct Gguf {
    version: u32,
    big_endian: bool,
    pairs: Vec<Vec<u8>>,
    tensors: Vec<Vec<u8>>,
}

const Q4_K: u32 = 12;
const Q6_K: u32 = 14;
const F32: u32 = 0;

impl Gguf {
    fn new() -> Self {
        Self { version: 3, big_endian: false, pairs: Vec::new(), tensors: Vec::new() }
    }

    /// A model like Qwen2.5-Coder-1.5B.
    fn qwen() -> Self {
        Self::new()
            .text("general.architecture", "qwen2")
            .number("qwen2.embedding_length", 1536)
            .number("qwen2.feed_forward_length", 8960)
            .number("qwen2.attention.head_count", 12)
            .tensor("token_embd.weight", Q6_K)
            .tensor("blk.0.attn_q.weight", Q4_K)
            .tensor("output_norm.weight", F32)
    }

    fn u32(&self, value: u32) -> Vec<u8> {
        if self.big_endian { value.to_be_bytes().into() } else { value.to_le_bytes().into() }
    }

    fn u64(&self, value: u64) -> Vec<u8> {
        if self.big_endian { value.to_be_bytes().into() } else { value.to_le_bytes().into() }
    }

    fn string(&self, text: &str) -> Vec<u8> {
        [self.u64(text.len() as u64), text.into()].concat()
    }

    /// A key with a value of a kind.
    fn pair(mut self, key: &str, kind: u32, value: &[u8]) -> Self {
        self.pairs.push([self.string(key), self.u32(kind), value.into()].concat());
        self
    }

    fn text(self, key: &str, text: &str) -> Self {
        let value = self.string(text);
        self.pair(key, 8, &value)
    }

    fn number(self, key: &str, number: u32) -> Self {
        let value = self.u32(number);
        self.pair(key, 4, &value)
    }

    fn tensor(mut self, name: &str, kind: u32) -> Self {
        let shape = [self.u32(2), self.u64(256), self.u64(256)].concat();
        self.tensors.push([self.string(name), shape, self.u32(kind), self.u64(0)].concat());
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let counts = [self.u64(self.tensors.len() as u64), self.u64(self.pairs.len() as u64)].concat();
        [b"GGUF".to_vec(), self.u32(self.version), counts, self.pairs.concat(), self.tensors.concat()].concat()
    }
}

fn parity(bytes: impl AsRef<[u8]>) -> Run {
    let folder = Folder::new();
    folder.add("model.gguf", bytes);
    folder.run(["parity", "--model", "model.gguf"])
}

#[test]
fn dimensions_come_from_the_header() {
    let run = parity([Gguf::qwen().bytes(), vec![0; 100]].concat());
    let headline = "model.gguf: qwen2, hidden 1536, intermediate 8960, 12 heads of 128, sm_80\n";
    assert!(run.ends_with(0).starts_with(headline), "{run:?}");
    assert!(run.stdout.ends_with("6/6 kernel pairs passed PTX parity\n"), "{run:?}");
    let run = parity(Gguf::qwen().number("qwen2.attention.key_length", 64).bytes());
    assert!(run.ends_with(0).contains("12 heads of 64"));
}

#[test]
fn both_byte_orders_and_versions_are_read() {
    let headline = parity(Gguf::qwen().bytes()).stdout;
    assert_eq!(parity(Gguf { version: 2, ..Gguf::qwen() }.bytes()).ends_with(0), headline);
    let big = Gguf { big_endian: true, ..Gguf::new() }
        .text("general.architecture", "qwen2")
        .number("qwen2.embedding_length", 1536)
        .number("qwen2.feed_forward_length", 8960)
        .number("qwen2.attention.head_count", 12)
        .tensor("a", Q4_K)
        .tensor("b", Q6_K);
    assert_eq!(parity(big.bytes()).ends_with(0), headline);
}

#[test]
fn values_of_all_types_are_passed_over() {
    let zeros = [0; 8];
    let mut model = Gguf::new();
    for (kind, size) in [(0, 1), (1, 1), (2, 2), (3, 2), (4, 4), (5, 4), (6, 4), (7, 1), (10, 8), (11, 8), (12, 8)] {
        model = model.pair("some.key", kind, &zeros[..size]);
        let list = [model.u32(kind), model.u64(3), vec![0; 3 * size]].concat();
        model = model.pair("some.list", 9, &list);
    }
    let words = [model.u32(8), model.u64(2), model.string("a"), model.string("bc")].concat();
    let lists = [model.u32(9), model.u64(1), words.clone()].concat();
    model = model.pair("tokens", 9, &words).pair("lists", 9, &lists);
    // A number for each layer.
    let layers = [model.u32(5), model.u64(3), model.u32(6), model.u32(12), model.u32(4)].concat();
    let model = model
        .number("m.embedding_length", 1536)
        .number("m.feed_forward_length", 8960)
        .pair("m.attention.head_count", 9, &layers)
        .text("general.architecture", "m");
    assert!(parity(model.bytes()).ends_with(0).starts_with("model.gguf: m, hidden 1536, intermediate 8960, 12 heads"));
}

#[test]
fn quantised_pairs_need_quantised_tensors() {
    let model = |kinds: &[u32], hidden| {
        let start = Gguf::new().text("general.architecture", "m").number("m.embedding_length", hidden);
        let start = start.number("m.feed_forward_length", 512).number("m.attention.head_count", 4);
        let model = kinds.iter().fold(start, |model, &kind| model.tensor("t", kind));
        parity(model.bytes()).ends_with(0).to_string()
    };
    let none = model(&[F32], 512);
    assert!(none.contains("BatchedQ4KGemv: skipped: the model has no Q4_K tensors"), "{none}");
    assert!(none.contains("4/4 kernel pairs passed PTX parity, 2 skipped"), "{none}");
    let one = model(&[Q6_K], 512);
    assert!(one.contains("no Q4_K tensors") && !one.contains("no Q6_K tensors"), "{one}");
    let ragged = model(&[Q4_K, Q6_K], 896);
    assert!(ragged.contains("vectors of 896 elements are not whole super-blocks of Q6_K"), "{ragged}");
}

#[test]
fn shards_belong_together() {
    let folder = Folder::new();
    let name = |i: u32| format!("m-{i:05}-of-00003.gguf");
    let first = Gguf::qwen().number("split.count", 3);
    folder.add(name(1), Gguf { tensors: Vec::new(), ..first.clone() }.tensor("a", F32).bytes());
    folder.add(name(2), Gguf::new().number("split.count", 3).tensor("b", Q4_K).bytes());
    folder.run(["parity", "--model", &name(1)]).fails_with("m-00003-of-00003.gguf: there is no such file");
    folder.add(name(3), Gguf::new().number("split.count", 3).tensor("c", F32).bytes());
    for i in 1..=3 {
        let run = folder.run(["parity", "--model", &name(i)]);
        assert!(run.ends_with(0).contains("5/5 kernel pairs passed PTX parity, 1 skipped"), "{run:?}");
        assert!(run.stdout.contains("the model has no Q6_K tensors"));
    }
    folder.add("other.gguf", first.bytes());
    folder.run(["parity", "--model", "other.gguf"]).fails_with("the model has 3 shards, but other.gguf is not called");
    folder.add("n-00001-of-00001.gguf", first.bytes());
    folder.run(["parity", "--model", "n-00001-of-00001.gguf"]).fails_with("has 3 shards, not 1");
}

#[test]
fn what_is_missing_is_named() {
    parity(Gguf::new().bytes()).fails_with("its header has no `general.architecture`");
    let model = Gguf::new().text("general.architecture", "m").number("m.embedding_length", 100);
    parity(model.bytes()).fails_with("its header has no `m.attention.head_count`");
    let model = model.number("m.attention.head_count", 7);
    parity(model.bytes()).fails_with("7 heads do not share 100 elements evenly");
    parity(model.number("m.attention.key_length", 0).bytes()).fails_with("`m.attention.key_length` is 0");
    Folder::new().run(["parity", "--model", "nowhere.gguf"]).fails_with("nowhere.gguf: there is no such file");
    Folder::new().run(["parity", "--model", "."]).fails_with("not a regular file");
}

#[test]
fn every_truncation_is_seen() {
    let bytes = Gguf::qwen().bytes();
    let folder = Folder::new();
    for length in (0..bytes.len()).step_by(3).chain([bytes.len() - 1]) {
        folder.add("model.gguf", &bytes[..length]);
        folder.run(["parity", "--model", "model.gguf"]).fails_with("it ends within its header");
    }
}

#[test]
fn hostile_headers_are_refused() {
    let start = |tensors: u64, pairs: u64| {
        [b"GGUF".to_vec(), 3_u32.to_le_bytes().into(), tensors.to_le_bytes().into(), pairs.to_le_bytes().into()]
            .concat()
    };
    parity(b"PK\x03\x04 and so on").fails_with("it does not start with `GGUF`");
    parity(Gguf { version: 1, ..Gguf::qwen() }.bytes())
        .fails_with("version 1 of the GGUF format; 2 and 3 are supported");
    parity(start(u64::MAX, 0)).fails_with("its header claims 18446744073709551615 tensors");
    parity(start(0, u64::MAX)).fails_with("18446744073709551615 keys");
    parity([start(0, 1), vec![0xff; 8]].concat()).fails_with("a name of 18446744073709551615 bytes");
    parity([start(1, 0), vec![0xff; 8]].concat()).fails_with("it ends within its header");
    parity([start(0, 1), 1_u64.to_le_bytes().into(), b"\xff".into()].concat())
        .fails_with("a name that is not valid UTF-8");
    parity(Gguf::new().pair("k", 99, &[]).bytes()).fails_with("a value of the unknown type 99");
    for kind in [0_u32, 6, 8, 9, 12] {
        let list = [kind.to_le_bytes().to_vec(), u64::MAX.to_le_bytes().into(), vec![0; 64]].concat();
        parity(Gguf::new().pair("k", 9, &list).bytes()).fails_with("cannot read the model model.gguf: it");
    }
    let nested = [9_u32.to_le_bytes().to_vec(), 1_u64.to_le_bytes().into()].concat().repeat(10_000);
    parity(Gguf::new().pair("k", 9, &nested).bytes()).fails_with("lists nested three deep");
    let types = (0..1000).fold(Gguf::new(), |model, kind| model.tensor("t", kind));
    parity(types.bytes()).fails_with("implausible types");
}
