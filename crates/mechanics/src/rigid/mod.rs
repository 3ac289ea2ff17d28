//! Planar multibody systems.
