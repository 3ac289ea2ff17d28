//! What happens in contacts, and when.

use super::pair::{ContactState, Grip, Held};
use super::simulation::{Motion, Simulation};
use super::state::first_deformation;
use crate::contact::Phase;

/// Something that happened in a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// In which contact, by index.
    pub contact: usize,
    /// What.
    pub kind: EventKind,
}

/// What happened in a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EventKind {
    /// The surfaces meet.
    Begins {
        /// At this speed, along the normal.
        approach: f64,
    },
    /// They part.
    Ends,
    /// The surfaces begin to slip. With compliant friction: the tangential force reaches its limit, and the step ends
    /// there. With Coulomb friction, under which nothing truly sticks: sliding exceeds the transition speed.
    Slips,
    /// They stick. With compliant friction: slipping comes to rest, as at every reversal, and the step ends there. With
    /// Coulomb friction: sliding falls below the transition speed.
    Sticks,
}

/// What a contact remembers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Episode {
    pub touching: bool,
    pub slipping: bool,
}

/// Surfaces count as parted when the gap has grown to this, and as meeting when it is zero: events cannot chatter.
const PARTED: f64 = 1e-12;

/// What changes the equations of motion, so that no step may span it.
#[derive(Clone, Copy, PartialEq)]
enum Switch {
    /// A contact begins or ends.
    Touch,
    /// Compliant friction begins to slip or to stick.
    Grip,
}

