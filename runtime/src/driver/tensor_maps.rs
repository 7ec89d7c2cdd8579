//! Tensor maps.

use crate::api::driver_api;
use crate::error::{Answer, Code};
use ptxlint::device::{PixelBox, TENSOR_MAP_BYTES, TensorElement, TensorMap, TensorSwizzle};
use std::slice;

/// What the driver numbers so.
const ELEMENTS: [TensorElement; 13] = [
    TensorElement::U8,
    TensorElement::U16,
    TensorElement::U32,
    TensorElement::S32,
    TensorElement::U64,
    TensorElement::S64,
    TensorElement::F16,
    TensorElement::F32,
    TensorElement::F64,
    TensorElement::Bf16,
    TensorElement::F32Ftz,
    TensorElement::Tf32,
    TensorElement::Tf32Ftz,
];

/// `CUtensorMap`
#[repr(C, align(64))]
pub struct OpaqueTensorMap([u8; TENSOR_MAP_BYTES]);

fn known<T: Copy>(values: &[T], number: u32) -> Answer<T> {
    values.get(number as usize).copied().ok_or(Code::NOT_SUPPORTED)
}

unsafe fn numbers<T: Copy>(from: *const T, count: u32) -> Answer<Vec<T>> {
    if from.is_null() && count > 0 {
        return Err(Code::INVALID_VALUE);
    }
    Ok(if count == 0 { Vec::new() } else { slice::from_raw_parts(from, count as usize).to_vec() })
}

fn write(to: *mut OpaqueTensorMap, map: &TensorMap) -> Answer {
    let bytes = map.encode().map_err(|_| Code::INVALID_VALUE)?;
    // SAFETY: the caller has made sure that there is a map.
    unsafe { (*to).0 = bytes };
    Ok(())
}

/// What maps of both forms are asked first: whether there is a place for one of so many dimensions, and how it lies and what fills it.
fn check_form(has_place: bool, interleave: u32, fill: u32) -> Answer {
    if !has_place || fill > 1 {
        return Err(Code::INVALID_VALUE);
    }
    if interleave != 0 {
        return Err(Code::NOT_SUPPORTED);
    }
    Ok(())
}

driver_api! {
    cuTensorMapEncodeTiled: (
        to: *mut OpaqueTensorMap, element: u32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        box_shape: *const u32, element_strides: *const u32, interleave: u32, swizzle: u32, _promotion: u32, fill: u32,
    ) {
        check_form(!to.is_null() && (1..=5).contains(&rank), interleave, fill)?;
        let map = TensorMap {
            address,
            element: known(&ELEMENTS, element)?,
            shape: numbers(shape, rank)?,
            strides: numbers(strides, rank - 1)?,
            box_shape: numbers(box_shape, rank)?,
            element_strides: numbers(element_strides, rank)?,
            swizzle: known(&TensorSwizzle::ALL, swizzle)?,
            fills_with_nan: fill == 1,
            pixels: None,
        };
        write(to, &map)
    }

    cuTensorMapEncodeIm2col: (
        to: *mut OpaqueTensorMap, element: u32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        lower: *const i32, upper: *const i32, channels: u32, pixels: u32, element_strides: *const u32, interleave: u32,
        swizzle: u32, _promotion: u32, fill: u32,
    ) {
        check_form(!to.is_null() && (3..=5).contains(&rank), interleave, fill)?;
        let map = TensorMap {
            address,
            element: known(&ELEMENTS, element)?,
            shape: numbers(shape, rank)?,
            strides: numbers(strides, rank - 1)?,
            box_shape: vec![channels, pixels],
            element_strides: numbers(element_strides, rank)?,
            swizzle: known(&TensorSwizzle::ALL, swizzle)?,
            fills_with_nan: fill == 1,
            pixels: Some(PixelBox { lower: numbers(lower, rank - 2)?, upper: numbers(upper, rank - 2)? }),
        };
        write(to, &map)
    }

    cuTensorMapReplaceAddress: (to: *mut OpaqueTensorMap, address: u64) {
        if to.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        let map = TensorMap::decode(&(*to).0).map_err(|_| Code::INVALID_VALUE)?;
        write(to, &TensorMap { address, ..map })
    }
}
