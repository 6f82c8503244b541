"""Pictures of sizes, plans and limits, with matplotlib."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np

from . import _core

if TYPE_CHECKING:
    import numpy.typing as npt

DATA, PADDING, BOUND = "#2a7de1", "#c9ced6", "#d1495b"


def _axes(axes: Any, size: Sequence[float]) -> Any:
    return import_module("matplotlib.pyplot").subplots(figsize=size)[1] if axes is None else axes


def plot_sizes(sizes: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], name: str, limit: Optional[int], axes: Any) -> Any:
    """How many items have each size, in at most 60 bars; the limit, if there is one."""
    if len(sizes) == 0:
        raise _core.Error("there are no items to plot")
    axes = _axes(axes, (7, 3))
    largest = max(int(sizes.max()), limit or 0)
    heights, edges = np.histogram(sizes, bins=min(60, largest + 1), range=(0, largest + 1), weights=counts)
    axes.bar(edges[:-1], heights, width=np.diff(edges), align="edge", color=DATA)
    if limit is not None:
        axes.axvline(limit, color=BOUND, label=f"limit {limit:,}")
        axes.legend(loc="upper right")
    axes.set_xlabel(name)
    axes.set_ylabel("items")
    axes.set_title(f"{int(counts.sum()):,} items, {name} {int(sizes.min()):,} to {int(sizes.max()):,}")
    return axes


def plot_fill(names: Sequence[str], efficiency: Sequence[float], without: Sequence[float], title: str, axes: Any) -> Any:
    """Data and padding of every component, with packing and without."""
    axes = _axes(axes, (7, 1.2 + 0.8 * len(names)))
    rows = np.arange(len(names))
    for offset, shares, label in ((0.2, [1 - share for share in without], "padded to the limit"), (-0.2, efficiency, "packed")):
        axes.barh(rows + offset, np.ones(len(names)), height=0.36, color=PADDING)
        axes.barh(rows + offset, shares, height=0.36, color=DATA)
        for row, share in zip(rows, shares):
            axes.text(0.01, row + offset, f"{label}: {share:.1%} data", va="center", fontsize=9, color="white" if share > 0.4 else "black")
    axes.set_yticks(rows, list(names))
    axes.set_xlim(0, 1)
    axes.set_title(title)
    return axes


def plot_grid(limits: npt.NDArray[np.int64], means: npt.NDArray[np.float64], best: Optional[Sequence[int]], axes: Any) -> Any:
    """Efficiency at every combination of limits: a curve, or of two components a map."""
    axes = _axes(axes, (7, 4))
    if limits.shape[1] == 1:
        axes.plot(limits[:, 0], means, color=DATA)
        axes.set_xlabel("limit")
        axes.set_ylabel("efficiency")
    else:
        first, second = (np.unique(limits[:, c]) for c in (0, 1))
        table = np.full((len(first), len(second)), np.nan)  # the best of the others, where there are more than two
        for (one, other), mean in zip(limits[:, :2], means):
            place = np.searchsorted(first, one), np.searchsorted(second, other)
            table[place] = np.nanmax([table[place], mean]) if not np.isnan(mean) else table[place]
        image = axes.imshow(table, origin="lower", aspect="auto", vmax=1, extent=(second[0], second[-1], first[0], first[-1]))
        axes.figure.colorbar(image, ax=axes, label="efficiency")
        axes.set_xlabel("limit of the second component")
        axes.set_ylabel("limit of the first component")
    if best is not None:
        height = best[0] if limits.shape[1] > 1 else float(np.nanmax(means))
        axes.plot(best[1] if limits.shape[1] > 1 else best[0], height, marker="*", color=BOUND)
        axes.set_title(f"best: {', '.join(f'{limit:,}' for limit in best)}")
    return axes


def plot_front(costs: Sequence[int], efficiencies: Sequence[float], labels: Sequence[str], axes: Any) -> Any:
    """The least efficient component of each candidate by what its limits cost."""
    axes = _axes(axes, (7, 4))
    axes.plot(list(costs), list(efficiencies), marker="o", color=DATA)
    for cost, efficiency, label in zip(costs, efficiencies, labels):
        axes.annotate(label, (cost, efficiency), fontsize=8, rotation=30)
    axes.set_xlabel("sum of the limits, by their weights")
    axes.set_ylabel("efficiency")
    return axes


def plot_packs(fills: npt.NDArray[np.int64], limit: int, name: str, title: str, axes: Any) -> Any:
    """How many packs are filled to each share of the limit of a component, in bars of 2 %."""
    if len(fills) == 0:
        raise _core.Error("there are no packs to plot")
    axes = _axes(axes, (7, 3))
    axes.hist(fills / limit, bins=50, range=(0, 1), color=DATA)
    axes.axvline(float(fills.mean()) / limit, color=BOUND, label=f"mean {fills.mean() / limit:.1%}")
    axes.legend(loc="upper left")
    axes.set_xlabel(f"{name} of a pack, as a share of the limit of {limit:,}")
    axes.set_ylabel("packs")
    axes.set_title(title)
    return axes


def plot_course(items: Sequence[int], packs: Sequence[int], bounds: Sequence[int], axes: Any) -> Any:
    """Packs of a stream, and the fewest that any plan has, by the items that have arrived."""
    axes = _axes(axes, (7, 3))
    axes.plot(list(items), list(packs), color=DATA, label="packs, closed")
    axes.plot(list(items), list(bounds), color=BOUND, linestyle="--", label="lower bound for all items so far")
    axes.legend(loc="upper left")
    axes.set_xlabel("items")
    axes.set_ylabel("packs")
    return axes
