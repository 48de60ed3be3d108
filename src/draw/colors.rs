//! Colors of pictures and their themes.
//!
//! Colors are written twice. Attributes contain the colors of one theme, for any renderer. With [`Theme::Auto`] a style
//! sheet with variables overrides them: the picture follows the theme of JupyterLab, VS Code, Colab and of pages that set
//! `data-theme`, elsewhere the theme of the system. The sheet is for the class `bitdoku-auto` only, because styles within an
//! SVG apply to the whole page.

use std::cell::Cell;

/// The attributes of lines with round ends.
pub const ROUNDED: &str = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;

/// The colors of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// The theme of the page or the system.
    Auto,
    /// Dark lines on white.
    Light,
    /// Light lines on black.
    Dark,
    /// The light theme for printers without colors, who would print dark gray as dots.
    Gray,
}

impl Theme {
    /// The themes by name.
    pub const NAMED: [(&'static str, Theme); 4] = [
        ("auto", Theme::Auto),
        ("light", Theme::Light),
        ("dark", Theme::Dark),
        ("gray", Theme::Gray),
    ];

    fn name(self) -> &'static str {
        Theme::NAMED[self as usize].0
    }
}

macro_rules! colors {
    ($($color:ident $name:literal $light:literal $dark:literal,)*) => {
        /// A color by its use; its value depends on the theme.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "the name is the description")]
        pub enum Color { $($color),* }

        impl Color {
            /// All colors.
            pub const ALL: &'static [Color] = &[$(Color::$color),*];
        }

        /// The name of each color, and its light and its dark form.
        const TABLE: &[(&str, &str, &str)] = &[$(($name, $light, $dark)),*];
    };
}

// The CSS class of a fill begins with f, of a stroke with s.
colors! {
    Paper "paper" "#ffffff" "#15181c",
    Ground "ground" "#eef1f4" "#262b31",
    Thin "thin" "#b3bac2" "#4d555e",
    Line "line" "#d3d8de" "#3b434c",
    Thick "thick" "#24292f" "#c4ccd4",
    Given "given" "#0d1117" "#f6f8fa",
    Solved "solved" "#0b62d6" "#6cb6ff",
    Candidate "candidate" "#59636e" "#b4bdc7",
    Clash "clash" "#d1242f" "#ff7b72",
    Yellow "yellow" "#ffec99" "#6b5900",
    Green "green" "#b2f2bb" "#175c2a",
    Blue "blue" "#a5d8ff" "#0f4c81",
    Red "red" "#ffc9c9" "#7a2326",
    Orange "orange" "#ffd8a8" "#7a4300",
    Purple "purple" "#e5dbff" "#4b3a86",
    House "house" "#dcebfb" "#1b2b3d",
    Pattern "pattern" "#fff1b8" "#4a4118",
    Frame "frame" "#8a6d00" "#d9b93b",
    On "on" "#86e096" "#1c7036",
    Off "off" "#b35900" "#f0a04b",
    Placed "placed" "#1a7f37" "#56d364",
    Chain1 "chain1" "#0b62d6" "#6cb6ff",
    Chain2 "chain2" "#8250df" "#c4a0ff",
    Chain3 "chain3" "#b35900" "#f0a04b",
    Chain4 "chain4" "#0f766e" "#4fd1c5",
    Chain5 "chain5" "#b0206b" "#ff8ac2",
    Violet "violet" "#d0bfff" "#5636b5",
    White "white" "#ffffff" "#ffffff",
    Black "black" "#0d1117" "#0d1117",
}

impl Color {
    /// The colors of highlights.
    pub const HIGHLIGHTS: [Color; 6] =
        [Color::Yellow, Color::Green, Color::Blue, Color::Red, Color::Orange, Color::Purple];

    /// The name, as in CSS classes.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// The value in a theme, such as `#ffffff`.
    pub fn value(self, theme: Theme) -> String {
        let (_, light, dark) = TABLE[self as usize];
        match theme {
            Theme::Auto | Theme::Light => light.to_owned(),
            Theme::Dark => dark.to_owned(),
            Theme::Gray if matches!(self, Color::Given | Color::Thick | Color::Black) => {
                "#000000".to_owned()
            }
            Theme::Gray => gray(light),
        }
    }
}

fn gray(color: &str) -> String {
    let part = |k: usize| f64::from(u8::from_str_radix(&color[k..k + 2], 16).expect("a color"));
    let shade = (0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)).round_ties_even();
    format!("#{}", format!("{:02x}", shade as u8).repeat(3))
}

/// The attributes of shapes in a theme. It records the colors for the style sheet.
pub struct Paint {
    pub theme: Theme,
    /// The used colors by number.
    used: Cell<u64>,
}

impl Paint {
    pub const fn new(theme: Theme) -> Paint {
        Paint { theme, used: Cell::new(0) }
    }

    /// The attributes of a filled shape.
    pub fn fill(&self, color: Color) -> String {
        self.attributes('f', "fill", color)
    }

    /// The attributes of a line.
    pub fn stroke(&self, color: Color) -> String {
        self.attributes('s', "stroke", color)
    }

    /// The strokes of a number.
    pub fn ink(&self, strokes: &str, width: f64) -> String {
        let stroke = self.stroke(Color::Given);
        format!(r#"<path {stroke} {ROUNDED} stroke-width="{width}" d="{strokes}"/>"#)
    }

    fn attributes(&self, letter: char, attribute: &str, color: Color) -> String {
        self.used.set(self.used.get() | 1 << color as u64);
        format!(r#"class="{letter}-{}" {attribute}="{}""#, color.name(), color.value(self.theme))
    }

    /// The class of the picture.
    pub fn class(&self) -> String {
        format!("bitdoku-{}", self.theme.name())
    }

    /// The style sheet with the used colors as variables for both themes, for [`Theme::Auto`]. The notebook's theme overrides
    /// the system's.
    pub fn style(&self) -> Option<String> {
        let used = Color::ALL.iter().filter(|&&color| self.used.get() >> color as u64 & 1 == 1);
        let variables = |theme| -> String {
            let variable = |color: &Color| format!("--bd-{}:{};", color.name(), color.value(theme));
            used.clone().map(variable).collect()
        };
        let (light, dark) = (variables(Theme::Light), variables(Theme::Dark));
        let mut sheet = format!(
            ".bitdoku-auto{{{light}}}@media (prefers-color-scheme:dark){{.bitdoku-auto{{{dark}}}}}"
        );
        for (theme, is_light, variables) in [("light", true, light), ("dark", false, dark)] {
            let hosts = [
                format!(r#"[data-jp-theme-light="{is_light}"]"#),
                format!(".vscode-{theme}"),
                format!(r#"html[theme="{theme}"]"#),
                format!(r#"[data-theme="{theme}"]"#),
            ];
            let selectors = hosts.map(|host| format!("{host} .bitdoku-auto")).join(",");
            sheet.push_str(&format!("{selectors}{{{variables}}}"));
        }
        let uses = used.map(|color| {
            let name = color.name();
            format!(
                ".bitdoku-auto .f-{name}{{fill:var(--bd-{name})}}.bitdoku-auto .s-{name}{{stroke:var(--bd-{name})}}"
            )
        });
        // Renderers without variables would paint black, but they also skip @supports.
        let uses: String = uses.collect();
        let sheet = format!("<style>{sheet}@supports (fill:var(--bd-paper)){{{uses}}}</style>");
        (self.theme == Theme::Auto).then_some(sheet)
    }
}
