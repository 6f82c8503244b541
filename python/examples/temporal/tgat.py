"""TGAT (Xu et al. 2020): attention on neighbours and theirs, without a memory, so that batches may have any size. usage: tgat.py FILE"""

import sys

from torch import nn

from tgn import WIDTH, Attention, Score, run


class TGAT(nn.Module):
    def __init__(self, nodes):
        super().__init__()
        self.known = nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer, self.score = Attention(), Attention(), Score()

    def forget(self):
        """There is nothing to forget."""

    def forward(self, batch):
        states = self.known(batch.node_features)
        once = self.inner.of_state(states)  # for each node, and then looked up
        first, second = batch.layers
        roots = self.inner(states[batch.root_inverse], once[first.node_inverse], first.ages, first.mask)
        neighbours = self.inner(states[first.node_inverse.flatten()], once[second.node_inverse], second.ages, second.mask)
        seen = self.outer.of_state(neighbours).view(*first.nodes.shape, 2 * WIDTH)
        return self.score(self.outer(roots, seen, first.ages, first.mask))


def train(path, **options):
    return run(path, TGAT, neighbours=[10, 5], visible="strict", **options)


if __name__ == "__main__":
    train(sys.argv[1], batches=600)
