#include "batch_files.hpp"

#include "cli/output/arrays.hpp"
#include "cli/output/output.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::vector<std::string> write_arrays(const std::string& path, const temporal::Split& split,
                                             std::span<const std::int64_t> parts,
                                             std::span<const std::int64_t> feature_rows) {
  ArrayFiles files(path);
  files.add("offsets", std::span(split.offsets));
  files.add("losses", std::span(split.losses));
  if (!parts.empty()) files.add("parts", parts);
  if (!feature_rows.empty()) files.add("feature_rows", feature_rows);
  files.commit();
  return files.names();
}

static std::vector<std::string> write_csv(const std::string& path, const temporal::Split& split) {
  OutputFile file(path);
  file.write("batch,begin,end,loss\n");
  for (std::size_t batch = 0; batch < split.losses.size(); ++batch) {
    file.write(
        fmt::format("{},{},{},{}\n", batch, split.offsets[batch], split.offsets[batch + 1], split.losses[batch]));
  }
  file.commit();
  return {"batch", "begin", "end", "loss"};
}

void require_batch_file(const std::string& path) {
  if (path != "-") require_ending(path, {".csv", ".npz", ".npy", ".json"});
}

std::vector<std::string> write_batches(const std::string& path, const temporal::Split& split,
                                       std::span<const std::int64_t> parts,
                                       std::span<const std::int64_t> feature_rows) {
  if (!is_csv_output(path)) return write_arrays(path, split, parts, feature_rows);
  if (!parts.empty()) note("where parts begin is not in a CSV file; -o FILE.npz also has the first batch of each");
  if (!feature_rows.empty()) note("interactions are numbered by time; -o FILE.npz also has the row of each of them");
  return write_csv(path, split);
}

}  // namespace tuplepack::cli
