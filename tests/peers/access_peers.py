#!/usr/bin/env python3
"""Times other implementations of feature access on a GPU against ours.

    access_peers.py [--access access.json] [--json]

access.json is the output of `tuplepack bench access --device gpu --json` from the same run. It holds our times; each
peer is reported as the ratio of its median time to ours (above 1: ours is faster). Without it, the peers are timed
alone. Sizes and the share of repeated requests are those of that benchmark.

peers   unique ids and inverse: torch.unique and CuPy on the GPU, numpy on the host
        rows rebuilt on the GPU: indexing in PyTorch with a 64-bit inverse
        rows from host memory: gathered by PyTorch, then copied from pageable and from pinned memory
        all three steps: those of Gao et al. 2024 in numpy and PyTorch (np.unique, rows indexed on the host, a copy from
        pageable memory, a 64-bit inverse), and every requested row copied without deduplication

Exit status: 0 on success, 1 if a peer's result differs, 77 if torch or a GPU is missing.
"""
import argparse
import json
import sys

from peer_report import Peers, on_device, read_report, table

WIDTH = 172
UNIQUE_REQUESTS, UNIQUE_IDS = 10_000_000, 2_600_000
REQUESTS, TABLE_ROWS = 1_000_000, 1_000_000
REPEATED = 5  # requests of each row


def missing():
    try:
        import numpy  # noqa: F401
        import torch
    except ImportError as error:
        return f"{error.name or 'torch'} is not installed ({error})"
    return None if torch.cuda.is_available() else "torch finds no CUDA device"


def random_requests(np, count, ids, seed):
    different = count // REPEATED
    return np.random.default_rng(seed).integers(0, different, count) * ids // different


# ---- the operations, as plain functions of arrays and tensors ----

def unique_steps(np, torch, features, ids):
    """The three steps of Gao et al. 2024, §4.2."""
    unique, inverse = np.unique(ids, return_inverse=True)
    rows = features[torch.from_numpy(unique)].to("cuda")
    return rows[torch.from_numpy(inverse).to("cuda")]


def all_requests(torch, features, ids):
    return features[torch.from_numpy(ids)].to("cuda")


def by_pinned(torch, features, unique, pinned, rows):
    torch.index_select(features, 0, unique, out=pinned)
    rows.copy_(pinned, non_blocking=True)


# ---- the cases ----

def unique_peers(peers, np):
    torch = peers.torch
    host_ids = random_requests(np, UNIQUE_REQUESTS, UNIQUE_IDS, seed=1)
    ids = on_device(torch, host_ids)
    of = "unique + inverse, sorted"
    unique, inverse = torch.unique(ids, return_inverse=True)
    peers.agree("torch.unique", (unique[inverse] != ids).sum(), 0)
    peers.time("torch.unique", of, lambda: torch.unique(ids, return_inverse=True), goal=8)
    try:
        import cupy
        cupy_ids = cupy.asarray(ids)
        peers.time("cupy.unique", of, lambda: cupy.unique(cupy_ids, return_inverse=True))
    except ImportError as error:
        peers.unsupported("cupy.unique", error)
    peers.time("numpy.unique on the host", of, lambda: np.unique(host_ids, return_inverse=True), runs=3)


def row_peers(peers, np):
    torch = peers.torch
    features = torch.rand(TABLE_ROWS, WIDTH, generator=torch.Generator().manual_seed(2))
    ids = random_requests(np, REQUESTS, TABLE_ROWS, seed=3)
    unique, inverse = (torch.from_numpy(array) for array in np.unique(ids, return_inverse=True))
    rows, long_inverse = features[unique].to("cuda"), inverse.to("cuda")
    of = f"reconstruct f32, {REQUESTS}"
    peers.time("indexing in PyTorch", of, lambda: rows[long_inverse])
    peers.time("torch.index_select", of, lambda: torch.index_select(rows, 0, long_inverse))

    pinned = torch.empty(len(unique), WIDTH, pin_memory=True)
    for case in ("gather by pinned ring", "gather by zero-copy"):
        peers.time("PyTorch, pageable copy", case, lambda: features[unique].to("cuda"))
        peers.time("PyTorch, pinned copy", case, lambda: by_pinned(torch, features, unique, pinned, rows))

    found = unique_steps(np, torch, features, ids)
    peers.agree("three steps in numpy and PyTorch", (found != all_requests(torch, features, ids)).sum(), 0)
    peers.time("Gao et al.'s steps", "three steps", lambda: unique_steps(np, torch, features, ids), goal=5, runs=5)
    peers.time("every requested row", "three steps", lambda: all_requests(torch, features, ids), runs=5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--access", help="output of bench access --device gpu --json")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if reason := missing():
        print(f"skipped: {reason}")
        return 77
    import numpy as np
    import torch

    peers = Peers(torch, [read_report(arguments.access)] if arguments.access else [])
    unique_peers(peers, np)
    row_peers(peers, np)
    report = {"schema": "tuplepack.peers/1", "device": torch.cuda.get_device_name(), "torch": torch.__version__,
              "peers": peers.rows, "oracles": peers.oracles}
    print(json.dumps(report, indent=1) if arguments.json else table(report))
    return 0 if all(oracle.get("agrees", True) for oracle in peers.oracles) else 1


if __name__ == "__main__":
    sys.exit(main())
