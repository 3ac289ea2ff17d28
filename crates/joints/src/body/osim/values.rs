//! Numbers, places and functions of a model's file.

use formats::xml::Element;
use mechanics::rigid::tree::Dependence;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::OsimError;

/// All numbers of a text.
pub(super) fn numbers(element: &Element) -> Result<Vec<f64>, OsimError> {
    let number = |word: &str| {
        word.parse::<f64>().map_err(|_| {
            let message = format!("`{word}` in <{}> is no number", element.name);
            OsimError::new(Some(element.line), message, "numbers stand beside each other, with blanks between them")
        })
    };
    element.text.split_whitespace().map(number).collect()
}

/// Exactly N finite numbers.
pub(super) fn exactly<const N: usize>(element: &Element) -> Result<[f64; N], OsimError> {
    let found = numbers(element)?;
    let count = found.len();
    match <[f64; N]>::try_from(found) {
        Ok(found) if found.iter().all(|value| value.is_finite()) => Ok(found),
        Ok(found) => {
            let message = format!("<{}> holds {found:?}", element.name);
            Err(OsimError::new(Some(element.line), message, "finite numbers are expected"))
        }
        Err(_) => {
            let message = format!("<{}> holds {count} numbers, {N} are expected", element.name);
            Err(OsimError::new(Some(element.line), message, "was the file edited by hand?"))
        }
    }
}

/// One number of a child; a default when the child is absent.
pub(super) fn number(of: &Element, child: &str, default: f64) -> Result<f64, OsimError> {
    match of.child(child).filter(|child| !child.text.trim().is_empty()) {
        Some(child) => exactly::<1>(child).map(|[value]| value),
        None => Ok(default),
    }
}

/// A number that must be there and be more than zero.
pub(super) fn positive(of: &Element, child: &str) -> Result<f64, OsimError> {
    let owner = of.attribute("name").unwrap_or(&of.name);
    let value = match of.child(child) {
        Some(child) => exactly::<1>(child)?[0],
        None => {
            let message = format!("`{owner}` has no <{child}>");
            return Err(OsimError::new(Some(of.line), message, "add it"));
        }
    };
    if value > 0.0 {
        return Ok(value);
    }
    let line = of.child(child).map(|child| child.line);
    Err(OsimError::new(line, format!("<{child}> of `{owner}` is {value}"), "it must be more than 0"))
}

/// Three numbers of a child; zero when it is absent.
pub(super) fn vector(of: &Element, child: &str) -> Result<Vector3<f64>, OsimError> {
    match of.child(child).filter(|child| !child.text.trim().is_empty()) {
        Some(child) => exactly::<3>(child).map(Vector3::from),
        None => Ok(Vector3::zeros()),
    }
}

/// Whether a child says `true`.
pub(super) fn is_true(of: &Element, child: &str, default: bool) -> bool {
    of.said(child).map_or(default, |text| text.eq_ignore_ascii_case("true") || text == "1")
}

/// A place by its translation and three angles, turned about x, then about the moved y, then about the moved z.
pub(super) fn place(translation: Vector3<f64>, [x, y, z]: [f64; 3]) -> Isometry3<f64> {
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    let rotation = turn(Vector3::x_axis(), x) * turn(Vector3::y_axis(), y) * turn(Vector3::z_axis(), z);
    Isometry3::from_parts(Translation3::from(translation), UnitQuaternion::from_rotation_matrix(&rotation))
}

/// A place by the names of the children that hold it.
pub(super) fn place_of(of: &Element, [translation, orientation]: [&str; 2]) -> Result<Isometry3<f64>, OsimError> {
    Ok(place(vector(of, translation)?, vector(of, orientation)?.into()))
}

/// Names of functions that are understood.
const FUNCTIONS: [&str; 10] = [
    "Constant",
    "LinearFunction",
    "SimmSpline",
    "NaturalCubicSpline",
    "natCubicSpline",
    "GCVSpline",
    "PolynomialFunction",
    "MultiplierFunction",
    "PiecewiseLinearFunction",
    "StepFunction",
];

