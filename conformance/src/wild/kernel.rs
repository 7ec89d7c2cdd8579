//! What makes two kernels the same, or of one family.

/// A hash that is the same on every machine and with every compiler, as verdicts are keyed by it (FNV-1a).
pub(crate) fn hash(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> u64 {
    let mut state: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for part in parts {
        part.as_ref().iter().copied().for_each(&mut take);
        take(0);
    }
    state
}

/// A hash of a function's text that its own name, numbers of labels, comments and line information don't change.
pub(crate) fn fingerprint(text: &str, name: &str) -> u64 {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with(".loc") && !line.starts_with(".file"));
    hash(code.map(|line| without_label_numbers(&line.replace(name, "K"))))
}

/// nvcc numbers the functions of a module, and labels by them: `$L__BB12_3`.
fn without_label_numbers(line: &str) -> String {
    let mut parts = line.split("BB");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text += "BB";
        text += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    text
}

/// The name of a kernel without what differs between instances: template arguments, hashes, numbers.
pub(crate) fn family(name: &str) -> String {
    let plain = demangled(name).unwrap_or_else(|| name.to_string());
    let mut family = String::new();
    let mut rest = plain.as_str();
    while let Some(first) = rest.chars().next() {
        let hex = rest.find(|c: char| !c.is_ascii_digit() && !('a'..='f').contains(&c)).unwrap_or(rest.len());
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let is_hash = hex >= 8 && rest[..hex].bytes().any(|byte| byte.is_ascii_digit());
        let length = if is_hash { hex } else { digits };
        if length > 0 {
            if !family.ends_with('#') {
                family.push('#');
            }
            rest = &rest[length..];
        } else {
            family.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    family
}

/// The qualified name in a mangled one, up to its template arguments.
fn demangled(name: &str) -> Option<String> {
    let encoded = name.strip_prefix("_Z")?.trim_start_matches('Z');
    let is_nested = encoded.starts_with('N');
    let mut rest = encoded.trim_start_matches(['N', 'L', 'K']);
    let mut parts: Vec<&str> = Vec::new();
    // What follows a name that isn't nested are types of parameters.
    while is_nested || parts.is_empty() {
        if let Some(after) = rest.strip_prefix("St") {
            parts.push("std");
            rest = after;
        } else if let Some(after) = rest.strip_prefix('S') {
            rest = after.split_once('_')?.1;
        } else if let Some(after) = rest.strip_prefix('L') {
            rest = after;
        } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = rest.find(|c: char| !c.is_ascii_digit())?;
            let length: usize = rest[..digits].parse().ok()?;
            let part = rest.get(digits..digits.checked_add(length)?)?;
            if !part.starts_with("_GLOBAL__N") {
                parts.push(part);
            }
            rest = &rest[digits + length..];
        } else {
            break;
        }
    }
    (!parts.is_empty()).then(|| parts.join("::"))
}

/// The opcode in a line of PTX, if it holds an instruction.
pub(crate) fn opcode(line: &str) -> Option<&str> {
    let mut text = line.trim_start_matches(|c: char| c.is_whitespace() || c == '{');
    if text.starts_with('@') {
        text = text.split_once(char::is_whitespace)?.1.trim_start();
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || "._:".contains(c))).unwrap_or(text.len());
    let opcode = text[..end].trim_end_matches([';', ':']);
    opcode.starts_with(|c: char| c.is_ascii_lowercase()).then_some(opcode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families() {
        assert_eq!(family("_ZN3cub6detail9histogram5sweepILi256EEEvPT_"), "cub::detail::histogram::sweep");
        assert_eq!(family("_ZN49_GLOBAL__N__aaaa2222_12_file_cu_deadbeef_123456783addEPf"), "add");
        assert_eq!(family("_Z3addPfS_"), "add");
        assert_eq!(family("_Z3add4Args"), "add");
        assert_eq!(family("triton_poi_fused_add_12"), "triton_poi_fused_add_#");
        assert_eq!(family("kernel_0a1b2c3d4e5f_x"), "kernel_#_x");
        assert_eq!(family("_ZZZ"), "_ZZZ");
        assert_eq!(family("_Z99short"), "_Z#short");
        assert_eq!(family("größe1"), "größe#");
    }

    #[test]
    fn fingerprints() {
        let one = "{\n ld.param.u64 %rd1, [first_param_0]; // comment\n .loc 1 2 3\n$L__BB0_1:\n bra $L__BB0_1;\n}";
        let same = "{\nld.param.u64 %rd1, [second_param_0];\n$L__BB17_1:\nbra $L__BB17_1;\n}";
        let other = "{\nld.param.u64 %rd1, [second_param_0];\n$L__BB17_2:\nbra $L__BB17_2;\n}";
        assert_eq!(fingerprint(one, "first"), fingerprint(same, "second"));
        assert_ne!(fingerprint(one, "first"), fingerprint(other, "second"));
    }

    #[test]
    fn opcodes() {
        assert_eq!(opcode("\t@%p1 ld.shared::cta.u32 \t%r1, [%r2];"), Some("ld.shared::cta.u32"));
        assert_eq!(opcode("{ bar.sync 0;"), Some("bar.sync"));
        assert_eq!(opcode("ret;"), Some("ret"));
        assert_eq!(opcode("$L__BB0_1:"), None);
        assert_eq!(opcode(".reg .b32 %r<2>;"), None);
    }
}
