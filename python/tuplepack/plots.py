"""Pictures of sizes, plans and limits, with matplotlib."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

import numpy as np

from . import _core

if TYPE_CHECKING:
    import numpy.typing as npt

DATA, PADDING, BOUND = "#2a7de1", "#c9ced6", "#d1495b"
COMPONENTS = (DATA, "#e08e0b", "#2a9d6f", "#7a5195")
"""Colours of the first components; others follow from the first again."""
_WHOLE, _PERCENT = "{x:,.0f}", "{x:.4g}%"


def _axes(axes: Any, size: Sequence[float]) -> Any:
    return import_module("matplotlib.pyplot").subplots(figsize=size, constrained_layout=True)[1] if axes is None else axes


def _count_in_wholes(axis: Any) -> None:
    """No ticks between whole numbers, and commas in large ones."""
    try:
        axis.get_major_locator().set_params(integer=True)
    except TypeError:
        return  # the caller's axes are logarithmic, or have ticks of their own
    axis.set_major_formatter(_WHOLE)


def _bars(axes: Any, numbers: npt.NDArray[np.int64], largest: int, counts: Optional[npt.NDArray[np.int64]] = None) -> int:
    """How often each number occurs, in at most 60 bars of equally many numbers each. Returns how many."""
    width = -(-(largest + 1) // 60)
    heights = np.bincount(numbers // width, weights=counts)
    axes.bar(np.arange(len(heights)) * width - 0.5, heights, width=width, align="edge", color=DATA)
    return width


def _say_what_is_counted(axes: Any, along: str, up: str, title: str) -> None:
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    for axis in (axes.xaxis, axes.yaxis):
        _count_in_wholes(axis)
    axes.set_title(title)


def plot_sizes(sizes: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], name: str, limit: Optional[int], axes: Any) -> Any:
    """How many items have each size, in at most 60 bars of equally many sizes; the limit, if there is one."""
    if len(sizes) == 0:
        raise _core.Error("there are no items to plot")
    axes = _axes(axes, (7, 3))
    width = _bars(axes, sizes, max(int(sizes.max()), limit or 0), counts)
    if limit is not None:
        axes.axvline(limit, color=BOUND, label=f"limit {limit:,}")
        axes.legend(loc="upper right")
    title = f"{int(counts.sum()):,} items, {name} {int(sizes.min()):,} to {int(sizes.max()):,}"
    _say_what_is_counted(axes, name, "items" if width == 1 else f"items per {width:,} sizes", title)
    return axes


def plot_fill(names: Sequence[str], efficiency: Sequence[float], without: Sequence[float], title: str, axes: Any) -> Any:
    """Data and padding of every component, with packing and without."""
    axes = _axes(axes, (7, 1.2 + 0.8 * len(names)))
    rows = np.arange(len(names))
    for offset, shares, label in ((-0.2, [1 - share for share in without], "padded to the limit"), (0.2, efficiency, "packed")):
        axes.barh(rows + offset, np.full(len(names), 100), height=0.36, color=PADDING)
        axes.barh(rows + offset, [100 * share for share in shares], height=0.36, color=DATA)
        for row, share in zip(rows, shares):
            is_within = share > 0.4  # the bar has room for the text
            place, colour = (1, "white") if is_within else (100 * share + 1, "black")
            axes.text(place, row + offset, f"{label}: {share:.1%} data", va="center", fontsize=9, color=colour)
    axes.set_yticks(rows, list(names))
    axes.invert_yaxis()  # the first component is on top
    axes.set_xlim(0, 100)
    axes.xaxis.set_major_formatter(_PERCENT)
    axes.set_title(title)
    return axes


def _curve(limits: npt.NDArray[np.int64], means: npt.NDArray[np.float64], name: str, axes: Any) -> None:
    axes.plot(limits, 100 * means, color=DATA)
    axes.set_xlabel(f"limit of {name}")
    axes.set_ylabel("efficiency")
    axes.yaxis.set_major_formatter(_PERCENT)
    _count_in_wholes(axes.xaxis)


def _map(limits: npt.NDArray[np.int64], means: npt.NDArray[np.float64], names: Sequence[str], axes: Any) -> None:
    first, second = (np.unique(limits[:, c]) for c in (0, 1))
    table = np.full((len(first), len(second)), np.nan)  # the best of the others, where there are more than two
    for (one, other), mean in zip(limits[:, :2], means):
        place = np.searchsorted(first, one), np.searchsorted(second, other)
        table[place] = np.nanmax([table[place], mean]) if not np.isnan(mean) else table[place]
    mesh = axes.pcolormesh(second, first, 100 * table, shading="nearest", vmax=100)
    axes.figure.colorbar(mesh, ax=axes, label="efficiency", format="%.4g%%")
    axes.set_xlabel(f"limit of {names[1]}")
    axes.set_ylabel(f"limit of {names[0]}")
    for axis in (axes.xaxis, axes.yaxis):
        _count_in_wholes(axis)


def plot_grid(
    limits: npt.NDArray[np.int64], means: npt.NDArray[np.float64], best: Optional[Sequence[int]], names: Sequence[str], axes: Any
) -> Any:
    """Efficiency at every combination of limits: a curve, or of two components a map."""
    axes = _axes(axes, (7, 4))
    if limits.shape[1] == 1:
        _curve(limits[:, 0], means, names[0], axes)
    else:
        _map(limits, means, names, axes)
    if best is not None:
        most = float(np.nanmax(means))
        place = (best[1], best[0]) if limits.shape[1] > 1 else (best[0], 100 * most)
        axes.plot(*place, marker="*", markersize=12, color=BOUND)
        axes.set_title(f"best: {', '.join(f'{limit:,}' for limit in best)}, efficiency {most:.2%}")
    return axes


def plot_front(costs: Sequence[int], efficiencies: Sequence[float], labels: Sequence[str], title: str, axes: Any) -> Any:
    """The least efficient component of each candidate by what its limits cost; up to 12 of them are named."""
    axes = _axes(axes, (7, 4))
    axes.plot(list(costs), [100 * share for share in efficiencies], marker="o", color=DATA)
    every = -(-len(labels) // 12)
    for number in range(0, len(labels), max(1, every)):
        place = costs[number], 100 * efficiencies[number]
        axes.annotate(labels[number], place, textcoords="offset points", xytext=(5, -11), fontsize=8)
    axes.margins(x=0.12, y=0.1)  # where the names have room
    axes.set_xlabel("sum of the limits, by their weights")
    axes.set_ylabel("efficiency")
    axes.yaxis.set_major_formatter(_PERCENT)
    _count_in_wholes(axes.xaxis)
    axes.set_title(title)
    return axes


def plot_packs(fills: npt.NDArray[np.int64], limits: Mapping[str, int], title: str, axes: Any) -> Any:
    """How many packs are filled to each share of the limits, in bars of 2 %, with the mean of each component."""
    if len(fills) == 0:
        raise _core.Error("there are no packs to plot")
    axes = _axes(axes, (7, 3))
    is_one = len(limits) == 1
    for number, (name, limit) in enumerate(limits.items()):
        shares = 100 * fills[:, number] / limit
        colour = COMPONENTS[number % len(COMPONENTS)]
        label = f"{name} of {limit:,}: mean {shares.mean():.4g}%"
        axes.hist(shares, bins=50, range=(0, 100), color=colour, histtype="bar" if is_one else "step", linewidth=1.5, label=label)
        axes.axvline(float(shares.mean()), color=BOUND if is_one else colour, linestyle="--")
    axes.legend(loc="upper left")
    axes.set_xlabel("share of the limit that a pack holds")
    axes.xaxis.set_major_formatter(_PERCENT)
    axes.set_ylabel("packs")
    _count_in_wholes(axes.yaxis)
    axes.set_title(title)
    return axes


def plot_spread(counts: npt.NDArray[np.int64], title: str, axes: Any) -> Any:
    """How many packs hold each number of items."""
    if len(counts) == 0:
        raise _core.Error("there are no packs to plot")
    axes = _axes(axes, (7, 3))
    _bars(axes, counts, int(counts.max()))
    axes.axvline(float(counts.mean()), color=BOUND, linestyle="--", label=f"mean {counts.mean():.2f}, at most {int(counts.max()):,}")
    axes.legend(loc="upper left")
    _say_what_is_counted(axes, "items in a pack", "packs", title)
    return axes


def plot_course(items: Sequence[int], packs: Sequence[int], bounds: Sequence[int], title: str, axes: Any) -> Any:
    """Packs of a stream, and the fewest that any plan has, by the items that have arrived."""
    axes = _axes(axes, (7, 3))
    axes.plot(list(items), list(packs), color=DATA, label="closed packs")
    axes.plot(list(items), list(bounds), color=BOUND, linestyle="--", label="lower bound for all items so far")
    axes.legend(loc="upper left")
    _say_what_is_counted(axes, "items", "packs", title)
    return axes
