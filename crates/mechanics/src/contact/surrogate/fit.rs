//! From samples to a surrogate.

use numerics::regression::{
    Accuracy, Expansion, ExpansionSettings, Kernel, Kriging, KrigingSettings, Noise, Regressor, Samples, Trend,
};
use numerics::sampling::{Points, Random, draw_latin_hypercube, draw_sobol_sequence};

use super::sample::draw_near;
use super::{
    ContactAccuracy, ContactSample, Domain, ElasticContact, Fitted, Kind, Loads, Provenance, Record, SURROGATE_VERSION,
    Surrogate, SurrogateError,
};

/// How a surrogate is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurrogateSettings {
    /// What is fitted.
    pub kind: Kind,
    /// Poses of the first design, a Sobol sequence.
    pub initial: usize,
    /// Poses of the second design, by which the first fit is judged, and as many again around its worst errors.
    pub refinement: usize,
    /// Poses that no fit sees, by which the result is judged.
    pub held_out: usize,
    /// Greatest order of a product of a response surface or Poly-Fourier model.
    pub order: usize,
    /// Seed of the designs.
    pub seed: u64,
}

impl Default for SurrogateSettings {
    fn default() -> Self {
        Self { kind: Kind::ResponseSurface, initial: 500, refinement: 150, held_out: 200, order: 5, seed: 0 }
    }
}

/// Poses whose heights are found without help, and the order of what is then known about the others.
const SCOUTS: usize = 40;
const SCOUT_ORDER: usize = 2;

/// Share of the poses of a design that has to be feasible.
const FEASIBLE: f64 = 0.3;

/// The coordinate that is always a Fourier term in a Poly-Fourier model, where it varies.
const FLEXION: usize = 3;

/// Other angles are Fourier terms where they vary by more than this.
const WIDE_ANGLE: f64 = 0.2;

impl Surrogate {
    /// Samples a contact over a domain, fits, refines where the error is largest, and judges by poses held out.
    ///
    /// # Errors
    /// When the domain is none, the surfaces do not touch in it, or too few of its poses carry a load.
    pub fn fit<C: ElasticContact>(
        contact: &C,
        domain: &Domain,
        settings: &SurrogateSettings,
    ) -> Result<Self, SurrogateError> {
        Self::fit_and_hold_out(contact, domain, settings).map(|(surrogate, _)| surrogate)
    }

    /// The same, with the poses held out by which it was judged.
    ///
    /// # Errors
    /// As [`fit`](Self::fit).
    pub fn fit_and_hold_out<C: ElasticContact>(
        contact: &C,
        domain: &Domain,
        settings: &SurrogateSettings,
    ) -> Result<(Self, Vec<ContactSample>), SurrogateError> {
        let design = ContactDesign::draw(contact, domain, settings)?;
        let held_out = ContactDesign::draw_held_out(contact, domain, settings)?;
        let mut surrogate = Self::of_samples(&design, settings)?;
        surrogate.record.provenance.evaluations += held_out.evaluations;
        surrogate.record.accuracy = surrogate.compute_accuracy(&held_out.samples);
        Ok((surrogate, held_out.samples))
    }

    fn of_samples(design: &ContactDesign, settings: &SurrogateSettings) -> Result<Self, SurrogateError> {
        let ContactDesign { samples, domain, .. } = design;
        let [least, greatest] = domain.loads.map(f64::sqrt);
        let reference = 0.5 * (least + greatest);
        let height = fit_height(samples, domain, settings.order + 1)?.with_last_input(reference);
        let mut scratch = vec![0.0; height.scratch_length()];
        let (mut inputs, mut wrenches) = (Vec::new(), Vec::new());
        let (mut patches, mut centres) = (Vec::new(), Vec::new());
        let mut layer = [f64::INFINITY, f64::NEG_INFINITY];
        for ContactSample { coordinates, loads } in samples {
            let mut input: Vec<f64> = domain.varied().map(|axis| coordinates[axis]).collect();
            let mut at = [0.0];
            height.evaluate(&input, &mut at, &mut scratch);
            let zeta = coordinates[domain.sensitive] - at[0];
            layer = [layer[0].min(zeta), layer[1].max(zeta)];
            input.push(zeta);
            inputs.push(input);
            let root = loads.force().sqrt();
            wrenches.push(loads.wrench.iter().map(|load| load / root).collect::<Vec<f64>>());
            patches.push([loads.peak_pressure, loads.area, loads.deepest].map(|value| value / root));
            centres.push(loads.centre);
        }
        let inputs = Points::from_rows(&inputs);
        let (wrench, leave_one_out) =
            fit_kind(Samples::new(inputs.clone(), Points::from_rows(&wrenches))?, domain, settings)?;
        // Apart from each other: areas jump with the points that touch, and would hide what the centre does.
        let surface = ExpansionSettings::response_surface(inputs.dimension(), settings.order);
        let patch = Expansion::fit(&Samples::new(inputs.clone(), Points::from_rows(&patches))?, &surface)?;
        let centre = Expansion::fit(&Samples::new(inputs, Points::from_rows(&centres))?, &surface)?;
        let provenance = Provenance {
            contact: design.contact.clone(),
            samples: samples.len(),
            infeasible: design.asked - samples.len(),
            evaluations: design.evaluations,
            seed: settings.seed,
        };
        // Judged by poses held out, as soon as there are any.
        let accuracy = ContactAccuracy::default();
        let (version, kind, domain) = (SURROGATE_VERSION, settings.kind, domain.clone());
        Ok(Self {
            record: Record {
                version,
                kind,
                domain,
                provenance,
                height,
                layer,
                wrench,
                patch,
                centre,
                accuracy,
                leave_one_out,
            },
        })
    }

