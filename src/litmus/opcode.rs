//! Opcodes of litmus tests: an operation, its semantics, scope and proxy.

use super::test::{Binary, Comparison, LitmusOrder, LitmusProxy};
use crate::isa::Scope;

/// What an opcode says, before its operands are known.
#[derive(Clone, Copy, Debug)]
pub(super) enum LitmusOpcode {
    /// A load, or, as some tests have it, a move of a constant: `ld r0, 1`.
    Load(AccessSemantics),
    Store(AccessSemantics),
    Atomic {
        semantics: AccessSemantics,
        update: UpdateName,
        returns: bool,
    },
    Fence {
        order: LitmusOrder,
        scope: Scope,
    },
    ProxyFence(LitmusProxy),
    AliasFence,
    /// `bar.cta.sync INSTANCE, RESOURCE, COUNT`, as tests for Dartagnan have it.
    InstanceBarrier {
        waits: bool,
    },
    /// `bar.sync RESOURCE, COUNT`, as PTX has it.
    Barrier {
        waits: bool,
    },
    Move,
    Compute(Binary),
    Compare(Comparison),
    BranchIf(Comparison),
    Branch,
}

/// The semantics of an access to memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccessSemantics {
    pub order: LitmusOrder,
    pub scope: Scope,
    pub proxy: LitmusProxy,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum UpdateName {
    Binary(Binary),
    Exchange,
    CompareAndSwap,
}

/// What an opcode with its modifiers means.
///
/// # Errors
/// What is wrong with it.
pub(super) fn opcode(text: &str) -> Result<LitmusOpcode, String> {
    let mut parts = text.split('.');
    let name = parts.next().unwrap_or_default();
    let modifiers: Vec<&str> = parts.filter(|part| !is_irrelevant(part)).collect();
    let access = |proxy, kind| semantics(text, &modifiers, proxy, kind).map(|(semantics, _)| semantics);
    match name {
        "ld" => Ok(LitmusOpcode::Load(access(LitmusProxy::Generic, Kind::Load)?)),
        "tld" => Ok(LitmusOpcode::Load(access(LitmusProxy::Texture, Kind::Load)?)),
        "suld" => Ok(LitmusOpcode::Load(access(LitmusProxy::Surface, Kind::Load)?)),
        "cold" => Ok(LitmusOpcode::Load(access(LitmusProxy::Constant, Kind::Load)?)),
        "st" => Ok(LitmusOpcode::Store(access(LitmusProxy::Generic, Kind::Store)?)),
        "sust" => Ok(LitmusOpcode::Store(access(LitmusProxy::Surface, Kind::Store)?)),
        "atom" => atomic(text, &modifiers, LitmusProxy::Generic, true),
        "suatom" => atomic(text, &modifiers, LitmusProxy::Surface, true),
        "red" => atomic(text, &modifiers, LitmusProxy::Generic, false),
        "sured" => atomic(text, &modifiers, LitmusProxy::Surface, false),
        "fence" => fence(text, &modifiers),
        "membar" => match modifiers.as_slice() {
            [level] => scope(if *level == "gl" { "gpu" } else { level })
                .map(|scope| LitmusOpcode::Fence { order: LitmusOrder::SC, scope })
                .ok_or_else(|| format!("`{text}` is not a fence: `membar` takes `.cta`, `.gl` or `.sys`")),
            _ => Err(format!("`{text}` is not a fence: `membar` takes `.cta`, `.gl` or `.sys`")),
        },
        "bar" | "barrier" => barrier(text, &modifiers),
        "mov" => Ok(LitmusOpcode::Move),
        "setp" => match modifiers.first().and_then(|name| comparison(name)) {
            Some(comparison) => Ok(LitmusOpcode::Compare(comparison)),
            None => Err(format!("`{text}` names no comparison: `eq`, `ne`, `lt`, `le`, `gt` or `ge`")),
        },
        "goto" | "bra" => Ok(LitmusOpcode::Branch),
        _ => match (binary(name), name.strip_prefix('b').and_then(comparison)) {
            (Some(binary), _) => Ok(LitmusOpcode::Compute(binary)),
            (_, Some(comparison)) => Ok(LitmusOpcode::BranchIf(comparison)),
            _ => Err(format!("`{text}` is not an instruction that the explorer knows")),
        },
    }
}

