"""How Sphinx builds the site: ``make docs``.

The pages are Markdown. The reference is made from the docstrings of the installed package. Why Sphinx: decisions.md.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import bitdoku

if TYPE_CHECKING:
    from sphinx.application import Sphinx

REPOSITORY = "https://github.com/bitdoku/bitdoku"
SITE = "https://bitdoku.github.io/bitdoku/"

project = "bitdoku"
author = "the bitdoku developers"
copyright = author  # noqa: A001
version = release = bitdoku.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_sitemap",
    "sphinxext.opengraph",
]
exclude_patterns = ["_build"]
#: Each name in backquotes that is not a link is code; each link that leads nowhere is a warning.
nitpicky = True

# --- pages ----------------------------------------------------------------------------------------------------------

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# Blocks with prompts are copied without prompts and results.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True

# --- reference ------------------------------------------------------------------------------------------------------

autodoc_typehints = "none"
autodoc_member_order = "groupwise"
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
# They need not be installed to be documented.
autodoc_mock_imports = ["gymnasium", "ray", "torch"]

# --- look -----------------------------------------------------------------------------------------------------------

html_theme = "pydata_sphinx_theme"
html_title = "bitdoku"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_show_sourcelink = False
html_copy_source = False
html_context = {"default_mode": "auto"}
# Pages without a chapter of their own have no sidebar.
html_sidebars = {page: [] for page in ("index", "install", "five-minutes", "playground", "tour", "search", "genindex")}
html_theme_options = {
    "logo": {"text": "bitdoku", "image_light": "_static/favicon.svg", "image_dark": "_static/favicon.svg"},
    "github_url": REPOSITORY,
    "header_links_before_dropdown": 7,
    "navbar_persistent": ["search-button"],
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

# --- descriptions for search engines and links ------------------------------------------------------------------------

html_baseurl = SITE
sitemap_url_scheme = "{link}"
sitemap_excludes = ["search.html", "genindex.html"]
ogp_site_url = SITE
ogp_enable_meta_description = True
ogp_image = "_static/social.png"
ogp_image_alt = "A Sudoku board with an X-wing drawn on it, and the word bitdoku"
ogp_social_cards = {"enable": False}


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The file in which an object is defined, for the link ``[source]``."""
    import importlib
    import inspect

    if domain != "py":
        return None
    found: object = importlib.import_module(info["module"])
    for name in info["fullname"].split("."):
        found = getattr(found, name, None)
    try:
        path = inspect.getsourcefile(inspect.unwrap(found))  # type: ignore[arg-type]
        line = inspect.getsourcelines(found)[1]  # type: ignore[arg-type]
    except (TypeError, OSError):
        return None
    package = Path(bitdoku.__file__).parent
    if path is None or package not in Path(path).parents:
        return None
    return f"{REPOSITORY}/blob/main/python/bitdoku/{Path(path).relative_to(package).as_posix()}#L{line}"


def without_blank_ends(_app: Sphinx, _name: str, source: list[str]) -> None:
    """Blocks of code that end with a blank line, as examples with output do, are shown without it."""
    source[0] = source[0].replace("\n\n```\n", "\n```\n")


#: The playground, if ``make web`` has built it.
PLAYGROUND = Path(__file__).parent.parent / "web" / "dist" / "full"


def copy_playground(app: Sphinx, failure: Exception | None) -> None:
    """The playground becomes a part of the site."""
    if failure is None and app.builder.format == "html":
        shutil.copytree(PLAYGROUND, app.outdir / "_static" / "play", dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.connect("source-read", without_blank_ends)
    if PLAYGROUND.exists():
        app.add_js_file("site.js", type="module")
        app.connect("build-finished", copy_playground)
