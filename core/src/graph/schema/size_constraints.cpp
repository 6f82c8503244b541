#include "tuplepack/graph/schema/size_constraints.hpp"

#include "schema_findings.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

namespace tuplepack::graph {

/// count · times + more; none beyond 2^53.
static std::optional<std::int64_t> scaled_count(std::int64_t count, std::int64_t times, std::int64_t more) {
  assert(count >= 0 && times >= 1 && more >= 0);
  if (more > max_exact || count > (max_exact - more) / times) return std::nullopt;
  return count * times + more;
}

static tl::unexpected<Error> too_many_of(const std::string& what) {
  return fail(ErrorCode::too_large, "the total of " + what + " is beyond 2^53");
}

/// The nodes that the component of the padding needs, by set.
static SetCounts nodes_of_padding(const TensorSchema& schema, const SetCounts& least) {
  SetCounts nodes = least;
  for (const TensorEdgeSet& set : schema.edge_sets) {
    for (const TensorReference* const end : {&set.source, &set.target}) {
      std::int64_t& count = nodes[end->name];
      count = std::max<std::int64_t>(count, 1);
    }
  }
  return nodes;
}

Result<SizeConstraints> tight_constraints(const SizeConstraints& largest, const TensorSchema& schema,
                                          const PaddingRoom& room) {
  SizeConstraints tight;
  tight.min_nodes_per_component = room.min_nodes_per_component;
  const auto components = scaled_count(largest.total_num_components, room.graphs, 1);
  if (!components) return too_many_of("components");
  tight.total_num_components = *components;
  const SetCounts extra = nodes_of_padding(schema, room.min_nodes_per_component);
  for (const auto& [name, count] : largest.total_num_nodes) {
    const auto found = extra.find(name);
    const auto total = scaled_count(count, room.graphs, found == extra.end() ? 0 : found->second);
    if (!total) return too_many_of("nodes of " + in_quotes(name));
    tight.total_num_nodes[name] = *total;
  }
  for (const auto& [name, count] : largest.total_num_edges) {
    const auto total = scaled_count(count, room.graphs, 0);
    if (!total) return too_many_of("edges of " + in_quotes(name));
    tight.total_num_edges[name] = *total;
  }
  return tight;
}

template <typename Sets>
static Result<void> check_names(const SetCounts& counts, std::string_view what, const Sets& sets, bool complete) {
  const auto has = [&](const std::string& name) {
    return std::any_of(sets.begin(), sets.end(), [&](const auto& set) { return set.name == name; });
  };
  for (const auto& count : counts) {
    if (has(count.first)) continue;
    std::string known;
    for (const auto& set : sets) known += (known.empty() ? "" : ", ") + visible(set.name);
    return fail(ErrorCode::unknown_name,
                std::string(what) + ": there is no set " + in_quotes(count.first) +
                    (known.empty() ? "" : did_you_mean(names_of(sets), count.first) + "there are " + known));
  }
  for (const auto& set : sets) {
    if (!complete || counts.find(set.name) != counts.end()) continue;
    return fail(ErrorCode::malformed, std::string(what) + " has no entry for the set " + in_quotes(set.name));
  }
  return {};
}

Result<void> check_constraints(const SizeConstraints& constraints, const TensorSchema& schema) {
  if (auto ok = check_names(constraints.total_num_nodes, "total_num_nodes", schema.node_sets, true); !ok) return ok;
  if (auto ok = check_names(constraints.total_num_edges, "total_num_edges", schema.edge_sets, true); !ok) return ok;
  return check_names(constraints.min_nodes_per_component, "min_nodes_per_component", schema.node_sets, false);
}

Result<std::vector<std::int64_t>> padded_sizes(std::span<const std::int64_t> sizes, const PaddedSet& padded) {
  const auto components = static_cast<std::int64_t>(sizes.size());
  const std::int64_t least = padded.min_in_component;
  const auto over = [](std::int64_t most) { return " exceed the limit of " + std::to_string(most); };
  if (components > padded.components) {
    return fail(ErrorCode::too_large, std::to_string(components) + " components" + over(padded.components));
  }
  std::int64_t total = 0;
  for (const std::int64_t size : sizes) {
    if (size < least) {
      return fail(ErrorCode::out_of_range, "a component of " + std::to_string(size) +
                                               ", below the min_nodes_per_component of " + std::to_string(least));
    }
    total += size;
  }
  if (total > padded.total) return fail(ErrorCode::too_large, std::to_string(total) + over(padded.total));
  const std::int64_t more = padded.components - components, room = padded.total - total;
  if (least > 0 && more > room / least) {
    return fail(ErrorCode::too_large, std::to_string(total) + " and at least " + std::to_string(least) +
                                          " in each of " + std::to_string(more) + " components for the padding" +
                                          over(padded.total));
  }
  if (more == 0 && room > 0) {
    return fail(ErrorCode::too_large,
                "the graphs use all " + std::to_string(components) + " components, leaving none for the padding");
  }
  std::vector<std::int64_t> all(sizes.begin(), sizes.end());
  if (more > 0) {
    all.push_back(room - (more - 1) * least);
    all.resize(static_cast<std::size_t>(padded.components), least);
  }
  return all;
}

void append_padding_ends(std::vector<std::int64_t>& ends, std::int64_t edges, std::int64_t first, std::int64_t last) {
  assert(edges == 0 || first <= last);
  const auto from = static_cast<float>(first), to = static_cast<float>(last + 1);
  const float step = (to - from) / static_cast<float>(std::max<std::int64_t>(edges - 1, 1));
  for (std::int64_t edge = 0; edge < edges; ++edge) {
    const float product = step * static_cast<float>(edge);
    const float at = edge > 0 && edge == edges - 1 ? to : from + product;
    ends.push_back(std::clamp(static_cast<std::int64_t>(at), first, last));
  }
}

}  // namespace tuplepack::graph
