//! Python packages that are compared with: pinned releases, installed once below the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The target folder.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target")
}

/// A folder with these releases (`name==1.2.3`) and nothing else, made by pip when it is not there. Tests use the same.
pub(crate) fn folder(name: &str, releases: &[&str]) -> Result<PathBuf, String> {
    let id: String = releases.join("+").chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let folder = target().join("python").join(format!("{name}-{id}"));
    if !folder.is_dir() {
        let staging = folder.with_extension(std::process::id().to_string());
        install(&staging, releases)?;
        std::fs::rename(&staging, &folder).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

/// Lets pip install releases into a folder, without what they depend on.
pub(crate) fn install(folder: &Path, releases: &[&str]) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
    let result = pip.arg(folder).args(releases).output().map_err(|error| format!("python3: {error}"))?;
    match result.status.success() {
        true => Ok(()),
        false => Err(format!("pip: {}", String::from_utf8_lossy(&result.stderr).trim())),
    }
}
