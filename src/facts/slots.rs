//! Stack slots that behave like registers.
//!
//! Compilers without optimisation keep every variable in local memory. A slot is a place of a `.local` variable at a
//! constant offset that is only loaded and stored as a whole; its values then flow as those of a register do (mem2reg). The
//! address is followed through moves, `cvta` and constant additions, for registers that are written once, and through slots that
//! hold nothing but this address: references to what is on the stack are variables, too.

use crate::ids::{FunctionId, InstId, RegId, VarId};
use crate::ir::{Access, Module, Operand, OperandKind};
use crate::isa::{Effects, StateSpace, op};
use crate::util::FastMap;

/// A place in a local variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct StackPlace {
    var: VarId,
    offset: i64,
}

/// Index of a slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotId(pub u32);

/// The slots of a function, and the instructions that load and store them.
#[derive(Debug, Default)]
pub struct Slots {
    accesses: FastMap<InstId, (SlotId, Access)>,
    count: u32,
}

/// Most times that slots are looked for: references to references need one more each.
const MOST_ROUNDS: usize = 4;

/// The size of a generic address.
const ADDRESS_BYTES: u32 = 8;

/// The slots that hold an address on the stack, and which.
type References = FastMap<StackPlace, StackPlace>;

/// What is known of a register before values are.
#[derive(Clone, Copy)]
enum RegisterUse {
    Unwritten,
    /// Written once, by this instruction.
    Once(InstId),
    Often,
}

impl Slots {
    /// Finds the slots of a function.
    pub fn new(module: &Module<'_>, function: FunctionId) -> Self {
        let variables = &module.variables[module[function].variables.indices()];
        if !variables.iter().any(|variable| variable.space == StateSpace::Local) {
            return Self::default();
        }
        let (mut slots, mut references) = (Self::default(), References::default());
        for _ in 0..MOST_ROUNDS {
            let (found, confirmed) = Finder::new(module, function, &references).find();
            // What is done by way of a reference must not change it.
            if !references.iter().all(|(place, to)| confirmed.get(place) == Some(to)) {
                break;
            }
            slots = found;
            if confirmed.len() == references.len() {
                break;
            }
            references = confirmed;
        }
        slots
    }

    /// Number of slots.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no slot.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The slot that an instruction loads (`Read`) or stores (`Write`), if it does.
    pub fn access(&self, inst: InstId) -> Option<(SlotId, Access)> {
        if self.count == 0 { None } else { self.accesses.get(&inst).copied() }
    }
}

struct Finder<'a, 's> {
    module: &'a Module<'s>,
    /// What is known so far.
    references: &'a References,
    function: FunctionId,
    first_reg: usize,
    known: Vec<RegisterUse>,
    places: FastMap<RegId, Option<StackPlace>>,
    /// Lowest offset of each variable whose address is used for anything but a whole access.
    escaped: FastMap<VarId, i64>,
    /// Loads and stores of known places, with their size in bytes.
    accesses: Vec<(InstId, StackPlace, u32, Access)>,
    /// The address on the stack that each place is given, if it is the same one each time.
    given: FastMap<StackPlace, Option<StackPlace>>,
}

impl<'a, 's> Finder<'a, 's> {
    fn new(module: &'a Module<'s>, function: FunctionId, references: &'a References) -> Self {
        let registers = module[function].registers;
        let first_reg = registers.start as usize;
        let mut known = vec![RegisterUse::Unwritten; registers.len()];
        for inst in module.insts_of(function) {
            module.for_each_written(inst, |reg| {
                let slot = &mut known[reg.index() - first_reg];
                *slot = match slot {
                    RegisterUse::Unwritten if module.guard(inst).is_none() => RegisterUse::Once(inst),
                    _ => RegisterUse::Often,
                };
            });
        }
        Self {
            module,
            references,
            function,
            first_reg,
            known,
            places: FastMap::default(),
            escaped: FastMap::default(),
            accesses: Vec::new(),
            given: FastMap::default(),
        }
    }

