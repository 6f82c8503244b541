#!/usr/bin/env python3
"""Packed training equals unpacked training, in PyTorch: a small transformer in float64 gives the same outputs, loss and
gradients for packs as for their sequences one at a time, and different ones without the mask, the position ids or the
token weights.

    packed_equals_unpacked.py --program build/release/native/cli/tuplepack [--device cpu|cuda]

The packs with their segment and position ids come from `tuplepack assign --emit`.
Exit status: 0 if everything agrees or differs as it should, 1 if not, 77 if torch or the device is missing.
"""
import argparse
import sys
import tempfile

VOCABULARY, WIDTH, HEADS, LAYERS, LIMIT, SEQUENCES = 23, 16, 4, 2, 24, 20
TOLERANCE = 1e-12  # relative to the largest: rounding of float64 sums in another order
DIFFERENT = 1e-3


def missing(device):
    try:
        import numpy  # noqa: F401
        import torch
    except ImportError as error:
        return f"{error.name or 'torch'} is not installed ({error})"
    if device == "cuda" and not torch.cuda.is_available():
        return "torch finds no CUDA device"
    return None


def make_parameters(torch, device):
    generator = torch.Generator().manual_seed(3)

    def random(*shape):
        values = torch.randn(*shape, generator=generator, dtype=torch.float64) * shape[-1] ** -0.5
        return values.to(device).requires_grad_()

    parameters = {"tokens": random(VOCABULARY, WIDTH), "positions": random(LIMIT, WIDTH)}
    for layer in range(LAYERS):
        parameters |= {f"attention{layer}": random(WIDTH, 3 * WIDTH), f"out{layer}": random(WIDTH, WIDTH),
                       f"up{layer}": random(WIDTH, 4 * WIDTH), f"down{layer}": random(4 * WIDTH, WIDTH)}
    return parameters | {"head": random(WIDTH, VOCABULARY)}


def logits_of(torch, parameters, tokens, position_ids, mask):
    """tokens, position_ids [B,S]; mask [B,S,S], true where a query attends to a key. Returns [B,S,VOCABULARY]."""

    def heads(values):
        return values.unflatten(-1, (HEADS, WIDTH // HEADS)).transpose(1, 2)

    def normal(values):
        return torch.nn.functional.layer_norm(values, (WIDTH,))

    hidden = parameters["tokens"][tokens] + parameters["positions"][position_ids]
    for layer in range(LAYERS):
        query, key, value = map(heads, (normal(hidden) @ parameters[f"attention{layer}"]).chunk(3, dim=-1))
        scores = query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
        scores = scores.masked_fill(~mask[:, None], -torch.inf)
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).flatten(-2)
        hidden = hidden + mixed @ parameters[f"out{layer}"]
        hidden = hidden + torch.tanh(normal(hidden) @ parameters[f"up{layer}"]) @ parameters[f"down{layer}"]
    return normal(hidden) @ parameters["head"]


def token_losses(torch, logits, labels):
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none")


def run(torch, parameters, loss):
    """The loss and all gradients in one tensor."""
    gradients = torch.autograd.grad(loss, list(parameters.values()))
    return loss.item(), torch.cat([gradient.flatten() for gradient in gradients])


def one_at_a_time(torch, parameters, sequences):
    """The logits of each sequence alone; the mean over sequences of the mean over tokens, and its gradients."""
    logits, losses = [], []
    for tokens, labels in sequences:
        positions = torch.arange(len(tokens), device=tokens.device)
        everything = torch.ones(1, len(tokens), len(tokens), dtype=torch.bool, device=tokens.device)
        logits.append(logits_of(torch, parameters, tokens[None], positions[None], everything))
        losses.append(token_losses(torch, logits[-1], labels[None]).mean())
    return [one[0].detach() for one in logits], *run(torch, parameters, torch.stack(losses).mean())


def compare(torch, np, packed, program, device, folder):
    """Yields (name, difference relative to the largest, whether it should be 0)."""
    random = np.random.default_rng(4)
    lengths = random.integers(1, LIMIT + 1, SEQUENCES)
    arrays = packed.assigned(program, lengths, LIMIT, folder)
    ids, items = arrays["segment_ids"], arrays["items"]

    def tensor(values):
        return torch.from_numpy(np.ascontiguousarray(values, dtype=np.int64)).to(device)

    data = [random.integers(0, VOCABULARY, (2, length)) for length in lengths]  # tokens and labels of each item
    laid_out = np.zeros((2, *ids.shape), dtype=np.int64)
    places = []  # of each item: pack and positions
    for pack in range(len(ids)):
        for segment, item in enumerate(items[arrays["offsets"][pack] : arrays["offsets"][pack + 1]], 1):
            at = np.flatnonzero(ids[pack] == segment)
            laid_out[:, pack, at] = data[item]
            places.append((item, pack, at))
    parameters = make_parameters(torch, device)
    alone_logits, alone_loss, alone_gradient = one_at_a_time(
        torch, parameters, [tuple(map(tensor, item)) for item in data])

    tokens, labels, positions = map(tensor, (*laid_out, arrays["position_ids"]))
    mask = torch.from_numpy(packed.attends(ids)).to(device)
    weights = torch.from_numpy(packed.token_weights(ids)).to(device)
    naive = torch.from_numpy((ids > 0) / np.count_nonzero(ids)).to(device)
    everywhere = torch.ones_like(mask)
    along_the_pack = torch.arange(LIMIT, device=device).expand_as(positions)
    for name, batch_mask, batch_positions, batch_weights, equal in (
            ("packed", mask, positions, weights, True),
            ("without the mask", everywhere, positions, weights, False),
            ("without the position ids", mask, along_the_pack, weights, False),
            ("with the mean over all tokens", mask, positions, naive, False)):
        logits = logits_of(torch, parameters, tokens, batch_positions, batch_mask)
        loss, gradient = run(torch, parameters, (token_losses(torch, logits, labels) * batch_weights.flatten()).sum())
        outputs = max((logits[pack, at] - alone_logits[item]).abs().max().item() for item, pack, at in places)
        largest = max(one.abs().max().item() for one in alone_logits)
        if batch_weights is weights:
            yield f"outputs {name}", outputs / largest, equal
        yield f"loss {name}", abs(loss - alone_loss) / alone_loss, equal
        yield f"gradients {name}", ((gradient - alone_gradient).abs().max() / alone_gradient.abs().max()).item(), equal


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, help="the tuplepack program")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    arguments = parser.parse_args()
    if reason := missing(arguments.device):
        print(f"skipped: {reason}")
        return 77
    import numpy as np
    import torch

    import packed_batch as packed
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for what, difference, equal in compare(torch, np, packed, arguments.program, arguments.device, folder):
            good = difference <= TOLERANCE if equal else difference >= DIFFERENT
            wrong += not good
            print(f"{'ok' if good else 'WRONG':5}  {what:42} differs by {difference:.1e}"
                  f" ({'at most' if equal else 'at least'} {TOLERANCE if equal else DIFFERENT:.0e})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
