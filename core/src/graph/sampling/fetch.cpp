#include "tuplepack/graph/sampling/fetch.hpp"

#include <cmath>

namespace tuplepack::graph {

/// The neighbours of as many nodes of each part as given, by part.
static std::vector<double> next_hop(const std::vector<double>& reached, const std::vector<double>& neighbours) {
  const std::size_t parts = reached.size();
  std::vector<double> next(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    if (reached[i] == 0) continue;
    for (std::size_t j = 0; j < parts; ++j) next[j] += reached[i] * neighbours[i * parts + j];
  }
  return next;
}

std::vector<RemoteRows> remote_rows(std::span<const std::int64_t> nodes,
                                    std::span<const std::vector<double>> neighbours, std::int64_t seeds) {
  std::vector<RemoteRows> rows(nodes.size());
  for (std::size_t part = 0; part < nodes.size(); ++part) {
    if (nodes[part] == 0) continue;
    std::vector<double> reached(nodes.size()), requested(nodes.size());
    reached[part] = static_cast<double>(seeds);
    for (const std::vector<double>& hop : neighbours) {
      reached = next_hop(reached, hop);
      for (std::size_t j = 0; j < reached.size(); ++j) requested[j] += reached[j];
    }
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      if (j == part || nodes[j] == 0) continue;
      const auto count = static_cast<double>(nodes[j]);
      rows[part].requested += requested[j];
      // Of n nodes, r requests miss one with probability (1 − 1/n)^r ≈ exp(−r/n).
      rows[part].unique -= count * std::expm1(-requested[j] / count);
    }
  }
  return rows;
}

}  // namespace tuplepack::graph
