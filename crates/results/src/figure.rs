//! Which figures are worth looking at: the joint names them, the report draws them.

use serde::{Deserialize, Serialize};

/// A figure with its title and caption.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Short title.
    pub title: String,
    /// What the reader should see, with the source of any published number drawn in.
    pub caption: String,
    /// What to draw.
    pub plot: Plot,
}

/// One curve of a line figure: columns of the series by machine name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Column of the abscissa.
    pub x: String,
    /// Column of the ordinate.
    pub y: String,
}

/// A column as an axis; a column of choices has the name of each at its number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The column.
    pub column: String,
    /// Names of values; empty for numbers.
    pub names: Vec<String>,
}

/// Bars of one colour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BarSet {
    /// What they are, for the legend.
    pub label: String,
    /// Name, value and half of its confidence interval of each bar.
    pub bars: Vec<(String, f64, f64)>,
}

/// Computed curves beside printed points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// What the horizontal axis is called, without its unit; empty for the label of the first abscissa.
    pub abscissa: String,
    /// What the vertical axis is called, without its unit; empty for what the labels of the curves have in common.
    pub ordinate: String,
    /// The computed curves.
    pub curves: Vec<Curve>,
    /// Printed or measured points, drawn as dots.
    pub points: Vec<Curve>,
    /// Bands of ordinates with their label, from a least to a largest value, in SI.
    pub bands: Vec<(String, [f64; 2])>,
    /// Whether equal lengths are equal factors: along the horizontal and along the vertical axis.
    pub logarithmic: [bool; 2],
}

/// The kinds of figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    /// Curves from columns of the series, sharing their axes.
    Lines {
        /// What the vertical axis is called, without its unit; empty for what the labels of the curves have in common
        /// (`Hip force` of `Hip force, dry` and `Hip force, ideal`).
        ordinate: String,
        /// The curves.
        curves: Vec<Curve>,
        /// Ordinates drawn as thin horizontal lines with their label (published values), in SI.
        marks: Vec<(String, f64)>,
        /// Bands of ordinates with their label, from a least to a largest value (measured ranges), in SI.
        #[serde(default)]
        bands: Vec<(String, [f64; 2])>,
        /// Whether the abscissa is one cycle, of which percents are shown as well.
        cycle: bool,
    },
    /// Curves that each have their own abscissa and may turn back on themselves: loops, paths, laws beside each other.
    Loops {
        /// What the horizontal axis is called, without its unit.
        abscissa: String,
        /// What the vertical axis is called, without its unit.
        ordinate: String,
        /// The curves; rows that are not numbers are left out.
        curves: Vec<Curve>,
        /// A thin line behind them to compare with, such as a diagonal.
        guide: Option<Curve>,
        /// Where the vertical axis ends at first, in SI, if one curve would press the others into a corner.
        top: Option<f64>,
        /// Whether lengths are the same in both directions: circles stay round.
        equal: bool,
    },
    /// Curves that were computed beside what others printed: points, lines and bands; either axis may be logarithmic.
    Compared(Compared),
    /// One field on a surface at chosen frames, as small maps side by side with one colour scale and the tracks on top.
    Maps {
        /// Name of the surface.
        surface: String,
        /// Name of the field.
        field: String,
        /// The frames.
        frames: Vec<usize>,
    },
    /// Every row of the series as a line across upright axes, coloured by the last of them.
    Parallel {
        /// The axes, from left to right.
        axes: Vec<Axis>,
    },
    /// One column against several others, each in a panel of its own: every row as a dot, median and spread as a band.
    Response {
        /// Column of the ordinate.
        output: String,
        /// The abscissas.
        inputs: Vec<Axis>,
    },
    /// One column against another, one line per value of a third.
    Family {
        /// The abscissa.
        x: Axis,
        /// Column of the ordinate.
        y: String,
        /// What tells the lines apart.
        by: Axis,
    },
    /// One column over the grid of two others, as colours.
    Heat {
        /// The abscissa.
        x: Axis,
        /// The ordinate.
        y: Axis,
        /// Column of the colours.
        z: String,
    },
    /// The rows of the series as a table that can be sorted.
    Table {
        /// The columns, from left to right.
        columns: Vec<Axis>,
    },
    /// Bars with the length of their uncertainty.
    Bars {
        /// What the values are, with their unit.
        measure: String,
        /// What the bars of one colour are.
        sets: Vec<BarSet>,
        /// Whether equal lengths are equal factors.
        logarithmic: bool,
    },
    /// Two columns against each other, with the rows that no other row beats in both, or in any further one.
    Front {
        /// Column of the abscissa.
        x: String,
        /// Column of the ordinate.
        y: String,
        /// Positions of the rows on the front, in the order in which they are joined.
        front: Vec<usize>,
        /// Whether there are further columns in which a row of the front may be the better one: then nothing joins them.
        further: bool,
    },
    /// A drawing that is finished: sections with dimensions.
    Drawing {
        /// As SVG, with its own white sheet.
        svg: String,
    },
    /// The interactive map in three dimensions of a surface with all of its fields and a time slider.
    Viewer {
        /// Name of the surface.
        surface: String,
    },
}