/// Modifiers that are without a meaning here: types, state spaces, what merely hints.
fn is_irrelevant(part: &str) -> bool {
    let is_type = matches!(part.as_bytes(), [b'b' | b'u' | b's' | b'f', digits @ ..]
        if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit));
    is_type || ["global", "shared", "ca", "cg", "lo", "uni", "aligned"].contains(&part)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    Atomic,
}

/// The semantics of an access, and the modifiers that are not about it.
fn semantics<'m>(
    text: &str,
    modifiers: &[&'m str],
    proxy: LitmusProxy,
    kind: Kind,
) -> Result<(AccessSemantics, Vec<&'m str>), String> {
    let mut order = None;
    let mut given_scope = None;
    let mut others = Vec::new();
    let mut is_mmio = false;
    for modifier in modifiers {
        match (*modifier, scope(modifier)) {
            (_, Some(_)) if given_scope.is_some() => return Err(format!("`{text}` has two scopes")),
            (_, Some(scope)) => given_scope = Some(scope),
            ("weak" | "relaxed" | "acquire" | "release" | "acq_rel" | "volatile", _) if order.is_some() => {
                return Err(format!("`{text}` has two semantics"));
            }
            ("weak" | "relaxed" | "acquire" | "release" | "acq_rel" | "volatile", _) => order = Some(*modifier),
            ("mmio", _) => is_mmio = true,
            _ => others.push(*modifier),
        }
    }
    if kind != Kind::Atomic && !others.is_empty() {
        return Err(format!("`.{}` of `{text}` has no meaning here", others[0]));
    }
    let default = if kind == Kind::Atomic { "relaxed" } else { "weak" };
    let name = order.unwrap_or(default);
    let order = match (name, kind) {
        ("weak", Kind::Load | Kind::Store) => LitmusOrder::WEAK,
        ("relaxed", _) => LitmusOrder::RELAXED,
        // A volatile access is a relaxed one at the scope of the system.
        ("volatile", Kind::Load | Kind::Store) => LitmusOrder::RELAXED,
        ("acquire", Kind::Load | Kind::Atomic) => LitmusOrder::ACQUIRE,
        ("release", Kind::Store | Kind::Atomic) => LitmusOrder::RELEASE,
        ("acq_rel", Kind::Atomic) => LitmusOrder::ACQUIRE_RELEASE,
        _ => return Err(format!("`{text}` cannot be `.{name}`")),
    };
    let scope = match (name, given_scope, kind) {
        ("weak" | "volatile", Some(_), _) => return Err(format!("`{text}` cannot have a scope, being `.{name}`")),
        ("weak" | "volatile", None, _) => Scope::Sys,
        (_, Some(scope), _) => scope,
        (_, None, Kind::Atomic) => Scope::Gpu,
        (_, None, _) => return Err(format!("`{text}` needs a scope: `.cta`, `.cluster`, `.gpu` or `.sys`")),
    };
    if is_mmio && (name != "relaxed" || scope != Scope::Sys) {
        return Err(format!("`{text}`: `.mmio` goes with `.relaxed.sys` only"));
    }
    Ok((AccessSemantics { order, scope, proxy }, others))
}

