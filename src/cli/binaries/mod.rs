//! PTX in other files: executables and objects, fat binaries, archives, wheels, compressed texts.
//!
//! Only what is needed is read: tables of sections, headers of fat binaries, and the entries that are PTX, which stay packed until they are
//! linted. What a file says of sizes is never believed before there are as many bytes.

mod fatbin;
mod pack;
#[cfg(test)]
mod tests;
mod window;

use object::Endianness;
use object::read::archive::ArchiveFile;
use object::read::elf::{ElfFile, FileHeader};
use object::read::{ReadCache, ReadRef};
use object::{Object, ObjectSection, elf};
use pack::Packing;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;
use window::Window;

/// A text in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::cli) struct EmbeddedText {
    /// Its path in the file, with `!` between what holds what.
    pub path: String,
    /// It, or why it can't be read.
    pub text: Result<Packed, String>,
}

/// A text as it is stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::cli) struct Packed {
    packing: Packing,
    bytes: Vec<u8>,
    /// Bytes of the text; the text may turn out to be shorter.
    size: u64,
}

impl Packed {
    /// The text.
    ///
    /// # Errors
    /// Why it can't be unpacked.
    pub(in crate::cli) fn unpack(&self) -> Result<Vec<u8>, String> {
        let mut text = self.packing.unpack(&self.bytes, self.size)?;
        // Entries are filled up to a multiple of eight bytes.
        text.truncate(text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        Ok(text)
    }
}

/// The PTX in a fat binary: for each entry its target, and the text or why it can't be had.
pub(in crate::cli) fn fat_binary(bytes: &[u8]) -> Vec<(String, Result<Vec<u8>, String>)> {
    let unpacked = |entry: fatbin::FatbinEntry| (entry.target, entry.text.and_then(|text| text.unpack()));
    fatbin::entries(bytes, 0..bytes.len() as u64).into_iter().map(unpacked).collect()
}

/// What a file is by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Elf,
    Archive,
    FatBinary,
    /// An executable or library of Windows.
    Pe,
    Zip,
    Gzip,
    Zstd,
}

impl Kind {
    /// Bytes that tell it.
    const HEAD: usize = 8;

    fn of(head: &[u8]) -> Option<Self> {
        Some(match head {
            [0x7f, b'E', b'L', b'F', ..] => Kind::Elf,
            _ if head.starts_with(b"!<arch>\n") => Kind::Archive,
            _ if head.starts_with(&fatbin::MAGIC) => Kind::FatBinary,
            [b'M', b'Z', ..] => Kind::Pe,
            [b'P', b'K', 3, 4, ..] => Kind::Zip,
            [0x1f, 0x8b, 8, ..] => Kind::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Kind::Zstd,
            _ => return None,
        })
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Elf => "ELF file",
            Kind::Archive => "archive",
            Kind::FatBinary => "fat binary",
            Kind::Pe => "Windows executable",
            Kind::Zip => "zip archive",
            Kind::Gzip => "gzip file",
            Kind::Zstd => "zstd file",
        }
    }
}

/// Whether a file may hold PTX by its name, so that one looks into it when a folder is walked.
pub(in crate::cli) fn is_candidate(path: &Path) -> bool {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()) else { return false };
    let ends = [".so", ".o", ".a", ".fatbin", ".whl", ".ptx.gz", ".ptx.zst"];
    ends.iter().any(|end| name.ends_with(end)) || name.contains(".so.")
}

/// The texts in a file, in its order; none if the file is nothing that holds others.
///
/// # Errors
/// Why the file can't be read.
pub(in crate::cli) fn open(path: &Path) -> Result<Option<Vec<EmbeddedText>>, String> {
    let mut file = File::open(path).map_err(|error| error.to_string())?;
    let mut head = Vec::new();
    file.by_ref().take(Kind::HEAD as u64).read_to_end(&mut head).map_err(|error| error.to_string())?;
    let Some(kind) = Kind::of(&head) else { return Ok(None) };
    file.rewind().map_err(|error| error.to_string())?;
    let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let mut search = Search::default();
    let result = match kind {
        Kind::Zip => search.zip_file(file),
        Kind::Gzip | Kind::Zstd => search.compressed(kind, io::BufReader::new(file), &name, "", 0),
        Kind::Elf | Kind::Archive | Kind::FatBinary | Kind::Pe => search.object(kind, &ReadCache::new(file), &name, ""),
    };
    result.map_err(|reason| format!("it is a damaged {}: {reason}", kind.noun()))?;
    Ok(Some(search.found))
}

/// The most bytes of a member that are unpacked.
const MEMBER_LIMIT: u64 = 2 << 30;

/// The most bytes that are unpacked of all members of a file.
const TOTAL_LIMIT: u64 = 16 << 30;

/// How deep files may lie in others.
const DEPTH: u32 = 4;

