//! The log of the driver's compiler.

/// The first error of a log, with the line of the module if the log has one. Lines look like
/// `ptxas application ptx input, line 7; error   : Unknown symbol 'x'`, or `ptxas fatal   : Unresolved extern function 'f'`; the
/// last one only says that there were errors.
pub fn first_error(log: &str) -> Option<String> {
    let complaints: Vec<&str> = log.lines().map(str::trim).filter(|line| is_complaint(line)).collect();
    let first = complaints.iter().find(|line| !line.contains("aborted due to errors")).or(complaints.first())?;
    let text = first.split_once(": ").map_or(*first, |(_, text)| text).trim();
    let line = first.split_once(", line ").and_then(|(_, rest)| rest.split_once(';')).map(|(line, _)| line.trim());
    Some(line.map_or_else(|| text.to_string(), |line| format!("line {line}: {text}")))
}

fn is_complaint(line: &str) -> bool {
    let before = line.split_once(": ").map_or("", |(before, _)| before);
    before.contains("error") || before.contains("fatal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named() {
        let log = "ptxas application ptx input, line 6; warning : Instruction 'vote' without '.sync'\n\
                   ptxas application ptx input, line 12; error   : Unknown symbol 'a: b'\n\
                   ptxas fatal   : Ptx assembly aborted due to errors\n";
        assert_eq!(first_error(log).as_deref(), Some("line 12: Unknown symbol 'a: b'"));
        let fatal = "\nptxas fatal   : Unresolved extern function 'f'\n";
        assert_eq!(first_error(fatal).as_deref(), Some("Unresolved extern function 'f'"));
        let last = "ptxas fatal   : Ptx assembly aborted due to errors";
        assert_eq!(first_error(last).as_deref(), Some("Ptx assembly aborted due to errors"));
        assert_eq!(first_error("info    : 12 registers"), None);
        assert_eq!(first_error(""), None);
    }
}
