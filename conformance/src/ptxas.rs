//! Runs the assembler and reads its messages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The release that the table is measured against.
pub(crate) const RELEASE: &str = "13.5.37";

/// An error or note of the assembler.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// Line, from 1, if the message has one.
    pub(crate) line: Option<usize>,
    pub(crate) severity: Severity,
    pub(crate) text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    Note,
    Error,
    /// Nothing behind it has been read.
    Fatal,
}

impl Message {
    pub(crate) fn is_error(&self) -> bool {
        self.severity != Severity::Note
    }

    /// A register of fewer than 64 bits is the address of a global or generic access. That changes the address size of the
    /// whole module, so the probe must be judged alone.
    pub(crate) fn is_narrow_address(&self) -> bool {
        self.text.contains("-bit address on line")
    }
}

/// How far a module is assembled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Without code.
    Parse,
    /// To an object that may refer to others.
    Compile,
    /// To a program.
    Link,
}

/// The assembler's binary.
pub(crate) struct Ptxas {
    path: PathBuf,
    /// Architectures that it generates code for, from old to new.
    architectures: Vec<String>,
    scratch: PathBuf,
    next_file: AtomicUsize,
}

impl Ptxas {
    /// Finds the assembler: `$PTXAS`, or the pinned release below `target/ptxas`, which is fetched when it is missing.
    pub(crate) fn find() -> Result<Self, Box<dyn std::error::Error>> {
        let target = crate::packages::target();
        let path = match std::env::var_os("PTXAS") {
            Some(path) => PathBuf::from(path),
            None => fetch(&target.join("ptxas").join(RELEASE))?,
        };
        let help = Command::new(&path).arg("--help").output()?;
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let list = help.split("(-arch)").nth(1).unwrap_or("").split("Default value").next().unwrap_or("");
        let mut architectures: Vec<String> =
            list.split('\'').filter(|word| word.starts_with("sm_")).map(str::to_string).collect();
        architectures.sort_by_key(|name| architecture_key(name));
        architectures.dedup();
        let scratch = target.join("conformance").join(std::process::id().to_string());
        std::fs::create_dir_all(&scratch)?;
        Ok(Self { path, architectures, scratch, next_file: AtomicUsize::new(0) })
    }

    /// The architecture for which a module of this `.target` can be assembled.
    pub(crate) fn architecture(&self, target: &str) -> String {
        let target = target.split(',').next().unwrap_or(target).trim().replace("sm_101", "sm_110");
        if self.architectures.contains(&target) {
            return target;
        }
        let number = architecture_key(&target).0;
        let plain = |name: &&String| name.ends_with(|c: char| c.is_ascii_digit()) && architecture_key(name).0 >= number;
        self.architectures.iter().find(plain).or(self.architectures.last()).cloned().unwrap_or_default()
    }

    /// Assembles a module; generating code finds a few more errors. Returns whether it was accepted, and the messages.
    pub(crate) fn run(&self, text: &str, architecture: &str, effort: Effort) -> std::io::Result<(bool, Vec<Message>)> {
        let number = self.next_file.fetch_add(1, Ordering::Relaxed);
        let source = self.scratch.join(format!("{number}.ptx"));
        let object = self.scratch.join(format!("{number}.cubin"));
        std::fs::write(&source, text)?;
        let parses_only = effort == Effort::Parse;
        let architecture = if parses_only { architecture.replace("sm_", "compute_") } else { architecture.to_string() };
        let mut command = limited(&self.path);
        command.arg("-arch").arg(architecture).arg(&source).arg("-o").arg(&object);
        if effort == Effort::Compile {
            command.arg("-c");
        }
        let output = command.output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let _ = std::fs::remove_file(&source);
        let _ = std::fs::remove_file(&object);
        let accepted = output.status.success();
        let mut messages: Vec<Message> = text.lines().filter_map(parse_message).collect();
        if !accepted && !messages.iter().any(Message::is_error) {
            let text = format!("ptxas ended with {}", output.status);
            messages.push(Message { line: None, severity: Severity::Fatal, text });
        }
        Ok((accepted, messages))
    }
}

impl Drop for Ptxas {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

/// The assembler with 3 GB and 20 seconds at most: some probes would make it take all the memory there is.
fn limited(path: &Path) -> Command {
    if cfg!(unix) {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 3000000; ulimit -t 20; exec \"$0\" \"$@\""]).arg(path);
        command
    } else {
        Command::new(path)
    }
}

/// Number and suffix of `sm_90a`.
fn architecture_key(name: &str) -> (u32, String) {
    let rest = name.trim_start_matches("sm_");
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (rest[..digits].parse().unwrap_or(0), rest[digits..].to_string())
}

/// `ptxas FILE, line 7; error   : text` or `ptxas fatal   : text`
fn parse_message(line: &str) -> Option<Message> {
    let kinds =
        [("error", Severity::Error), ("warning", Severity::Note), ("info", Severity::Note), ("fatal", Severity::Fatal)];
    let (head, text) = line.split_once(" : ").or_else(|| line.split_once(": "))?;
    let head = head.trim();
    let (_, severity) = *kinds.iter().find(|(word, _)| head.ends_with(word))?;
    let text = text.trim_start_matches([' ', ':']).trim().to_string();
    if text.starts_with("Ptx assembly aborted") {
        return None;
    }
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    // Lines of files that it has built in are none of the module.
    let own = head
        .rsplit_once(", line ")
        .filter(|(file, _)| !file.ends_with('>'))
        .and_then(|(_, rest)| rest[..number(rest)].parse().ok());
    // The line of a narrow address stands in the text.
    let quoted = || text.split_once("on line '").and_then(|(_, rest)| rest[..number(rest)].parse().ok());
    Some(Message { line: own.or_else(quoted), severity, text })
}

/// Downloads the pinned wheel with pip and unpacks it into `folder`.
fn fetch(folder: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let binary = folder.join("nvidia/cu13/bin/ptxas");
    if !binary.exists() {
        crate::packages::install(folder, &[&format!("nvidia-cuda-nvcc=={RELEASE}")])?;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = std::fs::metadata(&binary)?.permissions();
        permissions.set_mode(permissions.mode() | 0o111);
        std::fs::set_permissions(&binary, permissions)?;
    }
    Ok(binary)
}
