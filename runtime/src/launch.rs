//! Launches.

use crate::device;
use crate::error::{self, Answer, Code};
use crate::state::State;
use ptxlint::cli::exec::Event;
use ptxlint::device::{Arg, Device, DeviceError, KernelInfo};
use ptxlint::launch::LaunchConfig;
use std::ffi::c_void;

/// A kernel with everything that it needs.
#[derive(Clone, Debug)]
pub struct Launch {
    pub kernel: usize,
    /// What the program calls the kernel.
    pub name: usize,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub cluster: Option<[u32; 3]>,
    pub cooperative: bool,
    /// It need not wait for the end of the launch before it in its stream.
    pub programmatic: bool,
    /// The graph that it is part of, if it is part of one that has been launched; 0 otherwise.
    pub graph: usize,
    pub arguments: Vec<Vec<u8>>,
}

/// An attribute of a launch, of the runtime as of the driver.
#[repr(C)]
pub struct Attribute {
    id: i32,
    _padding: u32,
    value: [u32; 16],
}

/// The attributes that change something (`cudaLaunchAttributeID`).
const COOPERATIVE: i32 = 2;
const CLUSTER: i32 = 4;
const PROGRAMMATIC: i32 = 6;

/// The marks in the list of extra arguments (`CU_LAUNCH_PARAM_…`).
const END: usize = 0;
const BUFFER_POINTER: usize = 1;
const BUFFER_SIZE: usize = 2;

impl Launch {
    /// A launch without arguments so far.
    pub fn new(kernel: usize, grid: [u32; 3], block: [u32; 3], shared_bytes: u32) -> Self {
        Self {
            kernel,
            name: 0,
            grid,
            block,
            shared_bytes,
            cluster: None,
            cooperative: false,
            programmatic: false,
            graph: 0,
            arguments: Vec::new(),
        }
    }

    /// Takes attributes into account; those that say how soon or where a kernel runs change nothing here.
    pub unsafe fn set_attributes(&mut self, attributes: *const Attribute, count: u32) {
        if attributes.is_null() {
            return;
        }
        for attribute in std::slice::from_raw_parts(attributes, count as usize) {
            self.set_attribute(attribute.id, attribute.value);
        }
    }

    /// Takes one into account.
    pub fn set_attribute(&mut self, number: i32, value: [u32; 16]) {
        match number {
            COOPERATIVE => self.cooperative = value[0] != 0,
            PROGRAMMATIC => self.programmatic = value[0] != 0,
            CLUSTER => self.cluster = Some([value[0], value[1], value[2]]),
            _ => {}
        }
    }

    /// An attribute that changes something here; zeros for others.
    pub fn attribute(&self, number: i32) -> [u32; 16] {
        let mut value = [0; 16];
        match number {
            COOPERATIVE => value[0] = u32::from(self.cooperative),
            PROGRAMMATIC => value[0] = u32::from(self.programmatic),
            CLUSTER => value[..3].copy_from_slice(&self.cluster.unwrap_or([0; 3])),
            _ => {}
        }
        value
    }

    /// Takes over the attributes of another launch.
    pub fn copy_attributes(&mut self, from: &Self) {
        (self.cooperative, self.programmatic, self.cluster) = (from.cooperative, from.programmatic, from.cluster);
    }

    /// Reads arguments: from an address for each, or from a buffer.
    pub unsafe fn read_arguments(
        &mut self,
        info: &KernelInfo,
        arguments: *const *const c_void,
        extra: *const *const c_void,
    ) -> Answer {
        if !extra.is_null() {
            return self.read_buffer(info, extra);
        }
        if arguments.is_null() && !info.parameters.is_empty() {
            return Err(Code::INVALID_VALUE);
        }
        for (index, &(size, _)) in info.parameters.iter().enumerate() {
            let argument = arguments.add(index).read();
            if argument.is_null() {
                return Err(Code::INVALID_VALUE);
            }
            self.arguments.push(std::slice::from_raw_parts(argument.cast::<u8>(), size as usize).to_vec());
        }
        Ok(())
    }

