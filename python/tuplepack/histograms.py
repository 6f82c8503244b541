"""Histograms: how many items there are of every size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import array_of, as_sizes, component_names, decimal, named_columns, names_in, numbers_in, whole_number
from ._picture import counted, type_of
from .files import Table
from .plots import plot_sizes

if TYPE_CHECKING:
    import numpy.typing as npt

Sizes = Any
"""Sizes of items: [n] numbers, or [n, k] for k components; numpy, torch, a list; a list of sequences stands for their
lengths; or a Histogram, or a Table of read_sizes()."""


class Histogram:
    """How many items there are of every size."""

    def __init__(self, core: _core.Histogram) -> None:
        if not isinstance(core, _core.Histogram):
            raise _core.Error(f"a Histogram of {type_of(core)}; histogram() counts sizes")
        self._core = core

    @property
    def components(self) -> List[str]:
        return self._core.components

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """[bins, components], ascending."""
        return self._core.sizes

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """[bins]"""
        return self._core.counts

    @property
    def items(self) -> int:
        return self._core.items

    @property
    def totals(self) -> List[int]:
        """The sum of the sizes, by component."""
        return self._core.totals

    @property
    def maxima(self) -> List[int]:
        """The largest size of each component."""
        return self._core.maxima

    def quantile(self, share: float, component: int = 0) -> int:
        """The smallest size that at least this share of the items do not exceed."""
        if not 0 <= decimal(share, "share") <= 1:
            raise _core.Error(f"a share of {share}; expected a number from 0 to 1")
        return self._core.quantile(share, whole_number(component, "component"))

    def plot(self, component: int = 0, *, limit: Optional[int] = None, axes: Any = None) -> Any:
        """How many items have each size of a component, with matplotlib. Returns the axes.

        limit  drawn as a line
        """
        if whole_number(component, "component") >= len(self.components):
            raise _core.Error(f"component {component} of {len(self.components)}: {', '.join(self.components)}")
        return plot_sizes(self.sizes[:, component], self.counts, self.components[component], limit, axes)

    def __len__(self) -> int:
        return len(self._core)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        same = self.components == other.components and len(self) == len(other)
        return same and np.array_equal(self.sizes, other.sizes) and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: object) -> Histogram:
        """Both counted together. Those of the parts of a data set add up to that of the whole, in any order; one without items
        is the zero, as is 0 for sum()."""
        if not isinstance(other, Histogram):
            return NotImplemented
        if len(other) == 0:
            return self
        if len(self) == 0:
            return other
        if self.components != other.components:
            raise _core.Error(f"histograms of {', '.join(self.components)} and of {', '.join(other.components)} do not add up")
        both = np.concatenate([self.sizes, other.sizes]), np.concatenate([self.counts, other.counts])
        return histogram(both[0], both[1], self.components)

    def __radd__(self, other: object) -> Histogram:
        """For sum(), which begins with 0."""
        if not isinstance(other, int) or other != 0:
            return NotImplemented
        return self

    def __reduce__(self) -> Tuple[Callable[..., Histogram], Tuple[Any, Any, List[str]]]:
        return histogram, (self.sizes, self.counts, self.components)

    def __repr__(self) -> str:
        return f"<Histogram: {counted(self.items, 'item')} of {counted(len(self), 'size')}; {', '.join(self.components)}>"


def histogram_for(sizes: Sizes, counts: Any, components: Optional[Sequence[str]], limits: Any = None) -> Histogram:
    """limits  of pack(): they tell how many components there are, and may name them"""
    if isinstance(sizes, Histogram):
        if counts is not None or (components is not None and list(components) != sizes.components):
            raise _core.Error("a Histogram has its own counts and components; pass them to histogram()")
        return sizes
    if isinstance(sizes, Table):
        if counts is not None:
            raise _core.Error("counts cannot be combined with a Table, which has its own")
        sizes, counts, components = sizes.sizes, sizes.counts, components or sizes.components
    own, sizes = named_columns(sizes)
    names = component_names(components, own, limits)
    array = as_sizes(sizes, numbers_in(limits) if names is None else len(names))
    if names is None:
        names = names_in(limits, 1 if array.ndim == 1 else array.shape[1])
    return Histogram(_core.histogram(array, None if counts is None else array_of(counts, "counts"), names))


def histogram(sizes: Sizes, counts: Any = None, components: Optional[Sequence[str]] = None) -> Histogram:
    """Counts the items of every size.

    sizes       [n] or [n, k]; with `counts` [n], the number of items of each row; or a Table of read_sizes(), a dict of
                columns, a DataFrame, a structured array, what graph_sizes() returns, which have names
    components  names; default: those of `sizes`, else "length", or "size_1", "size_2", …
    """
    return histogram_for(sizes, counts, components)


def stats(
    sizes: Sizes, *, counts: Any = None, components: Optional[Sequence[str]] = None, batch: int = _core.usual_batch
) -> Dict[str, Any]:
    """The metrics of `tuplepack stats --json`, a number for each component: smallest, median, mean, p99, largest, and padding,
    the share of padding when every item is padded to the largest. without_packing has what others do, for `batch` items: see
    Plan.without_packing; the limits are the largest sizes.

    >>> stats([5, 3, 4])["mean"]
    [4.0]
    """
    found = histogram_for(sizes, counts, components)
    if found.items == 0:
        raise _core.Error("there are no items, so none is the smallest")
    means = [total / found.items for total in found.totals]
    each = range(len(found.components))
    return {
        "smallest": found.sizes.min(axis=0).tolist(),
        "median": [found.quantile(0.5, c) for c in each],
        "mean": means,
        "p99": [found.quantile(0.99, c) for c in each],
        "largest": found.maxima,
        "padding": [1 - mean / largest if largest else 0.0 for mean, largest in zip(means, found.maxima)],
        "without_packing": found._core.without_packing(whole_number(batch, "batch")),
    }
