use super::*;

/// A small generator that any language can repeat: x ← (1103515245 x + 12345) mod 2³¹.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 = (1_103_515_245 * self.0 + 12_345) % (1 << 31);
        self.0 as f64 / f64::from(1_u32 << 31)
    }
}

struct Case {
    matrix: Vec<f64>,
    right: Vec<f64>,
    weights: Vec<f64>,
    power: f64,
    lower: Vec<f64>,
    upper: Vec<f64>,
    reserves: Vec<f64>,
}

impl Case {
    /// Arms between −1 and 1, about half of them none; a load that lies within reach.
    fn random(seed: u64, rows: usize, columns: usize, power: f64) -> Self {
        let mut draws = Draws(seed);
        let matrix: Vec<f64> =
            (0..rows * columns).map(|_| if draws.next() < 0.5 { 0.0 } else { 2.0 * draws.next() - 1.0 }).collect();
        let reachable: Vec<f64> = (0..columns).map(|_| if draws.next() < 0.4 { 0.0 } else { draws.next() }).collect();
        let weights = (0..columns).map(|_| 0.5 + draws.next()).collect();
        let right = matrix.chunks(columns).map(|row| row.iter().zip(&reachable).map(|(x, a)| x * a).sum()).collect();
        Self {
            matrix,
            right,
            weights,
            power,
            lower: vec![0.0; columns],
            upper: vec![1.0; columns],
            reserves: vec![f64::INFINITY; rows],
        }
    }

    fn problem(&self) -> Distribution<'_> {
        Distribution {
            matrix: &self.matrix,
            right: &self.right,
            weights: &self.weights,
            power: self.power,
            linear: &[],
            lower: &self.lower,
            upper: &self.upper,
            reserves: &self.reserves,
        }
    }

    fn solve(&self) -> Result<Shares, DistributionError> {
        Distributor::new(self.right.len(), self.weights.len()).solve(&self.problem()).cloned()
    }
}

/// The conditions of an optimum from the problem's own numbers: slopes, prices and bounds.
fn judge(case: &Case, shares: &Shares) {
    let n = case.weights.len();
    for (j, row) in case.matrix.chunks(n).enumerate() {
        let made: f64 = row.iter().zip(&shares.values).map(|(x, a)| x * a).sum();
        assert!((made + shares.reserves[j] - case.right[j]).abs() < 1e-9, "row {j}: {made} of {}", case.right[j]);
        if case.reserves[j].is_finite() {
            assert!((2.0 * case.reserves[j] * shares.reserves[j] - shares.prices[j]).abs() < 1e-8);
        } else {
            assert_eq!(shares.reserves[j], 0.0);
        }
    }
    for i in 0..n {
        let a = shares.values[i];
        assert!(a >= case.lower[i] && a <= case.upper[i]);
        let slope = case.power * case.weights[i] * a.abs().powf(case.power - 1.0) * a.signum();
        let priced: f64 = (0..case.right.len()).map(|j| case.matrix[j * n + i] * shares.prices[j]).sum();
        // More is worth it only at the upper bound, less only at the lower one: the products are what could be gained.
        let gain = |pull: f64, way: f64| pull.max(0.0) * way;
        let pressed = priced - slope;
        assert!(gain(pressed, case.upper[i] - a) < 1e-9, "column {i}: {pressed} at {a}");
        assert!(gain(-pressed, a - case.lower[i]) < 1e-9, "column {i}: {pressed} at {a}");
    }
}

#[test]
fn two_muscles_share_by_arm_and_weight() {
    // One row: aᵢ = (λ rᵢ/(p wᵢ))^(1/(p−1)).
    for power in [2.0, 3.0, 4.0, 2.5] {
        let exact = |price: f64, arm: f64, weight: f64| (price * arm / (power * weight)).powf(1.0 / (power - 1.0));
        let (price, arms, weights) = (0.9, [0.3, 0.7], vec![1.5, 2.0]);
        let values: Vec<f64> = (0..2).map(|i| exact(price, arms[i], weights[i])).collect();
        let case = Case {
            matrix: arms.to_vec(),
            right: vec![arms[0] * values[0] + arms[1] * values[1]],
            weights,
            power,
            lower: vec![0.0; 2],
            upper: vec![1.0; 2],
            reserves: vec![f64::INFINITY],
        };
        let shares = case.solve().expect("a solution");
        for (a, exact) in shares.values.iter().zip(&values) {
            assert!((a - exact).abs() < 1e-9, "p = {power}: {a} for {exact}");
        }
        assert!((shares.prices[0] - price).abs() < 1e-9);
    }
}

