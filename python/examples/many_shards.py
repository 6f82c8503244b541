"""Packs a data set in many shards on a local Dask cluster, or on processes without Dask.

usage: many_shards.py FOLDER_OF_DATA [DOCUMENTS] [OUT]

FOLDER_OF_DATA has squad_384.csv, whose lengths the documents get. The shards are removed at the end, and so are the packed rows
unless OUT names a folder for them.
"""

import json
import multiprocessing
import os
import pickle
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

import numpy as np

import tuplepack
from tuplepack import distributed

SHARDS = 64
LIMIT = 384


def make_shards(folder, table, documents):
    """JSON Lines: the first token of a document is its number, the others are random."""
    random = np.random.default_rng(0)
    lengths = random.permutation(np.repeat(table.sizes, table.counts))[:documents].astype(int)
    paths = []
    for shard, numbers in enumerate(np.array_split(np.arange(len(lengths)), SHARDS)):
        paths.append(os.path.join(folder, f"documents-{shard:05}-of-{SHARDS:05}.jsonl"))
        with open(paths[-1], "w") as file:
            for number in numbers.tolist():
                tokens = [number, *random.integers(0, 30_000, lengths[number] - 1).tolist()]
                file.write(json.dumps({"input_ids": tokens}) + "\n")
    return paths, lengths


@contextmanager
def workers():
    """The name of an engine with two processes, and its `map`."""
    try:
        from dask.distributed import Client, LocalCluster
    except ImportError:
        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            yield "two processes", pool.map
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        yield "Dask, two worker processes", lambda function, tasks: client.gather(client.map(function, tasks, pure=False))


def check(files, lengths):
    """Every document is in one row, whole."""
    rows = [distributed.read_packed(file) for file in files]
    begins = [np.cumsum(row["seq_lengths"].values) - row["seq_lengths"].values for row in rows]
    found = np.concatenate([row["input_ids"].values[begin] for row, begin in zip(rows, begins)])
    sizes = np.concatenate([row["seq_lengths"].values for row in rows])
    order = np.argsort(found)
    return np.array_equal(found[order], np.arange(len(lengths))) and np.array_equal(sizes[order], lengths)


def main(data, documents, out):
    table = tuplepack.read_sizes(os.path.join(data, "squad_384.csv"))
    with tempfile.TemporaryDirectory() as folder, workers() as (engine, run):
        shards, lengths = make_shards(folder, table, documents)
        size = sum(map(os.path.getsize, shards))
        print(f"{len(lengths):,} documents in {SHARDS} shards, {size / 1e6:.1f} MB of JSON Lines; {engine}")

        begin = time.perf_counter()
        counts = distributed.count(shards, map=run, lengths_of="input_ids")
        plan = tuplepack.pack(counts.total, LIMIT)
        packed = distributed.write_packed(shards, plan, counts, os.path.join(out or folder, "packed@8"), map=run, order="permute")
        seconds = time.perf_counter() - begin

        alone = sum(tuplepack.pack(part, LIMIT).packs for part in counts.parts)
        sent = sum(2 * len(pickle.dumps(part)) + len(pickle.dumps(before)) for part, before in zip(counts.parts, counts.before()))
        is_right = check(packed.files, lengths)
        print(f"{packed.packs:,} packs of {LIMIT} tokens, efficiency {plan.efficiency[0]:.2%}; every shard by itself: {alone:,} packs, "
              f"{packed.tokens / (alone * LIMIT):.2%}")  # fmt: skip
        print(f"moved: {packed.moved / 1e6:.1f} MB of tokens between shards; {sent / 1e6:.2f} MB of histograms from and to the tasks")
        print(f"written: {len(packed.files)} files, {packed.written / 1e6:.1f} MB, in {seconds:.1f} s")
        print(f"every document occurs once: {'yes' if is_right else 'NO'}")
        return 0 if is_right else 1


if __name__ == "__main__":
    words = sys.argv[1:]
    if not 1 <= len(words) <= 3:
        sys.exit("usage: many_shards.py FOLDER_OF_DATA [DOCUMENTS] [OUT]")
    sys.exit(main(words[0], int(words[1]) if len(words) > 1 else 20_000, words[2] if len(words) > 2 else None))
