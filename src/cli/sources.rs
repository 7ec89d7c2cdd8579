//! Finds the sources that `.file` names.

use crate::ir::Module;
use crate::render::{SourceMap, SourceText};
use crate::source::Source;
use clap::Args;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The options about sources.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SourceArguments {
    /// Where the sources are of which the PTX was compiled (`.file`, `.loc`), besides the paths in it; may be repeated
    #[arg(long = "source-root", value_name = "DIR")]
    roots: Vec<PathBuf>,
}

/// The largest source that is read, in bytes.
const LIMIT: u64 = 16 << 20;

/// Whether a file lies among CUDA's headers.
fn is_of_toolkit(path: &Path) -> bool {
    let includes = path.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == "include"));
    includes.into_iter().any(|folder| folder.join("cuda_runtime_api.h").is_file())
}

/// The sources of a run; each is read once.
pub(super) struct Sources {
    roots: Vec<PathBuf>,
    here: Option<PathBuf>,
    known: Mutex<HashMap<PathBuf, Option<Arc<SourceText>>>>,
}

impl Sources {
    pub(super) fn new(arguments: &SourceArguments) -> Self {
        let here = std::env::current_dir().ok().and_then(|path| path.canonicalize().ok());
        Self { roots: arguments.roots.clone(), here, known: Mutex::default() }
    }

    /// Where the text of a file comes from, if it tells.
    pub(super) fn map(&self, bytes: &[u8], file: Option<&Path>) -> Option<SourceMap> {
        // Most texts with findings are written by hand.
        if !bytes.windows(5).any(|window| window == b".loc\t" || window == b".loc ") {
            return None;
        }
        let module: Module<'_> = crate::parser::parse(Source::new(bytes).ok()?);
        Some(SourceMap::new(&module, |name| self.find(name, file.and_then(Path::parent))))
    }

    /// The source of a name: as it is, below the folder of the PTX file, below the roots; there also without its first folders.
    fn find(&self, name: &str, folder: Option<&Path>) -> Option<Arc<SourceText>> {
        let name = Path::new(name);
        let tails = || {
            let parts: Vec<_> =
                name.components().filter(|part| matches!(part, std::path::Component::Normal(_))).collect();
            (0..parts.len()).map(move |skipped| parts[skipped..].iter().collect::<PathBuf>())
        };
        let below_roots = self.roots.iter().flat_map(|root| tails().map(move |tail| root.join(tail)));
        let beside = folder.into_iter().flat_map(|folder| {
            [Some(folder.join(name)), name.file_name().map(|name| folder.join(name))].into_iter().flatten()
        });
        below_roots.chain([name.to_path_buf()]).chain(beside).find_map(|path| self.read(&path))
    }

    /// Reads a source, unless it is known.
    fn read(&self, path: &Path) -> Option<Arc<SourceText>> {
        let path = path.canonicalize().ok()?;
        if let Some(known) = self.known.lock().ok()?.get(&path) {
            return known.clone();
        }
        let text = self.read_anew(&path).map(Arc::new);
        self.known.lock().ok()?.insert(path, text.clone());
        text
    }

    fn read_anew(&self, path: &Path) -> Option<SourceText> {
        // To open a pipe may block for ever, and a device may have no end.
        let metadata = path.metadata().ok().filter(|it| it.is_file() && it.len() <= LIMIT)?;
        let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() as u64 <= metadata.len().max(1 << 10))?;
        let below = self.here.as_ref().and_then(|here| path.strip_prefix(here).ok());
        let shown = below.unwrap_or(path).to_string_lossy().into_owned();
        Some(SourceText::new(shown, below.is_some(), bytes).of_toolkit(is_of_toolkit(path)))
    }
}
