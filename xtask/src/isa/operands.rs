//! The operand part of a form's line.

use super::model::{AddressBase, Class, Count, Operand, Place, Shape, Slot, Table};
use super::vocabulary::{ATOMS, SELECTORS, unknown};

/// What stands before the name of an operand that may be negated.
const MAY_NEGATE: &str = "{-}";

/// The operands of a form, and how many of them must be there.
pub(super) fn operands(table: &Table, slots: &[Slot], text: &str) -> Result<(Vec<Operand>, usize), String> {
    let countable = |operand: &&Operand| !matches!(operand.shape, Shape::Rest) && operand.when.is_none();
    let mut all = Vec::new();
    let mut required = None;
    for part in split(text) {
        let optional = part.starts_with('{') && !part.starts_with(MAY_NEGATE);
        if optional && required.is_none() {
            required = Some(all.iter().filter(countable).count());
        }
        let part = part.trim_matches([',', ' ']);
        let part = if part.starts_with(MAY_NEGATE) { part } else { part.trim_start_matches(['{', ',', ' ']) };
        let part = part.trim_end_matches(['}', ' ']);
        if !part.is_empty() {
            all.push(operand(table, slots, part)?);
        }
    }
    let required = required.unwrap_or_else(|| all.iter().filter(countable).count());
    Ok((all, required))
}

/// Splits at commas outside parentheses, brackets and angle brackets; an optional group starts at its brace.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                let last = parts.last_mut().map(|part| part.trim_end().to_string()).unwrap_or_default();
                let opens = last.ends_with('{');
                if let (true, Some(part)) = (opens, parts.last_mut()) {
                    *part = last[..last.len() - 1].to_string();
                }
                parts.push(if opens { "{".to_string() } else { String::new() });
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

/// What stands in brackets: the name of the address, with its mark, and its parts.
fn address(table: &Table, slots: &[Slot], inner: &str) -> Result<(String, Shape), String> {
    let mut parts = split(inner);
    let base = if parts.is_empty() { String::new() } else { parts.remove(0) };
    let (name, spec) = base.split_once(':').unwrap_or((&base, ""));
    let parts = parts.iter().map(|part| self::part(table, slots, part)).collect::<Result<_, _>>()?;
    let set = spec.strip_prefix('<').and_then(|spec| spec.strip_suffix('>'));
    let base = match (set, table.sets.get(spec)) {
        (Some(kinds), _) => AddressBase::Set(expand(table, kinds)?),
        (None, Some(members)) => AddressBase::Set(members.clone()),
        (None, None) if spec.is_empty() => AddressBase::Named,
        (None, None) if table.words.get(spec) == Some(&Class::Space) => AddressBase::Space(spec.to_string()),
        (None, None) => {
            let spaces = table.words.iter().filter(|(_, class)| **class == Class::Space).map(|(word, _)| word);
            let known = spaces.chain(table.sets.keys()).map(String::as_str);
            return Err(unknown("space or set", spec, known));
        }
    };
    Ok((name.to_string(), Shape::Address(base, parts)))
}

fn operand(table: &Table, slots: &[Slot], text: &str) -> Result<Operand, String> {
    let mut operand = Operand {
        name: String::new(),
        written: false,
        shape: Shape::Rest,
        place: Place::Set(Vec::new()),
        flags: Vec::new(),
        ranges: Vec::new(),
        when: None,
        selectors: None,
        role: None,
    };
    if text == "..." {
        return Ok(operand);
    }
    let (text, when) = text
        .rsplit_once(" if ")
        .filter(|(_, word)| !word.ends_with(']'))
        .map_or((text, None), |(text, word)| (text, Some(word.trim())));
    let possible = || slots.iter().flat_map(|slot| &slot.values).map(|value| value.word.as_str());
    if let Some(word) = when.filter(|word| !possible().any(|possible| possible == *word)) {
        return Err(unknown("word of this form", word, possible()));
    }
    operand.when = when.map(str::to_string);
    let (text, unified) = text.strip_suffix(".unified?").map_or((text, false), |text| (text, true));
    operand.flags.extend(unified.then_some('u'));
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (name, shape) = address(table, slots, inner)?;
        operand.name = name.trim_end_matches('~').to_string();
        operand.flags.extend(name.ends_with('~').then_some('~'));
        operand.shape = shape;
        return Ok(operand);
    }
    let (name, mut spec) = text.split_once(':').ok_or(format!("no type: `{text}`"))?;
    let negations = [(MAY_NEGATE, 'n'), ("-", '-')];
    let negation = negations.into_iter().find_map(|(mark, flag)| Some((name.strip_prefix(mark)?, flag)));
    operand.flags.extend(negation.map(|(_, flag)| flag));
    let name = negation.map_or(name, |(name, _)| name);
    let (name, selectors) = name.split_once('.').map_or((name, None), |(name, set)| (name, Some(set)));
    if let Some(set) = selectors.filter(|set| !SELECTORS.contains(set)) {
        return Err(unknown("set of selectors", set, SELECTORS));
    }
    operand.selectors = selectors.map(str::to_string);
    let (name, whole) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
    operand.flags.extend(whole.then_some('W'));
    let (name, pair) = name.split_at(name.find(['^', '|']).unwrap_or(name.len()));
    operand.name = name.to_string();
    operand.written = name.starts_with('d') || matches!(name, "p" | "q");
    operand.flags.extend(pair.chars().next());
    while let Some(flag) = spec.chars().last().filter(|c| "!~?%&$+=".contains(*c)) {
        operand.flags.push(flag);
        spec = &spec[..spec.len() - 1];
    }
    if let Some(elements) = spec.strip_prefix("tuple(").and_then(|spec| spec.strip_suffix(')')) {
        let elements = split(elements);
        let elements = elements.iter().map(|element| self::operand(table, slots, element)).collect::<Result<_, _>>()?;
        operand.shape = Shape::Tuple(elements);
        return Ok(operand);
    }
    let is_set = |text: &str| text.contains("..") || text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    if let Some((bare, set)) = spec.strip_suffix(')').and_then(|s| s.rsplit_once('(')).filter(|(_, set)| is_set(set)) {
        let ranges = set.strip_suffix(" as u32").unwrap_or(set);
        operand.flags.extend((ranges != set).then_some('w'));
        operand.ranges = ranges.split('|').map(parse_range).collect::<Result<_, _>>()?;
        spec = bare;
    }
    (operand.shape, spec) = match spec.split_once('*') {
        Some(("vec", rest)) => (Shape::PerVector, rest),
        Some(("any", rest)) => (Shape::AnyVector, rest),
        Some((measure @ ("texture" | "surface" | "offset" | "gradient"), rest)) => {
            (Shape::PerGeometry(measure.to_string()), rest)
        }
        Some((length, rest)) => (vector(slots, length)?, rest),
        None if spec == "..." => (Shape::Any, spec),
        None => (Shape::One, spec),
    };
    operand.place = place(table, slots, spec)?;
    Ok(operand)
}

