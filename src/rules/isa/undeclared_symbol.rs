use crate::check::{DeclaredTarget, RegisterNeeds};
use crate::diagnostic::{Applicability, Edit, Finding};
use crate::ids::{FunctionId, InstId, NameId};
use crate::ir::{Module, NameError, NameErrorKind, RegDecl};
use crate::isa::Effects;
use crate::options::Options;
use crate::rules::insertion::gap;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util::Suggestions;
use std::collections::HashMap;

declare_rule! {
    /// ## What it does
    /// Reports registers, variables and functions that are used without a declaration before the use, and register numbers
    /// outside a declared range.
    ///
    /// ## Why is this bad
    /// The assembler rejects the instruction with a bare "Arguments mismatch". `%r<4>` declares `%r0` to `%r3`; it does not declare
    /// `%r4`. A declaration is visible from where it is made to the end of its braces.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<4>;
    ///     mov.b32 %r4, 1;
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
    ///     .reg .b32 %r<5>;
    ///     mov.b32 %r4, 1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Each undeclared name is reported once per function. A declaration is offered where the instructions that use a register tell its
    /// type. Symbols declared `.extern` are assumed to exist, and so are names that begin with `_optix_`: OptiX replaces calls of
    /// these functions when it loads a module, and compilers declare none of them.
    ///
    /// ## References
    /// PTX ISA 5.4 "Variables", 5.1.1 "Register State Space".
    pub static UNDECLARED_SYMBOL = "undeclared-symbol" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let mut reported = std::collections::HashSet::new();
    let mut suggestions = Suggestions::new();
    let mut declarations = None;
    for error in &cx.module.name_errors {
        let relevant = match error.kind {
            NameErrorKind::Undeclared => !is_branch_target(cx.module, error),
            NameErrorKind::UndeclaredFunction | NameErrorKind::OutsideRange(_) => true,
            _ => false,
        };
        if relevant && reported.insert((error.name, error.function)) {
            let finding = finding(cx.module, error, &mut suggestions);
            let declarations = declarations.get_or_insert_with(|| Declarations::new(cx.module, cx.options));
            let offer = declarations.of(error);
            cx.report(match offer {
                Some((text, edit)) if finding.help.is_none() => {
                    finding.help(format!("declare it: `{text}`")).fixes(Applicability::Unsafe, vec![edit])
                }
                Some((_, edit)) => finding.fixes(Applicability::Unsafe, vec![edit]),
                None => finding,
            });
        }
    }
}

/// Whether the name is the target of a branch, or stands in a list of branch targets.
pub(crate) fn is_branch_target(module: &Module<'_>, error: &NameError) -> bool {
    let after = module.insts.partition_point(|inst| inst.span.start <= error.span.start);
    if after < module.insts.len()
        && let Some(guard) = module.guard(InstId::new(after))
        && guard.span.end >= error.span.end
        && guard.span.start <= error.span.start
    {
        return false;
    }
    match module.insts[..after].last() {
        Some(inst) if inst.span.end >= error.span.end => {
            // A computed branch has an index before its table.
            let last = module.operands(InstId::new(after - 1)).last();
            module[inst.opcode].effects.intersects(Effects::BRANCH) && last.is_some_and(|o| o.span == error.span)
        }
        // Outside instructions only `.branchtargets` and `.calltargets` wait for names.
        _ => true,
    }
}

fn finding(module: &Module<'_>, error: &NameError, suggestions: &mut Suggestions) -> Finding {
    let name = module.name(error.name);
    match error.kind {
        NameErrorKind::OutsideRange(decl) => {
            let decl = &module[decl];
            let (prefix, count) = (module.name(decl.name), decl.count.unwrap_or(0));
            let declared = match count {
                0 => "no register".to_string(),
                1 => format!("`{prefix}0` only"),
                _ => format!("`{prefix}0` to `{prefix}{}`", count - 1),
            };
            let finding = Finding::new(error.span, format!("`{name}` is outside the declared range"))
                .caption("not declared")
                .label(decl.span, format!("this declares {declared}"));
            match wider_range(module, decl, name) {
                Some((count, edit)) => finding
                    .help(format!("declare `{prefix}<{count}>`, unless another register is meant"))
                    .fixes(Applicability::Unsafe, vec![edit]),
                None => finding,
            }
        }
        NameErrorKind::UndeclaredFunction => {
            Finding::new(error.span, format!("the function `{name}` is not declared")).caption("not declared")
        }
        _ => {
            let finding = Finding::new(error.span, format!("`{name}` is not declared before this use"));
            match suggestion(module, error, suggestions) {
                Some(other) => finding.caption("not declared").help(format!("did you mean `{other}`?")).fix(
                    Applicability::Unsafe,
                    error.span,
                    other,
                ),
                None => finding.caption("not declared"),
            }
        }
    }
}

/// Uses of a register that are asked for its type.
const MOST_USES: usize = 16;

/// Registers of a module for which a declaration is looked for: where there are more, something else is wrong.
const MOST_OFFERS: usize = 256;

