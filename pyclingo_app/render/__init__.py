"""Renderers: from a board to a string, one function each."""

from .text import render_text

__all__ = ["render_svg", "render_text"]


def render_svg(boards, captions=()):  # type: ignore[no-untyped-def]
    """Draw boards as SVG; see :func:`pyclingo_app.render.svg.render_svg`."""
    from .svg import render_svg as render

    return render(boards, captions)
