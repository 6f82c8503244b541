"""Checks a partitioned graph against the chunked graph it was made from: an independent witness of dispatch and verify.

`python3 graph_check.py OUT DIR [ASSIGN]` prints what is wrong; exit code 1 if anything is.
"""

import sys

import numpy as np

from graph_reader import read_assignment, read_chunked, read_partitioned

DTYPES = {"nodes": {"_ID": "<i8", "_TYPE": "<i4", "inner_node": "|u1", "part_id": "<i8"},
          "edges": {"_ID": "<i8", "_TYPE": "<i4", "inner_edge": "|u1"}}


class Check:
    """Collects sentences. Arrays are compared whole; the first difference is told."""

    def __init__(self):
        self.problems = []

    def that(self, holds, sentence):
        if not holds:
            self.problems.append(sentence)
        return bool(holds)

    def equal(self, found, wanted, what):
        found, wanted = np.asarray(found), np.asarray(wanted)
        if not self.that(found.shape == wanted.shape, f"{what}: shape {found.shape} instead of {wanted.shape}"):
            return False
        same = found == wanted
        if same.all():
            return True
        row = int(np.argwhere(~same)[0][0])
        return self.that(False, f"{what}: [{row}] is {found[row]} instead of {wanted[row]}")


def check_ranges(check, ranges, total, what):
    """Ranges of types within parts tile 0 … total."""
    at = 0
    for p, part in enumerate(zip(*ranges.values())):
        for name, (begin, end) in zip(ranges, part):
            check.that(begin == at <= end, f"{what}: {name} of part {p} is [{begin}, {end}) and not from {at}")
            at = end
    return check.that(at == total, f"{what}: ranges end at {at} instead of {total}")


def new_ids(check, counts, ranges, originals, what):
    """Per type: the new id and the part of every member. Ids within a part are in ascending original order."""
    ids, parts = {}, {}
    for name, count in counts.items():
        ids[name], parts[name] = np.full(count, -1), np.full(count, -1)
        for p, (begin, end) in enumerate(ranges[name]):
            members = originals[p][name]
            place = f"part {p}: {what} {name}"
            check.that(members.dtype == np.dtype("<i8"), f"{place}: {members.dtype}")
            if not check.that(members.shape == (end - begin,), f"{place}: shape {members.shape} for [{begin}, {end})"):
                continue
            if not check.that(((members >= 0) & (members < count)).all(), f"{place}: an id is not below {count}"):
                continue
            check.that((np.diff(members) > 0).all(), f"{place}: not ascending")
            check.that((ids[name][members] == -1).all(), f"{place}: an id that another part has too")
            ids[name][members], parts[name][members] = np.arange(begin, end), p
        check.that((ids[name] >= 0).all(), f"{what} {name}: an id is in no part")
    return ids, parts


def all_edges(graph, node_ids, node_parts):
    """Of all edges, in order of types: new source, new destination, part of the source and of the destination."""
    columns = [np.zeros((4, 0), np.int64)]
    for name, (sources, targets) in graph.edges.items():
        source, target = graph.ends(name)
        columns.append(np.stack([node_ids[source][sources], node_ids[target][targets], node_parts[source][sources],
                                 node_parts[target][targets]]))
    return np.concatenate(columns, axis=1)


def stored(edges, part, total, hops, both):
    """Which edges a part stores, as a mask."""
    source, target, source_part, target_part = edges
    inner = np.zeros(total, bool)
    inner[target[target_part == part]] = True
    found = target_part == part
    reached = inner.copy()
    for _ in range(1, hops):
        reached[source[found]] = True
        found = found | reached[target]
    return found | (both & (source_part == part) & (target_part != part))


def check_graph(check, part, p, graph, nodes_of, edge_ids, edges, hops, both):
    """nodes_of: new ids and parts of the nodes of each type;  edges: as all_edges says"""
    (node_ids, node_parts), total = nodes_of, sum(graph.nodes.values())
    source, target, source_part, target_part = edges
    by_type = [np.full(len(edge_ids[name]), t) for t, name in enumerate(graph.edges)]
    new_edge = np.concatenate([np.zeros(0, np.int64), *edge_ids.values()])
    edge_type = np.concatenate([np.zeros(0, np.int64), *by_type])
    chosen = np.flatnonzero(stored(edges, p, total, hops, both))
    chosen = chosen[np.lexsort((new_edge[chosen], target_part[chosen] != p))]

    owner, kind = np.full(total, -1), np.full(total, -1)
    for t, name in enumerate(graph.nodes):
        owner[node_ids[name]], kind[node_ids[name]] = node_parts[name], t
    inner = np.flatnonzero(owner == p)
    ends = np.unique(np.concatenate([source[chosen], target[chosen]]))
    nodes = np.concatenate([inner, ends[owner[ends] != p]]).astype(np.int64)

    built = part.graph
    place = f"part {p}"
    check.that(built.nodes == len(nodes), f"{place}: {built.nodes} nodes instead of {len(nodes)}")
    expected_nodes = {"_ID": nodes, "_TYPE": kind[nodes], "inner_node": owner[nodes] == p, "part_id": owner[nodes]}
    expected_edges = {"_ID": new_edge[chosen], "_TYPE": edge_type[chosen], "inner_edge": target_part[chosen] == p}
    for of, data, expected in (("nodes", built.node_data, expected_nodes), ("edges", built.edge_data, expected_edges)):
        check.that(set(expected) - {"part_id"} <= set(data) <= set(expected), f"{place}: {of} have {sorted(data)}")
        for name in set(data) & set(expected):
            check.that(data[name].dtype == np.dtype(DTYPES[of][name]), f"{place}: {name} is {data[name].dtype}")
            check.equal(data[name], expected[name], f"{place}: {name} of {of}")
    local = np.full(total, -1)
    local[nodes] = np.arange(len(nodes))
    check.equal(built.src, local[source[chosen]], f"{place}: sources")
    check.equal(built.dst, local[target[chosen]], f"{place}: destinations")