/// Looks for texts.
#[derive(Default)]
struct Search {
    found: Vec<EmbeddedText>,
    /// Bytes that have been unpacked.
    unpacked: u64,
}

impl Search {
    /// Looks into what may hold PTX itself.
    fn object<'d, R: ReadRef<'d>>(&mut self, kind: Kind, data: R, name: &str, path: &str) -> Result<(), String> {
        match kind {
            Kind::Elf => self.elf(data, name, path),
            Kind::Archive => self.archive(data, path),
            Kind::FatBinary | Kind::Pe => {
                let end = data.len().map_err(|()| "its length cannot be told")?;
                self.fat_binaries(data, 0..end, &mut Namer::new(name), path);
                Ok(())
            }
            Kind::Zip | Kind::Gzip | Kind::Zstd => Ok(()),
        }
    }

    fn elf<'d, R: ReadRef<'d>>(&mut self, data: R, name: &str, path: &str) -> Result<(), String> {
        match data.read_bytes_at(4, 1) {
            Ok([1]) => self.sections::<elf::FileHeader32<Endianness>, R>(data, name, path),
            _ => self.sections::<elf::FileHeader64<Endianness>, R>(data, name, path),
        }
    }

    /// Looks into the sections in which compilers put fat binaries.
    fn sections<'d, H: FileHeader<Endian = Endianness>, R: ReadRef<'d>>(
        &mut self,
        data: R,
        name: &str,
        path: &str,
    ) -> Result<(), String> {
        let file = ElfFile::<H, R>::parse(data).map_err(|error| error.to_string())?;
        let mut namer = Namer::new(name);
        for section in file.sections() {
            let is_fat = matches!(section.name_bytes(), Ok(b".nv_fatbin" | b"__nv_relfatbin"));
            if let Some((start, size)) = section.file_range().filter(|_| is_fat) {
                self.fat_binaries(data, start..start.saturating_add(size), &mut namer, path);
            }
        }
        Ok(())
    }

    fn fat_binaries<'d, R: ReadRef<'d>>(
        &mut self,
        data: R,
        range: std::ops::Range<u64>,
        namer: &mut Namer,
        path: &str,
    ) {
        for entry in fatbin::entries(data, range) {
            let name = namer.name(&entry);
            self.found.push(EmbeddedText { path: joined(path, &name), text: entry.text });
        }
    }

    /// Looks into the objects of a static library.
    fn archive<'d, R: ReadRef<'d>>(&mut self, data: R, path: &str) -> Result<(), String> {
        let archive = ArchiveFile::parse(data).map_err(|error| error.to_string())?;
        for member in archive.members() {
            let member = member.map_err(|error| error.to_string())?;
            let (start, size) = member.file_range();
            let Some(window) = Window::new(data, start, size).filter(|_| !member.is_thin()) else { continue };
            let head = window.read_bytes_at(0, size.min(Kind::HEAD as u64)).unwrap_or_default();
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let path = joined(path, &name);
            match Kind::of(head) {
                Some(kind @ Kind::Elf) => {
                    if let Err(reason) = self.elf(window, &name, &path) {
                        self.damage(path, kind, &reason);
                    }
                }
                Some(Kind::FatBinary) => self.fat_binaries(window, 0..size, &mut Namer::new(&name), &path),
                _ => {}
            }
        }
        Ok(())
    }

    fn zip_file(&mut self, file: File) -> Result<(), String> {
        let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
        let archive = rawzip::ZipArchive::from_file(file, &mut buffer).map_err(|error| error.to_string())?;
        self.zip(&archive, &mut buffer, "", 0)
    }

    /// Looks into the files of a zip archive that are, or may hold, PTX by their names or first bytes.
    fn zip<R: rawzip::ReaderAt>(
        &mut self,
        archive: &rawzip::ZipArchive<R>,
        buffer: &mut [u8],
        path: &str,
        depth: u32,
    ) -> Result<(), String> {
        let mut entries = archive.entries(buffer);
        while let Some(entry) = entries.next_entry().map_err(|error| error.to_string())? {
            if entry.is_dir() {
                continue;
            }
            let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
            let path = joined(path, &name);
            let method = entry.compression_method();
            let stored = match archive.get_entry(entry.wayfinder()) {
                Ok(stored) => stored,
                Err(error) if is_ptx(&name) => {
                    self.found.push(EmbeddedText { path, text: Err(error.to_string()) });
                    continue;
                }
                Err(_) => continue,
            };
            if entry.flags().is_encrypted() {
                continue;
            }
            let result = match method {
                rawzip::CompressionMethod::STORE => self.stream(stored.reader(), &name, &path, depth),
                rawzip::CompressionMethod::DEFLATE => {
                    self.stream(flate2::read::DeflateDecoder::new(stored.reader()), &name, &path, depth)
                }
                _ if is_ptx(&name) => Err("it is compressed in a way that is not known here".to_string()),
                _ => Ok(()),
            };
            if let Err(reason) = result {
                self.found.push(EmbeddedText { path, text: Err(reason) });
            }
        }
        Ok(())
    }

