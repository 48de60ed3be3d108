"""The package stays small: what a wheel holds, compressed by zlib."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import bitdoku as bd
from bitdoku import _core

#: Bytes: two million, and what human logic adds, a quarter of the code of the extension. Wheels are 3.5 % smaller than
#: this says: zlib compresses here, zopfli compresses them.
LIMIT = 2_690_000


def test_a_wheel_is_small() -> None:
    package = Path(bd.__file__).parent
    files = [
        path for path in package.rglob("*") if path.suffix in {".py", ".pyi", ".js", ".css"} or path.name == "py.typed"
    ]
    assert len(files) > 50
    # The extension that is imported, and no other that may lie about.
    files.append(Path(_core.__file__))
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            archive.write(path, path.relative_to(package.parent))
    size = len(wheel.getvalue())
    assert size <= LIMIT, f"{size:,} bytes; the extension alone has {files[-1].stat().st_size:,}"
