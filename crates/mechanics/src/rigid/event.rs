//! What happens in contacts, and when.

use super::pair::Grip;
use super::simulation::{Motion, Simulation};
use super::state::first_deformation;
use crate::contact::Damping;

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

impl Simulation<'_> {
    /// Finds the first change of the equations of motion within the last step and goes back to there: a contact that begins
    /// or ends, or compliant friction that begins to slip or to stick. Notes what else happened up to then.
    pub(super) fn locate_events(&mut self) {
        let start = self.integrator.previous_time();
        let mut first: Option<(f64, usize)> = None;
        for contact in 0..self.episodes.len() {
            if let Some(time) = self.locate_touch(contact)
                && first.is_none_or(|(earliest, _)| time < earliest)
            {
                first = Some((time, contact));
            }
        }
        let mut until = first.map_or(self.integrator.time(), |(time, _)| time);
        let mut switch = None;
        for contact in 0..self.episodes.len() {
            let compliant = match self.motion.model.pairs[contact].1.grip {
                _ if !self.episodes[contact].touching => continue,
                Grip::None => continue,
                Grip::Coulomb(_) => false,
                Grip::Compliant(..) => true,
            };
            // What changed without crossing changed at the very start, such as a slip that begins with the contact.
            let slipping = self.episodes[contact].slipping;
            let time = match self.locate_grip(contact) {
                None if (self.excess_at(contact, until) > 0.0) != slipping => start,
                Some(time) if time <= until => time,
                _ => continue,
            };
            let kind = if slipping { EventKind::Sticks } else { EventKind::Slips };
            let event = Event { time, contact, kind };
            if compliant && time > start {
                // The step will end here, or earlier if another contact switches before.
                (until, switch) = (time, Some(event));
            } else {
                self.episodes[contact].slipping = !slipping;
                self.events.push(event);
            }
        }
        if let Some(event) = switch {
            // Contacts that were looked at earlier may have moved on after this time.
            for late in self.events.iter().filter(|late| late.time > until) {
                self.episodes[late.contact].slipping = !self.episodes[late.contact].slipping;
            }
            self.events.retain(|noted| noted.time <= until);
            self.episodes[event.contact].slipping = !self.episodes[event.contact].slipping;
            self.events.push(event);
            self.integrator.interpolate_into(until, &mut self.buffer);
        }
        self.events.sort_unstable_by(|a, b| a.time.total_cmp(&b.time));
        match (switch, first) {
            (None, Some((time, contact))) => self.switch_touch(time, contact),
            (None, None) => return,
            (Some(_), _) => {}
        }
        self.integrator.restart_from(until, &self.buffer);
    }

    /// When a contact begins, or ends, within the last step.
    fn locate_touch(&mut self, contact: usize) -> Option<f64> {
        let Self { motion: Motion { model, scratch, .. }, integrator, episodes, buffer, .. } = self;
        let (pair, touching, frames) = (&model.pairs[contact].1, episodes[contact].touching, &mut scratch.frames);
        let level = if touching { PARTED } else { 0.0 };
        integrator.locate_next(touching, buffer, |_, y| {
            model.compute_frames(y.as_slice(), frames);
            pair.touch(pair.frames(frames)).gap - level
        })
    }

    /// When a contact begins to slip, or to stick, within the last step.
    fn locate_grip(&mut self, contact: usize) -> Option<f64> {
        let Self { motion: Motion { model, scratch, .. }, integrator, episodes, buffer, .. } = self;
        let pair = &model.pairs[contact].1;
        integrator.locate_next(!episodes[contact].slipping, buffer, |_, y| {
            model.place(y.as_slice(), scratch);
            pair.excess(&scratch.contact(pair, &scratch.dampings[contact]))
        })
    }

    /// How far beyond sticking a contact is at a time within the last step.
    fn excess_at(&mut self, contact: usize, time: f64) -> f64 {
        let Self { motion: Motion { model, scratch, .. }, integrator, buffer, .. } = self;
        integrator.interpolate_into(time, buffer);
        model.place(buffer.as_slice(), scratch);
        let pair = &model.pairs[contact].1;
        pair.excess(&scratch.contact(pair, &scratch.dampings[contact]))
    }

    /// Lets a contact begin or end, and leaves the state of then in the buffer.
    fn switch_touch(&mut self, time: f64, contact: usize) {
        let Self { motion: Motion { model, scratch, .. }, integrator, episodes, events, buffer, .. } = self;
        integrator.interpolate_into(time, buffer);
        model.place(buffer.as_slice(), scratch);
        let pair = &model.pairs[contact].1;
        let episode = &mut episodes[contact];
        episode.touching = !episode.touching;
        let kind = if episode.touching {
            let approach = -scratch.contact(pair, &Damping::None).gap_rate;
            scratch.dampings[contact] = pair.damping(approach);
            episode.slipping = pair.excess(&scratch.contact(pair, &scratch.dampings[contact])) > 0.0;
            EventKind::Begins { approach }
        } else {
            if let Grip::Compliant(law, index) = pair.grip {
                // What the surface still stores sideways is lost as it springs back.
                let first = first_deformation(model.bodies());
                let left = std::mem::take(&mut buffer[first + index]);
                buffer[first - 1] += law.energy(left);
            }
            episode.slipping = false;
            EventKind::Ends
        };
        events.push(Event { time, contact, kind });
    }
}
