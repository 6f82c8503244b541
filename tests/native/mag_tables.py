#!/usr/bin/env python3
"""Writes the tables of a graph like OGBN-MAG, as the schema of TensorFlow GNN's guide declares them, with that schema.

    python3 tests/native/mag_tables.py FOLDER [PAPERS]
"""

import pathlib
import random
import sys

from unigraphs import write_table

SCHEMA = pathlib.Path(__file__).resolve().parents[1] / "data" / "mag_schema.pbtxt"
PER_PAPER = {"author": 1.54, "field_of_study": 0.081, "institution": 0.012}  # the proportions of OGBN-MAG
EDGES = {"affiliated_with": ("author", "institution", 30, 1.42), "cites": ("paper", "paper", 120, 7.36),
         "has_topic": ("paper", "field_of_study", 226, 10.2), "writes": ("author", "paper", 172, 9.7)}
NODE_FILES = {"author": "author.tfrecords@15", "field_of_study": "field_of_study.tfrecords@2", "institution": "institution.tfrecords",
              "paper": "paper.tfrecords@397"}


def write_mag(folder, papers, seed=1):
    """Sources are uniform, targets follow a power law."""
    rng = random.Random(seed)
    folder.mkdir()
    ids = {name: ["%s%d" % (name[0], i) for i in range(max(1, int(papers * share)))] for name, share in {**PER_PAPER, "paper": 1}.items()}
    for name, file in NODE_FILES.items():
        columns = {"id": ids[name]}
        if name == "paper":
            columns.update(feat=[[rng.uniform(-1, 1) for _ in range(128)] for _ in ids[name]], labels=[rng.randrange(349) for _ in ids[name]],
                           year=[rng.randrange(2010, 2020) for _ in ids[name]])
        write_table(folder, "nodes-" + file, columns)
    for name, (source, target, shards, share) in EDGES.items():
        targets, count = ids[target], int(papers * share)
        write_table(folder, "edges-%s.tfrecords@%d" % (name, shards),
                    {"source": rng.choices(ids[source], k=count), "target": [targets[int(len(targets) * rng.random() ** 2)] for _ in range(count)]})
    (folder / "graph_schema.pbtxt").write_bytes(SCHEMA.read_bytes())


if __name__ == "__main__":
    write_mag(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2000)
