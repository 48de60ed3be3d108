"""The documentation: it builds without a warning, its links lead somewhere, and the reference is complete."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

import bitdoku as bd
from programs import program

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SITE = "https://bitdoku.github.io/bitdoku/"
REPOSITORY = "https://github.com/bitdoku/bitdoku/"
RAW = "https://raw.githubusercontent.com/bitdoku/bitdoku/main/"


class Page(HTMLParser):
    """The names and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.names.add(str(values["id"]))
        self.links += [str(values[key]) for key in ("href", "src", "srcset") if values.get(key)]


@pytest.mark.slow  # builds the documentation
def test_links_within_the_site_lead_somewhere(site: Path) -> None:
    pages = {
        path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html") if "_static" not in path.parts
    }
    assert len(pages) > 100
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            fragment = unquote(parts.fragment)
            if not target.is_file() or (fragment and target in pages and fragment not in pages[target].names):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


@pytest.mark.slow  # builds the documentation
def test_links_from_outside_to_the_site_and_the_repository_lead_somewhere(site: Path) -> None:
    """Those of the README and of pages, which are absolute."""
    for file in [ROOT / "README.md", ROOT / "pyproject.toml", *DOCS.rglob("*.md")]:
        if "_build" in file.parts:
            continue
        for link in re.findall(r"https://[^\s)\"'>]+", file.read_text(encoding="utf-8")):
            if link.startswith(SITE):
                assert (site / link.removeprefix(SITE)).is_file(), (file.name, link)
            elif link.startswith(RAW):
                assert (ROOT / link.removeprefix(RAW)).is_file(), (file.name, link)
            elif match := re.fullmatch(re.escape(REPOSITORY) + r"(?:blob|tree)/main/(.+)", link):
                assert (ROOT / match[1]).exists(), (file.name, link)


@pytest.mark.slow  # builds the documentation
def test_the_reference_has_all_public_names(site: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as file:
        inventory: Any = InventoryFile.load(file, "", lambda base, name: base + name)
    known = {name for kind in inventory for name in inventory[kind] if kind.startswith("py:")}
    wanted = {f"bitdoku.{name}" for name in bd.__all__ if name not in ("__version__", "datasets", "links", "rules")}
    wanted |= {f"bitdoku.rules.{name}" for name in bd.rules.__all__ if name != "Rules"}
    types = {"By", "Format", "encodings"}
    wanted |= {f"bitdoku.datasets.{name}" for name in bd.datasets.__all__ if name not in types}
    wanted |= {f"bitdoku.links.{name}" for name in bd.links.__all__}
    assert wanted - known == set()


def test_the_gallery_has_every_rule() -> None:
    made = program(DOCS / "make_rules.py")
    assert (DOCS / "named-rules.md").read_text(encoding="utf-8") == made.page()


def test_the_readme_is_whole_on_the_package_index() -> None:
    """The renderer of PyPI keeps the pictures, and no link is relative."""
    markdown = pytest.importorskip("readme_renderer.markdown", reason="readme-renderer is not installed")
    text = markdown.render((ROOT / "README.md").read_text(encoding="utf-8"))
    assert text
    page = Page(text)
    assert [link for link in page.links if not link.startswith(("https://", "#"))] == []
    for picture in ("board", "speed"):
        assert f"{RAW}docs/pictures/{picture}-light.svg" in page.links