    /// Looks into a file that another one holds.
    fn stream(&mut self, mut reader: impl Read, name: &str, path: &str, depth: u32) -> Result<(), String> {
        let mut head = Vec::new();
        // What can't be read and is of no interest is not worth a word.
        let read = reader.by_ref().take(Kind::HEAD as u64).read_to_end(&mut head);
        let kind = Kind::of(&head);
        if kind.is_none() && !is_ptx(name) {
            return Ok(());
        }
        read.map_err(|error| error.to_string())?;
        let whole = Cursor::new(head).chain(reader);
        match kind {
            Some(kind @ (Kind::Gzip | Kind::Zstd)) => self.compressed(kind, whole, name, path, depth + 1),
            _ => {
                let bytes = self.read(whole)?;
                self.bytes(bytes, name, path, depth + 1)
            }
        }
    }

    /// Looks into a compressed file.
    fn compressed(&mut self, kind: Kind, reader: impl Read, name: &str, path: &str, depth: u32) -> Result<(), String> {
        let bytes = match kind {
            Kind::Gzip => self.read(flate2::read::MultiGzDecoder::new(reader))?,
            _ => self.read(pack::zstd(reader)?)?,
        };
        let name = name.rsplit('/').next().unwrap_or(name);
        let inner = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or("text");
        self.bytes(bytes, inner, &joined(path, inner), depth + 1)
    }

    /// Looks into a file that is in memory.
    fn bytes(&mut self, bytes: Vec<u8>, name: &str, path: &str, depth: u32) -> Result<(), String> {
        let result = match Kind::of(&bytes) {
            None if is_ptx(name) || looks_like_ptx(&bytes) => {
                let size = bytes.len() as u64;
                let text = Ok(Packed { packing: Packing::None, bytes, size });
                self.found.push(EmbeddedText { path: path.to_string(), text });
                return Ok(());
            }
            None => return Ok(()),
            Some(_) if depth > DEPTH => return Err("files lie too deep in others".to_string()),
            Some(kind @ Kind::Zip) => {
                let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
                let archive = rawzip::ZipArchive::from_seekable(Cursor::new(&bytes), &mut buffer);
                let archive = archive.map_err(|error| (kind, error.to_string()));
                archive.and_then(|it| self.zip(&it, &mut buffer, path, depth).map_err(|reason| (kind, reason)))
            }
            Some(kind @ (Kind::Gzip | Kind::Zstd)) => {
                self.compressed(kind, &bytes[..], name, path, depth).map_err(|reason| (kind, reason))
            }
            Some(kind) => self.object(kind, &bytes[..], name, path).map_err(|reason| (kind, reason)),
        };
        if let Err((kind, reason)) = result {
            self.damage(path.to_string(), kind, &reason);
        }
        Ok(())
    }

    fn damage(&mut self, path: String, kind: Kind, reason: &str) {
        let text = Err(format!("it is a damaged {}: {reason}", kind.noun()));
        self.found.push(EmbeddedText { path, text });
    }

    /// Reads all there is, up to the limits.
    fn read(&mut self, reader: impl Read) -> Result<Vec<u8>, String> {
        let most = MEMBER_LIMIT.min(TOTAL_LIMIT - self.unpacked);
        let mut bytes = Vec::new();
        reader.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > most {
            return Err(format!("more than {} GiB would have to be unpacked", most.div_ceil(1 << 30)));
        }
        self.unpacked += bytes.len() as u64;
        Ok(bytes)
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}!{name}") }
}

fn is_ptx(name: &str) -> bool {
    name.len() > 4 && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".ptx")
}

/// Whether a text without a telling name is PTX.
fn looks_like_ptx(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1 << 12)];
    let holds = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    holds(b".version") && holds(b".target")
}

/// Names entries as `cuobjdump -all` does: by the source if the compiler has named it, by number otherwise.
struct Namer {
    stem: String,
    count: usize,
    used: std::collections::HashSet<String>,
}

impl Namer {
    fn new(file: &str) -> Self {
        Self { stem: stem(file).to_string(), count: 0, used: std::collections::HashSet::new() }
    }

    fn name(&mut self, entry: &fatbin::FatbinEntry) -> String {
        self.count += 1;
        let (number, target) = (self.count, &entry.target);
        let name = match &entry.source {
            Some(source) => format!("{}.{target}.ptx", stem(source)),
            None => format!("{}.{number}.{target}.ptx", self.stem),
        };
        // Two sources may have the same name.
        if self.used.insert(name.clone()) { name } else { format!("{}.{number}.{target}.ptx", self.stem) }
    }
}

/// A file's name without its last extension and its folder.
fn stem(name: &str) -> &str {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match last.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => last,
    }
}
