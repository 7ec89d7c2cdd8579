//! What the instruction table says of an instruction's operands.

use super::{Module, Opcode, Operand, OperandKind};
use crate::ids::InstId;
use crate::isa::{Form, Instruction, OperandSpec, Shape, Word};

impl Module<'_> {
    /// The form of the table that an instruction has, by its words and by number and shape of its operands; `None` where none has
    /// them. Types and values of operands are the checker's business.
    pub fn form(&self, inst: InstId) -> Option<&'static Form> {
        let opcode = &self[self[inst].opcode];
        let instruction = opcode.instruction?;
        let operands = self.operands(inst);
        instruction.forms().iter().find(|form| {
            self.has_words(opcode, instruction, form)
                && form.required_operands() <= operands.len()
                && fits(self.specs(opcode, form), operands)
        })
    }

    /// The operands of an instruction, each with what the table says of it: its role, and what is read or written there.
    pub fn operand_specs(&self, inst: InstId) -> impl Iterator<Item = (Operand, &'static OperandSpec)> {
        let opcode = &self[self[inst].opcode];
        let specs = self.form(inst).into_iter().flat_map(|form| self.specs(opcode, form));
        self.operands(inst).iter().copied().zip(specs)
    }

    /// The operands of a form, but for those that are there with a word only that the opcode lacks.
    fn specs<'m>(&'m self, opcode: &'m Opcode, form: &'static Form) -> impl Iterator<Item = &'static OperandSpec> + 'm {
        form.operands().iter().filter(|spec| spec.when().is_none_or(|word| self.has_modifier(opcode, word)))
    }

    /// Whether each word of the opcode has a slot in the form, and each slot that must be filled a word.
    fn has_words(&self, opcode: &Opcode, instruction: Instruction, form: &Form) -> bool {
        let words = || self.modifiers(opcode).iter().map(|modifier| modifier.word);
        let is_taken = |word: Word| {
            form.slots().iter().any(|slot| slot.value(word).is_some()) || word.is_movable() || instruction.ignores(word)
        };
        words().all(|word| form.is_open() || word.is_some_and(is_taken))
            && form
                .slots()
                .iter()
                .all(|slot| !slot.is_required() || words().flatten().any(|word| slot.value(word).is_some()))
    }
}

/// Whether there is a place for each operand, in brackets for those in brackets.
fn fits(mut specs: impl Iterator<Item = &'static OperandSpec>, operands: &[Operand]) -> bool {
    operands.iter().all(|operand| match specs.next().map(OperandSpec::shape) {
        None => false,
        Some(Shape::Any | Shape::Rest) => true,
        Some(Shape::Address { .. }) => matches!(operand.kind, OperandKind::Address(_) | OperandKind::Offset(_)),
        Some(_) => !matches!(operand.kind, OperandKind::Address(_)),
    })
}

#[cfg(test)]
mod tests {
    use crate::isa::Role;
    use crate::parser::parse;
    use crate::source::Source;

    /// Roles of the operands of the first instruction of that kind.
    fn roles(body: &str) -> Vec<Role> {
        let text = format!(
            ".version 8.6\n.target sm_90a\n.address_size 64\n.entry k() {{ .reg .pred %p<3>; .reg .b32 %r<9>; .reg .f32 %f<9>; \
             .reg .b64 %rd<9>; {body} }}"
        );
        let module = parse(Source::new(text.as_bytes()).expect("a small text"));
        let inst = crate::ids::InstId::new(0);
        assert_eq!(module.operands(inst).len(), module.operand_specs(inst).count(), "{body}");
        module.operand_specs(inst).map(|(_, spec)| spec.role()).collect()
    }

    #[test]
    fn operands_have_the_roles_of_their_form() {
        use Role::{Address, Barrier, BlockMask, Policy, Result, Size, Source, TensorMap, Texture};
        let copy = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes";
        assert_eq!(roles(&format!("{copy} [%rd1], [%rd2], %r1, [%rd3];")), [Address, Address, Size, Barrier]);
        assert_eq!(
            roles(&format!("{copy}.multicast::cluster.L2::cache_hint [%rd1], [%rd2], %r1, [%rd3], 3, %rd4;")),
            [Address, Address, Size, Barrier, BlockMask, Policy]
        );
        let tensor = "cp.async.bulk.tensor.1d";
        assert_eq!(
            roles(&format!(
                "{tensor}.shared::cluster.global.mbarrier::complete_tx::bytes [%rd1], [%rd2, {{%r1}}], [%rd3];"
            )),
            [Address, TensorMap, Barrier]
        );
        assert_eq!(
            roles(&format!("{tensor}.global.shared::cta.bulk_group [%rd2, {{%r1}}], [%rd1];")),
            [TensorMap, Address]
        );
        assert_eq!(roles("tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];"), [Result, Texture]);
        assert_eq!(roles("ld.global.u32 %r1, [%rd1];"), [Result, Address]);
        assert_eq!(roles("add.u32 %r1, %r2, 1;"), [Result, Source, Source]);
    }
}
