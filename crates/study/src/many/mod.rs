//! Studies of many runs: what varies, which runs there are, and how they are run into one store.

mod asking;
mod best;
mod calibration;
mod campaign;
mod charts;
mod choice;
mod execute;
mod goal;
mod guard;
mod in_memory;
mod inputs;
mod method;
mod plan;
mod search;
mod sensitivity;
mod spoken;
mod summary;
mod template;
mod used;
mod vary;
mod verdict;
mod words;

pub use asking::{Ask, Asking};
pub use campaign::Campaign;
pub use execute::CampaignError;
pub use method::Method;
pub(crate) use template::Template;
pub use vary::Vary;
pub use words::counted;
