"""What dispatch has to write, computed one node and one edge at a time. For small graphs; see graph_reader.py."""

import numpy as np

from graph_reader import Graph, Part, Partitioned


def numbered(members, part_of, parts):
    """New ids: by part, then type, then type-wise id.

    members  {type: count};  part_of(type, i): the owner
    result   {(type, i): new id}, in this order, and the range of every type in every part
    """
    ids, ranges = {}, {name: [] for name in members}
    for part in range(parts):
        for name, count in members.items():
            begin = len(ids)
            for i in range(count):
                if part_of(name, i) == part:
                    ids[name, i] = len(ids)
            ranges[name].append([begin, len(ids)])
    return ids, ranges


def stored_edges(inner, ends, hops, both):
    """The edges of a part: those into the inner nodes and, beyond the first hop, into the HALO nodes found so far.
    `both` adds those from inner nodes to others."""
    found, reached, frontier = set(), set(inner), set(inner)
    for _ in range(hops):
        arriving = {edge for edge, (_, target) in ends.items() if target in frontier}
        found |= arriving
        frontier = {ends[edge][0] for edge in arriving} - reached
        reached |= frontier
    if both:
        found |= {edge for edge, (source, target) in ends.items() if source in inner and target not in inner}
    return found


def features_of(data, members):
    """The rows of the members of each type; bool as uint8, as DGL stores it."""
    found = {}
    for kind, named in data.items():
        for name, rows in named.items():
            rows = rows[np.array(members[kind], np.int64)]
            found[f"{kind}/{name}"] = rows.astype(np.uint8) if rows.dtype == bool else rows
    return found


def of_type(inner, name):
    return [i for kind, i in inner if kind == name]


def reference_dispatch(graph, part_of, parts, hops=1, edges="in"):
    """graph: Chunked;  part_of: {node type: the part of every node}"""
    ends = {}
    for name, (sources, targets) in graph.edges.items():
        source_type, target_type = graph.ends(name)
        for e, (source, target) in enumerate(zip(sources.tolist(), targets.tolist())):
            ends[name, e] = (source_type, source), (target_type, target)
    owner = {(name, i): int(part_of[name][i]) for name, count in graph.nodes.items() for i in range(count)}
    node_ids, node_map = numbered(graph.nodes, lambda name, i: owner[name, i], parts)
    edge_counts = {name: len(pair[0]) for name, pair in graph.edges.items()}
    edge_ids, edge_map = numbered(edge_counts, lambda name, e: owner[ends[name, e][1]], parts)
    node_types = {name: t for t, name in enumerate(graph.nodes)}
    edge_types = {name: t for t, name in enumerate(graph.edges)}

    def one_part(part):
        inner = [node for node in node_ids if owner[node] == part]
        stored = stored_edges(set(inner), ends, hops, edges == "both")
        outside = {node for edge in stored for node in ends[edge]} - set(inner)
        nodes = inner + sorted(outside, key=node_ids.get)
        local = {node: i for i, node in enumerate(nodes)}
        own = [edge for edge in edge_ids if edge in stored and owner[ends[edge][1]] == part]
        ordered = own + sorted(stored - set(own), key=edge_ids.get)
        node_data = {"_ID": np.array([node_ids[node] for node in nodes], np.int64),
                     "_TYPE": np.array([node_types[kind] for kind, _ in nodes], np.int32),
                     "inner_node": np.array([owner[node] == part for node in nodes], np.uint8)}
        if edges == "both" or hops > 1:
            node_data["part_id"] = np.array([owner[node] for node in nodes], np.int64)
        edge_data = {"_ID": np.array([edge_ids[edge] for edge in ordered], np.int64),
                     "_TYPE": np.array([edge_types[kind] for kind, _ in ordered], np.int32),
                     "inner_edge": np.array([owner[ends[edge][1]] == part for edge in ordered], np.uint8)}
        built = Graph(len(nodes), np.array([local[ends[edge][0]] for edge in ordered], np.int64),
                      np.array([local[ends[edge][1]] for edge in ordered], np.int64), node_data, edge_data)
        nids = {name: of_type(inner, name) for name in graph.nodes}
        eids = {name: of_type(own, name) for name in graph.edges}
        return Part(built, features_of(graph.node_data, nids), features_of(graph.edge_data, eids),
                    {name: np.array(ids, np.int64) for name, ids in nids.items()},
                    {name: np.array(ids, np.int64) for name, ids in eids.items()})

    metadata = {"graph_name": graph.name, "num_nodes": len(node_ids), "num_edges": len(edge_ids),
                "part_method": "metis", "num_parts": parts, "halo_hops": hops, "node_map": node_map,
                "edge_map": edge_map, "ntypes": node_types, "etypes": edge_types}
    return Partitioned(metadata, [one_part(part) for part in range(parts)])


def narrowest(most, names=("<i4", "<i8")):
    return next(name for name in names if most < np.iinfo(name).max or name == "<i8")


def sampling_graph(part, metadata):
    """The state of GraphBolt's sampling graph: the edges of a part by target, then by new id."""
    graph, (node_types, edge_types) = part.graph, (metadata["ntypes"], metadata["etypes"])
    order = np.lexsort((graph.edge_data["_ID"], graph.dst))
    starts = np.concatenate([[0], np.cumsum(np.bincount(graph.dst, minlength=graph.nodes))])
    state = {"independent_tensors": {"indptr": starts.astype(narrowest(len(order))),
                                     "indices": graph.src[order].astype(narrowest(graph.nodes))},
             "node_attributes": {name: graph.node_data[name] for name in ("_ID", "inner_node")},
             "edge_attributes": {name: graph.edge_data[name][order] for name in ("_ID", "inner_edge")}}
    state["edge_attributes"]["_dgl2gb_eid"] = np.argsort(order).astype(narrowest(len(order)))
    state["edge_attributes"]["_gb_dst_id"] = graph.dst[order].astype(narrowest(graph.nodes))
    if len(node_types) > 1 or len(edge_types) > 1:
        kinds = graph.edge_data["_TYPE"][order]
        state["independent_tensors"]["type_per_edge"] = kinds.astype(
            narrowest(len(edge_types), ("|i1", "<i2", "<i4", "<i8")))
        state["node_type_to_id"] = {name: np.array(i) for name, i in node_types.items()}
        state["edge_type_to_id"] = {name: np.array(i) for name, i in edge_types.items()}
    return state
