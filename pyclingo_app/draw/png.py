"""Boards as PNG and PDF: the SVG picture, drawn by CairoSVG, which is optional."""

from collections.abc import Sequence
from xml.etree import ElementTree

from ..errors import UsageError
from ..words import counted
from .board import Board
from .svg import render_svg
from .symbols import without_emoji

# Pixels for a unit of the SVG picture, and the largest picture that is drawn:
# Cairo has no images of more than 32767 pixels in a row.
_SCALE = 2
_LARGEST = 100_000_000
_LONGEST = 32767


def require_rasteriser() -> None:
    """Raise UsageError with what to do where there is no CairoSVG."""
    try:
        import cairosvg  # noqa: F401
    except ImportError:
        raise UsageError(
            "pictures as PNG and PDF need CairoSVG, which is not installed",
            "Install it: python -m pip install cairosvg, or write SVG.",
        ) from None
    except OSError:
        raise UsageError(
            "pictures as PNG and PDF need the library cairo, which CairoSVG does not find",
            "Install it (Debian: apt install libcairo2, macOS: brew install cairo), or write SVG.",
        ) from None


def render_png(boards: Sequence[Board], title: str = "puzzle") -> bytes:
    """Draw boards as one PNG picture, the same sheet as in SVG; a cell is 80 pixels wide, fewer if there are many.

    Raises UsageError where CairoSVG is not installed, and for too many boards.
    """
    require_rasteriser()
    import cairosvg

    svg = render_svg([*map(without_emoji, boards)], title)
    root = ElementTree.fromstring(svg)
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    for scale in range(_SCALE, 0, -1):
        if max(width, height) * scale <= _LONGEST and width * height * scale**2 <= _LARGEST:
            data: bytes = cairosvg.svg2png(bytestring=svg.encode(), scale=scale)
            return data
    raise UsageError(
        f"a picture of {counted(len(boards), 'board')}, {width} by {height} pixels, is too large for PNG",
        "Ask for fewer with -n, or write SVG or HTML.",
    )


def render_pdf(boards: Sequence[Board], title: str = "puzzle") -> bytes:
    """Draw boards as a PDF of one page, the same sheet as in SVG.

    Raises UsageError where CairoSVG is not installed.
    """
    require_rasteriser()
    import cairosvg

    data: bytes = cairosvg.svg2pdf(bytestring=render_svg([*map(without_emoji, boards)], title).encode())
    return data