    /// Compares it with samples of its contact, inside its domain or not.
    pub fn compute_accuracy(&self, samples: &[ContactSample]) -> ContactAccuracy {
        ContactAccuracy::of(samples, |sample| self.say(sample))
    }

    /// What the fits say at the coordinates of a sample, whether inside the domain or not.
    fn say(&self, sample: &ContactSample) -> Loads {
        let mut scratch = self.scratch();
        self.evaluate_anywhere(&sample.coordinates, &mut scratch)
    }
}

/// Poses of a domain with what a contact does there: to learn from, or to judge by.
#[derive(Debug, Clone)]
struct ContactDesign {
    /// Fingerprint of the contact.
    contact: String,
    domain: Domain,
    samples: Vec<ContactSample>,
    asked: usize,
    evaluations: u64,
    /// About where a load is, once that is known.
    height: Option<Expansion>,
}

impl ContactDesign {
    /// Poses to learn from: a first design, a second by which a fit to the first is judged, and as many again around its
    /// worst errors.
    ///
    /// # Errors
    /// When the domain is none, the surfaces do not touch in it, or too few of its poses carry a load.
    fn draw<C: ElasticContact>(
        contact: &C,
        domain: &Domain,
        settings: &SurrogateSettings,
    ) -> Result<Self, SurrogateError> {
        let mut design = Self::new(contact, domain);
        let mut random = Random::of_run(settings.seed, 0);
        let (initial, refinement) = (settings.initial, settings.refinement);
        let points = draw_sobol_sequence(initial + refinement, design.dimension(), Some(&mut random))?;
        let rows: Vec<&[f64]> = points.rows().collect();
        let (first, second) = rows.split_at(initial);
        // The first few find their heights without help; with them the others are near at the first look.
        let (scouts, others) = first.split_at(SCOUTS.min(initial));
        design.add(contact, &Points::from_rows(scouts))?;
        if !others.is_empty() {
            design.height = Some(fit_height(&design.samples, domain, SCOUT_ORDER)?);
            design.add(contact, &Points::from_rows(others))?;
        }
        if refinement > 0 {
            design.height = Some(fit_height(&design.samples, domain, settings.order + 1)?);
            let so_far =
                Surrogate::of_samples(&design, &SurrogateSettings { kind: Kind::ResponseSurface, ..*settings })?;
            let before = design.samples.len();
            let places = design.add(contact, &Points::from_rows(second))?;
            let around = worst_places(&so_far, &design.samples[before..], &places, settings);
            design.add(contact, &around)?;
        }
        Ok(design)
    }

    /// Poses that no fit sees.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    fn draw_held_out<C: ElasticContact>(
        contact: &C,
        domain: &Domain,
        settings: &SurrogateSettings,
    ) -> Result<Self, SurrogateError> {
        let mut design = Self::new(contact, domain);
        let mut random = Random::of_run(settings.seed, 1);
        design.add(contact, &draw_latin_hypercube(settings.held_out, design.dimension(), &mut random))?;
        Ok(design)
    }

    fn new<C: ElasticContact>(contact: &C, domain: &Domain) -> Self {
        let (contact, domain) = (contact.fingerprint(), domain.clone());
        Self { contact, domain, samples: Vec::new(), asked: 0, evaluations: 0, height: None }
    }

    fn dimension(&self) -> usize {
        self.domain.varied().count() + 1
    }

    /// Adds the feasible poses of some points, and returns those points.
    fn add<C: ElasticContact>(&mut self, contact: &C, points: &Points) -> Result<Points, SurrogateError> {
        let (drawn, evaluations) = draw_near(contact, &self.domain, points, self.height.as_ref())?;
        self.evaluations += evaluations;
        self.asked += drawn.len();
        let mut places = Points::new(points.dimension());
        for (sample, point) in drawn.into_iter().zip(points.rows()) {
            if let Some(sample) = sample {
                self.samples.push(sample);
                places.push(point);
            }
        }
        if (self.samples.len() as f64) < FEASIBLE * self.asked as f64 {
            return Err(SurrogateError::Infeasible { feasible: self.samples.len(), asked: self.asked });
        }
        Ok(places)
    }
}

