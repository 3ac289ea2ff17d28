//! A contact law on an array of gaps: a steel ball on polyethylene by Hertz's law.
//!
//! `cargo run --release -p synovia-joints --example contact_law`
#![allow(clippy::print_stdout)]

use mechanics::contact::{Hertz, NormalLaw, contact_modulus};
use mechanics::material::Elastic;

fn main() {
    let polyethylene = Elastic { modulus: 1e9, poisson: 0.4, density: 938.0 };
    let steel = Elastic { modulus: 210e9, poisson: 0.3, density: 7850.0 };
    let law = Hertz { radius: 14e-3, modulus: contact_modulus(&polyethylene, &steel) };
    // A gap is positive where the surfaces are apart.
    let gaps: Vec<f64> = (-5..=1).map(|i| 20e-6 * f64::from(i)).collect();
    println!("{:>9} {:>10} {:>17} {:>12}", "gap (µm)", "force (N)", "stiffness (N/mm)", "energy (mJ)");
    for gap in gaps {
        let (slope, _) = law.tangent(gap, 0.0);
        println!(
            "{:9.0} {:10.2} {:17.1} {:12.4}",
            1e6 * gap,
            law.response(gap, 0.0),
            -1e-3 * slope,
            1e3 * law.energy(gap)
        );
    }
}
