"""What tests of shards share: samples, shards of them, and the rows that one machine writes."""
import gzip
import json
import os
import random
import shutil
import tempfile
import unittest

import numpy as np

from tuplepack._arrow import Lists, write_stream

SEED = random.randrange(2**32)


def samples_of(lengths, state):
    """With labels, of which the first half is the prompt."""
    samples = []
    for length in lengths.tolist():
        ids = state.integers(0, 50_000, length)
        labels = np.where(np.arange(length) < (length + 1) // 2, -100, ids)
        samples.append({"input_ids": ids.tolist(), "labels": labels.tolist(), "text": "…"})
    return samples


def write_shards(folder, samples, cuts):
    """JSON Lines, some of them compressed, some without a sample."""
    paths = []
    for number, some in enumerate(np.split(np.arange(len(samples)), cuts)):
        open_ = gzip.open if number % 3 == 1 else open
        paths.append(os.path.join(folder, f"part-{number}.jsonl" + (".gz" if number % 3 == 1 else "")))
        with open_(paths[-1], "wt") as file:
            file.writelines(json.dumps(samples[one]) + "\n" for one in some.tolist())
    return paths


def written_rows(samples, plan, columns, order, seed, align=1):
    """One machine: the rows of all packs as columns."""
    assigned = plan.assign([len(sample["input_ids"]) for sample in samples], order=order, seed=seed)
    found = {name: [] for name in ("input_ids", "position_ids", "seq_lengths", *columns)}
    for pack in range(len(assigned)):
        row = {name: [] for name in found}
        for slot in range(assigned.offsets[pack], assigned.offsets[pack + 1]):
            sample = samples[assigned.items[slot]]
            begin = assigned.begins[slot] if len(assigned.begins) else 0
            end = begin + (assigned.lengths[slot] if len(assigned.lengths) else len(sample["input_ids"]))
            row["input_ids"] += sample["input_ids"][begin:end]
            row["position_ids"] += range(end - begin)
            row["seq_lengths"].append(end - begin)
            if "labels" in columns:
                row["labels"] += [-100] + sample["labels"][begin + 1 : end]
        for name, values in row.items():
            found[name].append(values)
    if align != 1:
        found["align_item"] = [align] * len(assigned)
    return found


def write_expected(path, rows):
    columns = {}
    for name, lists in rows.items():
        if lists and isinstance(lists[0], int):
            columns[name] = np.array(lists, np.int32)
        else:
            offsets = np.concatenate([[0], np.cumsum([len(one) for one in lists], dtype=np.int64)])
            columns[name] = Lists(np.array([value for one in lists for value in one], np.int32), offsets)
    with open(path, "wb") as file:
        write_stream(file, columns)


class Case(unittest.TestCase):
    def setUp(self):
        print("seed", SEED)
        self.random = np.random.default_rng(SEED)
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def data(self, count=400, most=90, shards=None):
        samples = samples_of(self.random.integers(1, most, count), self.random)
        if shards is None:  # as many as there happen to be, some of them empty
            cuts = np.sort(self.random.integers(0, count + 1, self.random.integers(1, 9)))
        else:
            cuts = np.sort(self.random.choice(np.arange(1, count), shards - 1, replace=False))
        return samples, write_shards(self.folder, samples, cuts)

    def path(self, name):
        return os.path.join(self.folder, name)

    def require_nothing_left(self, out):
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(out)], [])
