//! What every film must keep. A new film is tested by adding one line to `films_keep_the_contract`.

use nalgebra::{Matrix4x6, Rotation2, Vector2, Vector4, Vector6};

use super::*;

fn pack(motion: &JournalMotion) -> Vector6<f64> {
    let JournalMotion { eccentricity: e, velocity: v, spins } = motion;
    Vector6::new(e.x, e.y, v.x, v.y, spins[0], spins[1])
}

fn unpack(x: &Vector6<f64>) -> JournalMotion {
    JournalMotion { eccentricity: Vector2::new(x[0], x[1]), velocity: Vector2::new(x[2], x[3]), spins: [x[4], x[5]] }
}

fn values(film: &impl JournalFilm, motion: &JournalMotion) -> Vector4<f64> {
    let FilmResponse { force, torques } = film.response(motion);
    Vector4::new(force.x, force.y, torques[0], torques[1])
}

/// Central differences, each column with a step of its own: small, since films with cavitation are smooth to first order
/// only.
fn differences(film: &impl JournalFilm, motion: &JournalMotion, steps: &Vector6<f64>) -> Matrix4x6<f64> {
    let x = pack(motion);
    Matrix4x6::from_columns(&std::array::from_fn::<_, 6, _>(|i| {
        let at = |share: f64| {
            let mut moved = x;
            moved[i] += share * steps[i];
            values(film, &unpack(&moved))
        };
        (at(1.0) - at(-1.0)) / (2.0 * steps[i])
    }))
}

fn near(what: &str, a: Vector4<f64>, b: Vector4<f64>, scale: &Vector4<f64>, tolerance: f64) {
    for i in 0..4 {
        assert!((a[i] - b[i]).abs() <= tolerance * scale[i], "{what} [{i}]: {} {}", a[i], b[i]);
    }
}

/// Tangent against differences; energy only lost; action and reaction; the same in any axes, at rest or turning; mirrored;
/// the wedge sees the sum of the spins, the shear their difference; nothing at rest. `smooth` says whether a centred
/// journal is a regular place.
pub(crate) fn keeps_the_contract(name: &str, film: &impl JournalFilm, clearance: f64, smooth: bool) {
    let c = clearance;
    let mut motions = Vec::new();
    for ratio in [0.0, 1e-9, 0.02, 0.3, 0.7, 0.95] {
        if ratio < 0.1 && !smooth {
            continue;
        }
        for (place, heading) in [(0.4, 0.9), (2.0, -2.5), (4.0, 4.0), (5.5, 5.5 + std::f64::consts::PI), (1.0, 2.4)] {
            for spins in [[0.0, 0.0], [2.0, 0.0], [-3.0, 1.0], [1.5, 1.5]] {
                let turn = |angle: f64| Vector2::new(f64::cos(angle), f64::sin(angle));
                motions.push(JournalMotion {
                    eccentricity: turn(place) * (ratio * c),
                    velocity: turn(heading) * (1.7 * c),
                    spins,
                });
            }
        }
    }
    for motion in &motions {
        let what = format!("{name} {motion:?}");
        let ratio = motion.eccentricity.norm() / c;
        let here = film.response(motion);
        let value = values(film, motion);
        assert!(value.iter().all(|value| value.is_finite()), "{what}: {value}");
        // A film may not push at all; then a film that moves the other way says what is little.
        let opposite = JournalMotion { velocity: -motion.velocity, ..*motion };
        let other = film.response(&opposite);
        let force = here.force.norm().max(1e-3 * other.force.norm());
        let moment = here.torques[0].abs().max(here.torques[1].abs()).max(1e-3 * force * c);
        let scale = Vector4::new(force, force, moment, moment);
        let [a, b] = here.torques;
        let balance = motion.eccentricity.perp(&here.force) + a + b;
        assert!(balance.abs() <= 1e-12 * (moment + force * c), "{what}: {balance} N·m left");
        let taken = here.dissipation(motion);
        assert!(taken >= 0.0, "{what}: creates {taken} W");

        let tangent = film.tangent(motion);
        // The film changes over the least thickness, the velocity over its own size.
        let (de, dv) = (1e-6 * c * (1.0 - ratio), 1e-6 * c);
        let steps = Vector6::new(de, de, dv, dv, 1e-6, 1e-6);
        let numeric = differences(film, motion, &steps);
        // A film that is not sheared at all has a kink in how it thins.
        let sheared = taken > 1e-9 * other.dissipation(&opposite);
        for column in 0..if sheared { 6 } else { 0 } {
            let change = [c * (1.0 - ratio), c, 1.0][column / 2];
            let exact = tangent.column(column) * change;
            let scale = scale.zip_map(&exact, |scale, entry| scale.max(entry.abs()));
            near(&format!("{what} tangent by {column}"), exact, numeric.column(column) * change, &scale, 2e-6);
        }

        // Turned axes.
        let turn = Rotation2::new(0.7);
        let turned = film.response(&JournalMotion {
            eccentricity: turn * motion.eccentricity,
            velocity: turn * motion.velocity,
            spins: motion.spins,
        });
        let expected = turn * here.force;
        let expected = Vector4::new(expected.x, expected.y, a, b);
        let found = Vector4::new(turned.force.x, turned.force.y, turned.torques[0], turned.torques[1]);
        near(&format!("{what} in turned axes"), found, expected, &scale, 1e-9);
        // A scene that turns as a whole feels the same film.
        let spun = film.response(&JournalMotion {
            velocity: motion.velocity + Vector2::new(-motion.eccentricity.y, motion.eccentricity.x) * 0.8,
            spins: motion.spins.map(|spin| spin + 0.8),
            ..*motion
        });
        let spun = Vector4::new(spun.force.x, spun.force.y, spun.torques[0], spun.torques[1]);
        near(&format!("{what} in a turning scene"), spun, value, &scale, 1e-9);
        // In a mirror.
        let mirror = |v: Vector2<f64>| Vector2::new(-v.x, v.y);
        let mirrored = film.response(&JournalMotion {
            eccentricity: mirror(motion.eccentricity),
            velocity: mirror(motion.velocity),
            spins: motion.spins.map(|spin| -spin),
        });
        let found = Vector4::new(-mirrored.force.x, mirrored.force.y, -mirrored.torques[0], -mirrored.torques[1]);
        near(&format!("{what} in a mirror"), found, value, &scale, 1e-9);
        // Exchanged spins.
        let exchanged = film.response(&JournalMotion { spins: [motion.spins[1], motion.spins[0]], ..*motion });
        let found = Vector4::new(exchanged.force.x, exchanged.force.y, exchanged.torques[1], exchanged.torques[0]);
        near(&format!("{what} with exchanged spins"), found, value, &scale, 1e-9);
    }
    let still =
        JournalMotion { eccentricity: Vector2::new(0.3 * c, 0.2 * c), velocity: Vector2::zeros(), spins: [0.0; 2] };
    assert_eq!(values(film, &still), Vector4::zeros(), "{name} at rest");
    assert!(film.tangent(&still).iter().all(|entry| entry.is_finite()), "{name}: tangent at rest");
}

