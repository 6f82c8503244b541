#include "sample_files.hpp"

#include "cli/output/arrays.hpp"

#include <fmt/format.h>

#include <array>

namespace tuplepack::cli {

template <typename Time>
static void add_layer(ArrayFiles& files, const std::string& ending, const temporal::Neighbours<Time>& layer) {
  const auto rows = static_cast<std::int64_t>(layer.counts.size());
  const std::array<std::int64_t, 2> shape{rows, static_cast<std::int64_t>(layer.nodes.size()) / rows};
  files.add("nodes" + ending, std::span(layer.nodes), shape);
  files.add("events" + ending, std::span(layer.events), shape);
  files.add("times" + ending, std::span(layer.times), shape);
  files.add("counts" + ending, std::span(layer.counts));
}

template <typename Time>
std::vector<std::string> write_neighbours(const std::string& path, const temporal::Roots<Time>& roots,
                                          std::span<const temporal::Neighbours<Time>> layers,
                                          std::span<const std::int64_t> offsets,
                                          std::span<const std::int64_t> feature_rows) {
  ArrayFiles files(path);
  files.add("root_nodes", roots.nodes);
  files.add("root_times", roots.times);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    add_layer(files, layers.size() == 1 ? "" : fmt::format("_{}", i + 1), layers[i]);
  }
  if (!offsets.empty()) files.add("offsets", offsets);
  if (!feature_rows.empty()) files.add("feature_rows", feature_rows);
  files.commit();
  return files.names();
}

template std::vector<std::string> write_neighbours(const std::string&, const temporal::Roots<std::int64_t>&,
                                                   std::span<const temporal::Neighbours<std::int64_t>>,
                                                   std::span<const std::int64_t>, std::span<const std::int64_t>);
template std::vector<std::string> write_neighbours(const std::string&, const temporal::Roots<double>&,
                                                   std::span<const temporal::Neighbours<double>>,
                                                   std::span<const std::int64_t>, std::span<const std::int64_t>);

}  // namespace tuplepack::cli
