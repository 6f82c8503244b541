#include "tuplepack/temporal/negatives.hpp"

#include "base/name_table.hpp"

#include <random>

namespace tuplepack {

static constexpr NameTable<NegativesFrom, 2> negatives_from_names{{
    {NegativesFrom::destinations, "destinations"},
    {NegativesFrom::nodes, "nodes"},
}};

std::string_view name(NegativesFrom from) {
  return name_in(negatives_from_names, from);
}

Result<NegativesFrom> negatives_from_by_name(std::string_view name) {
  return value_in(negatives_from_names, name);
}

std::vector<std::string_view> negatives_from_choices() {
  return names_in(negatives_from_names);
}

/// In ascending order.
static std::vector<std::int64_t> candidates(const Events& events, NegativesFrom from) {
  std::vector<bool> occurs(static_cast<std::size_t>(events.nodes));
  for (const std::int64_t node : events.destinations) occurs[static_cast<std::size_t>(node)] = true;
  if (from == NegativesFrom::nodes) {
    for (const std::int64_t node : events.sources) occurs[static_cast<std::size_t>(node)] = true;
  }
  std::vector<std::int64_t> nodes;
  for (std::int64_t node = 0; node < events.nodes; ++node) {
    if (occurs[static_cast<std::size_t>(node)]) nodes.push_back(node);
  }
  return nodes;
}

std::vector<std::int64_t> draw_negatives(const Events& events, const Negatives& wanted) {
  std::vector<std::int64_t> negatives(events.sources.size() * static_cast<std::size_t>(wanted.per_event));
  if (negatives.empty()) return negatives;
  const std::vector<std::int64_t> nodes = candidates(events, wanted.from);
  std::mt19937_64 random(wanted.seed);
  for (std::int64_t& node : negatives) {
    // A share of 32 random bits, like a fraction times the number of nodes, which is less than 2^32.
    node = nodes[static_cast<std::size_t>(((random() >> 32) * nodes.size()) >> 32)];
  }
  return negatives;
}

}  // namespace tuplepack
