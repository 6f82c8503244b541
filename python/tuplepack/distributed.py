"""Packs a data set in many shards, on whatever runs tasks: a loop, processes, Dask, Ray, Spark, Beam.

Each function takes the shards in their order and `map`, which calls a function for each task and returns the results in the order of
the tasks: the built-in map, Executor.map of concurrent.futures, Pool.map of multiprocessing, or a wrapper of an engine's client
(docs/scaling.md). Tasks have no state: those of a worker that died can run again elsewhere.

>>> from tuplepack import pack
>>> shards = [[3, 5], [3, 4]]
>>> counts = count(shards)
>>> [places.packs.tolist() for places in assign(shards, pack(counts.total, 8), counts)]
[[0, 0], [1, 1]]
"""

from .shard_counts import Counts, count
from .shard_places import assign
from .shard_rows import Packed, read_packed, write_packed

__all__ = ["Counts", "Packed", "assign", "count", "read_packed", "write_packed"]