    fn find(mut self) -> (Slots, References) {
        for inst in self.module.insts_of(self.function) {
            self.visit(inst);
        }
        let mut slots = Slots::default();
        let mut extents: FastMap<VarId, Vec<(i64, i64)>> = FastMap::default();
        for &(_, place, size, _) in &self.accesses {
            extents.entry(place.var).or_default().push((place.offset, place.offset.saturating_add(i64::from(size))));
        }
        for list in extents.values_mut() {
            list.sort_unstable();
            list.dedup();
        }
        let mut numbers: FastMap<StackPlace, SlotId> = FastMap::default();
        let mut references = References::default();
        for &(inst, place, size, access) in &self.accesses {
            let extent = (place.offset, place.offset.saturating_add(i64::from(size)));
            let escaped = self.escaped.get(&place.var).is_some_and(|&from| extent.1 > from);
            if escaped || overlaps_another(&extents[&place.var], extent) {
                continue;
            }
            let slot = *numbers.entry(place).or_insert_with(|| {
                slots.count += 1;
                SlotId(slots.count - 1)
            });
            slots.accesses.insert(inst, (slot, access));
            if let Some(&Some(to)) = self.given.get(&place)
                && size == ADDRESS_BYTES
            {
                references.insert(place, to);
            }
        }
        (slots, references)
    }

    /// The place that a register points to, if it is one of a local variable.
    fn place_of(&mut self, reg: RegId, depth: u32) -> Option<StackPlace> {
        if let Some(&place) = self.places.get(&reg) {
            return place;
        }
        let place = match self.known.get(reg.index().wrapping_sub(self.first_reg)) {
            Some(&RegisterUse::Once(inst)) if depth < 32 => self.place_written(inst, depth),
            _ => None,
        };
        self.places.insert(reg, place);
        place
    }

    fn place_written(&mut self, inst: InstId, depth: u32) -> Option<StackPlace> {
        let module = self.module;
        let operands = module.operands(inst);
        let instruction = module.opcode(inst).instruction?;
        match (instruction, operands) {
            (op::MOV | op::CVTA | op::CVTA_TO, [_, from]) => self.place_of_operand(*from, depth),
            (op::ADD, [_, from, by]) => {
                let place = self.place_of_operand(*from, depth)?;
                let by = module[by.constant()?].integer()?;
                Some(StackPlace { offset: place.offset.checked_add(by)?, ..place })
            }
            (op::LD, [_, from]) if !self.references.is_empty() => {
                let place = self.place_of_operand(*from, depth)?;
                self.references.get(&place).copied()
            }
            _ => None,
        }
    }

    fn place_of_operand(&mut self, operand: Operand, depth: u32) -> Option<StackPlace> {
        match operand.kind {
            OperandKind::Reg { .. } => self.place_of(operand.register()?, depth + 1),
            OperandKind::Var(var) if self.module[var].space == StateSpace::Local => Some(StackPlace { var, offset: 0 }),
            OperandKind::Offset(id) | OperandKind::Address(id) => {
                let address = self.module[id];
                let base = *self.module.list(address.parts).first()?;
                let place = self.place_of_operand(base, depth + 1)?;
                Some(StackPlace { offset: place.offset.checked_add(address.offset)?, ..place })
            }
            _ => None,
        }
    }