/// Declarations of registers that have none.
struct Declarations<'a, 's> {
    module: &'a Module<'s>,
    needs: RegisterNeeds<'a, 's>,
    /// The first places where names are used.
    uses: HashMap<(NameId, Option<FunctionId>), Vec<Span>>,
    left: usize,
}

impl<'a, 's> Declarations<'a, 's> {
    fn new(module: &'a Module<'s>, options: &Options) -> Self {
        let mut uses: HashMap<_, Vec<Span>> = HashMap::new();
        for error in module.name_errors.iter().filter(|error| matches!(error.kind, NameErrorKind::Undeclared)) {
            let places = uses.entry((error.name, error.function)).or_default();
            if places.len() < MOST_USES {
                places.push(error.span);
            }
        }
        let needs = RegisterNeeds::new(module, DeclaredTarget::new(module, options));
        Self { module, needs, uses, left: MOST_OFFERS }
    }

    /// The declaration that a name lacks, and the edit that puts it where the function begins. Nothing where the name is declared
    /// somewhere else in the function, or its uses do not tell the type.
    fn of(&mut self, error: &NameError) -> Option<(String, Edit)> {
        let module = self.module;
        let name = module.name(error.name);
        let (function, uses) = (error.function?, self.uses.get(&(error.name, error.function))?);
        if !name.starts_with('%') || !matches!(error.kind, NameErrorKind::Undeclared) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let is_its = |decl: &RegDecl| {
            let rest = name.strip_prefix(module.name(decl.name));
            rest.is_some_and(|rest| rest.is_empty() || decl.count.is_some() && rest.parse::<u64>().is_ok())
        };
        if module.reg_decls[module[function].reg_decls.indices()].iter().any(is_its) {
            return None;
        }
        let text = format!(".reg {} {name};", self.needs.type_for(uses)?);
        let body = module[function].body?;
        let gap = match module.source.slice(body).get(1..)?.trim_ascii_start() {
            [] => " ".to_string(),
            first => gap(module, body.range().end - first.len()),
        };
        Some((text.clone(), Edit { span: Span::at(body.start + 1), text: format!("{gap}{text}") }))
    }
}

/// The most registers that a range is widened to: a number beyond is a slip rather than a register.
const MOST_REGISTERS: u64 = 100_000;

/// The size that a range needs to have a register of this name, and the edit that gives it that.
fn wider_range(module: &Module<'_>, decl: &RegDecl, name: &str) -> Option<(u64, Edit)> {
    let number = name.strip_prefix(module.name(decl.name))?;
    let count = number.parse::<u64>().ok()?.checked_add(1).filter(|&count| count <= MOST_REGISTERS)?;
    // The registers of a range have no leading zeros.
    let is_its_own = (count - 1).to_string() == number;
    let text = module.source.slice(decl.span);
    let open = text.iter().position(|&byte| byte == b'<')?;
    let digits = text[open + 1..].iter().position(|&byte| byte == b'>')?;
    let start = decl.span.start + open as u32 + 1;
    let span = Span::new(start, start + digits as u32);
    (is_its_own && digits > 0).then(|| (count, Edit { span, text: count.to_string() }))
}

/// A name that is most like the missing one, of those that are declared before it.
fn suggestion<'s>(module: &Module<'s>, error: &NameError, suggestions: &mut Suggestions) -> Option<&'s str> {
    let name = module.name(error.name);
    let is_before = |span: Span| span.start < error.span.start;
    let registers = error.function.map(|function| module[function].reg_decls.indices()).unwrap_or_default();
    let visible = |function: Option<_>| function.is_none() || function == error.function;
    // With each name where it is declared, if that is in a block that may have ended.
    let declared = || {
        let registers = module.reg_decls[registers.clone()].iter();
        let registers = registers.filter(|decl| decl.count.is_none() && is_before(decl.span));
        let variables = module.variables.iter().filter(|it| visible(it.function) && is_before(it.name_span));
        let functions = module.functions.iter().filter(|function| is_before(function.name_span));
        registers
            .map(|decl| (decl.name, decl.nested.then_some(decl.span)))
            .chain(variables.filter_map(|it| Some((it.name?, it.function.map(|_| it.name_span)))))
            .chain(functions.filter_map(|function| Some((function.name?, None))))
    };
    let found = suggestions.closest(name, declared().map(|(id, _)| module.name(id)))?;
    let is_open = |span: Option<Span>| span.is_none_or(|span| !is_closed_before(module, span, error.span));
    declared().any(|(id, span)| module.name(id) == found && is_open(span)).then_some(found)
}

/// Bytes between a declaration and a place that are looked through for the end of its block.
const MOST_BYTES: usize = 16 << 10;

/// Whether the block in which something is declared ends before a place that follows.
fn is_closed_before(module: &Module<'_>, declared: Span, place: Span) -> bool {
    let between = module.source.slice(Span::new(declared.end, place.start));
    let mut depth = 0_i32;
    between.iter().take(MOST_BYTES).any(|byte| {
        depth += i32::from(*byte == b'{') - i32::from(*byte == b'}');
        depth < 0
    })
}
