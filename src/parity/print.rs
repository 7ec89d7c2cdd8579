//! Expressions as text.

use super::table::{Id, Node, Operation, Table};
use crate::ir::Component;

/// Deepest nesting that is printed.
const MAX_DEPTH: u32 = 7;
/// Longest text of an expression, roughly.
const MAX_LENGTH: usize = 160;

/// Prints expressions with the names of a kernel.
pub(super) struct Printer<'t> {
    pub table: &'t Table,
    /// Names of the reference's parameters.
    pub parameters: Vec<String>,
    /// Name of the number of vectors.
    pub count: String,
    /// The register that selects the vector.
    pub batch: &'static str,
}

impl Printer<'_> {
    pub fn expression(&self, id: Id) -> String {
        let mut text = String::new();
        self.write(&mut text, id, 0);
        text
    }

    fn write(&self, out: &mut String, id: Id, depth: u32) {
        if depth > MAX_DEPTH || out.len() > MAX_LENGTH {
            out.push('…');
            return;
        }
        match self.table.node(id) {
            Node::Param(number, offset) => {
                out.push_str(self.parameters.get(*number as usize).map_or("?", String::as_str));
                if *offset != 0 {
                    out.push_str(&format!("[{offset}]"));
                }
            }
            Node::Extra(number) => out.push_str(&format!("parameter {number}")),
            Node::Batch => out.push_str(self.batch),
            Node::Count => out.push_str(&self.count),
            Node::Special(register, component) => {
                out.push_str(register.kind.name().trim_start_matches('%'));
                out.push_str(match component {
                    Component::X => ".x",
                    Component::Y => ".y",
                    Component::Z => ".z",
                    _ => "",
                });
            }
            Node::Variable(number) => out.push_str(&format!("shared{number}")),
            Node::Iteration(class) => out.push_str(&format!("i{class}")),
            Node::Carried(class) => out.push_str(&format!("sum{class}")),
            &Node::After(inner, _) => self.call(out, "last", &[inner], depth),
            &Node::Float(bits, 32) => out.push_str(&format!("{:?}", f32::from_bits(bits as u32))),
            &Node::Float(bits, _) => out.push_str(&format!("{:?}", f64::from_bits(bits))),
            Node::Sum(terms, constant) => self.sum(out, terms, *constant, depth),
            Node::Product(factors) => self.list(out, factors, " * ", depth),
            &Node::Field(word, position, length) => {
                self.atom(out, word, depth + 1);
                if position > 0 {
                    out.push_str(&format!(" >> {position}"));
                }
                out.push_str(&format!(" & {:#x}", (1u128 << length) - 1));
            }
            &Node::Load(space, ty, address, _) => {
                out.push_str(&format!("{}.{}[", space.name(), ty.name()));
                self.write(out, address, depth + 1);
                out.push(']');
            }
            Node::Operation(operation, arguments) => self.call(out, &name(operation), arguments, depth),
            Node::Exists => out.push_str("the vector exists"),
            &Node::Negative(sum) => {
                self.write(out, sum, depth + 1);
                out.push_str(" < 0");
            }
            &Node::Zero(sum) => {
                self.write(out, sum, depth + 1);
                out.push_str(" == 0");
            }
            &Node::Not(inner) => self.call(out, "!", &[inner], depth),
            &Node::Opposite(inner) => {
                out.push('-');
                self.atom(out, inner, depth + 1);
            }
            Node::All(list) => self.list(out, list, " and ", depth),
            &Node::Select(truth, yes, no) => {
                self.write(out, truth, depth + 1);
                out.push_str(" ? ");
                self.atom(out, yes, depth + 1);
                out.push_str(" : ");
                self.atom(out, no, depth + 1);
            }
            Node::Undefined => out.push_str("undefined"),
            Node::Unknown(_) => out.push('?'),
        }
    }

    fn sum(&self, out: &mut String, terms: &[(Id, i64)], constant: i64, depth: u32) {
        for (index, &(term, factor)) in terms.iter().enumerate() {
            match (index, factor < 0) {
                (0, true) => out.push('-'),
                (0, false) => {}
                (_, true) => out.push_str(" - "),
                (_, false) => out.push_str(" + "),
            }
            if factor.unsigned_abs() != 1 {
                out.push_str(&format!("{} * ", factor.unsigned_abs()));
            }
            self.atom(out, term, depth + 1);
        }
        match constant {
            _ if terms.is_empty() => out.push_str(&constant.to_string()),
            0 => {}
            1.. => out.push_str(&format!(" + {constant}")),
            _ => out.push_str(&format!(" - {}", constant.unsigned_abs())),
        }
    }

    /// An expression, in parentheses if it is made of several.
    fn atom(&self, out: &mut String, id: Id, depth: u32) {
        let is_compound = matches!(
            self.table.node(id),
            Node::Field(..) | Node::Negative(_) | Node::Zero(_) | Node::All(_) | Node::Select(..)
        ) || matches!(self.table.node(id), Node::Sum(terms, _) if !terms.is_empty());
        if is_compound {
            out.push('(');
        }
        self.write(out, id, depth);
        if is_compound {
            out.push(')');
        }
    }

    fn list(&self, out: &mut String, list: &[Id], between: &str, depth: u32) {
        for (index, &id) in list.iter().enumerate() {
            if index > 0 {
                out.push_str(between);
            }
            self.atom(out, id, depth + 1);
        }
    }

    fn call(&self, out: &mut String, name: &str, arguments: &[Id], depth: u32) {
        out.push_str(name);
        out.push('(');
        for (index, &id) in arguments.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write(out, id, depth + 1);
        }
        out.push(')');
    }
}

/// An operation as it is written, without what it does not need.
fn name(operation: &Operation) -> String {
    let Some(instruction) = operation.instruction else { return "one of".to_string() };
    operation.words.iter().fold(instruction.name().to_string(), |name, word| name + "." + word.name())
}
