//! The page of a workbench in a real browser.
#![allow(dead_code)] // Each test file uses its part.

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::common::bench::Open;

/// The page of a workbench, as a person uses it.
pub struct Shown {
    pub browser: Chromium,
}

impl Shown {
    pub fn open(open: &Open) -> Self {
        let mut shown = Self { browser: Chromium::start() };
        shown.browser.call("Page.navigate", json!({ "url": open.address }));
        shown.browser.wait_until("window.synovia && window.synovia.ready");
        shown.browser.wait_until_shown();
        shown
    }

    /// Presses a button as soon as it is there and can be pressed, in one go: between two questions it may be drawn anew.
    pub fn press(&mut self, selector: &str, text: &str) {
        self.browser.wait_until(&format!(
            "(() => {{ const e = [...document.querySelectorAll({selector:?})].find((e) => !e.disabled && e.textContent.trim().startsWith({text:?})); \
             e?.click(); return Boolean(e); }})()"
        ));
    }

    /// Opens the study and waits for its answer.
    pub fn open_study(&mut self) {
        self.press(".studies button", "hip.toml");
        self.browser.wait_until("document.querySelector('.right')?.dataset.state === 'answered'");
    }

    pub fn text(&mut self) -> String {
        self.browser.evaluate("window.synovia.bench.text.toString()").as_str().unwrap().to_owned()
    }

    /// Changes a control as a person does, and waits for the answer to it.
    pub fn change(&mut self, id: &str, value: &str) {
        let before = self.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
        self.browser.evaluate(&format!(
            "(() => {{ const e = document.getElementById({id:?}); e.value = {value:?}; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
        self.browser.wait_until(&format!("window.synovia.answered > {before}"));
    }

    /// Another width of the window, in pixels.
    pub fn resize(&mut self, width: u32) {
        let size = json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        self.browser.call("Emulation.setDeviceMetricsOverride", size);
        self.browser.wait_until(&format!("innerWidth === {width}"));
    }

    /// `dark` or `light`, as the system of whoever looks has it.
    pub fn scheme(&mut self, name: &str) {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": name}]});
        self.browser.call("Emulation.setEmulatedMedia", media);
    }

    /// A hand that presses the mouse at the first place, leads it to the others and lets go.
    pub fn drag(&mut self, places: &[[f64; 2]]) {
        let mouse = |browser: &mut Chromium, kind: &str, [x, y]: [f64; 2], buttons: u32| {
            let params = json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1});
            browser.call("Input.dispatchMouseEvent", params);
        };
        let (first, last) = (places[0], places[places.len() - 1]);
        mouse(&mut self.browser, "mousePressed", first, 1);
        for place in places {
            mouse(&mut self.browser, "mouseMoved", *place, 1);
        }
        mouse(&mut self.browser, "mouseReleased", last, 0);
    }

    /// A pointer that jumps is not yet a pointer that hovers: it is moved until the page has noticed.
    pub fn hover(&mut self, [x, y]: [f64; 2], noticed: &str) {
        let is_noticed = (0..400).any(|nudge| {
            let params = json!({"type": "mouseMoved", "x": x + 0.4 * f64::from(nudge % 3), "y": y});
            self.browser.call("Input.dispatchMouseEvent", params);
            std::thread::sleep(std::time::Duration::from_millis(50));
            self.browser.evaluate(noticed) == json!(true)
        });
        assert!(is_noticed, "never true: {noticed}");
    }

    /// Numbers that the page knows.
    pub fn numbers(&mut self, expression: &str) -> Vec<f64> {
        let told = self.browser.evaluate(expression);
        told.as_array().unwrap_or_else(|| panic!("{expression}: {told}")).iter().filter_map(Value::as_f64).collect()
    }
}

/// Every text against what lies behind it: 4.5 to 1, large ones 3 to 1 (WCAG); what cannot be used is not counted.
pub const FAINT: &str = r#"(() => {
    const parts = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
    const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const over = (a, b) => [0, 1, 2].map((k) => a[3] * a[k] + (1 - a[3]) * b[k]);
    const behind = (element) => { const layers = []; for (let e = element; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break; } return layers.reverse().reduce((b, c) => over(c, b), [255, 255, 255]); };
    const faint = [];
    for (const e of document.querySelectorAll("body *")) {
        if (e.closest("svg, option, [hidden]") || e.closest(":disabled") || !e.getClientRects().length) continue;
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && !e.matches("input[type=text], select, textarea")) continue;
        const style = getComputedStyle(e), ground = behind(e), ink = over(parts(style.color), ground);
        const [x, y] = [light(ink), light(ground)].sort((p, q) => q - p), ratio = (x + 0.05) / (y + 0.05);
        const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${e.className} ${e.textContent.trim().slice(0, 30)}`);
    }
    return faint;
})()"#;
