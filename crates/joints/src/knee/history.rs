//! What one run leaves behind.

use numerics::ode::Work;

/// A knee at a reported instant, SI.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frame {
    pub time: f64,
    pub flexion: f64,
    /// Of the centre of mass, in the femur's axes.
    pub position: [f64; 2],
    /// Negative in contact.
    pub gap: f64,
    pub force: f64,
    pub friction: f64,
    /// The contact, or nearest, point of the plateau: proximal and posterior in the tibia's axes.
    pub point: [f64; 2],
    /// The same point of the condyle: anterior and proximal in the femur's axes.
    pub on_femur: [f64; 2],
    /// The second compartment, where there are two.
    pub lateral: Option<Side>,
    /// The kneecap, where there is one.
    pub patella: Option<PatellaFrame>,
    /// Pull of each ligament.
    pub tensions: Vec<f64>,
    pub kinetic: f64,
    /// Of gravity, of all ligaments, and of the contact.
    pub potentials: Potentials,
    pub work: f64,
    pub lost: f64,
}

/// A compartment beside the first one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Side {
    pub gap: f64,
    pub force: f64,
    /// Of the contact, towards posterior in the tibia's axes.
    pub posterior: f64,
}

/// A kneecap at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PatellaFrame {
    pub gap: f64,
    /// Patellofemoral force.
    pub force: f64,
    /// Pull of the patellar tendon.
    pub tendon: f64,
    /// Work of the quadriceps since the start.
    pub work: f64,
    /// How far it is flexed against the femur, in rad.
    pub flexion: f64,
    /// Where it is touched, above its centre of mass.
    pub contact: f64,
}

/// Energies of position, in J.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Potentials {
    pub gravity: f64,
    pub ligaments: f64,
    pub contact: f64,
}

impl Frame {
    /// Gravity, ligaments and contact.
    pub fn potential(&self) -> f64 {
        self.potentials.gravity + self.potentials.ligaments + self.potentials.contact
    }

    /// Between femur and tibia, in all compartments.
    pub fn total_force(&self) -> f64 {
        self.force + self.lateral.map_or(0.0, |side| side.force)
    }

    /// Work of the pulse alone.
    pub fn pulse_work(&self) -> f64 {
        self.work - self.patella.map_or(0.0, |patella| patella.work)
    }

    pub fn indentation(&self) -> f64 {
        (-self.gap).max(0.0)
    }

    /// Energy that is there and has been lost, less what was put in: constant in a right computation.
    pub fn balance(&self) -> f64 {
        self.kinetic + self.potential() + self.lost - self.work
    }
}

/// A stretch of time in contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Episode {
    pub begin: f64,
    /// When it ended, or the run did.
    pub end: f64,
    /// Speed of approach; none for a contact that was there from the start.
    pub approach: Option<f64>,
    /// Whether the surfaces parted again.
    pub parted: bool,
}

impl Episode {
    pub fn duration(&self) -> f64 {
        self.end - self.begin
    }
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum End {
    /// Its time was over.
    Time,
    /// The knee is straight.
    Straight,
    /// The surfaces are too far apart.
    Apart { gap: f64 },
    /// The bones have gone through each other.
    Through { depth: f64 },
    /// The contact left the plateau.
    OffPlateau { posterior: f64 },
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct History {
    /// At the reported instants up to the end.
    pub frames: Vec<Frame>,
    /// At the very end.
    pub last: Frame,
    /// Indentation and force at every quarter of a step of the first impact.
    pub first_impact: Vec<[f64; 2]>,
    /// Energy lost in it.
    pub first_impact_loss: f64,
    /// As `first_impact`, of the contact with the highest force.
    pub hardest_contact: Vec<[f64; 2]>,
    pub episodes: Vec<Episode>,
    pub end: End,
    pub end_time: f64,
    /// Over all steps, at their quarters.
    pub peak_force: f64,
    pub peak_indentation: f64,
    /// Largest pull of each ligament.
    pub peak_tensions: Vec<f64>,
    /// Largest force of the second compartment, of both together, of the patella and of its tendon.
    pub peaks_beside: [f64; 4],
    /// Deepest indentation of the second compartment and of the patella.
    pub depths_beside: [f64; 2],
    pub work: Work,
}

impl History {
    /// The first contact that began with an impact, or else the first contact.
    pub fn first_impact_episode(&self) -> Option<&Episode> {
        self.episodes.iter().find(|e| e.approach.is_some()).or(self.episodes.first())
    }

    /// The longest contact.
    pub fn longest_episode(&self) -> Option<&Episode> {
        self.episodes.iter().max_by(|a, b| a.duration().total_cmp(&b.duration()))
    }

    /// Share of the run in contact.
    pub fn contact_share(&self) -> f64 {
        if self.end_time > 0.0 {
            self.episodes.iter().map(Episode::duration).fold(0.0, |a, b| a + b) / self.end_time
        } else {
            0.0
        }
    }

    /// Largest departure of the energy balance from its start, with its sign, and the largest kinetic energy.
    pub fn imbalance(&self) -> (f64, f64) {
        let Some(first) = self.frames.first() else { return (0.0, 0.0) };
        let start = first.balance();
        let worst = self
            .frames
            .iter()
            .map(|f| f.balance() - start)
            .fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a });
        (worst, self.frames.iter().map(|f| f.kinetic).fold(0.0, f64::max))
    }

    /// Kinetic energy, relative to its largest, of the imbalance.
    pub fn imbalance_ratio(&self) -> f64 {
        match self.imbalance() {
            (worst, scale) if scale > 0.0 => worst / scale,
            _ => 0.0,
        }
    }
}
