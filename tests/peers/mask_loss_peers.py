#!/usr/bin/env python3
"""Times other implementations of masks and losses on a GPU against ours, and checks our definitions against theirs.

    mask_loss_peers.py --program PROGRAM [--mask mask.json] [--loss loss.json] [--json]

mask.json and loss.json are the output of `tuplepack bench mask|loss --device gpu --json` from the same run. They hold
our times; each peer is reported as the ratio of its median time to ours (above 1: ours is faster). Without them, the
peers are timed alone.

peers    eager PyTorch and torch.compile: additive mask, listing 1 with its [B,K,S] selection, cross-entropy and its
         gradient; a row kernel of our own in Triton, in the style of Liger
oracles  FlexAttention's create_block_mask against our block tables; varlen attention with the cu_seqlens that
         `tuplepack assign` writes against attention with the mask

Exit status: 0 on success, 1 if an oracle or a peer disagrees, 77 if torch, triton or a GPU is missing.
"""
import argparse
import json
import sys
import tempfile

from peer_report import Peers, on_device, read_report, table

MASK_PACKS, CAPACITY = 256, 512
UNPACK_PACKS, SEGMENTS = 65_536, 16
ROWS, VOCABULARY = 19_968, 30_522
FLEX_BLOCK = 128


def missing():
    try:
        import numpy  # noqa: F401
        import torch
        import triton  # noqa: F401
    except ImportError as error:
        return f"{error.name or 'torch'} is not installed ({error})"
    return None if torch.cuda.is_available() else "torch finds no CUDA device"


# ---- the operations, as plain functions of tensors ----

def additive_mask(torch, ids):
    """[B,1,S,S] in bfloat16."""
    same = (ids[:, None, :, None] == ids[:, None, None, :]) & (ids[:, None, :, None] != 0)
    same = same | torch.eye(ids.shape[1], dtype=torch.bool, device=ids.device)
    return torch.zeros(same.shape, dtype=torch.bfloat16, device=ids.device).masked_fill_(~same, -torch.inf)


def unpacked_loss(torch, losses, ids, segments):
    """As in Kosec et al. 2021, listing 1: a selection [B,K,S], its sums and counts, and the mean of the means."""
    numbers = torch.arange(1, segments + 1, device=ids.device, dtype=ids.dtype)
    selection = (ids[:, None, :] == numbers[None, :, None]).to(losses.dtype)
    tokens = selection.sum(-1)
    means = (selection * losses[:, None, :]).sum(-1) / tokens.clamp(min=1)
    return means.sum() / (tokens > 0).sum()


def row_losses(torch, logits, labels):
    return torch.nn.functional.cross_entropy(logits, labels, reduction="none")


def losses_and_gradient(torch, logits, labels, weights):
    losses = row_losses(torch, logits, labels)
    return losses.detach(), torch.autograd.grad((losses * weights).sum(), logits)[0]


# ---- the cases ----

