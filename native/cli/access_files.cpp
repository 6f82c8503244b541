#include "access_files.hpp"

#include "arrays.hpp"
#include "failure.hpp"

namespace tuplepack::cli {

std::vector<std::string> write_access(const std::string& path, RequestedRows& rows, const Split& batches,
                                      UniqueTable& table, UniqueOrder order) {
  std::vector<std::int64_t> ids, unique, id_offsets{0}, unique_offsets{0};
  std::vector<std::int32_t> inverse;
  std::vector<std::int64_t> found;
  std::vector<std::uint32_t> places;
  for (std::int64_t b = 0; b < batches.batches(); ++b) {
    const auto requested = rows.of(b);
    found.resize(requested.size());
    places.resize(requested.size());
    const std::int64_t count = value(unique_inverse(table, requested, order, found, places));
    ids.insert(ids.end(), requested.begin(), requested.end());
    unique.insert(unique.end(), found.begin(), found.begin() + count);
    inverse.insert(inverse.end(), places.begin(), places.end());
    id_offsets.push_back(static_cast<std::int64_t>(ids.size()));
    unique_offsets.push_back(static_cast<std::int64_t>(unique.size()));
  }
  ArrayFiles files(path);
  files.add("ids", std::span<const std::int64_t>(ids));
  files.add("unique", std::span<const std::int64_t>(unique));
  files.add("inverse", std::span<const std::int32_t>(inverse));
  files.add("id_offsets", std::span<const std::int64_t>(id_offsets));
  files.add("unique_offsets", std::span<const std::int64_t>(unique_offsets));
  files.add("offsets", std::span(batches.offsets));
  files.commit();
  return files.names();
}

}  // namespace tuplepack::cli
