//! Runge–Kutta–Fehlberg 4(5), advanced with the fifth-order weights.

use super::explicit::Tableau;

/// [Fehlberg1969], "Formula 2" of the pair of order 4 and 5.
///
/// The dense output is our own. With the rate at the end as a seventh stage, the conditions of order 4 leave one number
/// free; it is chosen to keep the error of order 5 small (within 8 % of the least mean square) and the fractions short.
pub(super) const RKF45: Tableau<7, 6> = Tableau {
    nodes: [0.0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0, 1.0],
    stages: [
        [1.0 / 4.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0, 0.0],
        [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0, 0.0],
        [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0, 0.0],
        [-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0, 0.0],
        [16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0],
    ],
    error: [1.0 / 360.0, 0.0, -128.0 / 4275.0, -2197.0 / 75240.0, 1.0 / 50.0, 2.0 / 55.0, 0.0],
    dense: [-7.0 / 8.0, 0.0, 1024.0 / 285.0, -2197.0 / 456.0, 8.0 / 5.0, -2.0, 5.0 / 2.0],
};
