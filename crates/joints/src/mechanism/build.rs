//! From parameters with units to the description that the engine takes.

use mechanics::rigid;
use quantity::Length;

use super::bearing_build;
use super::function::{ColumnFile, Function, Polynomial, Pulse, Rows, Sine, Spline, Value};
use super::parameters::*;
use crate::Problem;
use crate::contact::{self, Outline, Setting};

/// Why a function cannot be used: where below it, what, and what to do.
pub(super) type Fault = (&'static str, String, String);

/// A function of whatever quantity.
pub(super) trait AnyFunction {
    /// As the engine takes it; nothing where its file has not been read.
    fn describe(&self) -> Result<Option<rigid::Function>, Fault>;
    /// The last time for which it has data.
    fn ends(&self) -> Option<f64>;
    /// The file that it asks for.
    fn file_mut(&mut self) -> Option<&mut ColumnFile>;
}

impl<Q: Value> AnyFunction for Function<Q> {
    fn describe(&self) -> Result<Option<rigid::Function>, Fault> {
        Ok(Some(match self {
            Self::Constant(value) => rigid::Function::Constant(value.si()),
            Self::Sine(Sine { mean, amplitude, frequency, phase }) => rigid::Function::Sine {
                mean: mean.si(),
                amplitude: amplitude.si(),
                frequency: std::f64::consts::TAU * frequency.si(),
                phase: phase.si(),
            },
            Self::Polynomial(Polynomial { coefficients, over }) => {
                let c: Vec<f64> = coefficients.iter().map(|c| c.si()).collect();
                rigid::Function::Polynomial(powers("polynomial", &c, over.si())?)
            }
            Self::Pulse(Pulse { amplitude, duration, decay }) => {
                if !(duration.si() > 0.0) {
                    let message = format!("the duration of the pulse is {duration}, it must be positive");
                    return Err(("pulse.duration", message, "for instance 0.1 s".into()));
                }
                if !(*decay >= 0.0 && decay.is_finite()) {
                    let message = format!("the decay of the pulse is {decay}, it cannot be negative");
                    return Err(("pulse.decay", message, "for instance 4.73, or 0 for a sine".into()));
                }
                rigid::Function::Pulse { amplitude: amplitude.si(), duration: duration.si(), decay: *decay }
            }
            Self::Spline(Spline { times, values, repeats }) => {
                if times.len() != values.len() {
                    let message = format!("there are {} times and {} values", times.len(), values.len());
                    return Err(("spline.values", message, "give one value for each time".into()));
                }
                let times: Vec<f64> = times.iter().map(|t| t.si()).collect();
                let values: Vec<f64> = values.iter().map(|v| v.si()).collect();
                spline("spline.times", &times, &values, *repeats)?
            }
            Self::File(file) => {
                let factor = file_factor::<Q>(file)?;
                let Some(Rows { times, values }) = &file.rows else { return Ok(None) };
                let start = file.start.map_or_else(|| times.first().copied().unwrap_or(0.0), |start| start.si());
                let times: Vec<f64> = times.iter().map(|t| t - start).collect();
                let values: Vec<f64> = values.iter().map(|v| factor * v).collect();
                spline("file.path", &times, &values, file.repeats)?
            }
        }))
    }

    fn ends(&self) -> Option<f64> {
        match self {
            Self::Spline(spline) if !spline.repeats => spline.times.last().map(|t| t.si()),
            Self::File(file) if !file.repeats => {
                let times = &file.rows.as_ref()?.times;
                Some(times.last()? - file.start.map_or_else(|| times[0], |start| start.si()))
            }
            _ => None,
        }
    }

    fn file_mut(&mut self) -> Option<&mut ColumnFile> {
        match self {
            Self::File(file) => Some(file),
            _ => None,
        }
    }
}

/// What a number of the file is in SI.
fn file_factor<Q: Value>(file: &ColumnFile) -> Result<f64, Fault> {
    let unit = format!("1 {}", file.unit).parse::<Q>().map_err(|error| {
        ("file.unit", error.to_string(), "give the unit of the column, without a number".to_string())
    })?;
    if !(file.factor.is_finite() && file.factor != 0.0) {
        let message = format!("the values are multiplied by {}", file.factor);
        return Err(("file.factor", message, "use 1, or -1 to turn their sign".into()));
    }
    Ok(unit.si() * file.factor)
}

/// Coefficients of x^k from those of (x/over)^k.
fn powers(place: &'static str, coefficients: &[f64], over: f64) -> Result<Vec<f64>, Fault> {
    const MOST: usize = 20;
    if coefficients.is_empty() || coefficients.len() > MOST {
        let message = format!("the polynomial has {} coefficients", coefficients.len());
        return Err((place, message, format!("give 1 to {MOST} of them; a spline serves longer ones")));
    }
    if !(over > 0.0 && over < 1e6) {
        let message = format!("`over` is {over} in SI units, it must be positive and below 1e6");
        return Err((place, message, "leave it out for 1".into()));
    }
    let scaled: Vec<f64> = coefficients.iter().zip(0..).map(|(c, k)| c / over.powi(k)).collect();
    match scaled.iter().find(|c| !c.is_finite()) {
        None => Ok(scaled),
        Some(bad) => Err((place, format!("a coefficient becomes {bad}"), "use a longer `over`".into())),
    }
}

fn spline(place: &'static str, times: &[f64], values: &[f64], repeats: bool) -> Result<rigid::Function, Fault> {
    let function = if repeats {
        periodic(place, times, values)?
    } else {
        rigid::Function::Spline { at: times.to_vec(), values: values.to_vec() }
    };
    match function.compile() {
        Ok(_) => Ok(function),
        Err(error) => Err((place, error.to_string(), error.hint().unwrap_or_default())),
    }
}

/// One period, whose last point is the first of the next.
fn periodic(place: &'static str, times: &[f64], values: &[f64]) -> Result<rigid::Function, Fault> {
    let increasing = times.windows(2).all(|pair| pair[0] < pair[1]);
    if times.len() < 4 || !increasing {
        let message = format!("one period is given by {} points", times.len());
        return Err((place, message, "give at least four, at increasing times".into()));
    }
    let last = times.len() - 1;
    let [least, most] = values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], v| [a.min(*v), b.max(*v)]);
    let jump = (values[last] - values[0]).abs();
    if !(jump <= 0.05 * (most - least)) {
        let message = format!("the last point differs from the first by {jump} (SI), but is to repeat it");
        return Err((place, message, "end with the value of the beginning, or leave `repeats` out".into()));
    }
    let period = times[last] - times[0];
    let within = |t: f64| Some(t.rem_euclid(period)).filter(|t| *t < period).unwrap_or(0.0);
    let mut points: Vec<(f64, f64)> = times[..last].iter().map(|t| within(*t)).zip(values.iter().copied()).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (at, values) = points.into_iter().unzip();
    Ok(rigid::Function::PeriodicSpline { at, values, period })
}

