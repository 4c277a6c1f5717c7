"""A match as a film: the ground once, what changes scene by scene, written as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.drawing.png import to_image
from landbridge.engine.drawing.shapes import Drawing, Layer
from landbridge.engine.refusals import BadInput

COLOURS = 128
"""All scenes share them, so that what does not change costs nothing."""
LAST = 3
"""The last scene stays so many times as long."""


class Scene(Struct, frozen=True):
    """A moment: what lies over the ground."""

    layers: tuple[Layer, ...]


class Film(Struct, frozen=True):
    """What does not change, and the moments one after the other."""

    ground: Drawing
    scenes: Iterable[Scene]


def to_gif(film: Film, width: int, seconds: float) -> tuple[bytes, int]:
    """The film so many pixels wide, and how many scenes it has."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadInput("A film needs matplotlib: pip install 'landbridge[plot]'.") from None
    ground = to_image(film.ground, width)
    frames = []
    palette: Any = None
    for scene in film.scenes:
        over = to_image(replace(film.ground, layers=scene.layers), width, paper=False)
        whole = _laid_over(ground, over)
        if palette is None:
            palette = whole.quantize(COLOURS)
        frames.append(whole.quantize(palette=palette, dither=0))
    if not frames:
        raise BadInput("Nothing has happened in this match that a film could show.")
    pause = round(1000 * seconds)
    kept = io.BytesIO()
    frames[0].save(
        kept,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[pause] * (len(frames) - 1) + [LAST * pause],
        loop=0,
        optimize=False,
    )
    return kept.getvalue(), len(frames)


def _laid_over(ground: Any, over: Any) -> Any:
    from PIL import Image

    return Image.alpha_composite(ground, over).convert("RGB")
