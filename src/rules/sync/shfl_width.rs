use crate::diagnostic::{Applicability, Finding};
use crate::facts::Facts;
use crate::ids::InstId;
use crate::ir::{Module, Opcode};
use crate::isa::{Word, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Decodes the constant operand `c` of `shfl` and `shfl.sync`, and reports values that describe no segment of the warp.
    ///
    /// ## Why is this bad
    /// `c` is not a width. Bits 4:0 are a clamp, the last lane of a segment that may be read (for `.up`: the first); bits 12:8
    /// are a mask that cuts the warp into segments. A segment of `w` lanes is `((32 - w) << 8) | 31`, and `(32 - w) << 8` for
    /// `.up`: 31 for the whole warp, 0 with `.up`. A plain 32 has the clamp 0. Then `.down` gives each lane its own value,
    /// and a reduction that is built on it is wrong without any sign of it.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.u32 %r1, %tid.x;
    ///     shfl.sync.down.b32 %r2, %r1, 16, 32, 0xffffffff;
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
    ///     mov.u32 %r1, %tid.x;
    ///     shfl.sync.down.b32 %r2, %r1, 16, 31, 0xffffffff;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Only constant operands are decoded, through moves and arithmetic too. A clamp within a segment, as in a reduction of
    /// fewer values than lanes, is reported only when it looks like a width: a power of two.
    ///
    /// ## References
    /// PTX ISA 9.7.9.6 `shfl.sync`; CUDA C++ Programming Guide, "Warp Shuffle Functions".
    pub static SHFL_WIDTH = "shfl-width" {
        group: Sync,
        level: Warning,
        fixable: true,
        hooks: [Hook::Instructions(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !module.opcodes.iter().any(|opcode| opcode.instruction == Some(op::SHFL)) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if module.opcode(inst).instruction == Some(op::SHFL)
            && let Some(finding) = judge(facts, inst)
        {
            cx.report(finding);
        }
    }
}

/// How a shuffle finds the lane whose value it takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

impl ShuffleMode {
    /// The one that an instruction names, if it is a shuffle.
    pub(super) fn of(module: &Module, opcode: &Opcode) -> Option<Self> {
        let modes = [Self::Up, Self::Down, Self::Butterfly, Self::Index];
        modes.into_iter().find(|mode| module.has_modifier(opcode, mode.word()))
    }

    fn word(self) -> Word {
        match self {
            ShuffleMode::Up => word::UP,
            ShuffleMode::Down => word::DOWN,
            ShuffleMode::Butterfly => word::BFLY,
            ShuffleMode::Index => word::IDX,
        }
    }

    /// The operand for segments of `width` lanes.
    fn operand(self, width: u32) -> u32 {
        (32 - width) << 8 | if self == ShuffleMode::Up { 0 } else { 31 }
    }
}

fn judge(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let mode = ShuffleMode::of(module, opcode)?;
    let operand = *module.operands(inst).get(3)?;
    let value = facts.constant(inst, operand)? as u32;
    let WidthVerdict { does, meant } = verdict(mode, value)?;
    let shown = if value < 64 { value.to_string() } else { format!("{value:#x}") };
    let finding =
        Finding::new(operand.span, format!("`c` = {shown} is not a valid segment for `shfl{}`: {does}", mode.word()))
            .caption(format!("clamp {}, segment mask {}", value & 31, value >> 8 & 31));
    let right = format!("{:#x}", mode.operand(meant));
    let text = if meant == 32 { "the whole warp".to_string() } else { format!("segments of {meant} lanes") };
    let finding = finding.help(format!("for {text} use {right}"));
    Some(match operand.constant() {
        Some(_) => finding.fix(Applicability::Unsafe, operand.span, right),
        None => finding.label(module[inst].span, "the register holds this constant here"),
    })
}

/// What an operand that makes no sense does, and the width that was probably meant.
struct WidthVerdict {
    does: String,
    meant: u32,
}

/// Judges a value of `c`; `None` when it makes sense.
fn verdict(mode: ShuffleMode, value: u32) -> Option<WidthVerdict> {
    let (clamp, mask) = (value & 31, value >> 8 & 31);
    let stray = value & !0x1f1f;
    // Within a segment only the clamp bits outside the mask count.
    let free = !mask & 31;
    let bound = clamp & free;
    let is_segment = (free + 1).is_power_of_two();
    if stray == 0 && is_segment && bound == if mode == ShuffleMode::Up { 0 } else { free } {
        return None;
    }
    let meant = if value.is_power_of_two() && value <= 32 { value } else { 32 };
    let does = match mode {
        ShuffleMode::Down if bound == 0 && stray != 0 => "it is not a lane count, and every lane gets its own value",
        ShuffleMode::Down if bound == 0 => "its clamp is lane 0, and every lane gets its own value",
        ShuffleMode::Butterfly if bound == 0 => "its clamp is lane 0, and all lanes but one get their own value",
        ShuffleMode::Index if bound == 0 => "its clamp is lane 0, and only reads from lane 0 succeed",
        ShuffleMode::Up if bound == free => "its clamp is the last lane, and every lane gets its own value",
        _ if stray != 0 => "bits outside 4:0 and 12:8 have no meaning",
        _ if !is_segment => "the mask does not divide the warp into equal power-of-two segments",
        // `c` = 5 may be the last of six lanes in use; 8 is a width that somebody wrote in the wrong form.
        _ if value.is_power_of_two() => {
            "a plain lane count is read as the clamp, and the lanes past it get their own value"
        }
        _ => return None,
    };
    Some(WidthVerdict { does: does.to_string(), meant })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the hardware does with each lane: the lane that it reads (PTX ISA 9.7.9.6, semantics).
    fn source_lane(mode: ShuffleMode, lane: u32, b: u32, c: u32) -> u32 {
        let (mask, clamp) = (c >> 8 & 31, c & 31);
        let bound = (lane & mask) | (clamp & !mask);
        let (source, valid) = match mode {
            ShuffleMode::Up => (lane.wrapping_sub(b), lane as i32 - b as i32 >= bound as i32),
            ShuffleMode::Down => (lane + b, lane + b <= bound),
            ShuffleMode::Butterfly => (lane ^ b, lane ^ b <= bound),
            ShuffleMode::Index => ((lane & mask) | (b & !mask), ((lane & mask) | (b & !mask)) <= bound),
        };
        if valid { source } else { lane }
    }

    #[test]
    fn widths_of_cuda_make_sense() {
        for mode in [ShuffleMode::Up, ShuffleMode::Down, ShuffleMode::Butterfly, ShuffleMode::Index] {
            for width in [1, 2, 4, 8, 16, 32] {
                assert!(verdict(mode, mode.operand(width)).is_none());
            }
        }
    }

    #[test]
    fn the_documents_reading_of_32_is_wrong() {
        for lane in 0..32 {
            assert_eq!(source_lane(ShuffleMode::Down, lane, 16, 32), lane, "c = 32 moves nothing");
            let expected = if lane < 16 { lane + 16 } else { lane };
            assert_eq!(source_lane(ShuffleMode::Down, lane, 16, 31), expected, "c = 31 is the whole warp");
        }
        assert!(verdict(ShuffleMode::Down, 32).is_some());
        assert!(verdict(ShuffleMode::Down, 31).is_none());
        assert!(verdict(ShuffleMode::Up, 31).is_some());
        assert!(verdict(ShuffleMode::Up, 0).is_none());
    }

    /// A verdict that says nothing moves is true for every distance.
    #[test]
    fn verdicts_agree_with_the_hardware() {
        for mode in [ShuffleMode::Up, ShuffleMode::Down] {
            for c in (0..32).chain((0..32).map(|m| m << 8)).chain((0..32).map(|m| m << 8 | 31)).chain([32, 64]) {
                let Some(verdict) = verdict(mode, c) else { continue };
                if verdict.does.contains("every lane gets its own value") {
                    for (lane, b) in (0..32).flat_map(|lane| (1..32).map(move |b| (lane, b))) {
                        assert_eq!(source_lane(mode, lane, b, c), lane, "{} c={c} b={b}", mode.word());
                    }
                }
            }
        }
    }

    #[test]
    fn partial_warps_are_left_alone() {
        assert!(verdict(ShuffleMode::Down, 5).is_none());
        assert!(verdict(ShuffleMode::Down, 8).is_some());
        assert_eq!(verdict(ShuffleMode::Butterfly, 16).map(|v| v.meant), Some(16));
        // Clamp bits inside the segment mask do not count: this is a segment of 16.
        assert!(verdict(ShuffleMode::Down, 0x100f).is_none());
    }
}