/// y(x) of a profile.
pub(super) fn profile_curve(curve: &ProfileCurve) -> Result<rigid::Function, Fault> {
    let si = |values: &[Length]| values.iter().map(|v| v.si()).collect::<Vec<f64>>();
    match curve {
        ProfileCurve::Polynomial(CurvePolynomial { coefficients, over }) => {
            Ok(rigid::Function::Polynomial(powers("curve.polynomial", &si(coefficients), over.si())?))
        }
        ProfileCurve::Spline(CurveSpline { x, y }) if x.len() != y.len() => {
            let message = format!("there are {} x and {} y", x.len(), y.len());
            Err(("curve.spline", message, "give one y for each x".into()))
        }
        ProfileCurve::Spline(CurveSpline { x, y }) => spline("curve.spline", &si(x), &si(y), false),
    }
}

/// The whole mechanism, in SI.
pub(super) fn build(parameters: &Parameters) -> Result<rigid::Mechanism, Vec<Problem>> {
    let Parameters { gravity, bodies, joints, guides, forces, contacts, .. } = parameters;
    let each = |kind: &'static str, i: usize, fault: Fault| {
        let (below, message, hint) = fault;
        vec![Problem::new(format!("{kind}.{i}.{below}"), message, hint)]
    };
    let mut built = rigid::Mechanism {
        gravity: gravity.map(|g| g.si()),
        bodies: bodies.iter().map(body).collect(),
        joints: joints.iter().map(joint).collect(),
        ..rigid::Mechanism::default()
    };
    for (i, item) in guides.iter().enumerate() {
        built.guides.push(guide(item).map_err(|fault| each("guides", i, fault))?);
    }
    for (i, item) in forces.iter().enumerate() {
        built.forces.push(force(item).map_err(|fault| each("forces", i, fault))?);
    }
    for (i, item) in contacts.iter().enumerate() {
        let placed = |found: Vec<Problem>| found.into_iter().map(|p| p.below(&format!("contacts.{i}"))).collect();
        built.contacts.push(contact(item).map_err::<Vec<Problem>, _>(placed)?);
    }
    bearing_build::add(&parameters.bearings, &mut built)?;
    Ok(built)
}

fn needed<Q: Value>(function: &Function<Q>) -> Result<rigid::Function, Fault> {
    let unread = || ("kind", "the file of the function has not been read".into(), "read it first".into());
    function.describe()?.ok_or_else(unread)
}

fn point(point: &[Length; 2]) -> [f64; 2] {
    point.map(|x| x.si())
}

pub(super) fn attachment(given: &Attachment) -> rigid::Attachment {
    rigid::Attachment::new(&given.body, point(&given.point))
}

fn body(body: &Body) -> rigid::Body {
    rigid::Body {
        name: body.name.clone(),
        mass: body.mass.si(),
        inertia: body.inertia.si(),
        position: point(&body.position),
        angle: body.angle.si(),
        velocity: body.velocity.map(|v| v.si()),
        spin: body.spin.si(),
    }
}

