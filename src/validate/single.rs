//! A batched kernel's inputs, vector by vector, for the kernel that it repeats.

use crate::kernels::Value;

/// The inputs of a kernel for one vector, of the form of `single`: those of the batched kernel's vector `index`. What both kernels
/// have in the same size is shared by all vectors.
pub(super) fn inputs(batched: &[Value], single: &[Value], index: usize) -> Vec<Value> {
    batched.iter().zip(single).map(|(batched, single)| input(batched, single, index)).collect()
}

fn input(batched: &Value, single: &Value, index: usize) -> Value {
    match (batched, single) {
        (Value::Bytes(all), Value::Bytes(one)) => Value::Bytes(part(all, one.len(), index)),
        (Value::Halves(all), Value::Halves(one)) => Value::Halves(part(all, one.len(), index)),
        (Value::Words(all), Value::Words(one)) => Value::Words(part(all, one.len(), index)),
        (Value::Floats(all), Value::Floats(one)) => Value::Floats(part(all, one.len(), index)),
        (Value::Words(all), Value::U32(_)) => Value::U32(all[index]),
        (shared, _) => shared.clone(),
    }
}

/// The vector of this number; all of it where there is only one.
fn part<T: Copy>(all: &[T], length: usize, index: usize) -> Vec<T> {
    if all.len() == length { all.to_vec() } else { all[index * length..][..length].to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_cut_out() {
        let batched = [Value::Floats(vec![1.0, 2.0, 3.0, 4.0]), Value::Words(vec![7, 8]), Value::U32(2)];
        let single = [Value::Floats(vec![0.0; 2]), Value::U32(0)];
        assert_eq!(inputs(&batched, &single, 1), [Value::Floats(vec![3.0, 4.0]), Value::U32(8)]);
        let shared = [Value::Floats(vec![0.0; 4])];
        assert_eq!(inputs(&batched, &shared, 1), batched[..1]);
    }
}
