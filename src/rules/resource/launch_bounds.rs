use crate::diagnostic::Finding;
use crate::facts::device::{MAX_REGISTERS, MAX_THREADS, Multiprocessor, directive, directive_numbers};
use crate::ids::FunctionId;
use crate::ir::{Directive, DirectiveKind, FunctionKind, Module};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports launch bounds that contradict each other, that no launch can satisfy, or that the assembler ignores: `.maxntid`,
    /// `.reqntid`, `.minnctapersm`, `.maxnreg`.
    ///
    /// ## Why is this bad
    /// A bound that is ignored has no effect: registers are allocated as if it were not there. A bound that no launch can satisfy
    /// makes every launch fail.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .maxntid 1024
    /// .minnctapersm 4
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .maxntid 256
    /// .minnctapersm 4
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// What the assembler rejects is an error, the rest a warning. Limits of multiprocessors are those of the module's
    /// `.target`.
    ///
    /// ## References
    /// PTX ISA 11.4 "Performance-Tuning Directives".
    pub static LAUNCH_BOUNDS = "launch-bounds" {
        group: Resource,
        level: Warning,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    if module.directives.is_empty() {
        return;
    }
    let multiprocessor = Multiprocessor::of(module);
    for kernel in module.function_ids() {
        if module[kernel].kind == FunctionKind::Entry && !module[kernel].directives.is_empty() {
            let bounds = KernelBounds { module, kernel, multiprocessor };
            bounds.findings().into_iter().for_each(|finding| cx.report(finding));
        }
    }
}

/// The bounds of one kernel.
struct KernelBounds<'a, 's> {
    module: &'a Module<'s>,
    kernel: FunctionId,
    multiprocessor: Option<Multiprocessor>,
}

const COUNTED: [DirectiveKind; 4] =
    [DirectiveKind::MaxNtid, DirectiveKind::ReqNtid, DirectiveKind::MinNctaPerSm, DirectiveKind::MaxNreg];

impl KernelBounds<'_, '_> {
    fn get(&self, kind: DirectiveKind) -> Option<(&Directive, Vec<u64>)> {
        directive(self.module, self.kernel, kind)
    }

    fn findings(&self) -> Vec<Finding> {
        let most = [self.repeated(), self.threads(), self.blocks(), self.registers()];
        most.into_iter().flatten().collect()
    }

    /// One directive with different numbers.
    fn repeated(&self) -> Option<Finding> {
        let directives = &self.module.directives[self.module[self.kernel].directives.indices()];
        COUNTED.iter().find_map(|&kind| {
            let mut all = directives.iter().filter(|directive| directive.kind == kind);
            let first = all.next()?;
            let second =
                all.find(|other| directive_numbers(self.module, other) != directive_numbers(self.module, first))?;
            let finding = Finding::new(second.span, "this launch bound is given twice, with different numbers");
            Some(finding.label(first.span, "the other number").help("keep one of them"))
        })
    }

    /// More threads than a block can have.
    fn threads(&self) -> Option<Finding> {
        for kind in [DirectiveKind::ReqNtid, DirectiveKind::MaxNtid] {
            let Some((directive, extents)) = self.get(kind) else { continue };
            let threads = extents.iter().fold(1, |product: u64, &extent| product.saturating_mul(extent));
            let deep = kind == DirectiveKind::ReqNtid && extents.get(2).is_some_and(|&z| z > 64);
            if threads > MAX_THREADS || deep {
                let what = if deep { "64 threads along z".to_string() } else { format!("{MAX_THREADS} threads") };
                let required = kind == DirectiveKind::ReqNtid;
                let outcome =
                    if required { "every launch of the kernel fails" } else { "the assembler ignores the bound" };
                let finding = Finding::new(directive.span, format!("a block cannot have more than {what}"));
                return Some(
                    finding.caption(format!("{threads} threads")).help(format!("{outcome}; give a smaller block")),
                );
            }
        }
        None
    }

    /// More blocks than a multiprocessor can hold, or blocks of unknown size.
    fn blocks(&self) -> Option<Finding> {
        let (directive, blocks) = self.get(DirectiveKind::MinNctaPerSm)?;
        let blocks = *blocks.first()?;
        let Some((size, extents)) = self.get(DirectiveKind::ReqNtid).or_else(|| self.get(DirectiveKind::MaxNtid))
        else {
            let finding = Finding::new(directive.span, "`.minnctapersm` is ignored without `.maxntid` or `.reqntid`");
            return Some(finding.help("also give the number of threads per block"));
        };
        let limits = self.multiprocessor?;
        let threads = extents.iter().fold(1, |product: u64, &extent| product.saturating_mul(extent));
        let message = if blocks.saturating_mul(threads) > u64::from(limits.threads()) && threads <= MAX_THREADS {
            format!(
                "{blocks} blocks of {threads} threads are more than a multiprocessor can hold: {} threads",
                limits.threads()
            )
        } else if blocks > u64::from(limits.blocks) {
            format!("{blocks} blocks are more than a multiprocessor can hold: {}", limits.blocks)
        } else {
            return None;
        };
        let finding = Finding::new(directive.span, message).label(size.span, "the size of a block");
        Some(finding.help("the assembler ignores `.minnctapersm` then; ask for fewer blocks, or for smaller ones"))
    }

    /// More registers than a thread can have, or fewer than the assembler goes down to.
    fn registers(&self) -> Option<Finding> {
        let (directive, registers) = self.get(DirectiveKind::MaxNreg)?;
        let registers = *registers.first()?;
        let message = match registers {
            0..24 => format!("{registers} registers are too few: the assembler takes 24 instead"),
            // Producers that mean "as many as there are" write 256.
            24..=256 => return None,
            _ => format!("a thread cannot have more than {MAX_REGISTERS} registers: the assembler ignores the bound"),
        };
        Some(Finding::new(directive.span, message).help("give a number from 24 to 255"))
    }
}
