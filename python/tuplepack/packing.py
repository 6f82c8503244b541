"""Makes plans, compares, bounds and verifies them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union, overload

from . import _core
from ._arrays import decimal
from ._options import Numbers
from .assigning import columns_for
from .files import Table, text_of
from .histograms import Histogram, Sizes, histogram, histogram_for
from .plans import Plan, require_plan

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import BoundOptions, CompareOptions, EstimateOptions, PackOptions, VerifyOptions


Progress = Callable[[int, int, str], Optional[bool]]
"""Called at most ten times a second with (packs, lower bound, step); False stops with the best result so far."""


def pack(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[PackOptions],
) -> Plan:
    """Packs items into packs of fixed shape.

    sizes    [n] or [n, k]: numpy, torch, a list; or a Histogram; of no items, the plan has no packs
    limits   the capacity of a pack; a dict names the components of sizes that have no names
    options  those of `tuplepack pack`, with _ for -: method, heuristic, depth, time_limit, gap, align_item,
             align_total, reserve, reserve_items, overlong, packs_multiple, even, …; see options_of("pack")

    >>> pack([3, 5, 3, 4], limits=8).packs
    2
    """
    found = histogram_for(sizes, counts, components, limits)
    return Plan(_core.pack(found._core, {"limits": limits, **options}, progress))


class Bound(NamedTuple):
    """A lower bound on the number of packs."""

    packs: int
    name: str
    component: Optional[str]


def bound(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    **options: Unpack[BoundOptions],
) -> List[Bound]:
    """Quick lower bounds on the number of packs, the largest first. The options are those of `tuplepack bound`."""
    found = histogram_for(sizes, counts, components, limits)
    rows = [Bound(**row) for row in _core.bounds(found._core, {"limits": limits, **options})]
    return sorted(rows, key=lambda row: -row.packs)


def compare(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[CompareOptions],
) -> List[Dict[str, Any]]:
    """The plans of all quick methods and heuristics, best first: rows for a table."""
    found = histogram_for(sizes, counts, components, limits)
    return _core.compare(found._core, {"limits": limits, **options}, progress)


def estimate(plan: Plan, *, overhead: Optional[float] = None, **options: Unpack[EstimateOptions]) -> Dict[str, Any]:
    """The expected speed-up, and Adam's betas for packed batches. speedup_over["random"] is the one to tell: over batches of
    `batch` random items, each padded to its longest; speedup is over padding every item to the largest.

    overhead  how much longer a packed step takes, in percent; default: as published for the plan's depth
    """
    require_plan(plan)
    return _core.estimate(plan._core, None if overhead is None else decimal(overhead, "overhead"), {**options})


class Verification(NamedTuple):
    """The result of verifying a plan file.

    holds        the plan and its stated numbers are correct, and its certificate proves a bound
    proven       packs that every plan needs, by the certificate
    why_not      why no bound is proven
    differences  values in the file that the plan contradicts
    work         steps that checking the certificate took
    """

    holds: bool
    proven: Optional[int]
    why_not: Optional[str]
    differences: List[str]
    work: int


@overload
def verify(plan: Union[Plan, str, os.PathLike[str]], *, data: Sizes = None, **options: Unpack[VerifyOptions]) -> Verification: ...
@overload
def verify(plan: Union[str, os.PathLike[str]], *, against: Union[str, os.PathLike[str]]) -> Dict[str, Any]: ...
def verify(
    plan: Union[Plan, str, os.PathLike[str]],
    *,
    data: Sizes = None,
    against: Union[None, str, os.PathLike[str]] = None,
    **options: Unpack[VerifyOptions],
) -> Union[Verification, Dict[str, Any]]:
    """Verifies a plan, or a plan file, independently; or the folder of a partitioned graph against the chunked graph, as
    verify_parts does.

    data     sizes of items; raises tuplepack.Error unless the plan is for them
    options  max_work and time_limit, as those of the command: a certificate that takes more proves nothing
    """
    if against is not None:
        if isinstance(plan, Plan) or data is not None or options:
            raise _core.Error("against applies only to partitioned graphs and cannot be combined with other options")
        from .chunks import verify_parts

        return verify_parts(plan, against)
    text = plan.to_json() if isinstance(plan, Plan) else text_of(plan)
    if data is not None:
        document = (plan if isinstance(plan, Plan) else Plan.load(plan))._core
        given = data if isinstance(data, (Histogram, Table)) else columns_for(data, document.components)
        _core.check_source(document, histogram(given, components=document.components)._core)
    return Verification(**_core.verify_plan(text, {**options}))
