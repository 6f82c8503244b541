#!/usr/bin/env python3
"""Measures the three steps of docs/scaling.md on a local Dask cluster, against tuplepack-mpi and against one worker.

    TUPLEPACK_MPI=build/release/native/cli/tuplepack-mpi PYTHONPATH=build/release/python dask_scale.py [ITEMS [DOCUMENTS]] [--json]

ITEMS      sizes in 16 .npy files, counted and assigned (default 10^8)
DOCUMENTS  token lists in 8 Arrow files, packed into rows by one worker and by two (default 40,000)

Each figure is the best of three. Exit status: 77 if Dask is missing.
"""
import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time

SHARDS, LIMIT = 16, 2048
MPIRUN = os.environ.get("MPIRUN", "mpirun --allow-run-as-root --oversubscribe")


def best(call, times=3):
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def write_sizes(folder, items):
    import numpy as np

    random, paths = np.random.default_rng(0), []
    for shard in range(SHARDS):
        paths.append(os.path.join(folder, f"sizes-{shard:02}.npy"))
        np.save(paths[-1], np.clip(random.lognormal(6, 1, items // SHARDS), 1, LIMIT).astype(np.int32))
    return paths


def write_documents(folder, documents):
    import numpy as np

    from tuplepack._arrow import Lists, write_stream

    random, paths = np.random.default_rng(1), []
    for shard in range(8):
        lengths = np.clip(random.lognormal(6, 1, documents // 8), 1, LIMIT).astype(np.int64)
        paths.append(os.path.join(folder, f"documents-{shard}.arrow"))
        with open(paths[-1], "wb") as file:
            tokens = random.integers(0, 50_000, int(lengths.sum()), dtype=np.int32)
            write_stream(file, {"input_ids": Lists(tokens, np.concatenate([[0], np.cumsum(lengths)]))})
    return paths


def assign_one(task):
    """Assigns a shard. Returns the items, the largest pack, and what the process needed beside the shard, in bytes."""
    import numpy as np

    path, plan, before = task
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak is what there is now
    sizes = np.load(path, mmap_mode="r")
    places = plan.assign_shard(sizes, before)
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return len(places.packs), int(places.packs.max()), peak - sizes.nbytes - places.packs.nbytes - places.positions.nbytes


def measured(items, documents):
    from dask.distributed import Client, LocalCluster

    import tuplepack
    from tuplepack import distributed

    found = {"items": items, "documents": documents}
    with tempfile.TemporaryDirectory() as folder:
        paths, texts = write_sizes(folder, items), write_documents(folder, documents)
        command = [*shlex.split(MPIRUN), "-np", "2", os.environ["TUPLEPACK_MPI"], "stats", *paths, "-q"]
        found["mpi_count_seconds"] = best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        packed = 0
        for workers in 1, 2:
            with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster, Client(cluster) as client:
                def on_dask(function, tasks):
                    return client.gather(client.map(function, tasks, pure=False))

                client.run(lambda: __import__("tuplepack"))
                documented = distributed.count(texts, map=on_dask, lengths_of="input_ids")
                plan = tuplepack.pack(documented.total, LIMIT)

                def write():
                    nonlocal packed
                    packed += 1
                    distributed.write_packed(texts, plan, documented, os.path.join(folder, f"rows{packed}@8"), map=on_dask)

                found[f"write_seconds_{workers}"] = best(write)
                if workers == 1:
                    continue
                found["count_seconds"] = best(lambda: distributed.count(paths, map=on_dask))
                counts = distributed.count(paths, map=on_dask)
                plan = tuplepack.pack(counts.total, LIMIT)
                tasks = list(zip(paths, [plan] * SHARDS, counts.before()))
                places = []
                found["assign_seconds"] = best(lambda: places.extend(on_dask(assign_one, tasks)))
                found["assign_megabytes"] = max(beside for _, _, beside in places) / 1e6
                assert sum(count for count, _, _ in places) == 3 * counts.total.items
                assert max(pack for _, pack, _ in places) == plan.packs - 1
    found["count_ratio"] = found["count_seconds"] / found["mpi_count_seconds"]
    found["assign_million_per_second"] = items / found["assign_seconds"] / 1e6
    found["write_speedup"] = found["write_seconds_1"] / found["write_seconds_2"]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("items", nargs="?", type=int, default=10**8)
    parser.add_argument("documents", nargs="?", type=int, default=40_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        import dask.distributed  # noqa: F401
    except ImportError as error:
        print(error, file=sys.stderr)
        return 77
    found = measured(given.items, given.documents)
    if given.json:
        print(json.dumps(found))
        return 0
    print(f"{given.items:,} sizes in {SHARDS} files, {given.documents:,} documents in 8; two workers of Dask")
    print(f"count   {found['count_seconds']:.2f} s, {found['count_ratio']:.2f} times tuplepack-mpi stats on two ranks")
    print(f"assign  {found['assign_million_per_second']:.0f} million items/s, {found['assign_megabytes']:.0f} MB per worker besides its shard and places")
    print(f"write   {found['write_seconds_2']:.2f} s, {found['write_speedup']:.2f} times as fast as one worker")
    return 0


if __name__ == "__main__":
    sys.exit(main())
