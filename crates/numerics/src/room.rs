//! Room for the scratch of dense and sparse kernels, kept between calls.

use faer::dyn_stack::{MemStack, StackReq};
use std::mem::MaybeUninit;

/// Memory that a solver asks for again and again; it only ever grows.
#[derive(Debug, Clone, Default)]
pub struct Room(Vec<MaybeUninit<u8>>);

impl Room {
    /// At least so much.
    pub(crate) fn stack(&mut self, need: StackReq) -> &mut MemStack {
        let bytes = need.unaligned_bytes_required();
        if self.0.len() < bytes {
            self.0.resize(bytes, MaybeUninit::uninit());
        }
        MemStack::new(&mut self.0)
    }
}
