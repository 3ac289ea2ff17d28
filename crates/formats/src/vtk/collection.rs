//! The list of frames that ParaView opens as a time series.

use std::fmt::Write;

/// A `.pvd` file in the making.
#[derive(Debug, Default)]
pub struct Collection {
    entries: String,
}

impl Collection {
    /// The time of a frame, for the frame's own file.
    pub fn time_value(time: f64) -> String {
        format!(
            "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{time:?}</DataArray>"
        )
    }

    /// Adds a frame.
    pub fn push(&mut self, time: f64, file: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.entries, "<DataSet timestep=\"{time:?}\" group=\"\" part=\"0\" file=\"{file}\"/>");
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        let text = format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n\
             <Collection>\n{}</Collection>\n</VTKFile>\n",
            self.entries
        );
        text.into_bytes()
    }
}