#[test]
fn full_muscle_leaves_the_rest_to_others() {
    // Arms 2 and 1, load 2.8: shared by arms the first would have 1.12; it is full, the second does 0.8.
    let mut case = Case::random(1, 1, 2, 2.0);
    (case.matrix, case.right, case.weights) = (vec![2.0, 1.0], vec![2.8], vec![1.0, 1.0]);
    let shares = case.solve().expect("a solution");
    assert!((shares.values[0] - 1.0).abs() < 1e-10 && (shares.values[1] - 0.8).abs() < 1e-10);
    judge(&case, &shares);
}

#[test]
fn bounds_of_emg_are_kept_and_may_meet() {
    let mut case = Case::random(2, 1, 3, 3.0);
    (case.matrix, case.right, case.weights) = (vec![1.0; 3], vec![1.2], vec![1.0; 3]);
    (case.lower, case.upper) = (vec![0.0, 0.5, 0.1], vec![1.0, 0.7, 0.1]);
    // The third is given; the second is at least 0.5; 1.1 for two of equal weight: 0.55 each.
    let shares = case.solve().expect("a solution");
    for (a, exact) in shares.values.iter().zip([0.55, 0.55, 0.1]) {
        assert!((a - exact).abs() < 1e-9, "{a} for {exact}");
    }
    case.lower[1] = 0.65;
    let shares = case.solve().expect("a solution");
    assert!((shares.values[0] - 0.45).abs() < 1e-9 && (shares.values[1] - 0.65).abs() < 1e-9);
}

#[test]
fn conditions_hold_on_random_problems() {
    for seed in 1..=40 {
        for power in [2.0, 3.0, 5.0, 8.0] {
            let mut case = Case::random(seed, 6, 24, power);
            if seed % 2 == 0 {
                case.reserves = (0..6).map(|j| if j % 2 == 0 { 10.0 } else { f64::INFINITY }).collect();
            }
            let shares = case.solve().unwrap_or_else(|e| panic!("seed {seed}, p = {power}: {e}"));
            judge(&case, &shares);
        }
    }
}

#[test]
fn optima_are_those_of_scipy() {
    // SciPy 1.17.1, SLSQP, benches/peers/distribution_scipy.py: seed, p, cost, first three values.
    let table = [
        (1, 2.0, 0.445337987825, [0.2896055, 0.0000000, 0.0000000]),
        (1, 3.0, 0.146162916852, [0.2745630, 0.0000000, 0.0000000]),
        (2, 2.0, 0.921826386123, [0.3587748, 0.1177391, 0.0003410]),
        (2, 3.0, 0.483833997804, [0.3587748, 0.2687656, 0.0337955]),
        (3, 2.0, 2.079392285893, [0.7571400, 0.0000000, 0.5617643]),
        (3, 3.0, 1.576946584397, [0.7571400, 0.0000002, 0.5945196]),
        (4, 2.0, 1.019025961849, [0.0269136, 0.4126737, 0.0000000]),
        (4, 3.0, 0.505792008838, [0.0456415, 0.4570183, 0.0000000]),
        (5, 2.0, 0.514421672335, [0.0325310, 0.0000000, 0.2480577]),
        (5, 3.0, 0.160454249694, [0.0698793, 0.0000000, 0.2514613]),
    ];
    for (seed, power, cost, values) in table {
        let shares = Case::random(seed, 4, 12, power).solve().expect("a solution");
        assert!((shares.cost - cost).abs() < 1e-9, "seed {seed}, p = {power}: {} for {cost}", shares.cost);
        for (a, b) in shares.values.iter().zip(values) {
            assert!((a - b).abs() < 2e-5, "seed {seed}, p = {power}: {a} for {b}");
        }
    }
}

