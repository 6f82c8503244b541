#pragma once

#include "instances.hpp"

namespace tuplepack::tests {

/// A packing problem whose plans are the colourings of a graph: a pack holds only vertices that no edge joins.
struct Colouring {
  std::size_t vertices = 0;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};
[[nodiscard]] Instance instance_of(const Colouring& graph);

/// The graph of Grötzsch: the linear program needs 3 packs, a plan 4.
[[nodiscard]] Colouring groetzsch();

/// The same with further vertices and edges.
[[nodiscard]] Colouring around_groetzsch(Random& random, std::size_t further_vertices);

}  // namespace tuplepack::tests
