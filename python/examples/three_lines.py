"""Packs the questions of SQuAD, and the lists of a Parquet file: what each editor of Wikipedia edited.

usage: three_lines.py FOLDER_OF_DATA
"""

import sys
import time
from pathlib import Path

import numpy as np

import tuplepack


def show(title, lengths, limit):
    begin = time.perf_counter()
    plan = tuplepack.pack(lengths, limits=limit)
    batches = tuplepack.PackSampler(lengths, limits=limit, shuffle=True, seed=0)  # DataLoader(dataset, batch_sampler=batches)
    first = next(iter(batches))
    seconds = time.perf_counter() - begin
    print(f"{title}\n{plan}")
    print(f"  {1000 * seconds:.0f} ms in all; first batch: {len(first)} items, {lengths[first].sum()} of {limit}\n")


folder = Path(sys.argv[1])
table = tuplepack.read_sizes(folder / "squad_384.csv")  # how often each length occurs
show("SQuAD", np.random.default_rng(0).permutation(np.repeat(table.sizes, table.counts)), limit=384)

edits = tuplepack.read_sizes(folder / "wikipedia_editors.parquet", columns=["pages"])  # a list for each editor
show("Wikipedia's editors, from a column of lists in Parquet", edits.sizes, limit=2048)
