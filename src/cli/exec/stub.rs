//! Shared libraries without code: their names and versions satisfy the loader, and what they need has the functions.
//!
//! A program that was linked with `libcudart.so.12` asks the loader for a library of that name that defines a version of that name. Our
//! library serves all names at once, so each name becomes an ELF file of some hundred bytes that needs ours: the loader finds no function
//! in it, and goes on to the library that it needs (Drepper, *How To Write Shared Libraries*, 2.2; the gABI's "Symbol Versioning").

/// Bytes of an ELF header, and of a program header.
const HEADER: u64 = 64;
const PROGRAM_HEADER: u64 = 56;

/// The part of the file that the loader maps, in parts at addresses that equal their offsets.
#[derive(Default)]
struct ElfImage(Vec<u8>);

impl ElfImage {
    fn align(&mut self) -> u64 {
        self.0.resize(self.0.len().next_multiple_of(8), 0);
        self.0.len() as u64
    }

    fn put(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn half(&mut self, number: u16) {
        self.put(&number.to_le_bytes());
    }

    fn word(&mut self, number: u32) {
        self.put(&number.to_le_bytes());
    }

    fn quad(&mut self, number: u64) {
        self.put(&number.to_le_bytes());
    }
}

/// The hash of a name in tables of symbols and versions (gABI, "Hash Table").
fn hash(name: &str) -> u32 {
    name.bytes().fold(0u32, |hash, byte| {
        let hash = (hash << 4).wrapping_add(u32::from(byte));
        let high = hash & 0xf000_0000;
        (hash ^ high >> 24) & !high
    })
}

/// The ELF header and two program headers of a file of `size` bytes.
fn headers(machine: u16, size: u64, dynamic: u64, dynamic_size: u64) -> Vec<u8> {
    let mut image = ElfImage::default();
    image.put(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    image.half(3); // ET_DYN
    image.half(machine);
    image.word(1);
    image.quad(0);
    image.quad(HEADER);
    image.quad(0);
    image.word(0);
    image.half(HEADER as u16);
    image.half(PROGRAM_HEADER as u16);
    image.half(2);
    image.half(64);
    image.half(0);
    image.half(0);
    let mut program = |kind: u32, at: u64, size: u64, align: u64| {
        image.word(kind);
        image.word(6); // readable, and writable: the loader notes addresses in the dynamic section
        for number in [at, at, at, size, size, align] {
            image.quad(number);
        }
    };
    program(1, 0, size, 0x1000); // PT_LOAD
    program(2, dynamic, dynamic_size, 8); // PT_DYNAMIC
    image.0
}

/// A library of a name that defines a version of that name, if it is to have any, and needs another one.
pub fn library(machine: u16, name: &str, versioned: bool, needed: &str) -> Vec<u8> {
    let mut strings = vec![0u8];
    let mut string = |text: &str| {
        let at = strings.len() as u64;
        strings.extend_from_slice(text.as_bytes());
        strings.push(0);
        at
    };
    let (name_at, needed_at) = (string(name), string(needed));
    let mut image = ElfImage(vec![0; (HEADER + 2 * PROGRAM_HEADER) as usize]);
    let symbols = image.align();
    image.put(&[0; 24]);
    let table = image.align();
    for number in [1, 1, 0, 0] {
        image.word(number); // one bucket, one symbol, which has no name
    }
    let versions = image.align();
    image.half(0);
    let definitions = image.align();
    // The name of the file, and then the version.
    for (flags, index, next) in [(1u16, 1u16, 28u32), (0, 2, 0)] {
        image.half(1);
        image.half(flags);
        image.half(index);
        image.half(1);
        image.word(hash(name));
        image.word(20);
        image.word(next);
        image.word(name_at as u32);
        image.word(0);
    }
    let strings_at = image.align();
    image.put(&strings);
    let dynamic = image.align();
    let mut entries = vec![
        (1, needed_at),             // DT_NEEDED
        (14, name_at),              // DT_SONAME
        (4, table),                 // DT_HASH
        (5, strings_at),            // DT_STRTAB
        (6, symbols),               // DT_SYMTAB
        (10, strings.len() as u64), // DT_STRSZ
        (11, 24),                   // DT_SYMENT
    ];
    if versioned {
        // DT_VERSYM, DT_VERDEF, DT_VERDEFNUM
        entries.extend([(0x6fff_fff0, versions), (0x6fff_fffc, definitions), (0x6fff_fffd, 2)]);
    }
    entries.push((0, 0));
    for (tag, value) in &entries {
        image.quad(*tag);
        image.quad(*value);
    }
    let size = image.0.len() as u64;
    let headers = headers(machine, size, dynamic, 16 * entries.len() as u64);
    image.0[..headers.len()].copy_from_slice(&headers);
    image.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_abi() {
        // As the C library's own table of versions has it.
        assert_eq!(hash("GLIBC_2.2.5"), 0x0969_1a75);
    }

    #[cfg(feature = "binaries")]
    #[test]
    fn others_can_read_it() {
        use object::read::elf::{ElfFile64, FileHeader, SectionHeader};
        let bytes = library(62, "libcudart.so.12", true, "libptxlint_runtime.so");
        let file = ElfFile64::<object::Endianness>::parse(&*bytes).expect("an ELF file");
        assert_eq!(file.elf_header().e_machine(object::Endianness::Little).0, 62);
        assert!(file.elf_section_table().iter().all(|section| section.sh_size(object::Endianness::Little) == 0));
    }
}
