//! `ptxlint init`: a configuration file to begin with.

use super::Ending;
use super::terminal::Terminal;
use crate::rules::{self, Group};
use clap::Args;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The arguments of `ptxlint init`.
#[derive(Debug, Args)]
pub(super) struct InitArguments {
    /// The folder for it
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,

    /// Write the schema beside it, too, which editors complete and check it by
    #[arg(long)]
    schema: bool,
}

const SCHEMA: &str = include_str!("../../schema/ptxlint.schema.json");

/// Every key, disabled: the file changes nothing until a `#` is removed.
pub(super) const TEMPLATE: &str = r#"# Settings of ptxlint for this folder and below. `ptxlint --show-settings` shows those that apply to a file.

#extend = "../base.toml"         # defaults for this file
#target = "sm_90a"               # judge against this target,
#ptx-version = "8.0"             # and this version, whatever the files declare
#toolchain = "12.6"              # the CUDA release, or driver ("r560"), that has to take the files
#block = [256, 1, 1]             # the block of kernels without .reqntid; or a number of threads
#effort = "high"                 # how much work rules may do: "low", "default", "high" or "unlimited"
#batch-parameter = "m_dim"       # the parameter that holds the number of vectors of a batch
#expect-kernel = ["main"]        # kernels that every file must define
#exclude = ["generated/"]        # files and folders not to check, written as in .gitignore

# "deny", "warn", "select" or "ignore", for a rule, a group, `warnings`, `errors` or `all`; the most specific one wins.
[levels]
#warnings = "deny"
#style = "ignore"

# Any of the keys above but `extend` and `exclude`, for some paths.
#[[override]]
#paths = ["vendor/", "*_test.ptx"]
#levels = { style = "ignore" }

# Facts about kernels, by name.
#[[kernel]]
#name = "batched_*"
#block = 256
#dispatch = "grid_y"             # or "register_unroll"
#reference = "*"                 # for `ptxlint parity`: what `*` stands for in `name`
#grid = [4, 1, 1]                # for `ptxlint sanitize`, as are the next three
#cluster = [2, 1, 1]
#shared = 1024                   # bytes of dynamic shared memory
#arguments = ["n=1024"]          # as for `ptxlint run`; without them launches are made up
"#;

/// Writes the file, unless there is one.
pub(super) fn run(arguments: &InitArguments, terminal: Terminal) -> io::Result<Ending> {
    match write(arguments) {
        Ok(written) => {
            let mut stdout = io::stdout().lock();
            for path in written {
                writeln!(stdout, "wrote {}", path.display())?;
            }
            Ok(Ending::Clean)
        }
        Err(mistake) => {
            terminal.complain(&mistake);
            Ok(Ending::Failure)
        }
    }
}

fn write(arguments: &InitArguments) -> Result<Vec<PathBuf>, String> {
    let folder = &arguments.folder;
    let name = |name: &str| if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) };
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let (path, schema) = (name("ptxlint.toml"), name("ptxlint.schema.json"));
    let head = if arguments.schema { "#:schema ./ptxlint.schema.json\n" } else { "" };
    let created = File::create_new(&path).and_then(|mut file| write!(file, "{head}{TEMPLATE}"));
    created.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => format!("{} already exists", path.display()),
        _ => format!("cannot write {}: {error}", path.display()),
    })?;
    if !arguments.schema {
        return Ok(vec![path]);
    }
    fs::write(&schema, schema_with_names()).map_err(|error| format!("cannot write {}: {error}", schema.display()))?;
    Ok(vec![path, schema])
}

/// The schema with the names of all rules and groups, so that editors complete them.
fn schema_with_names() -> String {
    let Ok(mut schema) = serde_json::from_str::<Value>(SCHEMA) else { return SCHEMA.to_string() };
    let rules = rules::listed().map(|rule| rule.name).chain(["parity-divergence"]);
    let names = ["all", "errors", "warnings"].into_iter().chain(Group::ALL.map(Group::name)).chain(rules);
    schema["$defs"]["selector"] = json!({ "enum": names.collect::<Vec<_>>() });
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
