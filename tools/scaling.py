#!/usr/bin/env python3
"""What tuplepack-mpi, and shards on other engines, send and hold, and how long it takes, by formula. docs/scaling.md explains it;
tests/mpi/test_scaling.py and tests/python/test_distributed.py compare the bytes with those of real runs.

usage: tools/scaling.py [papers100M|large|items] [--machines 64] [--cores 16] [--gbit 25]"""

import argparse
import dataclasses
import math

MESSAGE = 4  # bytes before each message, its length
HALF_EDGE = 8  # the row of a node and its neighbour
HALF_EDGES = 4096  # in a message
EDGE = 9.2  # of dispatch: both ends, and by how much its id is above that of the edge before
FEWEST_NODES = 1 << 20  # that are restreamed by several ranks
SLICES = 1024  # of restream, in a pass


@dataclasses.dataclass
class Graph:
    name: str
    nodes: int
    edges: int
    parts: int
    row: int = 0  # bytes of a node's features
    edge_row: int = 0


GRAPHS = {"papers100M": Graph("papers100M", 111_059_956, 1_615_685_872, 64, 4 * 128),
          "large": Graph("10^11 edges", 2_000_000_000, 100_000_000_000, 64, 4 * 128)}


def leaving(ranks):
    """The share of what a rank has for all of them that goes to others."""
    return (ranks - 1) / ranks


def stats_bytes(ranks, bins, components):
    """What a rank sends: the bins that fall to others, then the sums of its own to the first. bins: that it has met."""
    bin_bytes = MESSAGE + 8 + 8 * components
    return {"bins": bins * bin_bytes * leaving(ranks), "sums": bins / ranks * bin_bytes if ranks > 1 else 0}


ROUNDS = 2  # of so many passes: nodes are placed, then what cuts fewer edges is changed


def partition_bytes(ranks, graph, passes=10):
    """By restream, which goes over the nodes up to `passes` times before the limits are enforced, and after."""
    if ranks == 1:
        return {}
    halves = 2 * graph.edges / ranks * (HALF_EDGE + MESSAGE / HALF_EDGES)
    halo = graph.parts * graph.nodes / 8
    if graph.nodes < FEWEST_NODES:  # the first rank has all neighbours, and tells the labels
        return {"neighbours": halves, "labels": 2 * graph.nodes, "HALO": halo}
    return {"neighbours": halves * leaving(ranks), "labels": 2 * graph.nodes / ranks * passes * ROUNDS, "HALO": halo}


def dispatch_bytes(ranks, graph):
    """With parts of equal size; the rank with fewest parts of its own sends most."""
    others = 1 - graph.parts // ranks / graph.parts
    return {"edges": EDGE * graph.edges / ranks * others,
            "node features": graph.row * graph.nodes / ranks * others,
            "edge features": graph.edge_row * graph.edges / ranks * others,
            "owners of edges": 2 * graph.edges / ranks * leaving(ranks) if graph.edge_row > 0 else 0}


def verify_bytes(ranks, graph, hops=1, compressed=False):
    if ranks == 1:
        return {}
    return {"degrees": 4 * graph.nodes if hops > 1 else 0, "digests": 8 * graph.nodes if compressed else 0}


def subgraphs_bytes(ranks, graph):
    """With the structure on every rank: which nodes were sampled, a bit each."""
    return {"nodes": graph.nodes / 8} if ranks > 1 else {}


def assign_bytes(ranks, items, packs, bins):
    """To .npz without --emit: offsets are passed to rank 0 for themselves and with the items. A rank that is not the first."""
    return {"counts": 2 * 8 * bins, "pieces": 24 * items / ranks * leaving(ranks), "packs": (8 * items + 2 * 8 * packs) / ranks}


def shards_bytes(shards, items, bins, components=1):
    """Of tuplepack.distributed, a task for each shard: the histogram that it counts; to assign, this one and the sum of those
    before it, and back the pack and the position of each item. bins: that each of the shards has."""
    histogram = 8 * (components + 1) * bins
    return {"counted": histogram * shards, "tasks": 2 * histogram * shards, "places": 16 * items}


# Of a core here, by tuplepack-mpi bench ranks on one rank.
RATES = {"partition": 2.9e6, "dispatch": 13e6, "verify": 6.8e6, "items": 80e6}
# Of a core here, in Python: sizes of histograms that are added up, sizes that pack() packs, and items that assign_shard() assigns.
ADDED, PACKED, ASSIGNED = 25e6, 50e3, 40e6
PLAN = 80  # bytes per size of the lengths of texts, 75 to 91
NETWORK = 0.7  # of the line, that is reached
DISK = 1e9  # bytes that a machine writes in a second
LATENCY = 30e-6  # of a message; a collective takes one for each doubling of ranks


