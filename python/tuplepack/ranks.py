"""The ranks of data-parallel training, by torch.distributed: which one this is, and one plan for all."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Tuple

import numpy as np

from . import _core
from .epochs import asked_of
from .packing import pack
from .plans import Plan

if TYPE_CHECKING:
    import numpy.typing as npt


def _torch_distributed() -> Any:
    """torch.distributed where it is initialised, else None."""
    distributed = getattr(sys.modules.get("torch"), "distributed", None)
    is_running = distributed is not None and distributed.is_available() and distributed.is_initialized()
    return distributed if is_running else None


def own_rank() -> Tuple[int, int]:
    """This process's rank, and their number."""
    distributed = _torch_distributed()
    return (0, 1) if distributed is None else (int(distributed.get_rank()), int(distributed.get_world_size()))


def _stated(given: Mapping[str, Any], sizes: npt.NDArray[Any], limits: Any, options: Mapping[str, Any]) -> Dict[str, Any]:
    """What all ranks have to be given alike; a time limit and what shows progress are rank 0's."""
    quietly: Any = {**options, "progress": None}
    of_none = pack(sizes[:0], limits, **quietly)
    lengths = hashlib.sha256(np.ascontiguousarray(sizes, np.int64).tobytes()).hexdigest()
    return {"lengths": (sizes.shape, lengths), "limits or options": asked_of(of_none), **given}


def planned_by_rank_0(
    rank: int, given: Mapping[str, Any], sizes: npt.NDArray[Any], limits: Any, options: Dict[str, Any]
) -> Plan:
    """Collective. An error of rank 0 is one of all. Error: a rank was given something else, and would have packs of its own

    given  arguments by name that decide which packs a rank gets, beside the sizes, limits and options
    """
    answer: List[Any] = [None]
    if rank == 0:
        try:
            plan = pack(sizes, limits, **options)
            answer = [("plan", (plan.to_json(), _stated(given, sizes, limits, options)))]
        except Exception as error:
            answer = [("error", error)]
    _torch_distributed().broadcast_object_list(answer, src=0)
    kind, value = answer[0]
    if kind == "error":
        raise value
    text, of_rank_0 = value
    own = of_rank_0 if rank == 0 else _stated(given, sizes, limits, options)
    different = [name for name in of_rank_0 if own[name] != of_rank_0[name]]
    if different:
        raise _core.Error(f"rank {rank} was given other {', '.join(different)} than rank 0; pass the same to all ranks")
    return Plan.from_json(text)
