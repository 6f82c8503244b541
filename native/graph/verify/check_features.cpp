#include "graph/chunk/feature_reader.hpp"
#include "graph/verify/checks.hpp"

#include <cstring>

namespace tuplepack::graph {

/// Bytes of rows between two calls of release().
static constexpr std::size_t bytes_until_release = std::size_t{1} << 24;

namespace {

/// A feature of nodes or edges in all parts.
struct FeatureInParts {
  std::string name;  // "type/feature"
  std::int64_t row_bytes = 0;
  std::vector<std::string> files = {};  // by part, with their rows and the original ids of these
  std::vector<std::string_view> rows = {};
  std::vector<const SortedOriginals*> ids = {};
};

}  // namespace

/// A cursor per part walks through the rows as their original ids ascend.
static Finding wrong_rows(const FeatureInParts& feature, std::span<const std::byte> rows, std::int64_t first,
                          std::vector<std::int64_t>& cursors) {
  const auto width = static_cast<std::size_t>(feature.row_bytes);
  if (width == 0) return {};
  const std::int64_t end = first + static_cast<std::int64_t>(rows.size() / width);
  for (std::size_t part = 0; part < cursors.size(); ++part) {
    const SortedOriginals& ids = *feature.ids[part];
    for (std::int64_t& at = cursors[part]; at < ids.size() && ids[at] < end; ++at) {
      const auto original = static_cast<std::size_t>(ids[at] - first) * width;
      const auto stored = static_cast<std::size_t>(ids.position(at)) * width;
      if (std::memcmp(rows.data() + original, feature.rows[part].data() + stored, width) == 0) continue;
      return feature.files[part] + ": row " + std::to_string(ids.position(at)) + " of " + feature.name +
             " differs from row " + std::to_string(ids[at]) + " of the original";
    }
  }
  return {};
}

/// Where the rows of a rank begin.
static std::int64_t first_row(std::int64_t rows, std::int64_t rank) {
  const std::int64_t ranks = ranks::count();
  return rows / ranks * rank + rows % ranks * rank / ranks;
}

static Result<Finding> wrong_feature(const PartsCase& parts, const FeatureChunks& chunks, FeatureInParts feature,
                                     std::int64_t count, const KeepGoing& keep_going) {
  const auto layout = feature_layout(chunks, count, parts.source);
  if (!layout) return tl::unexpected(layout.error());
  feature.row_bytes = layout->row_bytes;
  const std::int64_t begin = first_row(count, ranks::rank()), end = first_row(count, ranks::rank() + 1);
  std::vector<std::int64_t> cursors;
  for (const SortedOriginals* const ids : feature.ids) cursors.push_back(ids->first_from(begin));
  Finding finding;
  std::size_t unreleased = 0;
  const auto release_all = [&] {
    for (const PartView& view : parts.views) view.release();
    unreleased = 0;
  };
  const auto sink = [&](std::span<const std::byte> rows, std::int64_t first) -> Result<void> {
    finding = wrong_rows(feature, rows, first, cursors);
    if (!finding.empty()) return fail(ErrorCode::stopped, finding);
    unreleased += rows.size();
    if (unreleased >= bytes_until_release) release_all();
    return {};
  };
  const auto done = read_feature_rows(chunks, *layout, parts.source, begin, end, sink, keep_going);
  if (!done && finding.empty()) return tl::unexpected(done.error());
  release_all();
  return finding;
}

static FeatureInParts in_parts(const PartsCase& parts, const FeatureChunks& chunks, const PartitionedType& type,
                               NamedArrays PartView::*features, std::vector<SortedOriginals> PartColumns::*ids) {
  FeatureInParts found{.name = type.name + "/" + chunks.name};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const NamedArrays& arrays = parts.views[part].*features;
    found.files.push_back(arrays.file);
    found.rows.push_back(arrays.find(found.name)->data);
    found.ids.push_back(&(parts.columns[part].*ids)[chunks.type]);
  }
  return found;
}

static Result<Finding> wrong_features(PartsCase& parts, const std::vector<FeatureChunks>& features,
                                      const std::vector<PartitionedType>& types, NamedArrays PartView::*arrays,
                                      std::vector<SortedOriginals> PartColumns::*ids) {
  for (std::size_t i = 0; i < features.size(); ++i) {
    const FeatureChunks& chunks = features[i];
    parts.place = static_cast<std::int64_t>(i) * ranks::count() + ranks::rank();
    const auto keep_going = [&](double fraction) {
      return !parts.keep_going ||
             parts.keep_going((static_cast<double>(i) + fraction) / static_cast<double>(features.size()));
    };
    auto finding = wrong_feature(parts, chunks, in_parts(parts, chunks, types[chunks.type], arrays, ids),
                                 types[chunks.type].size(), keep_going);
    if (!finding || !finding->empty()) return finding;
  }
  return {};
}

Result<Finding> check_node_features(PartsCase& parts) {
  if (!parts.parts.original_ids) return check_renumbered_node_features(parts);
  return wrong_features(parts, parts.graph.node_features, parts.parts.node_types, &PartView::node_features,
                        &PartColumns::node_ids);
}

Result<Finding> check_edge_features(PartsCase& parts) {
  if (!parts.parts.original_ids) return check_renumbered_edge_features(parts);
  return wrong_features(parts, parts.graph.edge_features, parts.parts.edge_types, &PartView::edge_features,
                        &PartColumns::edge_ids);
}

}  // namespace tuplepack::graph