    fn visit(&mut self, inst: InstId) {
        let module = self.module;
        let opcode = module.opcode(inst);
        let operands = module.operands(inst);
        let local = matches!(module.space(opcode), None | Some(StateSpace::Local));
        let (address, value, access) = match (opcode.instruction, operands) {
            (Some(op::LD), [value, address, ..]) => (*address, *value, Access::Read),
            (Some(op::ST), [address, value, ..]) => (*address, *value, Access::Write),
            // What yields another address of the variable is followed from there.
            (Some(op::MOV | op::CVTA | op::CVTA_TO), [to, _]) if self.is_followed(*to, inst) => return,
            (Some(op::ADD), [to, _, by]) if by.constant().is_some() && self.is_followed(*to, inst) => return,
            // A pointer that moves along, in a register that is written more than once.
            (Some(op::MOV | op::CVTA | op::CVTA_TO | op::ADD), [_, from, ..]) => {
                if let Some(place) = self.place_of_operand(*from, 0) {
                    self.escape_from(StackPlace { offset: i64::MIN, ..place });
                }
                return;
            }
            // What is compared is not kept.
            (Some(op::SETP | op::ISSPACEP), _) => return,
            _ => {
                operands.iter().for_each(|&operand| self.escape(operand));
                return;
            }
        };
        let place = self.place_of_operand(address, 0);
        self.transfer(inst, place, value, access);
        let Some(place) = place else {
            // The address may be computed from one of a local variable.
            self.escape_address_parts(address);
            return;
        };
        let ty = module.types(opcode).next();
        let stored = value.register().is_some() || (access == Access::Write && value.constant().is_some());
        let whole = local && module.vector_length(opcode) == 1 && stored;
        match ty {
            Some(ty) if whole && !opcode.effects.intersects(Effects::ATOMIC) => {
                self.accesses.push((inst, place, ty.bytes(), access));
            }
            _ => self.escape_from(place),
        }
    }

    /// Notes which address on the stack a load gets from a place, or a store leaves there.
    fn transfer(&mut self, inst: InstId, place: Option<StackPlace>, value: Operand, access: Access) {
        let known = place.and_then(|place| self.references.get(&place).copied());
        if access != Access::Write {
            match known {
                Some(_) if self.is_followed(value, inst) => {}
                Some(to) => self.escape_from(StackPlace { offset: i64::MIN, ..to }),
                None => self.escape(value),
            }
            return;
        }
        let stored = self.place_of_operand(value, 0);
        if let Some(place) = place {
            let given = self.given.entry(place).or_insert(stored);
            if *given != stored {
                *given = None;
            }
        }
        if stored.is_none() || stored != known {
            self.escape(value);
        }
    }

    /// Whether an instruction is the only one that writes an operand: addresses in it are known.
    fn is_followed(&self, to: Operand, inst: InstId) -> bool {
        let known = to.register().and_then(|reg| self.known.get(reg.index().wrapping_sub(self.first_reg)));
        matches!(known, Some(&RegisterUse::Once(only)) if only == inst)
    }

    /// Notes that the address that an operand holds may be used anywhere.
    fn escape(&mut self, operand: Operand) {
        match operand.kind {
            OperandKind::Vector(list) | OperandKind::Args(list) | OperandKind::Pair(list) => {
                self.module.list(list).to_vec().into_iter().for_each(|element| self.escape(element));
            }
            OperandKind::Address(_) => {
                self.escape_address_parts(operand);
                if let Some(place) = self.place_of_operand(operand, 0) {
                    self.escape_from(place);
                }
            }
            _ => {
                if let Some(place) = self.place_of_operand(operand, 0) {
                    self.escape_from(place);
                }
            }
        }
    }

    fn escape_address_parts(&mut self, address: Operand) {
        if let OperandKind::Address(id) = address.kind {
            let parts = self.module.list(self.module[id].parts).to_vec();
            parts.into_iter().skip(1).for_each(|part| self.escape(part));
        }
    }

    /// An object at an escaped address may reach up from there, not down.
    fn escape_from(&mut self, place: StackPlace) {
        let lowest = self.escaped.entry(place.var).or_insert(place.offset);
        *lowest = (*lowest).min(place.offset);
    }
}

/// Whether another extent of the sorted list shares bytes with this one.
fn overlaps_another(extents: &[(i64, i64)], extent: (i64, i64)) -> bool {
    let at = extents.partition_point(|&other| other < extent);
    let after = extents.get(at + 1).is_some_and(|other| other.0 < extent.1);
    let before = extents[..at].iter().rev().take(16).any(|other| other.1 > extent.0);
    after || before
}
