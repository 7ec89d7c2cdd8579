use super::invalid_modifier::base;
use crate::check::{Mistake, MistakeKind, OperandMistake, ParameterMistake};
use crate::diagnostic::Finding;
use crate::isa::{Atom, AtomSet, Instruction, Range};
use crate::rules::{Context, Hook, declare_rule};
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports operands of the wrong kind, type, width, number or range, and addresses in the wrong state space.
    ///
    /// ## Why is this bad
    /// The assembler rejects the instruction, mostly with "Arguments mismatch" and without saying which argument.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<2>;
    ///     mov.b32 %r1, 1;
    ///     add.u32 %r2, %r1, %rd1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 1;
    ///     add.u32 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Judged by the form of the instruction that fits best. As in the assembler, sign never matters, `.bN` registers fit all types
    /// of `N` bits, and `ld`, `st` and `cvt` accept wider registers.
    ///
    /// ## References
    /// PTX ISA 6.2 "Source Operands" to 6.5 "Type Conversion", 9.4 "Type Information for Instructions and Operands".
    pub static OPERAND_MISMATCH = "operand-mismatch" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Mistake(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let module = cx.module;
    let kind = match mistake.kind {
        MistakeKind::Operand(kind) => kind,
        MistakeKind::Guard { span, found } => {
            let message = format!("a guard must be a predicate, not {}", found.phrase());
            cx.report(Finding::new(span, message).caption("expected a `.pred` register"));
            return true;
        }
        _ => return false,
    };
    let name = mistake.instruction(module).map_or("", Instruction::name);
    let finding = match kind {
        OperandMistake::Count { found, least, most } => {
            let wanted = if least == most { plural(least) } else { format!("{least} to {}", plural(most)) };
            Finding::new(base(module, mistake), format!("`{name}` expects {wanted}, not {found}"))
        }
        OperandMistake::Kind { span, found, allowed, .. } => {
            Finding::new(span, format!("`{name}` does not accept {} here", found.phrase()))
                .caption(format!("expected {}", describe(allowed)))
        }
        OperandMistake::Length { span, found, wanted, .. } => {
            let found = found.map_or("a scalar".to_string(), |count| format!("a vector of {count}"));
            Finding::new(span, format!("`{name}` expects a vector of {wanted} here, not {found}"))
        }
        OperandMistake::Constant { span } => Finding::new(span, "this constant has no value".to_string())
            .help("it mixes integers and floating-point numbers, divides by zero, or needs more than 64 bits"),
        OperandMistake::Range { span, value, ranges, .. } => {
            let wanted: Vec<String> = ranges.iter().map(Range::to_string).collect();
            Finding::new(span, format!("{value} is out of range for `{name}`"))
                .caption(format!("expected {}", wanted.join(" or ")))
        }
        OperandMistake::Space { span, found, wanted } => {
            let variable = module.source.text_of(span);
            let wanted = wanted.map_or("a generic address".to_string(), |space| format!("a `{space}` address"));
            Finding::new(span, format!("`{variable}` is a `{found}` variable, but `{name}` expects {wanted}"))
        }
        OperandMistake::Repeated { span } => Finding::new(span, format!("`{name}` writes this register twice")),
        OperandMistake::Parameter { span, why } => Finding::new(span, parameter(why).to_string()),
        OperandMistake::Unified { span } => {
            Finding::new(span, format!("`{name}` does not accept a `.unified` address here"))
                .help("loads and atomic operations on `.global` or generic addresses accept one")
        }
        OperandMistake::AddressWidth { span, bits } => {
            Finding::new(span, format!("a {bits}-bit register cannot hold this address: it needs 64 bits"))
                .help("the assembler treats a narrow address as 32-bit code, which it no longer supports")
        }
    };
    let finding = match mistake.form {
        Some(form) => finding.help(format!("the expected form is `{}`", form.notation())),
        None => finding,
    };
    cx.report(finding);
    true
}

fn parameter(why: ParameterMistake) -> &'static str {
    match why {
        ParameterMistake::ForCalls => "this is an argument or result of a call, not a parameter of a kernel",
        ParameterMistake::OfKernel => "`.param::func` expects a function parameter, by name",
        ParameterMistake::ReadOnly => "parameters cannot be written by the function that receives them",
        ParameterMistake::WriteOnly => "the result of a function cannot be read by the function itself",
        ParameterMistake::NeverReturned => "no call of this kernel returns a value in this variable",
        ParameterMistake::Guarded => "arguments and results of calls cannot be accessed under a guard",
    }
}

fn plural(count: usize) -> String {
    match count {
        0 => "no operands".to_string(),
        1 => "1 operand".to_string(),
        _ => format!("{count} operands"),
    }
}

/// What fits, in a few words.
fn describe(allowed: AtomSet) -> String {
    let registers = allowed.iter().filter(|atom| atom.is_register()).map(|atom| format!(".{}", atom.name()));
    let registers = util::alternatives(registers);
    let others: Vec<&str> = allowed.iter().filter(|atom| !atom.is_register()).map(Atom::phrase).collect();
    match (registers.is_empty(), others.is_empty()) {
        (false, true) => format!("a register of type {registers}"),
        (true, _) => others.join(" or "),
        (false, false) => format!("a register of type {registers}, or {}", others.join(", ")),
    }
}
