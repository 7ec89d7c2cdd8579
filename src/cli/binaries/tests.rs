//! Files that are written here, whole and damaged.

use super::*;
use std::io::Write;

const TEXT: &[u8] = b"//\n.version 8.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n    ret;\n}\n";

/// An entry of a fat binary.
struct FatbinCode {
    kind: u16,
    flags: u64,
    source: &'static str,
    payload: Vec<u8>,
    unpacked: u64,
}

fn plain(text: &[u8]) -> FatbinCode {
    FatbinCode { kind: 1, flags: 0x11, source: "", payload: text.to_vec(), unpacked: 0 }
}

/// A fat binary as nvcc writes it.
fn fat_binary(codes: &[FatbinCode]) -> Vec<u8> {
    let mut body = Vec::new();
    for code in codes {
        let source = code.source.len().next_multiple_of(8);
        let packed = if code.unpacked > 0 { code.payload.len() as u32 } else { 0 };
        let padded = code.payload.len().next_multiple_of(8);
        let words: [(u64, usize); 13] = [
            (code.kind.into(), 2),
            (0x101, 2),
            (64 + source as u64, 4),
            (padded as u64, 8),
            (packed.into(), 4),
            (64, 4),
            (5, 2),
            (9, 2),
            (90, 4),
            (64, 4),
            (code.source.len() as u64, 4),
            (code.flags, 8),
            (0, 8),
        ];
        for (word, length) in words {
            body.extend(&word.to_le_bytes()[..length]);
        }
        body.extend(code.unpacked.to_le_bytes());
        let start = body.len();
        body.extend(code.source.as_bytes());
        body.resize(start + source + code.payload.len(), 0);
        body[start + source..].copy_from_slice(&code.payload);
        body.resize(start + source + padded, 0);
    }
    let mut file = fatbin::MAGIC.to_vec();
    file.extend([1, 0, 16, 0]);
    file.extend((body.len() as u64).to_le_bytes());
    file.extend(body);
    file
}

/// An ELF file of 64 bits with these sections.
fn elf_file(sections: &[(&str, &[u8])]) -> Vec<u8> {
    let mut names = vec![0];
    let mut contents: Vec<u8> = Vec::new();
    let mut headers = vec![[0u64; 10]];
    const HEADER: usize = 64;
    for &(name, content) in sections.iter().chain([&(".shstrtab", &[][..])]) {
        let offset = HEADER + contents.len();
        let kind = if name == ".shstrtab" { 3 } else { 1 };
        headers.push([names.len() as u64, kind, 0, 0, offset as u64, content.len() as u64, 0, 0, 1, 0]);
        names.extend(name.as_bytes());
        names.push(0);
        contents.extend(content);
    }
    let last = headers.len() - 1;
    headers[last][5] = names.len() as u64;
    contents.extend(&names);
    let table = HEADER + contents.len();
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for (word, length) in
        [(3u64, 2), (62, 2), (1, 4), (0, 8), (0, 8), (table as u64, 8), (0, 4), (64, 2), (0, 2), (0, 2)]
    {
        file.extend(&word.to_le_bytes()[..length]);
    }
    for word in [64u16, headers.len() as u16, last as u16] {
        file.extend(word.to_le_bytes());
    }
    file.extend(contents);
    for header in headers {
        for (word, length) in header.into_iter().zip([4, 4, 8, 8, 8, 8, 4, 4, 8, 8]) {
            file.extend(&word.to_le_bytes()[..length]);
        }
    }
    file
}

/// A static library.
fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut file = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let name = format!("{name}/");
        file.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).as_bytes());
        file.extend(content);
        file.resize(file.len().next_multiple_of(2), b'\n');
    }
    file
}

fn zip_file(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut file);
    for (name, content) in members {
        let builder = archive.new_file(name).compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = builder.start().expect("a member");
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(content).expect("memory takes it");
        let (encoder, descriptor) = writer.finish().expect("memory takes it");
        encoder.finish().expect("memory takes it");
        entry.finish(descriptor).expect("memory takes it");
    }
    archive.finish().expect("memory takes it");
    file
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A fat binary with every kind of entry.
fn every_kind() -> Vec<u8> {
    let long = TEXT.repeat(20);
    fat_binary(&[
        FatbinCode { source: "src/k.cu", ..plain(TEXT) },
        FatbinCode { kind: 2, ..plain(b"\x7fELF code of a device") },
        FatbinCode {
            flags: 0x2011,
            payload: lz4_flex::block::compress(&long),
            unpacked: long.len() as u64,
            ..plain(b"")
        },
        FatbinCode { flags: 0x10_8011, payload: zstd(&long), unpacked: long.len() as u64, ..plain(b"") },
        FatbinCode { flags: 0x20_0011, ..plain(TEXT) },
    ])
}

fn members(name: &str, bytes: &[u8]) -> Vec<EmbeddedText> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file");
    open(&path).expect("it can be read").expect("it holds others")
}

/// The paths of all texts, and the texts.
fn texts(name: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let text = |member: EmbeddedText| {
        let text = member.text.expect("it is sound").unpack().expect("it can be unpacked");
        (member.path, text)
    };
    members(name, bytes).into_iter().map(text).collect()
}

fn paths(name: &str, bytes: &[u8]) -> Vec<String> {
    texts(name, bytes).into_iter().map(|(path, _)| path).collect()
}

#[test]
fn entries_of_every_kind() {
    let found = texts("f.fatbin", &every_kind());
    let names: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["k.sm_90.ptx", "f.2.sm_90.ptx", "f.3.sm_90a.ptx", "f.4.sm_90f.ptx"]);
    let long = TEXT.repeat(20);
    let expected: [&[u8]; 4] = [TEXT, &long, &long, TEXT];
    for ((name, text), expected) in found.iter().zip(expected) {
        assert_eq!(text, expected, "{name}");
    }
}

