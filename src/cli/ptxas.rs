//! What the real assembler says of a file.

use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The assembler.
pub(super) struct Assembler {
    path: PathBuf,
    /// Its release, such as `13.5.37`.
    release: String,
    /// Architectures that it generates code for, from old to new.
    architectures: Vec<String>,
}

/// What it said of a file.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Assembled {
    /// Release of the assembler.
    pub release: String,
    /// The architecture that it generated code for.
    pub arch: String,
    /// Whether it accepted the file.
    pub accepted: bool,
    /// Its errors, warnings and advice.
    pub messages: Vec<PtxasMessage>,
    /// What the kernels and functions take, if it accepted the file.
    pub functions: Vec<Resources>,
}

/// An error, a warning or a piece of advice.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PtxasMessage {
    /// Line, from 1, if it names one.
    pub line: Option<u32>,
    /// `error`, `fatal`, `warning` or `advice`: a line of information that has a number, such as C7508.
    pub severity: &'static str,
    /// The message.
    pub text: String,
}

/// What a kernel takes of the hardware. Bytes are for each thread, those of shared memory for each block.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Resources {
    /// Its name.
    pub name: String,
    /// 32-bit registers of a thread.
    pub registers: u32,
    /// Bytes of the stack frame.
    pub stack: u32,
    /// Bytes that are stored because registers do not suffice.
    pub spill_stores: u32,
    /// Bytes that are loaded again.
    pub spill_loads: u32,
    /// Bytes of static shared memory.
    pub shared: u32,
}

impl Assembler {
    /// Looks whether there is one at a path, or of that name among the commands.
    ///
    /// # Errors
    /// A sentence that says why it can't be run.
    pub(super) fn find(path: &Path) -> Result<Self, String> {
        let ask = |option: &str| {
            let output = Command::new(path).arg(option).output().map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => format!(
                    "there is no `{}`; the CUDA toolkit has it, and the Python package `nvidia-cuda-nvcc`. \
                     `--ptxas=PATH` says where it is",
                    path.display()
                ),
                _ => format!("cannot run {}: {error}", path.display()),
            })?;
            Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let release = ask("--version")?.split(", V").nth(1).map(|text| text.trim().to_string());
        let Some(release) = release else { return Err(format!("{} is not a ptxas executable", path.display())) };
        let release = release.lines().next().unwrap_or_default().to_string();
        let help = ask("--help")?;
        let list = help.split("(-arch)").nth(1).unwrap_or_default().split("Default value").next().unwrap_or_default();
        let architectures = list.split('\'').filter(|word| word.starts_with("sm_")).map(str::to_string).collect();
        Ok(Self { path: path.to_path_buf(), release, architectures })
    }

    /// Assembles a text for the target that it declares, or the oldest one that the assembler still knows.
    pub(super) fn assemble(&self, text: &[u8], target: &str) -> io::Result<Assembled> {
        let mut file = tempfile::Builder::new().suffix(".ptx").tempfile()?;
        file.write_all(text)?;
        let known = |arch: &&String| *arch == target;
        let oldest = || self.architectures.first().map_or("sm_75", String::as_str);
        let arch = self.architectures.iter().find(known).map_or_else(oldest, String::as_str).to_string();
        let output =
            Command::new(&self.path).args(["-v", "-arch", &arch, "-o"]).arg(null_device()).arg(file.path()).output()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        Ok(Assembled {
            release: self.release.clone(),
            arch,
            accepted: output.status.success(),
            messages: said.lines().filter_map(message).collect(),
            functions: functions(&said),
        })
    }
}

fn null_device() -> &'static str {
    if cfg!(windows) { "NUL" } else { "/dev/null" }
}