/// A vector's length: `4`, or a number in the opcode, as in `num`, `4num`, `num/32`, `shape.n/2` or `shape.mk/32`.
fn vector(slots: &[Slot], text: &str) -> Result<Shape, String> {
    if let Ok(length) = text.parse() {
        return Ok(Shape::Vector(length));
    }
    let wrong = || format!("no length: `{text}`");
    let (rest, over) = text.split_once('/').unwrap_or((text, "1"));
    let (times, name) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?);
    let (name, letters) = name.split_once('.').unwrap_or((name, ""));
    let known = || slots.iter().map(|slot| slot.name.as_str());
    let slot = slots.iter().position(|slot| slot.name == name).ok_or_else(|| unknown("slot", name, known()))?;
    let has_numbers = |word: &str| match letters {
        "" => word.ends_with(|c: char| c.is_ascii_digit()),
        letters => letters.chars().all(|letter| {
            word.split_once(letter).is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
        }),
    };
    if let Some(value) = slots[slot].values.iter().find(|value| !has_numbers(&value.word)) {
        return Err(format!("`{text}`: the word `{}` lacks a number", value.word));
    }
    Ok(Shape::Counted(Count {
        slot,
        letters: letters.to_string(),
        times: if times.is_empty() { 1 } else { times.parse().map_err(|_| wrong())? },
        over: over.parse().map_err(|_| wrong())?,
    }))
}

/// What follows a comma of an address: `c:s32`, or `{b:samplers}`, which may be left out in unified texture mode.
fn part(table: &Table, slots: &[Slot], text: &str) -> Result<Operand, String> {
    let mut operand = operand(table, slots, text.trim_matches(['{', '}', ' ']))?;
    operand.flags.extend(text.starts_with('{').then_some('{'));
    Ok(operand)
}

/// `0..15`, `1..`, `16`, `24..256/8`
pub(super) fn parse_range(text: &str) -> Result<(i64, i64, i64), String> {
    let (range, step) = text.split_once('/').unwrap_or((text, "1"));
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let number = |number: &str, default| match number {
        "" => Ok(default),
        number => number.parse().map_err(|_| format!("no range: `{text}`")),
    };
    Ok((number(low, i64::MIN)?, number(high, i64::MAX)?, number(step, 1)?))
}

/// Kinds with the named sets among them replaced by their members.
pub(super) fn expand(table: &Table, kinds: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for kind in kinds.split_whitespace() {
        match table.sets.get(kind) {
            Some(members) => all.extend(members.iter().cloned()),
            None if ATOMS.iter().any(|(atom, _)| *atom == kind) => all.push(kind.to_string()),
            None => {
                let known = table.sets.keys().map(String::as_str).chain(ATOMS.iter().map(|(atom, _)| *atom));
                return Err(unknown("kind of operand", kind, known));
            }
        }
    }
    Ok(all)
}

fn place(table: &Table, slots: &[Slot], text: &str) -> Result<Place, String> {
    let type_slots = || slots.iter().filter(|slot| slot.class == Class::Type);
    let slot_index = |name: &str| type_slots().position(|slot| slot.name == name);
    if text == "..." {
        return Ok(Place::Set(Vec::new()));
    }
    if let Some(kinds) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
        return Ok(Place::Set(expand(table, kinds)?));
    }
    if let Some(name) = text.strip_prefix("wide(").and_then(|text| text.strip_suffix(')')) {
        return slot_index(name).map(Place::Wide).ok_or(format!("no type slot `{name}`"));
    }
    if let Some(members) = table.sets.get(text) {
        return Ok(Place::Set(members.clone()));
    }
    let variable = |index: usize| {
        type_slots().nth(index).is_some_and(|slot| slot.values.len() > 1 || slot.values[0].word != slot.name)
    };
    match slot_index(text) {
        Some(index) if variable(index) => Ok(Place::Slot(index)),
        _ if table.words.get(text) == Some(&Class::Type) => Ok(Place::Fixed(text.to_string())),
        _ => {
            let types = table.words.iter().filter(|(_, class)| **class == Class::Type).map(|(word, _)| word.as_str());
            let slots = type_slots().map(|slot| slot.name.as_str());
            Err(unknown(
                "type, type slot or set",
                text,
                types.chain(slots).chain(table.sets.keys().map(String::as_str)),
            ))
        }
    }
}
