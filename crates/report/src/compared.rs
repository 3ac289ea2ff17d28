//! Computed curves beside what others printed: points, lines and bands, on plain or logarithmic axes.

use results::{Column, Compared};

use crate::chart::{self, About, Chart, Pair, Side, Stroke};
use crate::legend::Colours;
use crate::number::Unit;

/// The chart: curves first, then points.
pub(crate) fn draw(spec: &Compared, pairs: &[Vec<Pair<'_>>; 2], title: &str, colours: &Colours) -> Chart {
    let about = About { title, abscissa: &spec.abscissa, ordinate: &spec.ordinate };
    let all: Vec<Pair<'_>> = pairs.concat();
    let mut chart = chart::assemble(&all, &about, colours);
    for line in &mut chart.curves[pairs[0].len()..] {
        line.style = Stroke::Printed;
    }
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = all.iter().copied().unzip();
    let (x_unit, y_unit) = (chart::unit_of(&xs), chart::unit_of(&ys));
    let bands = spec.bands.iter().flat_map(|(_, ends)| ends.map(|end| end * y_unit.factor));
    let [along, upright] = spec.logarithmic;
    stretch(&mut chart.x, along, in_units(&xs, &x_unit).collect());
    let ordinates = in_units(&ys, &y_unit).chain(bands).collect();
    stretch(&mut chart.y, upright, ordinates);
    chart.put_bands(&spec.bands, &y_unit);
    chart.legend = chart.curves.len() > 1;
    chart.shared = false;
    chart.tall = true;
    chart
}

fn in_units<'a>(columns: &'a [&Column], unit: &'a Unit) -> impl Iterator<Item = f64> + 'a {
    columns.iter().flat_map(|column| column.values.iter().map(|value| value * unit.factor))
}

/// From end to end with a little room; plain axes begin at zero unless that presses the curves into a corner.
fn stretch(side: &mut Side, logarithmic: bool, values: Vec<f64>) {
    side.log = logarithmic;
    if logarithmic {
        let (low, high) = chart::extent(values.into_iter().filter(|value| *value > 0.0).map(f64::log10));
        let room = 0.04 * (high - low);
        (side.low, side.high) = (10f64.powf(low - room), 10f64.powf(high + room));
        return;
    }
    let (low, high) = chart::extent(values.into_iter());
    let low = if low > 0.0 && low < 0.6 * high { 0.0 } else { low };
    let room = 0.05 * (high - low);
    (side.low, side.high) = (if low == 0.0 { 0.0 } else { low - room }, high + room);
}

#[cfg(test)]
mod tests {
    use results::{Curve, Figure, Outcome, Plot};

    use super::*;

    #[test]
    fn printed_points_have_no_line_and_bands_span_the_chart() {
        let mut outcome = Outcome::default();
        outcome.series.push("n_count", "Amplification", vec![1.0, 1e3, 1e6]);
        outcome.series.push("ours_m3", "ours", vec![18.7e-9, 18.8e-9, 19.4e-9]);
        outcome.series.push("printed_m3", "printed", vec![18.8e-9, f64::NAN, 18.88e-9]);
        let curve = |y: &str| vec![Curve { x: "n_count".into(), y: y.into() }];
        let spec = Compared {
            curves: curve("ours_m3"),
            points: curve("printed_m3"),
            bands: vec![("measured".into(), [11.3e-9, 17.6e-9])],
            logarithmic: [true, false],
            ..Compared::default()
        };
        let plot = Plot::Compared(spec.clone());
        outcome.figures.push(Figure { title: "Wear".into(), caption: String::new(), plot });
        let find = |curves: &[Curve]| chart::columns(&outcome, "Wear", curves).unwrap_or_default();
        let pairs = [find(&spec.curves), find(&spec.points)];
        let chart = draw(&spec, &pairs, "Wear", &Colours::assign(&outcome));
        let styles: Vec<Stroke> = chart.curves.iter().map(|line| line.style).collect();
        assert_eq!(styles, [Stroke::Band, Stroke::Both, Stroke::Printed]);
        assert!(chart.x.log && chart.x.low < 1.0 && chart.x.low > 0.5 && chart.x.high > 1e6);
        assert!(!chart.y.log && chart.y.low < 11.3 && chart.y.high > 19.4);
        assert_eq!(chart.curves[0].low, vec![Some(11.3), Some(11.3)]);
    }
}
