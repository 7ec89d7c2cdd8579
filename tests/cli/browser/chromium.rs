//! Chromium without a window.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program that shows pages.
pub struct Chromium {
    program: PathBuf,
}

/// What the reader prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What a page has become.
pub struct View {
    /// The elements when scripts have run.
    pub document: String,
    /// Messages of the console.
    pub console: Vec<String>,
}

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(120);

impl Chromium {
    /// The browser, or why there is none.
    pub fn find() -> Result<Self, String> {
        let named = env::var_os("BROWSER").map(PathBuf::from);
        let usual = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(PathBuf::from);
        let is_one = |program: &PathBuf| {
            let output = Command::new(program).arg("--version").stderr(Stdio::null()).output();
            output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("Chrom"))
        };
        let found = named.into_iter().chain(usual).find(is_one);
        found.map(|program| Self { program }).ok_or("neither Chromium nor Chrome is on the path".to_string())
    }

    /// Opens a page and waits until its scripts have nothing more to do.
    pub fn dump(&self, page: &Path, scheme: Scheme) -> View {
        let [document, log] =
            self.run(page, scheme, &["--dump-dom", "--virtual-time-budget=10000", "--enable-logging=stderr"]);
        let console = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_string).collect();
        View { document, console }
    }

    /// Draws a page.
    pub fn screenshot(&self, page: &Path, picture: &Path, scheme: Scheme) {
        self.run(page, scheme, &[&format!("--screenshot={}", picture.display()), "--hide-scrollbars"]);
    }

    /// Standard output and standard error of a run, which has a profile of its own.
    fn run(&self, page: &Path, scheme: Scheme, more: &[&str]) -> [String; 2] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = ["stdout", "stderr"].map(|name| folder.path().join(name));
        let [stdout, stderr] = files.each_ref().map(|path| File::create(path).expect("a file"));
        let scheme = match scheme {
            Scheme::Dark => 0,
            Scheme::Light => 1,
        };
        let mut command = Command::new(&self.program);
        command
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--window-size=1700,1000"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
            .args(more)
            .arg(format!("file://{}", page.display()));
        let mut child = command.stdout(stdout).stderr(stderr).spawn().expect("the browser starts");
        let start = Instant::now();
        while child.try_wait().expect("a process").is_none() {
            if start.elapsed() > LIMIT {
                let _ = child.kill();
                let _ = child.wait();
                panic!("the browser takes longer than {LIMIT:?} for {}", page.display());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        files.map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned())
    }
}
