"""What tests of TemporalLoader share."""
import numpy as np

import tuplepack


def random_events(random, count=200, nodes=25, fractional=False):
    """With ties, self-loops and nodes that do not occur."""
    times = np.sort(random.integers(0, count // 3, count))
    ends = random.integers(0, nodes, (2, count))
    return tuplepack.Events(*ends, times / 4 if fractional else times, nodes=nodes + 3, feature_rows=random.permutation(count + 5)[:count])


def arrays_in(value):
    """Of a batch, by name, layers too."""
    for name, one in vars(value).items():
        if name == "layers":
            for number, layer in enumerate(one):
                yield from ((f"layer {number}: {part}", array) for part, array in arrays_in(layer))
        elif isinstance(one, np.ndarray):
            yield name, one
