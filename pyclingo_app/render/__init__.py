"""Renderers: from a board to a string, one function each."""

from .svg import render_svg
from .text import render_text

__all__ = ["render_svg", "render_text"]
