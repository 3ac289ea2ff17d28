//! Tables through Arrow's C data interface: <https://arrow.apache.org/docs/format/CDataInterface.html>.
//!
//! Columns of numbers and text, one batch. Numbers are not copied: whoever takes the table keeps their owner alive.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::numbers::Owner;

/// Memory, and what keeps it.
#[derive(Clone)]
pub struct Memory {
    owner: Owner,
    start: *const c_void,
}

impl Memory {
    /// A slice that its owner holds.
    pub fn of<T>(owner: Owner, values: &[T]) -> Self {
        Self { owner, start: values.as_ptr().cast() }
    }

    /// A vector that is handed over.
    pub fn owning<T: Send + Sync + 'static>(values: Vec<T>) -> Self {
        let owner = std::sync::Arc::new(values);
        let start = owner.as_ptr().cast();
        Self { owner, start }
    }
}

// SAFETY: the memory is never written to, and its owner may be shared.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

/// A column: Arrow's name of its type, one bit a row where rows may be missing, and its other buffers.
#[derive(Clone)]
pub struct ColumnParts {
    /// Its name.
    pub name: String,
    /// `g` for double, `l` for 64-bit integers, `u` for text.
    pub format: &'static CStr,
    /// Number of rows.
    pub rows: usize,
    /// Which rows are there, and how many are not; none where all are.
    pub valid: Option<(Memory, usize)>,
    /// Values, or offsets and bytes of text.
    pub buffers: Vec<Memory>,
}

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

/// A structure that is told when nobody needs it any more.
trait Released {
    fn release_now(&mut self);
}

macro_rules! released {
    ($type:ty) => {
        impl Released for $type {
            fn release_now(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it has not been released before, and clears the function itself.
                    unsafe { release(self) }
                }
            }
        }
    };
}
released!(Schema);
released!(Array);
released!(Stream);

const NULLABLE: i64 = 2;

/// What a schema points to.
struct SchemaParts {
    name: CString,
    children: Vec<*mut Schema>,
}

impl Schema {
    fn new(format: &'static CStr, name: &str, flags: i64, children: Vec<Self>) -> Self {
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let name = CString::new(name.replace('\0', "")).unwrap_or_default();
        let mut parts = Box::new(SchemaParts { name, children });
        Self {
            format: format.as_ptr(),
            name: parts.name.as_ptr(),
            metadata: null(),
            flags,
            n_children: parts.children.len() as i64,
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_schema),
            private: Box::into_raw(parts).cast(),
        }
    }

    fn of(columns: &[ColumnParts]) -> Self {
        let child = |column: &ColumnParts| {
            let flags = if column.valid.is_some() { NULLABLE } else { 0 };
            Self::new(column.format, &column.name, flags, Vec::new())
        };
        Self::new(c"+s", "", 0, columns.iter().map(child).collect())
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: called once, with what `Schema::new` made.
    unsafe {
        let parts = Box::from_raw((*schema).private.cast::<SchemaParts>());
        for child in &parts.children {
            Box::from_raw(*child).release_now();
        }
        (*schema).release = None;
    }
}

/// What an array points to.
struct ArrayParts {
    pointers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    _owners: Vec<Owner>,
}

impl Array {
    fn new(rows: usize, nulls: usize, buffers: Vec<Option<Memory>>, children: Vec<Self>) -> Self {
        let pointers: Vec<*const c_void> =
            buffers.iter().map(|memory| memory.as_ref().map_or(null(), |memory| memory.start)).collect();
        let owners = buffers.into_iter().flatten().map(|memory| memory.owner).collect();
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        let mut parts = Box::new(ArrayParts { pointers, children, _owners: owners });
        Self {
            length: rows as i64,
            null_count: nulls as i64,
            offset: 0,
            n_buffers: parts.pointers.len() as i64,
            n_children: parts.children.len() as i64,
            buffers: parts.pointers.as_mut_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: null_mut(),
            release: Some(release_array),
            private: Box::into_raw(parts).cast(),
        }
    }

    fn of(rows: usize, columns: &[ColumnParts]) -> Self {
        let child = |column: &ColumnParts| {
            let (valid, nulls) = column.valid.clone().map_or((None, 0), |(bits, nulls)| (Some(bits), nulls));
            let buffers = std::iter::once(valid).chain(column.buffers.iter().cloned().map(Some)).collect();
            Self::new(column.rows, nulls, buffers, Vec::new())
        };
        Self::new(rows, 0, vec![None], columns.iter().map(child).collect())
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: called once, with what `Array::new` made.
    unsafe {
        let parts = Box::from_raw((*array).private.cast::<ArrayParts>());
        for child in &parts.children {
            Box::from_raw(*child).release_now();
        }
        (*array).release = None;
    }
}

/// One batch, and whether it has been taken.
struct Batch {
    rows: usize,
    columns: Vec<ColumnParts>,
    taken: bool,
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the stream is ours; `out` is memory to be filled.
    unsafe {
        let batch = &*(*stream).private.cast::<Batch>();
        out.write(Schema::of(&batch.columns));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as above.
    unsafe {
        let batch = &mut *(*stream).private.cast::<Batch>();
        if batch.taken {
            // The end of a stream is an array that has been released.
            (*out).release = None;
        } else {
            batch.taken = true;
            out.write(Array::of(batch.rows, &batch.columns));
        }
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: called once, with what `stream_capsule` made.
    unsafe {
        drop(Box::from_raw((*stream).private.cast::<Batch>()));
        (*stream).release = None;
    }
}

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";

/// Frees what a capsule holds, and releases it if nobody has taken it.
unsafe fn free<T: Released>(capsule: *mut ffi::PyObject, name: &CStr) {
    // SAFETY: the capsule was made by `capsule` with a box of this type.
    unsafe {
        let pointer = ffi::PyCapsule_GetPointer(capsule, name.as_ptr()).cast::<T>();
        if !pointer.is_null() {
            Box::from_raw(pointer).release_now();
        }
    }
}

unsafe extern "C" fn free_stream(capsule: *mut ffi::PyObject) {
    // SAFETY: this is the destructor of a capsule with a stream.
    unsafe { free::<Stream>(capsule, STREAM) }
}

unsafe extern "C" fn free_schema(capsule: *mut ffi::PyObject) {
    // SAFETY: this is the destructor of a capsule with a schema.
    unsafe { free::<Schema>(capsule, SCHEMA) }
}

fn capsule<'py, T>(
    py: Python<'py>,
    value: T,
    name: &'static CStr,
    destructor: unsafe extern "C" fn(*mut ffi::PyObject),
) -> PyResult<Bound<'py, PyAny>> {
    let pointer = Box::into_raw(Box::new(value)).cast::<c_void>();
    // SAFETY: the name lives for ever, and the destructor frees the box.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(pointer, name.as_ptr(), Some(destructor))) }
}

/// The table as a stream of one batch.
pub fn stream_capsule(py: Python<'_>, rows: usize, columns: Vec<ColumnParts>) -> PyResult<Bound<'_, PyAny>> {
    let batch = Box::new(Batch { rows, columns, taken: false });
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private: Box::into_raw(batch).cast(),
    };
    capsule(py, stream, STREAM, free_stream)
}

/// Names and types of the columns.
pub fn schema_capsule<'py>(py: Python<'py>, columns: &[ColumnParts]) -> PyResult<Bound<'py, PyAny>> {
    capsule(py, Schema::of(columns), SCHEMA, free_schema)
}
