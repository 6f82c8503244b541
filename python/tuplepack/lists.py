"""Packs as lists of indices, as many as a framework asks for."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import NamedSizes, as_sizes, named_columns, numbers_in, require_flag, whole_from
from ._picture import counted
from .packing import pack

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import Numbers, PackOptions


def _split_in_two(items: List[int], sizes: npt.NDArray[np.int64]) -> List[List[int]]:
    """Two packs of about the same size: the larger items first, each into the emptier one."""
    halves: List[List[int]] = [[], []]
    used = [0.0, 0.0]
    shares = (sizes[items] / sizes.max(axis=0).clip(1)).sum(axis=1)
    for place in np.argsort(-shares, kind="stable").tolist():
        half = 0 if used[0] <= used[1] else 1
        halves[half].append(items[place])
        used[half] += max(float(shares[place]), 1e-9)
    return halves


def _split(packs: List[List[int]], wanted: int, sizes: npt.NDArray[np.int64]) -> List[List[int]]:
    """The same items in more packs: the fullest of several items is split, until there are enough."""

    def entry(place: int) -> Tuple[int, int]:
        return -int(sizes[packs[place]].sum()), place

    packs = list(packs)
    heap = [entry(place) for place, items in enumerate(packs) if len(items) > 1]
    heapq.heapify(heap)
    while len(packs) < wanted:
        place = heapq.heappop(heap)[1]
        packs[place], half = _split_in_two(packs[place], sizes)
        packs.append(half)
        for one in (place, len(packs) - 1):
            if len(packs[one]) > 1:
                heapq.heappush(heap, entry(one))
    return packs


def packs_of(
    lengths: Any,
    limit: Numbers,
    *,
    packs: Optional[int] = None,
    min_packs: int = 1,
    multiple_of: int = 1,
    **options: Unpack[PackOptions],
) -> List[List[int]]:
    """The items of each pack, as lists: what frameworks expect of a packer.

    packs        exactly this many, none of them empty
    min_packs, multiple_of  at least the first, and a multiple of the second, none of them empty: if there are too few, the
                 largest packs are split in two
    options      those of pack(); with even=True as many packs that are about equally full

    >>> packs_of([5, 3, 7, 2, 6], 12, multiple_of=2)
    [[2, 0], [4, 1, 3]]
    >>> packs_of([4] * 7, 20, even=True)
    [[0, 1, 2, 3], [4, 5, 6]]
    """
    several = options.pop("packs_multiple", None)
    several = 1 if several is None else several
    exactly = 1 if packs is None else packs
    for what, value in (("packs", exactly), ("min_packs", min_packs), ("multiple_of", multiple_of), ("packs_multiple", several)):
        whole_from(1, value, what)
    if several > 1 and multiple_of not in (1, several):
        raise _core.Error("pass either multiple_of or packs_multiple, which mean the same here")
    multiple_of = max(multiple_of, several)
    if packs is not None and (min_packs > 1 or multiple_of > 1):
        raise _core.Error("pass either packs, or min_packs and multiple_of")
    names, columns = named_columns(lengths)
    sizes = as_sizes(columns, numbers_in(limit))
    if names is not None and sizes.ndim == 2:
        sizes = NamedSizes.of(names, sizes)
    if len(sizes) == 0:
        return []
    even = options.pop("even", None)  # of as many packs as there are to be
    require_flag(False if even is None else even, "even")
    plan = pack(sizes, limit, **options)
    if plan._core.overlong in ("truncate", "split"):
        raise _core.Error("overlong: items are whole in packs_of(); use Plan.assign(), which has their pieces")
    planned = [items.tolist() for items in plan.assign(sizes)][: plan.packs]
    if packs is not None and packs < len(planned):
        raise _core.Error(f"packs={packs} is too few: the plan has {len(planned)}, and no plan has fewer than {plan.bound}")
    items = [item for one in planned for item in one]
    wanted = packs if packs is not None else -(-max(len(planned), min_packs) // multiple_of) * multiple_of
    if wanted > len(items):
        raise _core.Error(f"{counted(wanted, 'pack')} of {counted(len(items), 'item')}: some would be empty")
    table = np.asarray(sizes).reshape(len(sizes), -1).astype(np.int64)
    if even:
        return [one.tolist() for one in plan.assign(sizes, packs_multiple=wanted, even=True)]
    return _split(planned, wanted, table)