fn joint(joint: &Joint) -> rigid::Joint {
    let kind = match joint.kind {
        JointKind::Revolute => rigid::JointKind::Revolute,
        JointKind::Translational(Translational { axis, angle }) => {
            rigid::JointKind::Translational { axis, angle: angle.si() }
        }
        JointKind::Fixed(FixedAngle { angle }) => rigid::JointKind::Fixed { angle: angle.si() },
    };
    let (first, second) = (attachment(&joint.first), attachment(&joint.second));
    rigid::Joint { name: joint.name.clone(), first, second, kind }
}

fn guide(guide: &Guide) -> Result<rigid::Guide, Fault> {
    let kind = match &guide.kind {
        GuideKind::Coordinate(CoordinateGuide { of, along, follows }) => {
            rigid::GuideKind::Coordinate { of: attachment(of), along: *along, follows: needed(follows)? }
        }
        GuideKind::Point(PointGuide { of, x, y }) => {
            rigid::GuideKind::Point { of: attachment(of), x: needed(x)?, y: needed(y)? }
        }
        GuideKind::Angle(AngleGuide { of, relative_to, follows }) => {
            rigid::GuideKind::Angle { of: of.clone(), relative_to: relative_to.clone(), follows: needed(follows)? }
        }
    };
    Ok(rigid::Guide { name: guide.name.clone(), kind })
}

fn force(force: &Force) -> Result<rigid::Force, Fault> {
    let kind = match &force.kind {
        ForceKind::Spring(LineSpring { first, second, stiffness, length, damping }) => rigid::ForceKind::Spring {
            first: attachment(first),
            second: attachment(second),
            stiffness: stiffness.si(),
            length: length.si(),
            damping: damping.si(),
        },
        ForceKind::TorsionSpring(TorsionSpring { first, second, stiffness, angle, damping }) => {
            rigid::ForceKind::TorsionSpring {
                first: first.clone(),
                second: second.clone(),
                stiffness: stiffness.si(),
                angle: angle.si(),
                damping: damping.si(),
            }
        }
        ForceKind::Ligament(Ligament { first, second, law }) => {
            let law = match law {
                LigamentLaw::Linear(law) => {
                    rigid::LigamentLaw::Linear { stiffness: law.stiffness.si(), slack_length: law.slack_length.si() }
                }
                LigamentLaw::Quadratic(law) => {
                    rigid::LigamentLaw::Quadratic { stiffness: law.stiffness.si(), slack_length: law.slack_length.si() }
                }
                LigamentLaw::Toe(law) => rigid::LigamentLaw::Toe {
                    stiffness: law.stiffness.si(),
                    slack_length: law.slack_length.si(),
                    toe_strain: law.toe_strain,
                },
            };
            rigid::ForceKind::Ligament { first: attachment(first), second: attachment(second), law }
        }
        ForceKind::Load(load) => rigid::ForceKind::Load {
            at: attachment(&load.at),
            x: needed(&load.x)?,
            y: needed(&load.y)?,
            axes: match load.axes {
                Axes::Global => rigid::Axes::Global,
                Axes::Body => rigid::Axes::Body,
            },
            moving_point: match &load.moving_point {
                Some([x, y]) => Some([needed(x)?, needed(y)?]),
                None => None,
            },
        },
        ForceKind::Moment(MomentLoad { body, moment }) => {
            rigid::ForceKind::Moment { body: body.clone(), moment: needed(moment)? }
        }
    };
    Ok(rigid::Force { name: force.name.clone(), kind })
}

/// What a law may take from the contact; a mechanism says nothing about materials elsewhere.
pub(super) fn setting(contact: &Contact) -> Setting {
    Setting { sticks: true, ..Setting::new([&contact.first.shape, &contact.second.shape].map(Outline::from)) }
}

fn contact(contact: &Contact) -> Result<rigid::Contact, Vec<Problem>> {
    let surface = |key: &str, side: &Surface| match shape(&side.shape) {
        Ok(shape) => Ok(rigid::Surface { body: side.body.clone(), shape }),
        Err((below, message, hint)) => Err(vec![Problem::new(format!("{key}.shape.{below}"), message, hint)]),
    };
    let (first, second) = (surface("first", &contact.first)?, surface("second", &contact.second)?);
    let laws = contact::build(&contact.law, &contact.dissipation, &contact.friction, &setting(contact));
    let contact::Built { law, loss, friction } = laws?;
    let deepest_start = contact.deepest_start.si();
    Ok(rigid::Contact { name: contact.name.clone(), first, second, law, loss, friction, deepest_start })
}

fn shape(shape: &Shape) -> Result<rigid::Shape, Fault> {
    Ok(match shape {
        Shape::Circle(Disc { centre, radius }) => rigid::Shape::Circle { centre: point(centre), radius: radius.si() },
        Shape::Socket(Disc { centre, radius }) => rigid::Shape::Socket { centre: point(centre), radius: radius.si() },
        Shape::Line(edge) => rigid::Shape::Line { point: point(&edge.point), normal: edge.normal },
        Shape::Profile(profile) => rigid::Shape::Profile {
            origin: point(&profile.origin),
            angle: profile.angle.si(),
            curve: profile_curve(&profile.curve)?,
            range: point(&profile.range),
            material_above: profile.material_above,
        },
    })
}