def mask_peers(peers, packed):
    torch = peers.torch
    host_ids = packed.random_ids(MASK_PACKS, CAPACITY, CAPACITY // 2, SEGMENTS, seed=5)
    ids = on_device(torch, host_ids)
    expected = packed.attends(host_ids[:4])
    found = additive_mask(torch, ids)[:4, 0].cpu() == 0
    peers.agree("eager mask", (found.numpy() != expected).sum(), 0)
    peers.time("eager PyTorch", "additive bf16", lambda: additive_mask(torch, ids), goal=2.5)
    compiled = torch.compile(lambda values: additive_mask(torch, values))
    peers.time("torch.compile", "additive bf16", lambda: compiled(ids))
    return host_ids, ids


def flex_oracle(peers, packed, host_ids, ids):
    torch = peers.torch
    try:
        from torch.nn.attention.flex_attention import create_block_mask
    except ImportError as error:
        return peers.unsupported("create_block_mask", error)

    def attends(batch, head, query, key):
        same = (ids[batch, query] == ids[batch, key]) & (ids[batch, query] != 0)
        return same | (query == key)

    def make():
        return create_block_mask(attends, MASK_PACKS, None, CAPACITY, CAPACITY, device="cuda", BLOCK_SIZE=FLEX_BLOCK)

    theirs = make()
    for kind, (counts, lists), their_counts, their_blocks in zip(
            ("partial", "full"), packed.block_tables(packed.attends(host_ids), FLEX_BLOCK),
            (theirs.kv_num_blocks, theirs.full_kv_num_blocks), (theirs.kv_indices, theirs.full_kv_indices)):
        their_counts, their_blocks = their_counts[:, 0].cpu().numpy(), their_blocks[:, 0].cpu().numpy()
        peers.agree(f"create_block_mask: counts of {kind} blocks", abs(their_counts - counts).sum(), 0)
        differing = sum(list(blocks[: len(mine)]) != mine for row, mines in zip(their_blocks, lists)
                        for blocks, mine in zip(row, mines))
        peers.agree(f"create_block_mask: {kind} blocks", differing, 0)
    peers.time("create_block_mask", "block tables", make)
    return None


def varlen_oracle(peers, packed, np, program):
    """Attention over all packs in one row, with cu_seqlens, against attention over each pack with its mask."""
    torch = peers.torch
    try:
        from torch.nn.attention.varlen import varlen_attn
    except ImportError as error:
        return peers.unsupported("varlen attention", error)
    lengths = np.random.default_rng(6).integers(1, 200, 400)
    with tempfile.TemporaryDirectory() as folder:
        arrays = packed.assigned(program, lengths, CAPACITY, folder)
    ids = arrays["segment_ids"]
    generator = torch.Generator("cuda").manual_seed(7)
    query, key, value = torch.randn(3, *ids.shape, 4, 64, generator=generator, device="cuda", dtype=torch.bfloat16)
    mask = on_device(torch, packed.attends(ids))[:, None]
    dense = torch.nn.functional.scaled_dot_product_attention(
        *(values.transpose(1, 2).float() for values in (query, key, value)), attn_mask=mask).transpose(1, 2)
    real = on_device(torch, ids != 0)
    cu_seqlens = on_device(torch, packed.joined_cu_seqlens(arrays))
    longest = int(lengths.max())
    try:
        joined = varlen_attn(query[real], key[real], value[real], cu_seqlens, cu_seqlens, longest, longest)
    except (RuntimeError, TypeError) as error:
        return peers.unsupported("varlen attention", error)
    peers.agree("varlen attention over our cu_seqlens", (joined.float() - dense[real]).abs().max(), 2e-2)  # bfloat16
    return None


def unpack_peers(peers, packed, np):
    torch = peers.torch
    host_ids = packed.random_ids(UNPACK_PACKS, CAPACITY, CAPACITY // 8, SEGMENTS, seed=8)
    ids = on_device(torch, host_ids)
    losses = torch.rand(ids.shape, device="cuda")
    few = slice(0, 64)
    exact = (packed.token_weights(host_ids[few]) * losses[few].double().cpu().numpy()).sum()
    found = unpacked_loss(torch, losses[few], ids[few], SEGMENTS).item()
    peers.agree("listing 1", abs(found - exact) / exact, 1e-5)
    peers.time("eager listing 1", "unpack", lambda: unpacked_loss(torch, losses, ids, SEGMENTS))
    compiled = torch.compile(lambda values, of: unpacked_loss(torch, values, of, SEGMENTS))
    peers.time("torch.compile of listing 1", "unpack", lambda: compiled(losses, ids))


def row_peers(peers, triton_rows):
    torch = peers.torch
    generator = torch.Generator("cuda").manual_seed(9)
    logits = torch.randn(ROWS, VOCABULARY, generator=generator, device="cuda", dtype=torch.bfloat16)
    labels = torch.randint(0, VOCABULARY, (ROWS,), generator=generator, device="cuda")
    weights = torch.full((ROWS,), 1 / ROWS, device="cuda")
    losses = torch.empty(ROWS, device="cuda")
    work = logits.clone()

    few = slice(0, 64)
    exact = logits[few].double().requires_grad_()
    exact_losses, exact_gradient = losses_and_gradient(torch, exact, labels[few], weights[few].double())
    triton_rows(work, labels, weights, losses, True)
    peers.agree("Triton rows: losses", ((losses[few] - exact_losses).abs() / exact_losses).max(), 1e-5)
    peers.agree("Triton rows: gradient", (work[few] - exact_gradient).abs().max() / exact_gradient.abs().max(), 2**-8)

    forward, backward = "forward bf16", "forward + gradient bf16"
    peers.time("eager PyTorch", forward, lambda: row_losses(torch, logits, labels))
    compiled = torch.compile(lambda values, of: row_losses(torch, values, of))
    peers.time("torch.compile", forward, lambda: compiled(logits, labels))
    peers.time("our Triton rows", forward, lambda: triton_rows(logits, labels, weights, losses, False))
    peers.time("our Triton rows", backward, lambda: triton_rows(work, labels, weights, losses, True),
               prepare=lambda: work.copy_(logits), goal=1.5)
    logits.requires_grad_()
    peers.time("eager PyTorch", backward, lambda: losses_and_gradient(torch, logits, labels, weights), goal=2.5)
    compiled_loss = torch.compile(lambda values, of: (row_losses(torch, values, of) * weights).sum())
    peers.time("torch.compile", backward, lambda: torch.autograd.grad(compiled_loss(logits, labels), logits))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, help="the tuplepack program")
    parser.add_argument("--mask", help="output of bench mask --device gpu --json")
    parser.add_argument("--loss", help="output of bench loss --device gpu --json")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if reason := missing():
        print(f"skipped: {reason}")
        return 77
    import numpy as np
    import torch
    import triton

    import packed_batch as packed
    from triton_rows import triton_rows
    peers = Peers(torch, [read_report(path) for path in (arguments.mask, arguments.loss) if path])
    flex_oracle(peers, packed, *mask_peers(peers, packed))
    varlen_oracle(peers, packed, np, arguments.program)
    unpack_peers(peers, packed, np)
    row_peers(peers, triton_rows)
    report = {"schema": "tuplepack.peers/1", "device": torch.cuda.get_device_name(), "torch": torch.__version__,
              "triton": triton.__version__, "peers": peers.rows, "oracles": peers.oracles}
    print(json.dumps(report, indent=1) if arguments.json else table(report))
    return 0 if all(oracle.get("agrees", True) for oracle in peers.oracles) else 1


if __name__ == "__main__":
    sys.exit(main())
