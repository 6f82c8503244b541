#include "archived_features.hpp"

#include "cli/output/failure.hpp"
#include "graph/chunk/npz_file.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace tuplepack::cli {

static bool is_archive(const std::string& path) {
  const auto file = value(files::InputFile::open(path));
  std::array<char, formats::zip_magic.size()> first{};
  if (file.size() < static_cast<std::int64_t>(first.size())) return false;
  value(file.read(0, std::as_writable_bytes(std::span(first))));
  return std::string_view(first.data(), first.size()) == formats::zip_magic;
}

/// The array of a feature.
static std::size_t array_of(const graph::NpzFile& archive, const graph::FeatureChunks& feature,
                            const std::string& path) {
  const auto& names = archive.names();
  const std::string& wanted = feature.column.empty() ? feature.name : feature.column;
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (feature.column.empty() && names.size() == 1) return 0;
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  throw Failure(fmt::format("{}: there is no array '{}'{}arrays: {}", path, visible(wanted),
                            did_you_mean(names, wanted), visible(known, 200)));
}

/// Replaces the archives of a feature.
static void unpack(graph::FeatureChunks& feature, const std::string& beginning) {
  for (std::string& file : feature.files) {
    const graph::NpzFile archive = value(graph::NpzFile::open(file));
    const std::size_t array = array_of(archive, feature, file);
    const std::string path = fmt::format("{}{}.npy", beginning, feature.sources.size());
    value(archive.extract(array, path));
    feature.sources.push_back(archive.shown(array));
    file = path;
  }
  feature.column.clear();
}

void unpack_archived_features(std::vector<graph::FeatureChunks>& features, const std::string& beginning) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    graph::FeatureChunks& feature = features[f];
    const auto archives = std::count_if(feature.files.begin(), feature.files.end(), is_archive);
    if (archives == 0) continue;
    if (static_cast<std::size_t>(archives) < feature.files.size()) {
      throw Failure(
          fmt::format("{}: feature '{}' mixes .npz archives and other files", feature.files[0], feature.name));
    }
    unpack(feature, fmt::format("{}{}-", beginning, f));
  }
}

}  // namespace tuplepack::cli