/// The function within an element: itself, or a child.
pub(super) fn function_in(element: &Element) -> Option<&Element> {
    let known = |element: &&Element| {
        FUNCTIONS.contains(&element.name.as_str())
            || element.name.ends_with("Function")
            || element.name.ends_with("Spline")
    };
    element.children.iter().find(known).or_else(|| {
        let wrapped = element.children.iter().find(|child| child.name == "function");
        wrapped.and_then(|wrapped| wrapped.children.iter().find(known))
    })
}

/// A function of one number. Coefficients of linear functions of more than one number are handed back as they are.
pub(super) fn function(element: &Element) -> Result<Read, OsimError> {
    let points = || -> Result<(Vec<f64>, Vec<f64>), OsimError> {
        let list = |name: &str| element.child(name).map_or(Ok(Vec::new()), numbers);
        Ok((list("x")?, list("y")?))
    };
    let bad = |message: String| OsimError::new(Some(element.line), message, "points increase; there is a y for each x");
    let spline = || {
        let (x, y) = points()?;
        Dependence::spline(&x, &y).map_err(|cause| bad(format!("<{}>: {cause}", element.name)))
    };
    let one = |function| Ok(Read { function, factors: None, remark: None });
    match element.name.as_str() {
        "Constant" => one(Dependence::Constant(number(element, "value", 0.0)?)),
        "LinearFunction" => {
            let coefficients = element.child("coefficients").map_or(Ok(vec![1.0, 0.0]), numbers)?;
            match coefficients[..] {
                [slope, intercept] => one(Dependence::Linear { slope, intercept }),
                [intercept] => one(Dependence::Constant(intercept)),
                [] => Err(bad("<LinearFunction> without coefficients".into())),
                [ref factors @ .., intercept] => Ok(Read {
                    function: Dependence::Linear { slope: 1.0, intercept },
                    factors: Some(factors.to_vec()),
                    remark: None,
                }),
            }
        }
        "SimmSpline" | "NaturalCubicSpline" | "natCubicSpline" => one(spline()?),
        "GCVSpline" => {
            let remark = "a GCVSpline is taken as the cubic spline through its points";
            Ok(Read { function: spline()?, factors: None, remark: Some(remark.into()) })
        }
        "PolynomialFunction" => {
            let mut coefficients = element.child("coefficients").map_or(Ok(Vec::new()), numbers)?;
            // OpenSim writes the highest power first.
            coefficients.reverse();
            one(Dependence::Polynomial(coefficients))
        }
        "MultiplierFunction" => {
            let inner = function_in(element)
                .or_else(|| element.child("function").and_then(function_in))
                .ok_or_else(|| bad("<MultiplierFunction> without a function".into()))?;
            let inner = function(inner)?;
            let factor = number(element, "scale", 1.0)?;
            Ok(Read { function: Dependence::Scaled(factor, Box::new(inner.function)), ..inner })
        }
        "PiecewiseLinearFunction" => {
            let (knots, values) = points()?;
            let sound = !knots.is_empty() && knots.len() == values.len() && knots.windows(2).all(|w| w[0] < w[1]);
            if !sound {
                return Err(bad(format!("<PiecewiseLinearFunction> with {} x and {} y", knots.len(), values.len())));
            }
            one(Dependence::Broken { knots, values })
        }
        other => {
            let message = format!("the function <{other}> is not understood");
            let hint = "known are Constant, LinearFunction, SimmSpline, PolynomialFunction, MultiplierFunction and \
                        PiecewiseLinearFunction: write it as one of them";
            Err(OsimError::new(Some(element.line), message, hint))
        }
    }
}

/// A function that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Read {
    pub function: Dependence,
    /// Factors of several coordinates, whose sum is the function's argument.
    pub factors: Option<Vec<f64>>,
    pub remark: Option<String>,
}