def seconds(command, graph, machines, cores, gbit, passes=10):
    """Of work, of the network of a machine, and of waiting for messages. Ranks are one per machine with a thread per core
    for partition, one per core otherwise."""
    line = gbit * 1e9 / 8 * NETWORK
    work = graph.edges / (RATES[command] * machines * cores)
    if command == "partition":
        sent = partition_bytes(machines, graph, passes)
        wire = sent["neighbours"] + 2 * graph.nodes * passes * ROUNDS + 2 * sent["HALO"]  # all labels come to every machine
        return work, wire / line, 2 * SLICES * passes * ROUNDS * LATENCY * math.log2(machines)
    wire = sum(dispatch_bytes(machines, graph).values()) if command == "dispatch" else 0
    return work, wire / line, 0


def written(graph, machines):
    """Bytes that dispatch writes to the disk of a machine: spilled edges and nodes, then DGL's files with HALO nodes as many
    as a part's own."""
    spilled = EDGE * graph.edges + 4 * graph.nodes
    parts = 37 * graph.edges + 2 * 30 * graph.nodes + graph.row * graph.nodes + graph.edge_row * graph.edges
    return (spilled + parts) / machines


def memory(command, graph, machines):
    """Bytes of a machine, beside --memory of each rank."""
    if command == "partition":  # labels, and those of the slice before; neighbours in a file that is mapped
        return 4 * graph.nodes + 8 * graph.nodes / machines
    return 6 * graph.nodes


def human(amount, unit="B"):
    for prefix in ("", "k", "M", "G", "T"):
        if amount < 1000 or prefix == "T":
            return f"{amount:.3g} {prefix}{unit}"
        amount /= 1000
    return ""


def graph_table(graph, machines, cores, gbit):
    print(f"{graph.name}: {graph.nodes:,} nodes, {graph.edges:,} edges, {graph.parts} parts, {graph.row} B of features per node")
    print(f"{machines} machines, {cores} cores each, {gbit:g} Gbit/s, disks that write {human(DISK)}/s\n")
    print(f"{'':<16} {'sent':>8} {'memory':>8} {'work':>8} {'network':>8} {'latency':>8} {'disk':>8}")
    for command, sent in (("partition", partition_bytes(machines, graph)), ("dispatch", dispatch_bytes(machines, graph)),
                          ("verify", verify_bytes(machines, graph))):
        disk = written(graph, machines) / DISK if command == "dispatch" else 0
        times = [f"{value:,.0f} sec" if value >= 0.5 else "–" for value in
                 (*seconds(command, graph, machines, cores, gbit), disk)]
        total = sum(sent.values())
        print(f"{command:<16} {human(total) if total else '–':>8} {human(memory(command, graph, machines)):>8} "
              + " ".join(f"{text:>8}" for text in times))
        for phase, amount in sent.items():
            if amount:
                print(f"  {phase:<14} {human(amount):>8}")


def items_table(machines, cores, gbit, items=10 ** 12, item_bytes=4, bins=13_330, components=2, disk=1e9, shards=100_000):
    ranks = machines * cores
    print(f"10^12 items of {item_bytes} B in {bins:,} sizes, {machines} machines, {cores} cores each, "
          f"files read at {human(disk)}/s per machine\n")
    print(f"counting   {items / RATES['items'] / ranks:,.0f} sec of each of {ranks:,} cores")
    print(f"reading    {items * item_bytes / machines / disk:,.0f} sec")
    print(f"sent       {human(sum(stats_bytes(ranks, bins, components).values()))} per rank; "
          f"{human(bins * (MESSAGE + 8 + 8 * components))} received by rank 0\n")
    print(f"{shards:,} shards on any engine, {items // shards:,} items each")
    sent = shards_bytes(shards, items, bins, components)
    print(f"histograms {human(sent['counted'])} to the driver, {human(sent['tasks'])} to the tasks")
    print(f"sums       {bins * shards / ADDED:,.0f} sec on the driver")
    print(f"plan       {bins / PACKED:.1f} sec on the driver; {human(PLAN * bins)} to each worker")
    print(f"assigning  {items / ASSIGNED / ranks:,.0f} sec of each of {ranks:,} cores; {human(sent['places'] / shards)} of places per shard")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="papers100M", choices=[*GRAPHS, "items"])
    parser.add_argument("--machines", type=int, default=64)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--gbit", type=float, default=25)
    asked = parser.parse_args()
    if asked.what == "items":
        items_table(asked.machines, asked.cores, asked.gbit)
    else:
        graph_table(GRAPHS[asked.what], asked.machines, asked.cores, asked.gbit)


if __name__ == "__main__":
    main()