const JOURNAL: Journal = Journal { radius: 16e-3, length: 25e-3, clearance: 40e-6 };

const KINDS: [(FilmKind, bool); 6] = [
    (FilmKind::Long, true),
    (FilmKind::LongIntegrated { ambient: Ambient::OpenEnds }, true),
    (FilmKind::LongIntegrated { ambient: Ambient::WidestGap }, false),
    (FilmKind::LongWithoutCavitation, true),
    (FilmKind::Short, true),
    (FilmKind::ShortWithoutCavitation, true),
];

#[test]
fn films_keep_the_contract() {
    for (kind, smooth) in KINDS {
        let film = |fluid| ThinFilm { journal: JOURNAL, kind, fluid };
        let carreau = Fluid::CarreauYasuda { at_rest: 40.0, at_high_shear: 1e-3, time: 0.02, power: 0.3, bend: 2.0 };
        for (name, fluid) in [("Newtonian", Fluid::COSTA_THICK), ("Cross", Fluid::HEALTHY), ("Carreau", carreau)] {
            keeps_the_contract(&format!("{kind:?} {name}"), &film(fluid), JOURNAL.clearance, smooth);
        }
        for least_thickness in [0.1e-6, 8e-6] {
            let rough = RoughFilm { film: film(Fluid::HEALTHY), clearance: JOURNAL.clearance, least_thickness };
            keeps_the_contract(&format!("{kind:?} over {least_thickness}"), &rough, JOURNAL.clearance, smooth);
        }
    }
}

/// The floor holds, and far above it the film is the smooth one.
#[test]
fn a_rough_film_is_the_smooth_one_above_its_floor_and_finite_below() {
    for (kind, _) in KINDS {
        let film = ThinFilm { journal: JOURNAL, kind, fluid: Fluid::COSTA_THIN };
        let rough = RoughFilm { film, clearance: JOURNAL.clearance, least_thickness: 0.5e-6 };
        let at = |gap: f64| JournalMotion {
            eccentricity: Vector2::new(0.6, 0.8) * (JOURNAL.clearance - gap),
            velocity: Vector2::new(1e-5, 3e-5),
            spins: [1.0, 0.3],
        };
        let above = at(10e-6);
        let (smooth, felt) = (film.response(&above).force, rough.response(&above).force);
        assert!((smooth - felt).norm() < 1e-12 * smooth.norm(), "{kind:?}");
        let mut before = 0.0;
        for gap in [2e-6, 0.5e-6, 0.0, -1e-6, -20e-6, -1e-3] {
            let motion = at(gap);
            let response = rough.response(&motion);
            let thickness = rough.thickness(&motion.eccentricity);
            assert!(response.force.norm().is_finite() && response.dissipation(&motion) > 0.0, "{kind:?} {gap}");
            assert!(thickness >= 0.5e-6 * (1.0 - 1e-9) && thickness <= gap.max(0.0) + 0.9e-6, "{kind:?} {thickness}");
            assert!(rough.tangent(&motion).iter().all(|entry| entry.is_finite()));
            // The drag grows towards the floor's and stays there.
            let drag = -response.torques[0] + response.torques[1];
            assert!(drag > before * (1.0 - 1e-9), "{kind:?} {gap}");
            before = drag;
        }
        assert!(film.response(&at(-1e-6)).force.x.is_nan());
    }
}
