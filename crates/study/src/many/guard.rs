//! A run that panics is a defect of the program, not the end of a study of many.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether this thread is inside [`guard`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic inside it came from.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Computes something; a panic is an error that says what and where, and is not printed.
pub(super) fn guard<T>(compute: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if GUARDED.get() {
                PLACE.set(panic.location().map(ToString::to_string));
            } else {
                usual(panic);
            }
        }));
    });
    GUARDED.set(true);
    let computed = catch_unwind(AssertUnwindSafe(compute));
    GUARDED.set(false);
    computed.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = PLACE.take().unwrap_or_else(|| "an unknown place".into());
        format!("a defect of the program at {place}: {text}; please report it with the study")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_place_and_the_next_one_is_not_affected() {
        assert_eq!(guard(|| 3), Ok(3));
        let wrong = guard(|| panic!("three is {}", 4)).expect_err("a panic");
        assert!(wrong.contains("guard.rs:") && wrong.contains("three is 4"), "{wrong}");
        let wrong = guard(|| [1, 2][std::hint::black_box(5)]).expect_err("a panic");
        assert!(wrong.contains("index out of bounds"), "{wrong}");
        assert_eq!(guard(|| "again"), Ok("again"));
    }
}
