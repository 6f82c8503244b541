#include "tuplepack/formats/tensorflow/set_sizes.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"

namespace tuplepack::formats {

static constexpr std::string_view size_ending = ".#size";

/// The integers of a feature that must have them.
static Result<std::span<const std::int64_t>> integers_of(const NamedFeature& feature) {
  if (const auto* const integers = std::get_if<std::span<const std::int64_t>>(&feature.values)) return *integers;
  return fail(ErrorCode::malformed, "the feature " + quote(feature.name) + " has " +
                                        std::string(kind_of(feature.values)) + " where integers are expected");
}

static Result<std::int64_t> sum_of_sizes(const NamedFeature& feature, std::span<const std::int64_t> sizes) {
  std::int64_t total = 0;
  for (const std::int64_t size : sizes) {
    if (size < 0) {
      return fail(ErrorCode::negative, "the feature " + quote(feature.name) + " has the size " + std::to_string(size));
    }
    if (size > max_exact - total) {
      return fail(ErrorCode::too_large, "the sizes of the feature " + quote(feature.name) + " exceed 2^53");
    }
    total += size;
  }
  return total;
}

/// An edge set has as many sources and destinations as edges.
static Result<void> check_edge_ends(std::span<const NamedFeature> features, const SetSize& size) {
  for (const std::string_view end : {".#source", ".#target"}) {
    const std::string name = std::string(size.set) + std::string(end);
    const NamedFeature* const found = named_feature(features, name);
    if (found == nullptr && size.total == 0) continue;
    if (found == nullptr) {
      return fail(ErrorCode::malformed, "there are " + std::to_string(size.total) + " edges of " + quote(size.set) +
                                            ", but no feature " + quote(name));
    }
    if (size_of(found->values) == 0 && size.total == 0) continue;
    const auto ids = integers_of(*found);
    if (!ids) return tl::unexpected(ids.error());
    if (static_cast<std::int64_t>(ids->size()) != size.total) {
      return fail(ErrorCode::malformed, "the feature " + quote(name) + " has " + std::to_string(ids->size()) +
                                            " nodes for " + std::to_string(size.total) + " edges");
    }
  }
  return {};
}

Result<std::vector<SetSize>> set_sizes(std::span<const NamedFeature> features) {
  std::vector<SetSize> sizes;
  for (const NamedFeature& feature : features) {
    const bool of_edges = feature.name.starts_with("edges/");
    if (!feature.name.ends_with(size_ending) || !(of_edges || feature.name.starts_with("nodes/"))) continue;
    if (std::holds_alternative<std::monostate>(feature.values)) continue;  // as if it were not there
    const auto components = integers_of(feature);
    if (!components) return tl::unexpected(components.error());
    const auto total = sum_of_sizes(feature, *components);
    if (!total) return tl::unexpected(total.error());
    sizes.push_back({.set = feature.name.substr(0, feature.name.size() - size_ending.size()),
                     .components = *components,
                     .total = *total});
    if (components->size() != sizes.front().components.size()) {
      return fail(ErrorCode::component_mismatch, "the set " + quote(sizes.back().set) + " has " +
                                                     std::to_string(components->size()) + " components, and " +
                                                     quote(sizes.front().set) + " has " +
                                                     std::to_string(sizes.front().components.size()));
    }
    if (!of_edges) continue;
    if (auto ok = check_edge_ends(features, sizes.back()); !ok) return tl::unexpected(ok.error());
  }
  return sizes;
}

}  // namespace tuplepack::formats