#[test]
fn units_do_not_matter() {
    let case = Case::random(7, 5, 20, 3.0);
    let shares = case.solve().expect("a solution");
    // Forces in newtons instead of activations, moments in N·mm, cost in another currency.
    let strength: Vec<f64> = (0..20).map(|i| 100.0 + 150.0 * f64::from(i)).collect();
    let mut other = Case::random(7, 5, 20, 3.0);
    for (k, x) in other.matrix.iter_mut().enumerate() {
        *x *= 1000.0 / strength[k % 20];
    }
    other.right.iter_mut().for_each(|b| *b *= 1000.0);
    other.weights.iter_mut().zip(&strength).for_each(|(w, s)| *w *= 1e6 / s.powi(3));
    other.upper.clone_from(&strength);
    let scaled = other.solve().expect("a solution");
    for (i, strength) in strength.iter().enumerate() {
        assert!((scaled.values[i] / strength - shares.values[i]).abs() < 1e-7);
    }
}

#[test]
fn a_load_out_of_reach_is_named() {
    let mut case = Case::random(3, 3, 8, 2.0);
    case.matrix[8..16].copy_from_slice(&[1.0, 0.5, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0]);
    case.matrix[..8].copy_from_slice(&[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    case.matrix[16..].copy_from_slice(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    case.right = vec![0.7, 2.0, 0.9];
    match case.solve() {
        Err(DistributionError::Infeasible { row, missing, asked }) => {
            assert_eq!((row, asked), (1, 2.0));
            assert!((missing - 0.25).abs() < 1e-4, "{missing}");
        }
        other => panic!("{other:?}"),
    }
    // With a reserve it is carried, and said.
    case.reserves[1] = 1e3;
    let shares = case.solve().expect("a solution");
    assert!((shares.reserves[1] - 0.25).abs() < 1e-6);
    // A row that no muscle crosses.
    (case.right, case.reserves[1]) = (vec![0.7, 0.3, 0.9], f64::INFINITY);
    case.matrix[16..].fill(0.0);
    assert!(matches!(case.solve(), Err(DistributionError::Infeasible { row: 2, .. })));
    case.right[2] = 0.0;
    judge(&case, &case.solve().expect("a solution"));
}

#[test]
fn joint_force_penalty_is_three_more_rows() {
    // Without penalty 0.5 each; with κ (a₁ − 0)² on the first: minimise a₁² + a₂² + κ a₁², a₁ + a₂ = 1.
    let kappa = 3.0;
    let mut case = Case::random(1, 2, 2, 2.0);
    (case.matrix, case.right, case.weights) = (vec![1.0, 1.0, 1.0, 0.0], vec![1.0, 0.0], vec![1.0, 1.0]);
    case.reserves = vec![f64::INFINITY, kappa];
    let shares = case.solve().expect("a solution");
    assert!((shares.values[0] - 1.0 / (2.0 + kappa)).abs() < 1e-10);
    assert!((shares.reserves[1] + shares.values[0]).abs() < 1e-10);
}

#[test]
fn a_warm_start_is_cheaper_and_ends_alike() {
    let (rows, columns) = (20, 92);
    let mut case = Case::random(11, rows, columns, 2.0);
    let (right, mut warm) = (case.right.clone(), Distributor::new(rows, columns));
    let (mut with, mut without) = (0, 0);
    for frame in 0..20 {
        let share = 0.8 + 0.01 * f64::from(frame);
        case.right.iter_mut().zip(&right).for_each(|(b, full)| *b = share * full);
        let cold = case.solve().expect("a solution");
        let shares = warm.solve(&case.problem()).expect("a solution");
        for (a, b) in shares.values.iter().zip(&cold.values) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
        assert!(shares.optimality.worst() < 1e-10);
        (with, without) = (with + shares.iterations, without + cold.iterations);
    }
    assert!(with < without, "{with} of {without}");
}

#[test]
fn bad_numbers_are_named() {
    let good = Case::random(1, 2, 4, 2.0);
    let mut solver = Distributor::new(2, 4);
    let mut fails = |case: &Case| solver.solve(&case.problem()).expect_err("an error").to_string();
    let mut case = Case { lower: vec![0.0; 3], ..Case::random(1, 2, 4, 2.0) };
    assert_eq!(fails(&case), "the list of lower bounds has 3 numbers; 2 rows and 4 columns need 4");
    case.lower = vec![0.0, 0.0, 2.0, 0.0];
    assert_eq!(fails(&case), "bounds of column 2 exclude each other: 2 to 1");
    (case.lower, case.weights[1]) = (good.lower.clone(), -1.0);
    assert_eq!(fails(&case), "weight number 1 is -1: expected a finite number that is not negative");
    (case.weights, case.power) = (good.weights.clone(), 0.5);
    assert_eq!(fails(&case), "power number 0 is 0.5: expected 1 or more");
}
