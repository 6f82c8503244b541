"""TGN (Rossi et al. 2020): trains link prediction on temporal interactions, `src,dst,time` per line. usage: tgn.py FILE"""

import sys
import time

import numpy as np
import torch
from torch import nn

import tuplepack

WIDTH, AGE_WIDTH = 32, 16


class TimeEncoding(nn.Module):
    """Cosines of ages, from fast to slow (Xu et al. 2020)."""

    def __init__(self):
        super().__init__()
        self.waves = nn.Linear(1, AGE_WIDTH)
        self.waves.weight = nn.Parameter(torch.logspace(0, -7, AGE_WIDTH)[:, None])

    def forward(self, ages):
        return torch.cos(self.waves(ages.float()[..., None]))


class Attention(nn.Module):
    """Of R roots on what they have seen: each k states, with their ages."""

    def __init__(self):
        super().__init__()
        self.encode = TimeEncoding()
        self.query, self.of_state = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 2 * WIDTH)
        self.of_age = nn.Linear(AGE_WIDTH, 2 * WIDTH, bias=False)
        self.join = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, roots, seen, ages, mask):
        """roots [R, WIDTH] · seen [R, k, 2 * WIDTH], of_state() of the states · ages and mask [R, k]"""
        keys, values = (seen + self.of_age(self.encode(ages))).chunk(2, dim=-1)
        scores = (self.query(roots)[:, None] * keys).sum(-1) / WIDTH**0.5
        weights = scores.masked_fill(~mask, -1e9).softmax(-1) * mask  # none where nothing was seen
        return torch.relu(self.join(torch.cat([roots, (weights[..., None] * values).sum(1)], dim=-1)))


class Score(nn.Module):
    """Of pairs: of each source with its destination, then with its negative."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, roots):
        sources, destinations, negatives = roots.chunk(3)
        pairs = [torch.cat([sources, other, sources * other], dim=-1) for other in (destinations, negatives)]
        return [self.layers(pair)[:, 0] for pair in pairs]


class TGN(nn.Module):
    """The memory of a node is updated by a GRU from the mail of its last event, when a batch next reads it."""

    def __init__(self, nodes):
        super().__init__()
        self.encode, self.attention, self.score = TimeEncoding(), Attention(), Score()
        self.gru = nn.GRUCell(2 * WIDTH + AGE_WIDTH, WIDTH)
        self.known = nn.Linear(WIDTH, WIDTH)
        self.nodes = nodes
        self.forget()

    def forget(self):
        """Before each epoch. The times are those of the memory, and of the mail: −1 for none."""
        self.memory, self.mail = torch.zeros(self.nodes, WIDTH), torch.zeros(self.nodes, 2 * WIDTH)
        self.times = torch.full((self.nodes, 2), -1.0, dtype=torch.double)

    def forward(self, batch):
        memory, mail, times = (batch.read(table) for table in (self.memory, self.mail, self.times))  # as the last step left them
        age = self.encode(times[:, 1] - times[:, 0])
        memory = torch.where(times[:, 1:] < 0, memory, self.gru(torch.cat([mail, age], dim=1), memory))
        states = memory + self.known(batch.node_features)
        layer = batch.layers[0]
        seen = self.attention.of_state(states)[layer.node_inverse]  # computed once for each node, and then looked up
        roots = self.attention(states[batch.root_inverse], seen, layer.ages, layer.mask)
        self.write(batch, memory.detach(), times)
        return self.score(roots)

    def write(self, batch, memory, times):
        """The last event of a node leaves it a mail: the memory of both ends, and the time."""
        last, ends = batch.last_writes, batch.root_inverse[: 2 * len(batch)]
        other = (last + len(batch)) % (2 * len(batch))
        own = memory[ends[last]]
        batch.write(self.memory, own)
        batch.write(self.mail, torch.cat([own, memory[ends[other]]], dim=1))
        batch.write(self.times, torch.stack([times[ends[last], 1], batch.root_times[last].double()], dim=1))


def average_precision(positive, negative):
    """The mean precision at each positive, by descending score."""
    scores, is_hit = torch.cat([positive, negative]), torch.cat([torch.ones(len(positive)), torch.zeros(len(negative))])
    hits = is_hit[scores.argsort(descending=True)]
    return float((hits.cumsum(0) / torch.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


def step(model, batch, optimizer):
    positive, negative = model(batch)
    loss = nn.functional.softplus(-positive).mean() + nn.functional.softplus(negative).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def run(path, make=TGN, batches=200, epochs=1, seed=0, most=None, **options):
    """Trains on the first 70 % of the events and validates on the next 15 %. Returns the average precision.

    batches  as in TemporalLoader: events per batch, or a split
    most     events to use
    """
    torch.manual_seed(seed)
    events = tuplepack.read_events(path)  # of any format, JODIE's columns included
    if most is not None:
        events = tuplepack.Events(*(column[:most] for column in (events.sources, events.destinations, events.times)))
    trained, ended = events.cuts([0.7, 0.85])
    given = {"neighbours": [10], "visible": "batch-start", "tensors": "torch", "seed": seed, **options}
    given["node_features"] = np.random.default_rng(seed).normal(size=(events.nodes, WIDTH)).astype("float32")
    training = tuplepack.TemporalLoader(events, batches, end=trained, **given)
    negatives = tuplepack.draw_negatives(events, begin=trained, end=ended, seed=1)  # the same for every epoch and model
    validation = tuplepack.TemporalLoader(events, 200, begin=trained, end=ended, negatives=negatives, **given)

    model = make(events.nodes)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(epochs):
        model.forget()
        begin = time.perf_counter()
        for batch in training:
            step(model, batch, optimizer)
        seconds = time.perf_counter() - begin
        with torch.no_grad():
            positive, negative = map(torch.cat, zip(*map(model, validation)))
        precision = average_precision(positive, negative)
        print(f"{len(training)} batches, {seconds:.1f} s, average precision {precision:.4f}")
    return precision


if __name__ == "__main__":
    run(sys.argv[1])
