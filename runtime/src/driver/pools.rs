//! Pools of memory.

crate::runtime::pool_functions! {
    driver_api: cuDeviceGetDefaultMemPool cuDeviceGetMemPool cuDeviceSetMemPool cuMemPoolCreate cuMemPoolDestroy cuMemPoolTrimTo
    cuMemPoolSetAttribute cuMemPoolGetAttribute cuMemPoolSetAccess cuMemPoolGetAccess cuMemGetDefaultMemPool cuMemGetMemPool
    cuMemSetMemPool
}
