//! Numbers of a result where they are: Python and NumPy look at them through the buffer protocol, without a copy.

use std::any::Any;
use std::ffi::{CStr, c_int};
use std::sync::Arc;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// What owns the memory that somebody looks at.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// A number that a buffer may hold.
pub trait Number: Copy + 'static {
    /// Its name in the module `struct`.
    const FORMAT: &'static CStr;
}

impl Number for f64 {
    const FORMAT: &'static CStr = c"d";
}
impl Number for f32 {
    const FORMAT: &'static CStr = c"f";
}
impl Number for u32 {
    const FORMAT: &'static CStr = c"I";
}
impl Number for i64 {
    const FORMAT: &'static CStr = c"q";
}
impl Number for u8 {
    const FORMAT: &'static CStr = c"B";
}

/// Numbers that cannot be changed, as `memoryview` and `numpy.asarray` see them. They live as long as somebody looks.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Numbers {
    owner: Owner,
    start: *const u8,
    item: isize,
    format: &'static CStr,
    shape: Vec<isize>,
    strides: Vec<isize>,
}

// SAFETY: nobody writes to the numbers, and their owner is kept and may be shared.
unsafe impl Send for Numbers {}
// SAFETY: as above.
unsafe impl Sync for Numbers {}

impl Numbers {
    /// All of `values`, in rows of this shape; `owner` holds them.
    pub fn new<T: Number>(owner: Owner, values: &[T], shape: &[usize]) -> Self {
        debug_assert_eq!(values.len(), shape.iter().product::<usize>(), "a shape that does not fit");
        let item = size_of::<T>() as isize;
        let shape: Vec<isize> = shape.iter().map(|n| *n as isize).collect();
        let mut strides = vec![item; shape.len()];
        for axis in (0..shape.len().saturating_sub(1)).rev() {
            strides[axis] = strides[axis + 1] * shape[axis + 1];
        }
        Self { owner, start: values.as_ptr().cast(), item, format: T::FORMAT, shape, strides }
    }
}

#[pymethods]
impl Numbers {
    /// Where the first number is in memory.
    #[getter]
    fn address(&self) -> usize {
        self.start as usize
    }

    /// How many numbers there are along each axis.
    #[getter]
    fn shape(&self) -> Vec<isize> {
        self.shape.clone()
    }

    fn __len__(&self) -> usize {
        self.shape.first().map_or(0, |n| *n as usize)
    }

    /// # Safety
    /// Called by the interpreter with a view to fill.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("numbers of a result cannot be changed; take a copy"));
        }
        let this = slf.get();
        let format =
            if flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT { this.format.as_ptr() } else { std::ptr::null() };
        let shown = |on: bool, list: &Vec<isize>| if on { list.as_ptr().cast_mut() } else { std::ptr::null_mut() };
        // SAFETY: the view belongs to the caller; everything it points to lives as long as this object, which it holds.
        unsafe {
            (*view).buf = this.start.cast_mut().cast();
            (*view).len = this.shape.iter().product::<isize>() * this.item;
            (*view).readonly = 1;
            (*view).itemsize = this.item;
            (*view).format = format.cast_mut();
            (*view).ndim = this.shape.len() as c_int;
            (*view).shape = shown(flags & ffi::PyBUF_ND == ffi::PyBUF_ND, &this.shape);
            (*view).strides = shown(flags & ffi::PyBUF_STRIDES == ffi::PyBUF_STRIDES, &this.strides);
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = std::ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    /// Keeps a link to what owns the numbers visible to whoever debugs.
    fn __repr__(&self) -> String {
        format!("<{:?} numbers, shared {} times>", self.shape, Arc::strong_count(&self.owner))
    }
}
