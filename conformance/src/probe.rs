//! Probes: single instructions in a module that has everything they may need.

use crate::ptxas::Message;
use serde::{Deserialize, Serialize};

/// An instruction to be judged.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Probe {
    /// Name that is echoed back.
    pub(crate) id: String,
    /// The statements to judge, semicolons included.
    pub(crate) instr: String,
    /// Declarations before them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) decls: Option<String>,
    /// Declarations at module level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) module_decls: Option<String>,
    /// PTX version, when it differs from the run's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) version: Option<String>,
    /// Target, when it differs from the run's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<String>,
}

const PARAMS: &str = ".param .u64 p_ptr, .param .u32 p_u32, .param .f32 p_f32, .param .align 16 .b8 p_buf[64]";
pub(crate) const REGISTERS: &str = ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .u16 %hu<4>; .reg .s16 %hs<4>; .reg .f16 %hf<4>; \
    .reg .b32 %r<140>; .reg .u32 %ru<4>; .reg .s32 %rs<4>; .reg .f32 %f<140>; \
    .reg .b64 %rd<40>; .reg .u64 %rdu<4>; .reg .s64 %rds<4>; .reg .f64 %fd<40>;";
const MEMORY: &str = ".shared .align 128 .b8 sbuf[1024]; .local .align 16 .b8 lbuf[64];";
const MODULE: &str = ".global .align 16 .b8 gbuf[256]; .const .align 16 .b8 cbuf[256];";

impl Probe {
    /// The module around the probe.
    pub(crate) fn render(&self, version: &str, target: &str) -> String {
        let version = self.version.as_deref().unwrap_or(version);
        let target = self.target.as_deref().unwrap_or(target);
        Self::prologue(version, target, self.module_decls.as_deref().unwrap_or("")) + &self.function("probe")
    }

    /// What stands before the kernels.
    pub(crate) fn prologue(version: &str, target: &str, declarations: &str) -> String {
        let declarations = declarations.replace('\n', " ");
        format!(".version {version}\n.target {target}\n.address_size 64\n{MODULE} {declarations}\n")
    }

    /// Whether the text might swallow its neighbours.
    pub(crate) fn needs_isolation(&self) -> bool {
        let text = format!("{}\n{}", self.decls.as_deref().unwrap_or(""), self.instr);
        let count = |c: char| text.matches(c).count();
        let directives = [".entry", ".func", ".version", ".target", ".address_size", ".visible", ".extern", ".weak"];
        count('{') != count('}')
            || text.contains("/*")
            || text.contains("*/")
            || text.contains(['#', '\\'])
            || count('"') % 2 == 1
            || !text.trim_end().ends_with([';', '}', ':'])
            || directives.iter().any(|directive| text.contains(directive))
    }

    /// Whether the errors at this probe's lines speak of an instruction that it does not have: after some bad operands the assembler
    /// blames a neighbour.
    pub(crate) fn is_innocent(&self, messages: &[Message]) -> bool {
        let text = format!("{}{}", self.decls.as_deref().unwrap_or(""), self.instr);
        messages.iter().filter(|message| message.is_error()).any(|message| {
            let named = message.text.split_once("instruction '").map(|(_, rest)| rest);
            let name =
                named.map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or(""));
            let foreign = name.is_some_and(|name| !name.is_empty() && !text.contains(name));
            foreign || (message.text.contains("formal parameter") && !text.contains("call"))
        })
    }

    /// The probe in a kernel of its own.
    pub(crate) fn function(&self, name: &str) -> String {
        format!(
            ".visible .entry {name}({PARAMS}) {{ {REGISTERS} {MEMORY}\n{}\n{}\nret; }}\n",
            self.decls.as_deref().unwrap_or(""),
            self.instr
        )
    }
}
