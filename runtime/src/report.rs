//! What the command learns of the run: a line of JSON for each event, and the modules as files.

use ptxlint::cli::exec::{EVENTS, Event, ExecSettings, VARIABLE};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;

/// Where events go.
pub struct Reporter {
    pub settings: ExecSettings,
    file: Option<File>,
    names: HashSet<String>,
    told: HashSet<String>,
}

/// What the command wants; defaults where there is none.
pub fn settings() -> ExecSettings {
    let given = std::env::var(VARIABLE).ok().and_then(|text| serde_json::from_str(&text).ok());
    given.unwrap_or_default()
}

impl Reporter {
    pub fn new() -> Self {
        let settings = settings();
        let open = |folder: &std::path::PathBuf| OpenOptions::new().append(true).create(true).open(folder.join(EVENTS));
        let file = settings.folder.as_ref().and_then(|folder| open(folder).ok());
        Self { settings, file, names: HashSet::new(), told: HashSet::new() }
    }

    /// Tells an event. Each is written at once and as a whole: processes may share the file, and may be killed.
    pub fn tell(&mut self, event: &Event) {
        let Some(file) = &mut self.file else {
            let line = match event {
                Event::Fault { module, report } => format!("{module}: {}", report.fault),
                Event::Refusal { message } | Event::Misuse { message } => message.clone(),
                Event::Launch { .. } => return,
            };
            if self.told.insert(line.clone()) {
                eprintln!("ptxlint: {line}");
            }
            return;
        };
        if let Ok(mut line) = serde_json::to_vec(event) {
            line.push(b'\n');
            // There is nobody else to tell.
            let _ = file.write_all(&line);
        }
    }

    pub fn refuse(&mut self, message: String) {
        if self.told.insert(message.clone()) {
            self.tell(&Event::Refusal { message });
        }
    }

    pub fn misuse(&mut self, message: String) {
        if self.told.insert(message.clone()) {
            self.tell(&Event::Misuse { message });
        }
    }

    /// Keeps a module as a file, and gives its name there.
    pub fn keep(&mut self, name: &str, ptx: &str) -> String {
        let clean: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        let numbered = |number: u32| if number == 1 { format!("{clean}.ptx") } else { format!("{clean}-{number}.ptx") };
        let taken = |name: &String| self.names.contains(name);
        let name = (1..).map(numbered).find(|name| !taken(name)).unwrap_or(clean.clone());
        self.names.insert(name.clone());
        if let Some(folder) = &self.settings.folder {
            // The report then says that it cannot be read.
            let _ = fs::write(folder.join(&name), ptx);
        }
        name
    }
}
