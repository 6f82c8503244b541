"""Where the items of every shard of a data set go, a task for each shard."""

from __future__ import annotations

import os
from functools import lru_cache, partial
from typing import Any, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union, cast

import numpy as np

from . import _core
from ._arrays import whole_number
from ._outputs import require_new, whole_file, work_folder
from ._tokens import Shard, is_path, sizes_of
from .assigning import ShardAssignment
from .histograms import Histogram, histogram
from .plans import Plan, require_plan
from .shard_counts import Counts, Mapper, each, listed_shards, names_of_shards, naming

Planned = Union[Plan, str, "os.PathLike[str]"]
"""A plan, which is sent with every task; or the path of its file, which every worker can read and keeps."""


class Task(NamedTuple):
    """A shard that is to be assigned: its number and name, what was counted in it and in those before it."""

    number: int
    name: str
    shard: Shard
    part: Histogram
    before: Histogram


@lru_cache(maxsize=1)
def _loaded(path: str, changed: int) -> Plan:
    return Plan.load(path)


def plan_of(plan: Planned) -> Plan:
    """Reads a file once per process."""
    if isinstance(plan, Plan) or not is_path(plan):
        require_plan(plan)
        return cast(Plan, plan)
    return _loaded(os.fspath(plan), os.stat(plan).st_mtime_ns if os.path.exists(plan) else 0)


def _require_plan_of(plan: Plan, counts: Counts) -> None:
    """Error: the plan is for other items; it names the first shard with some that do not fit it."""
    if len(counts.total) and plan.components != counts.total.components:
        raise _core.Error(f"the plan is for {', '.join(plan.components)}, and the shards have {', '.join(counts.total.components)}")
    try:
        _core.check_source(plan._core, counts.total._core)
    except _core.Error as error:
        for name, part, before in zip(counts.names, counts.parts, counts.before()):
            with naming(name):
                if part is not None and len(part):
                    plan.assign_shard(part.sizes.reshape(len(part), -1), before)
        raise _core.Error(f"the plan is not for these counts: {error}") from None


def tasks_of(shards: List[Shard], plan: Planned, counts: Counts) -> Iterator[Task]:
    """Of the shards that were not left out. Error: other shards than those that were counted, or the plan of others."""
    names = names_of_shards(shards)
    for number, (name, counted) in enumerate(zip(names, counts.names)):
        if name != counted:
            raise _core.Error(f"{name}: shard {number} was counted as {counted}; pass the same shards in the same order")
    if len(names) != len(counts.names):
        longer = max(names, counts.names, key=len)
        raise _core.Error(f"{longer[min(len(names), len(counts.names))]}: {len(counts.names)} shards were counted, and "
                          f"{len(names)} are given")  # fmt: skip
    _require_plan_of(plan_of(plan), counts)
    for number, (name, shard, part, before) in enumerate(zip(names, shards, counts.parts, counts.before())):
        if part is not None:
            yield Task(number, name, shard, part, before)


def require_counted(sizes: Any, part: Histogram) -> None:
    found = histogram(sizes)
    if not (np.array_equal(found.sizes, part.sizes) and np.array_equal(found.counts, part.counts)) and (len(found) or len(part)):
        raise _core.Error(f"the shard has changed since it was counted: {found.items} items of {len(found)} sizes, and "
                          f"{part.items} of {len(part)} were counted")  # fmt: skip


def _assign_one(
    task: Task, plan: Planned, options: Mapping[str, Any], read: Any, order: str, seed: int, work: Optional[str]
) -> Tuple[int, Optional[ShardAssignment]]:
    """The number of a shard, and where its items go, unless that is written to the work folder."""
    with naming(task.name):
        sizes = sizes_of(task.shard, options, read)
        require_counted(sizes, task.part)
        places = plan_of(plan).assign_shard(sizes, task.before, order=order, seed=seed)
        if work is None:
            return task.number, places
        with whole_file(os.path.join(work, f"{task.number:05}")) as file:
            np.savez(file, **places._asdict())
        return task.number, None


def assign(
    shards: Iterable[Shard],
    plan: Planned,
    counts: Counts,
    *,
    map: Mapper = map,
    order: str = "plan",
    seed: int = 0,
    out: Union[None, str, os.PathLike[str]] = None,
) -> List[Any]:
    """Where the items of each shard go, one task per shard: together what Plan.assign() with the same order gives for all.

    plan     of counts.total
    counts   of the same shards
    order    of packs, and of items of equal size: plan, or permute by `seed`
    out      writes OUT-00012-of-00064.npz for each shard, with the arrays of a ShardAssignment, instead of returning them. The
             files appear when all are complete; until then they are in the folder OUT-unfinished, which all workers see
    returns  by shard: a ShardAssignment (with `out`, the path of its file), or None where count() left the shard out
    errors   name the shard: a plan or counts of others, a shard that has changed since or cannot be read. No file is left then
    cost     a task needs the plan, the counts of the shards before it (16 bytes per size) and its shard
    """
    shards = listed_shards(shards, counts)
    how = {"options": counts.options, "read": counts.read, "order": order, "seed": whole_number(seed, "seed")}
    tasks = tasks_of(shards, plan, counts)
    found: List[Any] = [None] * len(shards)
    if out is None:
        for number, places in each(map, partial(_assign_one, plan=plan, work=None, **how), tasks):
            found[number] = places
        return found
    names = [f"{os.fspath(out)}-{number:05}-of-{len(shards):05}.npz" for number in range(len(shards))]
    require_new(names)
    with work_folder(f"{os.fspath(out)}-unfinished") as work:
        for number, _ in list(each(map, partial(_assign_one, plan=plan, work=work, **how), tasks)):
            os.replace(os.path.join(work, f"{number:05}"), names[number])
            found[number] = names[number]
    return found
