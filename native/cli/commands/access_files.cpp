#include "access_files.hpp"

#include "cli/output/arrays.hpp"
#include "cli/output/failure.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::cli {

/// Some rows at a time: all batches together may be many times as large as the table.
static void add_rows(ArrayFiles& files, const formats::FeatureTable& features, std::span<const std::int64_t> ids) {
  constexpr std::size_t bytes_at_a_time = std::size_t{1} << 22;
  const auto width = static_cast<std::size_t>(features.rows.width);
  const std::size_t piece = std::min(ids.size(), std::max(bytes_at_a_time / width, std::size_t{1}));
  std::vector<std::byte> rows(piece * width);
  files.begin("rows", features.type, std::array{static_cast<std::int64_t>(ids.size()), features.columns});
  for (std::size_t first = 0; first < ids.size(); first += piece) {
    const auto some = ids.subspan(first, std::min(piece, ids.size() - first));
    const std::span<std::byte> out = std::span(rows).first(some.size() * width);
    value(gather(features.rows, some, out));
    files.append(out);
  }
  files.end();
}

std::vector<std::string> write_access(const std::string& path, temporal::RequestedRows& rows,
                                      const temporal::Split& batches, temporal::UniqueTable& table,
                                      temporal::UniqueOrder order, const formats::FeatureTable* features) {
  std::vector<std::int64_t> ids, unique, id_offsets{0}, unique_offsets{0}, count_offsets{0};
  std::vector<std::int32_t> inverse, counts;
  std::vector<std::int64_t> found;
  std::vector<std::uint32_t> places;
  for (std::int64_t b = 0; b < batches.batches(); ++b) {
    const auto requested = value(rows.of(b));
    found.resize(requested.size());
    places.resize(requested.size());
    const std::int64_t count = value(unique_inverse(table, requested, order, found, places));
    ids.insert(ids.end(), requested.begin(), requested.end());
    unique.insert(unique.end(), found.begin(), found.begin() + count);
    inverse.insert(inverse.end(), places.begin(), places.end());
    counts.insert(counts.end(), rows.counts().begin(), rows.counts().end());
    id_offsets.push_back(static_cast<std::int64_t>(ids.size()));
    unique_offsets.push_back(static_cast<std::int64_t>(unique.size()));
    count_offsets.push_back(static_cast<std::int64_t>(counts.size()));
  }
  ArrayFiles files(path);
  files.add("ids", std::span<const std::int64_t>(ids));
  files.add("unique", std::span<const std::int64_t>(unique));
  files.add("inverse", std::span<const std::int32_t>(inverse));
  files.add("counts", std::span<const std::int32_t>(counts));
  const std::int64_t events = batches.offsets.back();
  files.add("negatives", rows.negatives(), std::array{events, std::ssize(rows.negatives()) / events});
  files.add("id_offsets", std::span<const std::int64_t>(id_offsets));
  files.add("unique_offsets", std::span<const std::int64_t>(unique_offsets));
  files.add("count_offsets", std::span<const std::int64_t>(count_offsets));
  files.add("offsets", std::span(batches.offsets));
  if (features != nullptr) add_rows(files, *features, unique);
  files.commit();
  return files.names();
}

}  // namespace tuplepack::cli
