"""APAN (Wang et al. 2021): nodes are encoded from the mails that they were sent. Neighbours get mails after the step and are not
looked at before it. usage: apan.py FILE"""

import sys

import torch
from torch import nn

from tgn import WIDTH, Attention, Score, run

MAILS = 10  # that a node keeps


class APAN(nn.Module):
    def __init__(self, nodes):
        super().__init__()
        self.known, self.attention, self.score = nn.Linear(WIDTH, WIDTH), Attention(), Score()
        self.nodes = nodes
        self.forget()

    def forget(self):
        """Before each epoch. The states of nodes, their mails, oldest first, and the times of these: −1 for none."""
        self.states = torch.zeros(self.nodes, WIDTH)
        self.mails = torch.zeros(self.nodes, MAILS, WIDTH)
        self.times = torch.full((self.nodes, MAILS), -1.0, dtype=torch.double)

    def forward(self, batch):
        states, mails, times = (batch.read(table) for table in (self.states, self.mails, self.times))  # as the last step left them
        states = states + self.known(batch.node_features)
        seen, sent = self.attention.of_state(mails)[batch.root_inverse], times[batch.root_inverse]
        roots = self.attention(states[batch.root_inverse], seen, batch.root_times[:, None] - sent, sent >= 0)
        self.send(batch, roots.detach(), mails, times)
        return self.score(roots)

    def send(self, batch, roots, mails, times):
        """Each event sends its ends and their neighbours a mail; of several a node gets the mean, at the end of the batch."""
        size, layer = len(batch), batch.layers[0]
        batch.write(self.states, roots[batch.last_writes])
        event = torch.arange(2 * size) % size
        slots = layer.mask[: 2 * size].nonzero()
        to = torch.cat([batch.root_inverse[: 2 * size], layer.node_inverse[: 2 * size][slots[:, 0], slots[:, 1]]])
        of = torch.cat([event, event[slots[:, 0]]])
        mail = roots[:size] + roots[size : 2 * size]
        count = torch.zeros(len(batch.nodes)).index_add(0, to, torch.ones(len(to)))
        mean = torch.zeros(len(batch.nodes), WIDTH).index_add(0, to, mail[of]) / count.clamp(min=1)[:, None]
        got = count > 0
        now = batch.times[-1].double().expand(int(got.sum()), 1)
        self.mails[batch.nodes[got]] = torch.cat([mails[got, 1:], mean[got, None]], dim=1)
        self.times[batch.nodes[got]] = torch.cat([times[got, 1:], now], dim=1)


def train(path, **options):
    return run(path, APAN, **options)


if __name__ == "__main__":
    train(sys.argv[1])