impl Simulation<'_> {
    /// Finds the first switch within the last step and goes back to there; notes what else happened up to then.
    ///
    /// While a step is made every contact stays open or closed, sticking or slipping, also beyond the instant where this
    /// should have ended, so that the equations are smooth and the instant is found as well as the motion is known. Only in
    /// the first step of a contact, where no force says yet whether it will stick, this is found anew at every evaluation.
    pub(super) fn locate_events(&mut self) {
        let (start, end) = (self.integrator.previous_time(), self.integrator.time());
        let mut first: Option<(f64, usize, Switch)> = None;
        for contact in 0..self.episodes.len() {
            for switch in [Switch::Touch, Switch::Grip] {
                let found = match switch {
                    Switch::Touch => self.locate_touch(contact),
                    Switch::Grip if self.holds_phase(contact) => self.locate_grip(contact),
                    Switch::Grip => continue,
                };
                // What changed without crossing changed at the very start, where rounding can hide the crossing.
                let found = if found.is_none() && self.is_wrong(contact, switch, end) { Some(start) } else { found };
                if let Some(time) = found
                    && first.is_none_or(|(earliest, ..)| time < earliest)
                {
                    first = Some((time, contact, switch));
                }
            }
        }
        let until = first.map_or(end, |(time, ..)| time);
        if until > start {
            for contact in 0..self.episodes.len() {
                if self.episodes[contact].touching && !self.holds_phase(contact) {
                    self.note_grip(contact, until);
                }
            }
            self.events.sort_unstable_by(|a, b| a.time.total_cmp(&b.time));
        }
        let Some((time, contact, switch)) = first else { return };
        self.integrator.interpolate_into(time, &mut self.buffer);
        let kind = match switch {
            Switch::Touch => self.switch_touch(contact),
            Switch::Grip => self.switch_grip(contact),
        };
        self.events.push(Event { time, contact, kind });
        self.integrator.cut(time, &self.buffer);
    }

    /// Whether a contact is held in a phase while stepping.
    fn holds_phase(&self, contact: usize) -> bool {
        self.episodes[contact].touching && self.motion.scratch.held[contact].phase.is_some()
    }

    /// Whether what a contact holds is wrong at a time within the last step.
    fn is_wrong(&mut self, contact: usize, switch: Switch, time: f64) -> bool {
        let Episode { touching, slipping } = self.episodes[contact];
        let state = self.contact_at(contact, time);
        match switch {
            Switch::Touch if touching => state.touch.gap + state.dent > PARTED,
            Switch::Touch => state.touch.gap + state.dent < 0.0,
            Switch::Grip => (self.motion.model.pairs[contact].1.excess(&state) > 0.0) != slipping,
        }
    }

    /// Notes whether a contact that holds no phase began to slip or to stick, and lets it hold the one of then.
    fn note_grip(&mut self, contact: usize, until: f64) {
        let pair = &self.motion.model.pairs[contact].1;
        if pair.grip == Grip::None {
            return;
        }
        let was_slipping = self.episodes[contact].slipping;
        let crossing = self.locate_grip(contact).filter(|time| *time <= until);
        let state = self.contact_at(contact, until);
        let slips = pair.excess(&state) > 0.0;
        // A slip may begin with the contact.
        let changed = if slips != was_slipping { Some(self.integrator.previous_time()) } else { None };
        if let Some(time) = crossing.or(changed) {
            let kind = if was_slipping { EventKind::Sticks } else { EventKind::Slips };
            self.events.push(Event { time, contact, kind });
            self.episodes[contact].slipping = !was_slipping;
        }
        self.motion.scratch.held[contact].phase = pair.phase(&state);
    }

    /// When a contact begins, or ends, within the last step.
    fn locate_touch(&mut self, contact: usize) -> Option<f64> {
        let Self { motion: Motion { model, scratch, .. }, integrator, episodes, buffer, .. } = self;
        let (pair, touching, frames) = (&model.pairs[contact].1, episodes[contact].touching, &mut scratch.frames);
        let (level, first) = (if touching { PARTED } else { 0.0 }, first_deformation(model.bodies()));
        integrator.locate_next(touching, buffer, |_, y| {
            model.compute_frames(y.as_slice(), frames);
            pair.opening(pair.frames(frames), pair.inner(&y.as_slice()[first..])) - level
        })
    }

    /// When a contact begins to slip, or to stick, within the last step.
    fn locate_grip(&mut self, contact: usize) -> Option<f64> {
        let Self { motion: Motion { model, scratch, .. }, integrator, episodes, buffer, .. } = self;
        let pair = &model.pairs[contact].1;
        integrator.locate_next(!episodes[contact].slipping, buffer, |_, y| {
            model.place(y.as_slice(), scratch);
            pair.excess(&scratch.contact(pair, &scratch.held[contact]))
        })
    }

    /// A contact at a time within the last step.
    fn contact_at(&mut self, contact: usize, time: f64) -> ContactState {
        let Self { motion: Motion { model, scratch, .. }, integrator, buffer, .. } = self;
        integrator.interpolate_into(time, buffer);
        model.place(buffer.as_slice(), scratch);
        scratch.contact(&model.pairs[contact].1, &scratch.held[contact])
    }

    /// Lets a contact begin or end at the state of the buffer.
    fn switch_touch(&mut self, contact: usize) -> EventKind {
        let Self { motion: Motion { model, scratch, .. }, episodes, buffer, .. } = self;
        model.place(buffer.as_slice(), scratch);
        let pair = &model.pairs[contact].1;
        let episode = &mut episodes[contact];
        episode.touching = !episode.touching;
        let first = first_deformation(model.bodies());
        if let Some((law, index)) = pair.sticks() {
            // Surfaces that snap together or apart lose the difference, as waves.
            let attached = law.attached_energy(pair.touch(pair.frames(&scratch.frames)).gap);
            let (bond, lost) = if episode.touching { (1.0, -attached) } else { (0.0, attached) };
            buffer[first + index] = bond;
            buffer[first - 1] += lost;
        }
        if episode.touching {
            let approach = -scratch.contact(pair, &Held::NOTHING).gap_rate;
            let (held, slipping) = scratch.begin(pair, approach);
            scratch.held[contact] = Held { phase: None, ..held };
            episode.slipping = slipping;
            return EventKind::Begins { approach };
        }
        if let Grip::Compliant(law, index) = pair.grip {
            // What the surface still stores sideways is lost as it springs back.
            let left = std::mem::take(&mut buffer[first + index]);
            buffer[first - 1] += law.energy(left);
        }
        scratch.held[contact].open = true;
        episode.slipping = false;
        EventKind::Ends
    }

    /// Lets compliant friction slip or stick at the state of the buffer.
    fn switch_grip(&mut self, contact: usize) -> EventKind {
        let Self { motion: Motion { model, scratch, .. }, episodes, buffer, .. } = self;
        model.place(buffer.as_slice(), scratch);
        let pair = &model.pairs[contact].1;
        let state = scratch.contact(pair, &scratch.held[contact]);
        let slips = !episodes[contact].slipping;
        episodes[contact].slipping = slips;
        // At the border the force is the limit on either side: its sign is all that is needed.
        let phase = if slips { Phase::Slip { direction: -state.friction.signum() } } else { Phase::Stick };
        scratch.held[contact].phase = Some(phase);
        if slips { EventKind::Slips } else { EventKind::Sticks }
    }
}
