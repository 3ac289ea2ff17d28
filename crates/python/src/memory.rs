//! What the allocator keeps between runs.
//!
//! A run takes a few hundred kilobytes and gives them back. glibc hands memory that was given back to the system as soon as
//! there is a little of it, above all in threads, and where Dask starts the workers (`MALLOC_TRIM_THRESHOLD_=65536`): the next
//! run then pays for every page again, which took a fifth of the time of a static hip.

/// What each thread may keep, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: std::ffi::c_int = 16 << 20;

/// Blocks beyond this come from the system, and go back to it, one by one; in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: std::ffi::c_int = 4 << 20;

/// Tells the allocator of this process to keep some memory; not where the user has told it something.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep_some() {
    // Numbers of glibc's <malloc.h>.
    const M_TOP_PAD: std::ffi::c_int = -2;
    const M_MMAP_THRESHOLD: std::ffi::c_int = -3;
    unsafe extern "C" {
        fn mallopt(parameter: std::ffi::c_int, value: std::ffi::c_int) -> std::ffi::c_int;
    }
    for (parameter, value, variable) in
        [(M_TOP_PAD, KEPT, "MALLOC_TOP_PAD_"), (M_MMAP_THRESHOLD, LARGE, "MALLOC_MMAP_THRESHOLD_")]
    {
        if std::env::var_os(variable).is_none() {
            // SAFETY: glibc has it, it takes two numbers, and may be called at any time.
            unsafe { mallopt(parameter, value) };
        }
    }
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_some() {}
