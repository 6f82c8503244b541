"""The meaning of a packed batch, in plain numpy: the oracle of the peers.

ids [B,S] hold the segment of each position, 1 ... K, and 0 in padding.
"""
import subprocess
from pathlib import Path

import numpy as np


def assigned(program, lengths, limit, folder):
    """Packs lengths with the program and returns the arrays that `assign --emit` writes."""
    sizes, plan, packs = (Path(folder) / name for name in ("sizes.csv", "plan.json", "packs.npz"))
    sizes.write_text("\n".join(["length", *map(str, lengths)]) + "\n")
    for words in (["pack", sizes, "--limits", str(limit), "--plan", plan],
                  ["assign", sizes, "--plan", plan, "--emit", "segment_ids,position_ids,cu_seqlens", "-o", packs]):
        subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)
    with np.load(packs) as arrays:
        return dict(arrays)


def pack_cu_seqlens(arrays, pack):
    """A pack's part of cu_seqlens, from 0 to the number of positions it uses."""
    offsets = arrays["offsets"]
    return arrays["cu_seqlens"][offsets[pack] + pack : offsets[pack + 1] + pack + 1]


def joined_cu_seqlens(arrays):
    """cu_seqlens of all packs concatenated without padding, as varlen attention takes it."""
    lengths = [np.diff(pack_cu_seqlens(arrays, pack)) for pack in range(len(arrays["offsets"]) - 1)]
    return np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int32)


def attends(ids, causal=False):
    """[B,S,S], query by key: positions attend to their segment, padding only to itself."""
    same = ids[:, :, None] == ids[:, None, :]
    itself = np.eye(ids.shape[1], dtype=bool)
    mask = (same & (ids[:, :, None] != 0)) | itself
    return mask & np.tri(ids.shape[1], dtype=bool) if causal else mask


def token_weights(ids):
    """[B,S] 1 / (tokens of the segment * segments): summed over weighted token losses, the mean of means."""
    segments = ids.max(axis=1, initial=0)
    tokens = [np.bincount(row, minlength=count + 1) for row, count in zip(ids, segments)]
    sequences = sum(np.count_nonzero(row[1:]) for row in tokens)
    weights = [np.where(row > 0, 1 / (count[row] * sequences), 0) for row, count in zip(ids, tokens)]
    return np.array(weights, dtype=np.float64).reshape(ids.shape)


def block_tables(mask, block):
    """FlexAttention's tables of a mask [B,S,S] with S a multiple of `block`: counts [B,Q] and lists of key blocks
    [B,Q] as Python lists, for partial and for full blocks."""
    packs, capacity, _ = mask.shape
    across = capacity // block
    pairs = mask.reshape(packs, across, block, across, block).sum(axis=(2, 4))
    full = pairs == block * block
    return _table((pairs > 0) & ~full), _table(full)


def _table(wanted):
    lists = [[list(map(int, np.flatnonzero(row))) for row in pack] for pack in wanted]
    return wanted.sum(axis=2), lists


def random_ids(packs, capacity, longest, segments, seed):
    """Packs that take lengths of 1 ... longest until one does not fit, or there are `segments`."""
    random = np.random.default_rng(seed)
    ids = np.zeros((packs, capacity), dtype=np.int32)
    for row in ids:
        begin = 0
        for segment in range(1, segments + 1):
            length = int(random.integers(1, longest + 1))
            if begin + length > capacity:
                break
            row[begin : begin + length] = segment
            begin += length
    return ids