#[test]
fn sections_archives_and_compressed_files() {
    let fat = every_kind();
    let two = [&fat[..], &[0; 40], &fat].concat();
    let object = elf_file(&[(".text", b"code"), ("__nv_relfatbin", &fat), (".nv_fatbin", &two)]);
    let found = paths("k.o", &object);
    assert_eq!(found.len(), 12);
    assert_eq!(found[1], "k.2.sm_90.ptx");
    let library = archive(&[("a.o", object.clone()), ("note.txt", b"text".to_vec()), ("b.o", object.clone())]);
    let found = paths("libk.a", &library);
    assert_eq!(found.len(), 24);
    assert_eq!((found[1].as_str(), found[13].as_str()), ("a.o!a.2.sm_90.ptx", "b.o!b.2.sm_90.ptx"));
    let wheel = zip_file(&[
        ("p/lib.so", object.clone()),
        ("p/readme.md", b".version .target".to_vec()),
        ("p/k.ptx", TEXT.to_vec()),
        ("p/k.ptx.gz", gzip(TEXT)),
        ("inner.zip", zip_file(&[("x.ptx", TEXT.to_vec())])),
    ]);
    let found = paths("p.whl", &wheel);
    assert_eq!(found[1], "p/lib.so!lib.2.sm_90.ptx");
    assert_eq!(found[12..], ["p/k.ptx", "p/k.ptx.gz!k.ptx", "inner.zip!x.ptx"]);
    assert_eq!(texts("k.ptx.gz", &gzip(TEXT)), [("k.ptx".to_string(), TEXT.to_vec())]);
    assert_eq!(texts("k.ptx.zst", &zstd(TEXT)), [("k.ptx".to_string(), TEXT.to_vec())]);
    let windows = [b"MZ and so on, then something odd ", &fat[..]].concat();
    assert_eq!(paths("k.dll", &windows).len(), 4);
}

#[test]
fn files_without_ptx() {
    assert!(members("k.o", &elf_file(&[(".text", b"code")])).is_empty());
    assert!(members("x.whl", &zip_file(&[("a.py", b"print()".to_vec())])).is_empty());
    assert!(members("k.so", &elf_file(&[(".nv_fatbin", b"")])).is_empty());
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t"), "text").expect("a file");
    assert_eq!(open(&folder.path().join("t")), Ok(None));
}

#[test]
fn what_is_damaged_is_told_and_costs_nothing_else() {
    let sound = fat_binary(&[plain(TEXT)]);
    let cut = |at: usize, value: u8| {
        let mut damaged = sound.clone();
        damaged[at] = value;
        let found = members("f.fatbin", &[damaged, sound.clone()].concat());
        found.iter().filter_map(|member| member.text.clone().err()).collect::<Vec<_>>()
    };
    assert!(cut(16 + 4, 8)[0].contains("the header of an entry is too short"));
    assert!(cut(16 + 13, 1)[0].contains("an entry reaches past its end"));
    assert!(cut(13, 1)[0].contains("it reaches past the end of what holds it"));
    let wrong = FatbinCode { flags: 0x2011, unpacked: u64::MAX, ..plain(b"abcdefgh") };
    let found = members("f.fatbin", &fat_binary(&[wrong]));
    let reason = found[0].text.as_ref().expect("an entry").unpack().expect_err("too long");
    assert!(reason.contains("cannot stand for"), "{reason}");
    let short = FatbinCode { flags: 0x8011, unpacked: 10, payload: zstd(TEXT), ..plain(b"") };
    let found = members("f.fatbin", &fat_binary(&[short]));
    assert!(found[0].text.as_ref().expect("an entry").unpack().expect_err("too short").contains("longer than the 10"));
}

/// Zip archives in zip archives end somewhere.
#[test]
fn depth_is_bounded() {
    let mut file = zip_file(&[("k.ptx", TEXT.to_vec())]);
    for _ in 0..8 {
        file = zip_file(&[("inner.zip", file)]);
    }
    let found = members("outer.zip", &file);
    assert!(matches!(&found[..], [EmbeddedText { text: Err(reason), .. }] if reason.contains("too deep")), "{found:?}");
}

/// Random changes of every kind of file: nothing panics, and no more is unpacked than the limits let through.
#[test]
fn damaged_files_are_no_danger() {
    let fat = every_kind();
    let object = elf_file(&[(".nv_fatbin", &fat), (".note", b"something else")]);
    let library = archive(&[("a.o", object.clone()), ("b.o", object.clone())]);
    let wheel = zip_file(&[("lib.so", object.clone()), ("k.ptx", TEXT.to_vec())]);
    let files = [("f.fatbin", &fat), ("k.o", &object), ("l.a", &library), ("p.whl", &wheel)];
    let mut random = fastrand::Rng::with_seed(7);
    let folder = tempfile::tempdir().expect("a folder");
    let mut sound = 0;
    for round in 0..2000 {
        let (name, file) = files[round % files.len()];
        let mut bytes = file.clone();
        for _ in 0..random.usize(1..5) {
            let at = random.usize(..bytes.len());
            match random.u8(..4) {
                0 => bytes[at] = random.u8(..),
                1 => bytes[at] ^= 1 << random.u8(..8),
                2 => bytes[at] = 0xff,
                _ => bytes.truncate(at.max(16)),
            }
        }
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).expect("a file");
        let members = open(&path).ok().flatten().unwrap_or_default();
        sound += members.iter().filter(|member| member.text.as_ref().is_ok_and(|text| text.unpack().is_ok())).count();
    }
    assert!(sound > 2000, "{sound}");
}
