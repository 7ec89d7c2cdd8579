//! Textures and surfaces, by handles in registers.

use super::super::program::{Constant, Op, RegisterSlot};
use super::super::texture::{BeyondSurface, FetchType, SurfaceAccess, TextureFetch};
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::{Operand, OperandKind};
use crate::isa::{ScalarType, Word, op, word};

/// Forms of images: how many coordinates they have, and whether a layer comes before these.
const GEOMETRIES: [(Word, usize, bool); 7] = [
    (word::_1D, 1, false),
    (word::_2D, 2, false),
    (word::_3D, 3, false),
    (word::A1D, 1, true),
    (word::A2D, 2, true),
    (word::CUBE, 3, false),
    (word::ACUBE, 3, true),
];

/// The handle, the coordinates, and the layer.
type ImagePlace = (RegisterSlot, Vec<RegisterSlot>, Option<RegisterSlot>);

impl Decoder<'_, '_> {
    /// The parts of `[image, {layer, coordinates}]`.
    fn image_place(&mut self, words: &Words<'_>, index: usize, ty: ScalarType) -> Result<ImagePlace> {
        let geometry = GEOMETRIES.into_iter().find(|&(word, ..)| words.has(word));
        let (_, count, is_layered) = geometry.ok_or_else(|| self.refuse_form())?;
        let module = self.module;
        let operand = self.operand(index)?;
        let OperandKind::Address(id) = operand.kind else { return Err(self.refuse_form()) };
        let [image, place] = module.list(module[id].parts) else {
            return Err(self.refuse_at("separate samplers", operand.span));
        };
        let (image, place) = (*image, *place);
        if matches!(image.kind, OperandKind::Var(_)) {
            return Err(self.refuse_at("textures and surfaces that are variables of the module", image.span));
        }
        let handle = self.source_of(image, ScalarType::U64)?;
        let mut parts = self.parts(place).into_iter();
        let layer = if is_layered { parts.next() } else { None };
        let layer = layer.map(|part| self.source_of(part, ScalarType::U32)).transpose()?;
        // There may be more, which nobody reads.
        let coordinates = parts.take(count).map(|part| self.source_of(part, ty)).collect::<Result<Vec<_>>>()?;
        if coordinates.len() != count || is_layered != layer.is_some() {
            return Err(self.refuse_form());
        }
        Ok((handle, coordinates, layer))
    }

    fn image_results(&mut self, operand: Operand) -> Result<Vec<Option<RegisterSlot>>> {
        let result = |part: Operand| match part.kind {
            OperandKind::Sink => Ok(None),
            _ => self.register(part).map(Some),
        };
        self.parts(operand).into_iter().map(result).collect()
    }

    /// `tex`, `tex.base`, `tex.level`, `tex.grad`, `tld4`
    pub(super) fn texture(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::V4, word::UNI]);
        let channels = [word::R, word::G, word::B, word::A];
        let gathers = match words.op {
            op::TLD4 => channels.into_iter().position(|channel| words.has(channel)),
            _ => None,
        };
        let types = words.types();
        let (&result, &coordinate) = types.first().zip(types.last()).ok_or_else(|| self.refuse_form())?;
        let ty = match result {
            ScalarType::U32 | ScalarType::S32 => FetchType::Integer,
            ScalarType::F32 => FetchType::Single,
            ScalarType::F16 => FetchType::Half,
            _ => return Err(self.refuse_form()),
        };
        // A level of detail, or what it follows from, comes behind: images have one level here.
        let behind = match words.op {
            op::TEX_LEVEL => 1,
            op::TEX_GRAD => 2,
            _ => 0,
        };
        if self.operand_count() != 2 + behind {
            return Err(self.refuse("offsets and comparisons of textures"));
        }
        let is_cube = words.one_of(&[word::CUBE, word::ACUBE]).is_some();
        let (handle, coordinates, layer) = self.image_place(words, 1, coordinate)?;
        let is_integer = coordinate == ScalarType::S32;
        let to = self.operand(0)?;
        let (to, is_resident) = match to.kind {
            OperandKind::Pair(list) => match *self.module.list(list) {
                [to, is_resident] => (to, Some(is_resident)),
                _ => return Err(self.refuse_form()),
            },
            _ => (to, None),
        };
        let results = self.image_results(to)?;
        if results.len() != 4 {
            return Err(self.refuse_form());
        }
        let fetch = TextureFetch { handle, coordinates, is_integer, is_cube, layer, results, ty, gathers };
        self.emit(Op::Texture(Box::new(fetch)));
        // All images are in memory.
        if let Some(is_resident) = is_resident {
            let (to, yes) = (self.result_of(is_resident)?, self.constant(Constant::Bits(1)));
            self.emit_copy(to, yes);
        }
        Ok(())
    }

    /// `suld.b`, `sust.b`
    pub(super) fn surface(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore_like(word::CA);
        words.ignore(&[word::V2, word::V4, word::WB, word::WT]);
        let stores = words.op == op::SUST_B;
        let beyond = match words.one_of(&[word::TRAP, word::CLAMP, word::ZERO]) {
            Some(word::CLAMP) => BeyondSurface::Clamps,
            Some(word::ZERO) => BeyondSurface::Vanishes,
            _ => BeyondSurface::Traps,
        };
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let (handle, coordinates, layer) = self.image_place(words, usize::from(!stores), ScalarType::S32)?;
        let operand = self.operand(usize::from(stores))?;
        let elements = match stores {
            true => self.vector_sources(operand, ty)?.into_iter().map(Some).collect(),
            false => self.image_results(operand)?,
        };
        let access = SurfaceAccess { handle, coordinates, layer, elements, size: ty.bytes(), beyond, stores };
        self.emit(Op::Surface(Box::new(access)));
        Ok(())
    }
}
