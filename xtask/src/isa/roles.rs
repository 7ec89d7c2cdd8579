//! What operands are to their instructions, and how instructions order memory where they do not say so.

use super::model::{Access, Form, Operand, Order, Role, Shape, Table};
use super::vocabulary::{PROXIES, ROLES, SCOPES, SEMANTICS, unknown};

/// `role address reads async: [a] b: cp.async.bulk with bulk_group`
pub(super) fn role(table: &mut Table, line: &str) -> Result<(), String> {
    let (what, rest) = line.split_once(": ").ok_or("no `:` after the role")?;
    let (operands, instructions) = rest.split_once(": ").ok_or("no `:` after the operands")?;
    let (instructions, condition) = instructions.split_once(" with ").unwrap_or((instructions, ""));
    let role = parse_role(what)?;
    if !condition.is_empty() {
        super::parse::known_word(table, condition)?;
    }
    let names: Vec<&str> = operands.split_whitespace().collect();
    let indices = instructions_named(table, instructions)?;
    // What an operand or an instruction of the line has no part in would say nothing.
    let (mut idle_names, mut idle) = (names.clone(), indices.clone());
    let has_word = |form: &Form, word: &str| form.slots.iter().any(|slot| slot.values.iter().any(|v| v.word == word));
    for form in table.forms.iter_mut().filter(|form| indices.contains(&form.instruction)) {
        if !condition.is_empty() && !has_word(form, condition) {
            continue;
        }
        for operand in &mut form.operands {
            visit(operand, &mut |operand| {
                let Some(&name) = names.iter().find(|name| is_named(operand, name)) else { return };
                idle_names.retain(|other| *other != name);
                idle.retain(|&index| index != form.instruction);
                operand.role = Some(role.clone());
            });
        }
    }
    if let Some(name) = idle_names.first() {
        return Err(format!("none of these instructions has an operand `{name}`"));
    }
    match idle.first() {
        Some(&index) if !instructions.contains('*') => {
            Err(format!("`{}` has no operand `{operands}` in these forms", table.instructions[index].name))
        }
        _ => Ok(()),
    }
}

/// `order release cta: mbarrier.arrive`
pub(super) fn order(table: &mut Table, line: &str) -> Result<(), String> {
    let (what, instructions) = line.split_once(": ").ok_or("no `:` after the order")?;
    let (semantics, scope) = what.split_once(' ').map_or((what, None), |(semantics, scope)| (semantics, Some(scope)));
    if !SEMANTICS.contains(&semantics) {
        return Err(unknown("semantics", semantics, SEMANTICS));
    }
    if let Some(scope) = scope.filter(|scope| !SCOPES.contains(scope)) {
        return Err(unknown("scope", scope, SCOPES));
    }
    for index in instructions_named(table, instructions)? {
        let order = Order { semantics: semantics.to_string(), scope: scope.map(str::to_string) };
        if table.instructions[index].order.replace(order).is_some() {
            return Err(format!("`{}` has two orders", table.instructions[index].name));
        }
    }
    Ok(())
}

/// The first address that has no role, if any: its instruction and name.
pub(super) fn without_role(table: &Table) -> Option<(&str, &str)> {
    table.forms.iter().find_map(|form| {
        let is_open = |operand: &&Operand| matches!(operand.shape, Shape::Address(..)) && operand.role.is_none();
        let operand = form.operands.iter().find(is_open)?;
        Some((table.instructions[form.instruction].name.as_str(), operand.name.as_str()))
    })
}

fn parse_role(text: &str) -> Result<Role, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    if !ROLES.contains(&name) {
        return Err(unknown("role", name, ROLES));
    }
    let mut access = Access::default();
    for word in words {
        match word {
            "reads" => access.reads = true,
            "writes" => access.writes = true,
            "later" => access.later = true,
            proxy if PROXIES.contains(&proxy) => access.proxy = Some(proxy.to_string()),
            other => return Err(unknown("access", other, ["reads", "writes", "later"].into_iter().chain(PROXIES))),
        }
    }
    Ok(Role { name: name.to_string(), access })
}

/// Instructions by name; `*` is all of them, `cp.*` those whose names begin so.
fn instructions_named(table: &Table, names: &str) -> Result<Vec<usize>, String> {
    let mut all = Vec::new();
    for name in names.split_whitespace() {
        let found: Vec<usize> = match name.strip_suffix('*') {
            Some(start) => table.by_name.iter().filter(|(name, _)| name.starts_with(start)).map(|(_, &i)| i).collect(),
            None => table.by_name.get(name).copied().into_iter().collect(),
        };
        if found.is_empty() {
            return Err(unknown("instruction", name, table.by_name.keys().map(String::as_str)));
        }
        all.extend(found);
    }
    Ok(all)
}

fn visit(operand: &mut Operand, each: &mut impl FnMut(&mut Operand)) {
    each(operand);
    if let Shape::Address(_, parts) | Shape::Tuple(parts) = &mut operand.shape {
        parts.iter_mut().for_each(|part| visit(part, each));
    }
}

/// Whether an operand is the one that a line calls `[a]`, `{a}` or, if it stands in no brackets, `a`.
fn is_named(operand: &Operand, name: &str) -> bool {
    let is_address = matches!(operand.shape, Shape::Address(..));
    let is_vector = !is_address && !matches!(operand.shape, Shape::One);
    if let Some(name) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        is_address && operand.name == name
    } else if let Some(name) = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
        is_vector && operand.name == name
    } else {
        !is_address && operand.name == name
    }
}
