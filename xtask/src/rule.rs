//! `cargo xtask new-rule NAME GROUP`: the file of a rule, its line in the registry, and its first fixtures.

use crate::isa::root;
use std::path::PathBuf;

type Failure = Box<dyn std::error::Error>;

/// Makes all three; nothing is overwritten.
pub(crate) fn create(name: &str, group: &str) -> Result<(), Failure> {
    let well_formed = name
        .split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    if !well_formed || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(format!("`{name}` is not a name in lower case with hyphens").into());
    }
    let registry_path = root().join("src/rules/mod.rs");
    let registry = std::fs::read_to_string(&registry_path)?;
    let registry = with_line(&registry, name, group)?;
    let files = [
        (format!("src/rules/{group}/{}.rs", name.replace('-', "_")), rule(name, group)),
        (format!("fixtures/{name}/bad_first.ptx"), fixture(&format!("st.global.u32 [%rd4], %r1; //~ {name}"))),
        (format!("fixtures/{name}/good_first.ptx"), fixture("st.global.u32 [%rd4], %r1;")),
    ];
    let files: Vec<(PathBuf, String)> = files.into_iter().map(|(path, text)| (root().join(path), text)).collect();
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(format!("{} is there already", path.display()).into());
    }
    for (path, text) in &files {
        std::fs::create_dir_all(path.parent().unwrap_or(path))?;
        std::fs::write(path, text)?;
    }
    std::fs::write(registry_path, registry)?;
    println!(
        "Written: src/rules/{group}/{}.rs, its line in src/rules/mod.rs, fixtures/{name}/.",
        name.replace('-', "_")
    );
    println!("Write its page and its code, and kernels that show both sides. Then: cargo rule-test {name}");
    println!("CONTRIBUTING.md says what else a rule needs.");
    Ok(())
}

/// The registry with a line for the rule at the end of its group.
fn with_line(registry: &str, name: &str, group: &str) -> Result<String, String> {
    let file = name.replace('-', "_");
    let line = format!("        {file}: {},\n", file.to_ascii_uppercase());
    if registry.contains(line.trim_start()) {
        return Err(format!("there is a rule `{name}`"));
    }
    let start = registry.find("registry! {\n").ok_or("src/rules/mod.rs has no registry")?;
    let end = registry[start..].find("\n}\n").map_or(registry.len(), |end| start + end);
    let heads: Vec<(usize, &str)> = registry[start..end]
        .match_indices("\n    ")
        .map(|(at, _)| (start + at + 5, registry[start + at + 5..].split(' ').next().unwrap_or_default()))
        .filter(|(at, word)| !word.is_empty() && registry[*at..].lines().next().is_some_and(|line| line.ends_with('{')))
        .collect();
    let Some(&(at, _)) = heads.iter().find(|(_, head)| *head == group) else {
        let groups: Vec<&str> = heads.iter().map(|(_, head)| *head).collect();
        return Err(format!("no group `{group}`: {}", groups.join(", ")));
    };
    let end = registry[at..].find("\n    }\n").map(|end| at + end + 1).ok_or("a group without an end")?;
    Ok(format!("{}{line}{}", &registry[..end], &registry[end..]))
}

/// A kernel whose threads each store into an element of a buffer: nothing is wrong with it.
const KERNEL: [&str; 15] = [
    ".version 8.0",
    ".target sm_80",
    ".address_size 64",
    ".visible .entry k(.param .u64 out)",
    "{",
    "    .reg .b32 %r<2>;",
    "    .reg .b64 %rd<5>;",
    "    ld.param.u64 %rd1, [out];",
    "    cvta.to.global.u64 %rd2, %rd1;",
    "    mov.u32 %r1, %tid.x;",
    "    mul.wide.u32 %rd3, %r1, 4;",
    "    add.u64 %rd4, %rd2, %rd3;",
    "    st.global.u32 [%rd4], %r1;",
    "    ret;",
    "}",
];

fn fixture(store: &str) -> String {
    let kernel = KERNEL.join("\n").replace("st.global.u32 [%rd4], %r1;", store);
    format!("//@ ptxas: accept\n//@ launch: grid=1 block=32 args=zeros[32]\n// What this kernel shows.\n{kernel}\n")
}

fn rule(name: &str, group: &str) -> String {
    let id = name.replace('-', "_").to_ascii_uppercase();
    let variant = group[..1].to_ascii_uppercase() + &group[1..];
    let level = if matches!(group, "perf") { "Perf" } else { "Warning" };
    let example = KERNEL.map(|line| format!("    /// {line}\n")).concat();
    format!(
        "use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::isa::op;
use crate::rules::{{Context, Hook, declare_rule}};

declare_rule! {{
    /// ## What it does
    /// Reports ….
    ///
    /// ## Why is this bad
    /// ….
    ///
    /// ## Bad
    /// ```ptx
{example}    /// ```
    ///
    /// ## Good
    /// ```ptx
{example}    /// ```
    ///
    /// ## Limits
    /// ….
    ///
    /// ## References
    /// PTX ISA ….
    pub static {id} = \"{name}\" {{
        group: {variant},
        level: {level},
        fixable: false,
        hooks: [Hook::Function(check)],
    }}
}}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {{
    let module = facts.module;
    for inst in module.insts_of(facts.function) {{
        // What the text of an instruction can tell comes before what costs an analysis.
        if module.opcode(inst).instruction == Some(op::ST) {{
            cx.report(Finding::new(module[inst].span, \"what is wrong, in one sentence\"));
        }}
    }}
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_registry_gets_a_line_in_its_group() {
        let registry = std::fs::read_to_string(root().join("src/rules/mod.rs")).expect("the registry is there");
        let longer = with_line(&registry, "new-rule", "memory").expect("there is such a group");
        let place = longer.find("        new_rule: NEW_RULE,\n    }\n").expect("the line ends its group");
        let group = longer[..place].rfind(" {\n").map(|at| longer[..at].rsplit('\n').next().unwrap_or_default().trim());
        assert!(group.is_some_and(|group| group.starts_with("memory")), "{group:?}");
        assert_eq!(longer.len(), registry.len() + "        new_rule: NEW_RULE,\n".len());
        let message = with_line(&registry, "new-rule", "nowhere").unwrap_err();
        assert!(message.starts_with("no group `nowhere`: isa, dispatch, memory"), "{message}");
        assert!(with_line(&longer, "new-rule", "memory").is_err(), "it is there already");
    }

    #[test]
    fn names_are_kebab_case() {
        for name in ["", "Upper", "under_score", "two--hyphens", "9lives", "-x"] {
            assert!(create(name, "memory").is_err(), "{name}");
        }
    }
}