    unsafe fn read_buffer(&mut self, info: &KernelInfo, extra: *const *const c_void) -> Answer {
        let (mut bytes, mut size, mut each) = (std::ptr::null::<u8>(), 0, extra);
        loop {
            match each.read() as usize {
                END => break,
                BUFFER_POINTER => bytes = each.add(1).read().cast(),
                BUFFER_SIZE => size = each.add(1).read().cast::<usize>().read(),
                _ => return Err(Code::INVALID_VALUE),
            }
            each = each.add(2);
        }
        let bytes = if bytes.is_null() { &[] } else { std::slice::from_raw_parts(bytes, size) };
        for &(size, offset) in &info.parameters {
            let argument = bytes.get(offset as usize..(offset + size) as usize).ok_or(Code::INVALID_VALUE)?;
            self.arguments.push(argument.to_vec());
        }
        Ok(())
    }
}

impl State {
    /// Whether a device would take the launch.
    pub fn check_launch(&mut self, launch: &Launch, info: &KernelInfo) -> Answer {
        self.check()?;
        let threads: u64 = launch.block.iter().map(|&extent| u64::from(extent)).product();
        let [_, y, z] = launch.grid;
        if threads == 0 || launch.grid.contains(&0) || threads > 1024 || launch.block[2] > 64 || y.max(z) > 65_535 {
            return Err(Code::INVALID_CONFIGURATION);
        }
        if info.most_threads.is_some_and(|most| threads > most) {
            return Err(Code::OUT_OF_RESOURCES);
        }
        let kernel = &self.modules.kernels[launch.kernel];
        let allowed = kernel.most_dynamic.unwrap_or_else(|| device::SHARED.saturating_sub(info.shared_bytes));
        if launch.shared_bytes > allowed {
            let message = format!(
                "`{}` is launched with {} bytes of dynamic shared memory, more than the {allowed} bytes that a launch gets unless \
                 `cudaFuncAttributeMaxDynamicSharedMemorySize` allows more",
                kernel.name, launch.shared_bytes
            );
            self.reporter.misuse(message);
            return Err(Code::INVALID_VALUE);
        }
        if let Some(cluster) = launch.cluster {
            let blocks: u32 = cluster.iter().product();
            let divides =
                cluster.iter().zip(launch.grid).all(|(&part, extent)| part > 0 && extent.is_multiple_of(part));
            if !divides || blocks > if kernel.non_portable { 16 } else { 8 } {
                return Err(Code::INVALID_CLUSTER);
            }
        }
        let multiprocessors = self.reporter.settings.multiprocessors;
        let blocks: u64 = launch.grid.iter().map(|&extent| u64::from(extent)).product();
        let together = device::blocks_of_a_multiprocessor(info, threads as u32, launch.shared_bytes);
        if launch.cooperative && blocks > u64::from(together) * u64::from(multiprocessors) {
            return Err(Code::COOPERATIVE_TOO_LARGE);
        }
        Ok(())
    }

    /// Runs a kernel to its end, and tells its faults.
    pub fn launch(&mut self, launch: &Launch) -> Answer {
        self.check()?;
        let kernel = self.modules.kernels[launch.kernel].clone();
        let (file, module) = self.loaded(kernel.module)?;
        let config = LaunchConfig { grid: launch.grid, block: launch.block, shared_bytes: launch.shared_bytes };
        let arguments: Vec<Arg> = launch.arguments.iter().cloned().map(Arg::Bytes).collect();
        self.cpu.set_cluster(launch.cluster.filter(|cluster| *cluster != [1; 3]));
        self.cpu.set_cooperative(launch.cooperative);
        self.cpu.set_graph(launch.graph as u64);
        let recalled = self.cpu.recalled_launches();
        let ended = self.cpu.launch(module, &kernel.name, config, &arguments);
        match ended {
            Ok(()) | Err(DeviceError::Fault(_)) => {}
            Err(error) => {
                self.reporter.refuse(format!("{file}: `{}`: {error}", kernel.name));
                return Err(error::of_device(&error));
            }
        }
        let instructions = self.cpu.launch_statistics().thread_instructions;
        let is_recalled = self.cpu.recalled_launches() > recalled;
        self.reporter.tell(&Event::Launch { instructions, recalled: is_recalled });
        let faults = self.cpu.faults().to_vec();
        let codes = faults.iter().filter_map(error::of_fault);
        if let (Some(code), false) = (codes.into_iter().next(), self.reporter.settings.keep_going) {
            self.sticky = Some(code);
        }
        for report in faults {
            self.reporter.tell(&Event::Fault { module: file.clone(), report });
        }
        Ok(())
    }
}
