//! Devices around others: what they do not change they hand on.

/// Writes methods of [`Device`](super::Device) that call those of the field `device`.
macro_rules! forward {
    ($($method:ident)*) => { $($crate::device::forward!(@ $method);)* };
    (@ name) => {
        fn name(&self) -> String {
            self.device.name()
        }
    };
    (@ alloc) => {
        fn alloc(&mut self, bytes: u64) -> Result<$crate::device::Buffer, $crate::device::DeviceError> {
            self.device.alloc(bytes)
        }
    };
    (@ free) => {
        fn free(&mut self, buffer: $crate::device::Buffer) -> Result<(), $crate::device::DeviceError> {
            self.device.free(buffer)
        }
    };
    (@ upload) => {
        fn upload(&mut self, buffer: $crate::device::Buffer, bytes: &[u8]) -> Result<(), $crate::device::DeviceError> {
            self.device.upload(buffer, bytes)
        }
    };
    (@ download) => {
        fn download(
            &mut self,
            buffer: $crate::device::Buffer,
            bytes: &mut [u8],
        ) -> Result<(), $crate::device::DeviceError> {
            self.device.download(buffer, bytes)
        }
    };
    (@ launch) => {
        fn launch(
            &mut self,
            module: $crate::device::LoadedModule,
            kernel: &str,
            config: $crate::kernels::LaunchConfig,
            args: &[$crate::device::Arg],
        ) -> Result<(), $crate::device::DeviceError> {
            self.device.launch(module, kernel, config, args)
        }
    };
    (@ synchronise) => {
        fn synchronise(&mut self) -> Result<(), $crate::device::DeviceError> {
            self.device.synchronise()
        }
    };
    (@ elapsed) => {
        fn elapsed(&self) -> Option<std::time::Duration> {
            self.device.elapsed()
        }
    };
    (@ properties) => {
        fn properties(&self) -> Option<$crate::device::Properties> {
            self.device.properties()
        }
    };
    (@ coverage) => {
        fn coverage(&self) -> Vec<$crate::device::KernelCoverage> {
            self.device.coverage()
        }
    };
    (@ unwatched) => {
        fn unwatched(&self) -> u64 {
            self.device.unwatched()
        }
    };
    (@ free_memory) => {
        fn free_memory(&mut self) -> Result<u64, $crate::device::DeviceError> {
            self.device.free_memory()
        }
    };
    (@ benchmark) => {
        fn benchmark(
            &mut self,
            module: $crate::device::LoadedModule,
            kernel: &str,
            config: $crate::kernels::LaunchConfig,
            args: &[$crate::device::Arg],
            repetition: $crate::device::Repetition,
        ) -> Result<Vec<std::time::Duration>, $crate::device::DeviceError> {
            self.device.benchmark(module, kernel, config, args, repetition)
        }
    };
    (@ library_product) => {
        fn library_product(
            &mut self,
            product: &$crate::device::Product,
            repetition: $crate::device::Repetition,
        ) -> Result<Option<Vec<std::time::Duration>>, $crate::device::DeviceError> {
            self.device.library_product(product, repetition)
        }
    };
}

pub(crate) use forward;