/// Reads `ptxas FILE, line N; error : TEXT`, `ptxas error : TEXT` and `ptxas info : (C7508) TEXT`.
fn message(line: &str) -> Option<PtxasMessage> {
    let rest = line.strip_prefix("ptxas ")?;
    if let Some((_, text)) = rest.strip_prefix("info").and_then(|tail| tail.split_once(": ")) {
        let text = text.trim();
        text.strip_prefix("(C").filter(|tail| tail.starts_with(|digit: char| digit.is_ascii_digit()))?;
        return Some(PtxasMessage { line: advised_line(text), severity: "advice", text: text.to_string() });
    }
    ["error", "fatal", "warning"].into_iter().find_map(|severity| {
        let (place, tail) = match rest.strip_prefix(severity) {
            Some(tail) => ("", tail),
            None => rest.split_once(&format!("; {severity} "))?,
        };
        let (_, text) = tail.split_once(": ")?;
        let line = place.rsplit_once(", line ").and_then(|(_, number)| number.parse().ok());
        Some(PtxasMessage { line, severity, text: text.trim().to_string() })
    })
}

/// The line that a piece of advice names: `… in the function 'k' in line 12`.
fn advised_line(text: &str) -> Option<u32> {
    let (_, tail) = text.split_once(" line ")?;
    tail.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Reads the blocks that `-v` prints for each function.
fn functions(said: &str) -> Vec<Resources> {
    let mut found: Vec<Resources> = Vec::new();
    for line in said.lines() {
        if let Some((_, name)) = line.split_once("Function properties for ") {
            found.push(Resources { name: name.trim().to_string(), ..Resources::default() });
        }
        let Some(current) = found.last_mut() else { continue };
        let number = |behind: &str| {
            let (before, _) = line.split_once(behind)?;
            before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
        };
        for (slot, text) in [
            (&mut current.registers, " registers"),
            (&mut current.stack, " bytes stack frame"),
            (&mut current.spill_stores, " bytes spill stores"),
            (&mut current.spill_loads, " bytes spill loads"),
            (&mut current.shared, " bytes smem"),
        ] {
            *slot = number(text).unwrap_or(*slot);
        }
    }
    found
}

impl Assembled {
    /// The lines of a report for people.
    pub(super) fn describe(&self, path: &str) -> String {
        let verdict = if self.accepted { "accepted" } else { "rejected" };
        let mut text = format!("{path}: ptxas {} for {}: {verdict}\n", self.release, self.arch);
        for PtxasMessage { line, severity, text: words } in &self.messages {
            let place = line.map_or(String::new(), |line| format!(":{line}"));
            text += &format!("  {path}{place}: {severity}: {words}\n");
        }
        for Resources { name, registers, stack, spill_stores, spill_loads, shared } in &self.functions {
            let spills = match (spill_stores, spill_loads) {
                (0, 0) => "no spills".to_string(),
                (stores, loads) => format!("spills {stores} bytes, loads {loads}"),
            };
            text += &format!(
                "  {name}: {registers} registers, {stack} bytes of stack, {spills}, {shared} bytes of shared memory\n"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90a'
ptxas info    : Function properties for k
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 14 registers, used 1 barriers, 16 bytes cumulative stack size, 1024 bytes smem, 376 bytes cmem[0]
";

    #[test]
    fn resources_are_read() {
        let found = functions(SAID);
        assert_eq!(found.len(), 1);
        let Resources { name, registers, stack, spill_stores, spill_loads, shared } = &found[0];
        assert_eq!(
            (name.as_str(), registers, stack, spill_stores, spill_loads, shared),
            ("k", &14, &16, &8, &4, &1024)
        );
    }

    #[test]
    fn messages_are_read() {
        let PtxasMessage { line, severity, text } =
            message("ptxas a error b.ptx, line 12; error   : Unknown symbol 'x'").expect("an error");
        assert_eq!((line, severity, text.as_str()), (Some(12), "error", "Unknown symbol 'x'"));
        let fatal = message("ptxas fatal   : Ptx assembly aborted due to errors").expect("an error");
        assert_eq!((fatal.line, fatal.severity), (None, "fatal"));
        assert!(message("ptxas info    : 0 bytes gmem").is_none());
        let advice = "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to \
                      ill formed pipeline stage in the function 'k' in line 41";
        let advice = message(advice).expect("advice");
        assert_eq!((advice.line, advice.severity), (Some(41), "advice"));
        assert!(advice.text.starts_with("(C7510) Potential"), "{}", advice.text);
    }
}