/// New points around those where a first fit is worst: each of the worst quarter gets four neighbours.
fn worst_places(fit: &Surrogate, samples: &[ContactSample], places: &Points, settings: &SurrogateSettings) -> Points {
    // Each load by its own size: a moment by that of the force at the mean lever.
    let lever = |sample: &ContactSample| sample.loads.wrench.fixed_rows::<3>(3).norm() / sample.loads.force();
    let lever = samples.iter().map(lever).sum::<f64>() / samples.len().max(1) as f64;
    let error = |sample: &ContactSample| {
        let force = sample.loads.force().max(f64::MIN_POSITIVE);
        let wrong = fit.say(sample).wrench - sample.loads.wrench;
        let moment = if lever > 0.0 { wrong.fixed_rows::<3>(3).norm() / lever } else { 0.0 };
        wrong.fixed_rows::<3>(0).norm().max(moment) / force
    };
    let mut ranked: Vec<(f64, usize)> = samples.iter().map(error).zip(0..).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut random = Random::of_run(settings.seed, 2);
    let mut around = Points::new(places.dimension());
    for &(_, index) in ranked.iter().take(settings.refinement.div_ceil(4)) {
        for _ in 0..4 {
            let near: Vec<f64> =
                places.row(index).iter().map(|u| (u + 0.12 * random.normal()).clamp(0.0, 1.0)).collect();
            around.push(&near);
        }
    }
    around
}

/// The height as a function of the varied coordinates and the root of the load.
fn fit_height(samples: &[ContactSample], domain: &Domain, order: usize) -> Result<Expansion, SurrogateError> {
    let (mut inputs, mut heights) = (Vec::new(), Vec::new());
    for ContactSample { coordinates, loads } in samples {
        let mut input: Vec<f64> = domain.varied().map(|axis| coordinates[axis]).collect();
        input.push(loads.force().sqrt());
        inputs.push(input);
        heights.push([coordinates[domain.sensitive]]);
    }
    let samples = Samples::new(Points::from_rows(&inputs), Points::from_rows(&heights))?;
    let dimension = samples.points().dimension();
    Ok(Expansion::fit(&samples, &ExpansionSettings::response_surface(dimension, order))?)
}

fn fit_kind(
    samples: Samples,
    domain: &Domain,
    settings: &SurrogateSettings,
) -> Result<(Fitted, Vec<Accuracy>), SurrogateError> {
    let dimension = samples.points().dimension();
    let expansion = |settings: &ExpansionSettings| -> Result<_, SurrogateError> {
        let fit = Expansion::fit(&samples, settings)?;
        let accuracy = fit.leave_one_out().to_vec();
        Ok((Fitted::Expansion(fit), accuracy))
    };
    match settings.kind {
        Kind::ResponseSurface => expansion(&ExpansionSettings::response_surface(dimension, settings.order)),
        Kind::PolyFourier => {
            // Twice the range: over the range itself the ends would have to meet.
            let period = |axis: usize| {
                let (_, half) = domain.range(axis);
                (axis == FLEXION || (axis > FLEXION && half > WIDE_ANGLE)).then_some(4.0 * half)
            };
            let mut periods: Vec<Option<f64>> = domain.varied().map(period).collect();
            periods.push(None);
            expansion(&ExpansionSettings::poly_fourier(&periods, settings.order))
        }
        Kind::Kriging => {
            let process = KrigingSettings {
                kernel: Kernel::SquaredExponential,
                trend: Trend::Quadratic,
                noise: Noise::Fixed(1e-8),
                likelihood_samples: 250,
            };
            let fit = Kriging::fit(&samples, &process)?;
            let accuracy = fit.leave_one_out().to_vec();
            Ok((Fitted::Kriging(Box::new(fit)), accuracy))
        }
    }
}
