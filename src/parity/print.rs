//! Expressions as text.

use super::table::{Id, OperationName, ParityNode, ParityTable};
use crate::ir::Component;

/// Longest text of an expression, roughly; what is nested too deeply for it is left out.
const MAX_LENGTH: usize = 200;

/// Prints expressions with the names of a kernel.
pub(super) struct ExprPrinter<'t> {
    pub table: &'t ParityTable,
    /// Names of the reference's parameters.
    pub parameters: Vec<String>,
    /// Names of the batched kernel's parameters.
    pub extras: Vec<String>,
    /// Name of the number of vectors.
    pub count: String,
    /// The register that selects the vector.
    pub batch: &'static str,
}

impl ExprPrinter<'_> {
    pub fn expression(&self, id: Id) -> String {
        self.text(id, MAX_LENGTH)
    }

    /// The text of an expression for which there is room for `limit` characters.
    fn text(&self, id: Id, limit: usize) -> String {
        let short = self.leaf(id);
        if let Some(text) = short {
            return text;
        }
        if limit < 8 {
            return "…".to_string();
        }
        let limit = limit - 2;
        match self.table.node(id) {
            ParityNode::After(inner, _) => format!("last({})", self.text(inner, limit)),
            ParityNode::Sum(terms, constant) => self.sum(self.table.terms(terms), constant, limit),
            ParityNode::Product(factors) => self.list(self.table.list(factors), " * ", limit),
            ParityNode::Field(word, position, length) => {
                let shift = if position > 0 { format!(" >> {position}") } else { String::new() };
                format!("{}{shift} & {:#x}", self.atom(word, limit), (1u128 << length) - 1)
            }
            ParityNode::Load(space, bytes, address, _) => {
                let ty =
                    self.table.type_of(id).map_or(format!("u{}", 8 * u32::from(bytes)), |ty| ty.name().to_string());
                format!("{}.{ty}[{}]", space.name(), self.text(address, limit))
            }
            ParityNode::Signed(inner, bits) => format!("s{bits}({})", self.text(inner, limit)),
            ParityNode::Operation(operation, inputs) => {
                let inputs = self.table.list(inputs);
                let share = limit / inputs.len().max(1);
                let inputs: Vec<String> = inputs.iter().map(|&input| self.text(input, share)).collect();
                format!("{}({})", self.name(operation), inputs.join(", "))
            }
            ParityNode::Negative(sum) => format!("{} < 0", self.text(sum, limit)),
            ParityNode::Zero(sum) => format!("{} == 0", self.text(sum, limit)),
            ParityNode::Not(inner) => format!("!({})", self.text(inner, limit)),
            ParityNode::Opposite(inner) => format!("-{}", self.atom(inner, limit)),
            ParityNode::All(list) => self.list(self.table.list(list), " and ", limit),
            ParityNode::Select(truth, yes, no) => {
                let [truth, yes, no] = [truth, yes, no].map(|part| self.atom(part, limit / 3));
                format!("{truth} ? {yes} : {no}")
            }
            _ => "?".to_string(),
        }
    }

    /// The text of what has no parts.
    fn leaf(&self, id: Id) -> Option<String> {
        Some(match self.table.node(id) {
            ParityNode::Param(number, offset) => {
                let name = self.parameters.get(number as usize).map_or("?", String::as_str);
                if offset == 0 { name.to_string() } else { format!("{name}[{offset}]") }
            }
            ParityNode::Extra(number) => self.extras.get(number as usize).map_or("?", String::as_str).to_string(),
            ParityNode::Batch => self.batch.to_string(),
            ParityNode::Count => self.count.clone(),
            ParityNode::Special(register, component) => {
                let axis = match component {
                    Component::X => ".x",
                    Component::Y => ".y",
                    Component::Z => ".z",
                    _ => "",
                };
                register.kind.name().trim_start_matches('%').to_string() + axis
            }
            ParityNode::Shared(number) => format!("shared{number}"),
            ParityNode::Variable(number) => self.table.name_of(number).to_string(),
            ParityNode::Iteration(class) => format!("i{class}"),
            ParityNode::Carried(class) => format!("sum{class}"),
            ParityNode::Float(bits, 32) => format!("{:?}", f32::from_bits(bits as u32)),
            ParityNode::Float(bits, _) => format!("{:?}", f64::from_bits(bits)),
            ParityNode::Sum(terms, constant) if self.table.terms(terms).is_empty() => constant.to_string(),
            ParityNode::Exists => "the vector exists".to_string(),
            ParityNode::Undefined => "undefined".to_string(),
            ParityNode::Unknown(_) => "?".to_string(),
            _ => return None,
        })
    }

    fn sum(&self, terms: &[(Id, i64)], constant: i64, limit: usize) -> String {
        let mut out = String::new();
        for (index, &(term, factor)) in terms.iter().enumerate() {
            out.push_str(match (index, factor < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            if factor.unsigned_abs() != 1 {
                out.push_str(&format!("{} * ", factor.unsigned_abs()));
            }
            out.push_str(&self.atom(term, limit / terms.len()));
        }
        match constant {
            0 => {}
            1.. => out.push_str(&format!(" + {constant}")),
            _ => out.push_str(&format!(" - {}", constant.unsigned_abs())),
        }
        out
    }

    /// An expression, in parentheses if it is made of several.
    fn atom(&self, id: Id, limit: usize) -> String {
        let text = self.text(id, limit);
        let is_compound = match self.table.node(id) {
            ParityNode::Field(..)
            | ParityNode::Negative(_)
            | ParityNode::Zero(_)
            | ParityNode::All(_)
            | ParityNode::Select(..) => true,
            ParityNode::Sum(terms, _) => !self.table.terms(terms).is_empty(),
            _ => false,
        };
        if is_compound && text != "…" { format!("({text})") } else { text }
    }

    fn list(&self, list: &[Id], between: &str, limit: usize) -> String {
        let share = limit / list.len().max(1);
        list.iter().map(|&id| self.atom(id, share)).collect::<Vec<_>>().join(between)
    }

    /// An operation as it is written, without what it does not need.
    fn name(&self, operation: OperationName) -> String {
        let Some(instruction) = operation.instruction else { return "one of".to_string() };
        let words = self.table.words(operation.words).iter();
        words.fold(instruction.name().to_string(), |name, word| name + "." + word.name())
    }
}
