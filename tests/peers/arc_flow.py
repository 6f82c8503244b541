"""Packing as a flow in a graph (Valério de Carvalho 1999), as a mixed-integer program in an MPS file.

A node is the load of a pack, an arc puts one more item into it, and a path from the empty load is a pack. Items are put
in from the largest to the smallest: an item has arcs only from loads that larger ones, and fewer of its own than there are,
can reach. What is left free needs no arcs: a path may end anywhere."""


class TooLarge(Exception):
    """The model has more arcs than was allowed."""


def arcs_of(sizes, counts, limits, most):
    """Lists of (load, load) by the place of the item; loads are tuples. Raises TooLarge above so many arcs."""
    order = sorted(range(len(sizes)), key=lambda i: sum(s / limit for s, limit in zip(sizes[i], limits)), reverse=True)
    reached = {(0,) * len(limits)}
    arcs = [[] for _ in sizes]
    left = most
    for i in order:
        loads = list(reached)  # with as many copies of this item as in the round
        for _ in range(counts[i]):
            new = []
            for load in loads:
                after = tuple(a + b for a, b in zip(load, sizes[i]))
                if any(a > limit for a, limit in zip(after, limits)):
                    continue
                if left == 0:
                    raise TooLarge
                left -= 1
                arcs[i].append((load, after))
                if after not in reached:
                    reached.add(after)
                    new.append(after)
            if not new:
                break
            loads = new
    return arcs


def write_mps(path, counts, arcs):
    """Columns are the flows of arcs. Rows are the items, each in at least as many packs as there are, and the nodes,
    which no more may leave than reach them. What leaves the empty load is minimised."""
    nodes = {}
    for found in arcs:
        for load, after in found:
            nodes.setdefault(load, len(nodes))
            nodes.setdefault(after, len(nodes))
    with open(path, "w", encoding="ascii") as file:
        file.write("NAME packing\nROWS\n N packs\n")
        file.writelines(f" G i{i}\n" for i in range(len(arcs)))
        file.writelines(f" L n{n}\n" for load, n in nodes.items() if any(load))
        file.write("COLUMNS\n    MARK0     'MARKER'                 'INTORG'\n")
        column = 0
        for i, found in enumerate(arcs):
            for load, after in found:
                leaves = f"n{nodes[load]}" if any(load) else "packs"
                file.write(f"    x{column:<7}  {leaves:<8}  1\n    x{column:<7}  i{i:<7}  1\n"
                           f"    x{column:<7}  n{nodes[after]:<7}  -1\n")
                column += 1
        file.write("    MARK1     'MARKER'                 'INTEND'\nRHS\n")
        file.writelines(f"    rhs       i{i:<7}  {count}\n" for i, count in enumerate(counts))
        file.write("BOUNDS\n")
        column = 0
        for i, found in enumerate(arcs):
            for _ in found:
                file.write(f" UP bound     x{column:<7}  {counts[i]}\n")
                column += 1
        file.write("ENDATA\n")


def write_model(problem, path, most):
    """The arcs of a problem of `tuplepack bench exact --write`; its depth is one more limit. Raises TooLarge."""
    width = len(problem["limits"])
    sizes = list(zip(*(problem["sizes"][c::width] for c in range(width))))
    limits = list(problem["limits"])
    if problem["depth"] is not None:
        sizes, limits = [(*size, 1) for size in sizes], [*limits, problem["depth"]]
    arcs = arcs_of(sizes, problem["counts"], limits, most)
    write_mps(path, problem["counts"], arcs)
    return sum(map(len, arcs))
