//! User objects: what programs want to be told of when no graph, and nobody else, needs it any more.

use crate::error::{Answer, Code};
use crate::state;
use std::collections::HashMap;
use std::ffi::c_void;

/// An object of the program.
struct UserObject {
    data: usize,
    /// Whom the program has told of its end.
    destroy: usize,
    references: u64,
}

/// Those that somebody refers to, by handle.
#[derive(Default)]
pub struct UserObjects(HashMap<usize, UserObject>);

/// How many references a graph has to each object.
pub type References = HashMap<usize, u64>;

/// An object that nobody refers to any more: the program has to be told, while nobody keeps the state.
#[must_use]
pub struct Forgotten {
    data: usize,
    destroy: usize,
}

impl Forgotten {
    /// Tells the program.
    pub unsafe fn tell(self) {
        let destroy: unsafe extern "C" fn(*mut c_void) = std::mem::transmute(self.destroy);
        destroy(self.data as *mut c_void);
    }
}

impl UserObjects {
    /// An object with so many references of the program's.
    pub fn create(&mut self, data: usize, destroy: usize, references: u32) -> Answer<usize> {
        if destroy == 0 || references == 0 {
            return Err(Code::INVALID_VALUE);
        }
        let handle = state::handle();
        self.0.insert(handle, UserObject { data, destroy, references: references.into() });
        Ok(handle)
    }

    /// More refer to an object.
    pub fn retain(&mut self, handle: usize, count: u64) -> Answer {
        let object = self.0.get_mut(&handle).filter(|_| count > 0).ok_or(Code::INVALID_VALUE)?;
        object.references += count;
        Ok(())
    }

    /// Fewer refer to an object, perhaps none.
    pub fn release(&mut self, handle: usize, count: u64) -> Answer<Option<Forgotten>> {
        let object = self.0.get_mut(&handle).filter(|_| count > 0).ok_or(Code::INVALID_VALUE)?;
        object.references = object.references.checked_sub(count).ok_or(Code::INVALID_VALUE)?;
        if object.references > 0 {
            return Ok(None);
        }
        let forgotten = Forgotten { data: object.data, destroy: object.destroy };
        self.0.remove(&handle);
        Ok(Some(forgotten))
    }

    /// A copy of a graph refers to what the graph refers to.
    pub fn retain_all(&mut self, references: &References) {
        for (handle, count) in references {
            if let Some(object) = self.0.get_mut(handle) {
                object.references += count;
            }
        }
    }

    /// A graph is no more.
    pub fn release_all(&mut self, references: &References) -> Vec<Forgotten> {
        references.iter().filter_map(|(&handle, &count)| self.release(handle, count).ok().flatten()).collect()
    }
}

/// Tells the program of objects that nobody refers to.
pub unsafe fn tell(forgotten: impl IntoIterator<Item = Forgotten>) -> Answer {
    forgotten.into_iter().for_each(|object| object.tell());
    Ok(())
}

/// The functions that are the same in the runtime and the driver but for their names.
macro_rules! user_object_functions {
    (
        $api:ident: $create:ident $retain:ident $release:ident $graph_retain:ident $graph_release:ident
    ) => {
        $crate::api::$api! {
            $create: (to: *mut usize, data: usize, destroy: usize, references: u32, _flags: u32) {
                let object = $crate::state::lock().graphs.objects.create(data, destroy, references)?;
                $crate::api::put(to, object)
            }

            $retain: (object: usize, count: u32) { $crate::state::lock().graphs.objects.retain(object, count.into()) }

            $release: (object: usize, count: u32) {
                let forgotten = $crate::state::lock().graphs.objects.release(object, count.into())?;
                $crate::user_object::tell(forgotten)
            }

            $graph_retain: (graph: usize, object: usize, count: u32, flags: u32) {
                // The flag says that the graph takes over references of the program's.
                $crate::state::lock().graphs.retain_object(graph, object, count.into(), flags & 1 == 1)
            }

            $graph_release: (graph: usize, object: usize, count: u32) {
                let forgotten = $crate::state::lock().graphs.release_object(graph, object, count.into())?;
                $crate::user_object::tell(forgotten)
            }
        }
    };
}

pub(crate) use user_object_functions;