def check_features(check, found, data, originals, place):
    wanted = {f"{kind}/{name}": rows[originals[kind]] for kind, named in data.items() for name, rows in named.items()}
    check.that(set(found) == set(wanted), f"{place}: {sorted(found)} instead of {sorted(wanted)}")
    for name in set(found) & set(wanted):
        rows, right = found[name], wanted[name]
        as_stored = right.astype(np.uint8) if right.dtype == bool and rows.dtype != bool else right
        check.that(rows.dtype == as_stored.dtype, f"{place}: {name} is {rows.dtype} instead of {as_stored.dtype}")
        bits = f"u{right.itemsize}"  # not as numbers: NaN differs from itself
        check.equal(rows.view(bits), right.view(bits), f"{place}: {name}")


def check_partitioned(out, graph, part_of=None, hops=1, edges="in"):
    """What is wrong, as sentences.

    out      Partitioned;  graph: Chunked
    part_of  {node type: the part of every node}; None: whatever the output says
    """
    check, metadata = Check(), out.metadata
    counts = {name: pair.shape[1] for name, pair in graph.edges.items()}
    for key, wanted in {"graph_name": graph.name, "num_nodes": sum(graph.nodes.values()), "part_method": "metis",
                        "num_edges": sum(counts.values()), "num_parts": len(out.parts), "halo_hops": hops,
                        "ntypes": {name: t for t, name in enumerate(graph.nodes)},
                        "etypes": {name: t for t, name in enumerate(graph.edges)}}.items():
        check.that(metadata[key] == wanted, f"metadata: {key} is {metadata[key]} instead of {wanted}")
    for key, names in (("node_map", graph.nodes), ("edge_map", graph.edges)):
        check.that(list(metadata[key]) == list(names), f"metadata: {key} has {list(metadata[key])}")
        check.that(all(len(ranges) == len(out.parts) for ranges in metadata[key].values()), f"metadata: parts of {key}")
    check_ranges(check, metadata["node_map"], metadata["num_nodes"], "node_map")
    check_ranges(check, metadata["edge_map"], metadata["num_edges"], "edge_map")
    for p, part in enumerate(out.parts):
        check.that(set(part.orig_nids) == set(graph.nodes), f"part {p}: orig_nids of {sorted(part.orig_nids)}")
        check.that(set(part.orig_eids) == set(graph.edges), f"part {p}: orig_eids of {sorted(part.orig_eids)}")
    if check.problems:
        return check.problems
    nodes = new_ids(check, graph.nodes, metadata["node_map"], [part.orig_nids for part in out.parts], "orig_nids of")
    ids = new_ids(check, counts, metadata["edge_map"], [part.orig_eids for part in out.parts], "orig_eids of")
    for name, owners in (part_of or {}).items():
        check.equal(nodes[1][name], owners, f"parts of {name}")
    if check.problems:
        return check.problems
    ends = all_edges(graph, *nodes)
    check.equal(np.concatenate([np.zeros(0, np.int64), *ids[1].values()]), ends[3], "owners of the edges")
    for p, part in enumerate(out.parts):
        check_graph(check, part, p, graph, nodes, ids[0], ends, hops, edges == "both")
        check_features(check, part.node_feats, graph.node_data, part.orig_nids, f"part {p}")
        check_features(check, part.edge_feats, graph.edge_data, part.orig_eids, f"part {p}")
    return check.problems


if __name__ == "__main__":
    partitioned, chunked = read_partitioned(sys.argv[1]), read_chunked(sys.argv[2])
    assigned = read_assignment(sys.argv[3], chunked)[0] if len(sys.argv) > 3 else None
    found = check_partitioned(partitioned, chunked, assigned, partitioned.metadata["halo_hops"])
    print("\n".join(found) if found else f"{len(partitioned.parts)} parts are right")
    sys.exit(bool(found))