fn atomic(text: &str, modifiers: &[&str], proxy: LitmusProxy, returns: bool) -> Result<LitmusOpcode, String> {
    let (semantics, others) = semantics(text, modifiers, proxy, Kind::Atomic)?;
    let [name] = others[..] else {
        return Err(format!("`{text}` names no operation, or several"));
    };
    let update = match (name, binary(name)) {
        ("exch", _) if returns => UpdateName::Exchange,
        ("cas", _) if returns => UpdateName::CompareAndSwap,
        (_, Some(binary)) => UpdateName::Binary(binary),
        _ => return Err(format!("`{text}`: the explorer knows no operation `.{name}`")),
    };
    Ok(LitmusOpcode::Atomic { semantics, update, returns })
}

fn fence(text: &str, modifiers: &[&str]) -> Result<LitmusOpcode, String> {
    if let ["proxy", proxy] = modifiers {
        return match *proxy {
            "alias" => Ok(LitmusOpcode::AliasFence),
            _ => proxy_named(proxy)
                .map(LitmusOpcode::ProxyFence)
                .ok_or_else(|| format!("`{text}`: the explorer knows no proxy `{proxy}`")),
        };
    }
    let (order, rest) = match modifiers {
        ["sc", rest @ ..] => (LitmusOrder::SC, rest),
        ["acq_rel", rest @ ..] => (LitmusOrder::ACQUIRE_RELEASE, rest),
        ["acquire", rest @ ..] => (LitmusOrder::ACQUIRE, rest),
        ["release", rest @ ..] => (LitmusOrder::RELEASE, rest),
        rest => (LitmusOrder::ACQUIRE_RELEASE, rest),
    };
    match rest {
        [name] => match scope(name) {
            Some(scope) => Ok(LitmusOpcode::Fence { order, scope }),
            None => Err(format!("`{text}` is not a fence that the explorer knows")),
        },
        _ => Err(format!("`{text}` needs a scope: `.cta`, `.cluster`, `.gpu` or `.sys`")),
    }
}

fn barrier(text: &str, modifiers: &[&str]) -> Result<LitmusOpcode, String> {
    let (is_instance, rest) = match modifiers {
        ["cta", rest @ ..] => (text.starts_with("bar."), rest),
        rest => (false, rest),
    };
    let waits = match rest {
        ["sync"] => true,
        ["arrive"] => false,
        _ => return Err(format!("`{text}` is not a barrier that the explorer knows: `sync` or `arrive`")),
    };
    Ok(if is_instance { LitmusOpcode::InstanceBarrier { waits } } else { LitmusOpcode::Barrier { waits } })
}

/// The proxy of a name in `fence.proxy` and in declarations of aliases.
pub(super) fn proxy_named(name: &str) -> Option<LitmusProxy> {
    match name {
        "generic" => Some(LitmusProxy::Generic),
        "texture" => Some(LitmusProxy::Texture),
        "surface" => Some(LitmusProxy::Surface),
        "constant" => Some(LitmusProxy::Constant),
        _ => None,
    }
}

fn scope(name: &str) -> Option<Scope> {
    match name {
        "cta" => Some(Scope::Cta),
        "cluster" => Some(Scope::Cluster),
        "gpu" => Some(Scope::Gpu),
        "sys" => Some(Scope::Sys),
        _ => None,
    }
}

fn binary(name: &str) -> Option<Binary> {
    match name {
        "add" => Some(Binary::Add),
        "sub" => Some(Binary::Sub),
        "mul" => Some(Binary::Mul),
        "div" => Some(Binary::Div),
        "and" => Some(Binary::And),
        "or" => Some(Binary::Or),
        "xor" => Some(Binary::Xor),
        "min" => Some(Binary::Min),
        "max" => Some(Binary::Max),
        _ => None,
    }
}

fn comparison(name: &str) -> Option<Comparison> {
    match name {
        "eq" => Some(Comparison::Equal),
        "ne" => Some(Comparison::NotEqual),
        "lt" => Some(Comparison::Less),
        "le" => Some(Comparison::LessOrEqual),
        "gt" => Some(Comparison::Greater),
        "ge" => Some(Comparison::GreaterOrEqual),
        _ => None,
    }
}
