"""A model trained on packs, on several ranks with workers, interrupted and resumed on more ranks, has the weights of one trained
on the sequences by themselves, and has seen every token once."""
import tempfile
import unittest

import numpy as np

import tuplepack

try:
    import torch
    import torch.distributed as distributed
    from torch.utils.data import DataLoader
except ImportError:
    torch = None

SEED = int(np.random.SeedSequence().generate_state(1)[0])
LIMIT, VOCABULARY, PACKS, ACCUMULATED = 32, 40, 2, 2
PHASES = ((2, 3), (2, 2), (4, None))  # ranks, and how many updates; None: to the end of the epoch


def documents():
    random = np.random.default_rng(SEED)
    return [{"input_ids": random.integers(0, VOCABULARY, length).tolist()} for length in random.integers(2, 25, 250)]


def model():
    torch.manual_seed(SEED % 2**31)
    width = 8
    parts = {"embed": torch.nn.Embedding(VOCABULARY, width), "position": torch.nn.Embedding(LIMIT, width),
             "layer": torch.nn.TransformerEncoderLayer(width, 2, 2 * width, dropout=0.0, batch_first=True), "head": torch.nn.Linear(width, VOCABULARY)}
    return torch.nn.ModuleDict(parts).double()


def token_losses(parts, batch):
    """[rows, S]; that of a token stands where its label does."""
    x = parts["embed"](batch["input_ids"]) + parts["position"](batch["position_ids"])
    mask = batch["attention_mask"][:, 0].double().repeat_interleave(2, dim=0)
    x = parts["layer"](x, src_mask=mask)
    losses = torch.nn.functional.cross_entropy(parts["head"](x)[:, :-1].transpose(1, 2), batch["labels"][:, 1:],
                                               ignore_index=-100, reduction="none")
    return torch.nn.functional.pad(losses, (1, 0))


def collate(samples):
    return tuplepack.collate_packed(samples, attention_mask="block", framework="torch")


def sequences_of(batch):
    """The tokens of every sequence of a packed batch."""
    return [row[segments == number].tolist() for row, segments in zip(batch["input_ids"], batch["segment_ids"])
            for number in range(1, int(segments.max()) + 1)]


def new_sampler(rank, world_size, state=None):
    sampler = tuplepack.PackSampler([len(one["input_ids"]) for one in documents()], LIMIT, packs=PACKS, shuffle=True, seed=7,
                                    rank=rank, world_size=world_size, every_item_once=True)
    if state is not None:
        sampler.load_state_dict(state)
    return sampler


def optimizer_of(parts):
    return torch.optim.SGD(parts.parameters(), lr=0.5)


def batches_of(phase, state):
    """[step][rank] of a phase, with nothing where a rank has run out; and the state after it."""
    world_size, updates = PHASES[phase]
    samplers = [new_sampler(rank, world_size, state) for rank in range(world_size)]
    shares = [list(sampler) for sampler in samplers]
    steps = max(map(len, shares)) if updates is None else updates * ACCUMULATED
    table = [[share[step] if step < len(share) else None for share in shares] for step in range(steps)]
    return table, new_sampler(0, world_size, state).state_dict(trained=steps)


def train_on_ranks(rank, folder, phase, state, results):
    """One rank of a phase: the training step that docs/python.md shows."""
    world_size, updates = PHASES[phase]
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting{phase}", rank=rank, world_size=world_size)
    parts = model()
    if phase:
        parts.load_state_dict(torch.load(f"{folder}/weights{phase - 1}"))
    optimizer, seen = optimizer_of(parts), []
    table, _ = batches_of(phase, state)
    sampler = new_sampler(rank, world_size, state)
    loader = iter(DataLoader(documents(), batch_sampler=sampler, collate_fn=collate, num_workers=2))
    for step, row in enumerate(table):
        if row[rank] is not None:
            batch = next(loader)
            weights = tuplepack.packed_loss_weights(batch)
            ((token_losses(parts, batch) * weights).sum() / ACCUMULATED).backward()
            seen += sequences_of(batch)
        if step % ACCUMULATED == ACCUMULATED - 1 or step == len(table) - 1:
            for parameter in parts.parameters():
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
                distributed.all_reduce(parameter.grad)
                parameter.grad /= world_size
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
    if rank == 0:
        torch.save(parts.state_dict(), f"{folder}/weights{phase}")
    results.put((seen, sampler.state_dict(trained=len(table))))  # the workers have batches of the next steps already
    distributed.barrier()


def train_unpacked():
    """The same sequences in the same updates, each by itself; every one counts the same."""
    parts, optimizer, state = model(), None, None
    optimizer = optimizer_of(parts)
    samples = documents()
    sampler = new_sampler(0, 1)
    expected = PACKS * len(samples) / sampler.plan.packs
    for phase, (world_size, _) in enumerate(PHASES):
        table, state = batches_of(phase, state)
        for step, row in enumerate(table):
            for item in [item for batch in row if batch is not None for item in batch]:
                tokens = torch.tensor([samples[item]["input_ids"]])
                count = tokens.shape[1]
                alone = {"input_ids": tokens, "labels": tokens, "position_ids": torch.arange(count)[None],
                         "attention_mask": torch.full((1, 1, count, count), -torch.inf).triu(1)}
                loss = token_losses(parts, alone)[0, 1:].mean()
                (loss / expected / world_size / ACCUMULATED).backward()
            if step % ACCUMULATED == ACCUMULATED - 1 or step == len(table) - 1:
                optimizer.step()
                optimizer.zero_grad(set_to_none=True)
    return parts


@unittest.skipIf(torch is None, "no torch here")
class Run(unittest.TestCase):
    def test_resumed_on_more_ranks(self):
        import torch.multiprocessing as processes

        torch.set_num_threads(1)
        results, seen, state = processes.get_context("fork").SimpleQueue(), [], None
        with tempfile.TemporaryDirectory() as folder:
            for phase, (world_size, _) in enumerate(PHASES):
                started = processes.start_processes(train_on_ranks, (folder, phase, state, results), nprocs=world_size,
                                                    join=False, start_method="fork")
                found = [results.get() for _ in range(world_size)]
                while not started.join():
                    pass
                of_phase = [sequence for sequences, _ in found for sequence in sequences]
                self.assertTrue(of_phase)
                seen += of_phase
                state = found[0][1]
                self.assertEqual([after for _, after in found], [state] * world_size)
                self.assertEqual(new_sampler(0, world_size, state).epoch, int(phase == len(PHASES) - 1))  # else: in its middle
            trained = torch.load(f"{folder}/weights{len(PHASES) - 1}")
        self.assertEqual(sorted(seen), sorted(one["input_ids"] for one in documents()))
        begun, unpacked = model().state_dict(), train_unpacked().state_dict()
        for name, weights in unpacked.items():
            self.assertLess(float((trained[name] - weights).abs().max()), 1e-6, name)
        self.assertGreater(float((begun["head.weight"] - trained["head.weight"]).abs().max()), 1e-2)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
