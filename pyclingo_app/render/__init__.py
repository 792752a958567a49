"""Renderers: from a board to a string, one function each."""

from .text import render_text

__all__ = ["render_svg", "render_text"]


def __getattr__(name: str) -> object:
    if name == "render_svg":  # imported only where it is used
        from .svg import render_svg

        return render_svg
    raise AttributeError(name)
