#include "node_ids.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "graph/chunk/chunk_writer.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/edges/id_text.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/rows/ids.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace tuplepack::cli {

void read_node_ids(const std::string& path, NodeIds& ids) {
  ByteSource source(path);
  const auto number = [&](std::string_view id, std::size_t) -> Result<std::int64_t> {
    const std::int64_t before = ids.nodes();
    auto found = ids.number(id);
    if (found && *found < before) return fail(ErrorCode::malformed, "duplicate node id '" + visible(id) + "'");
    return found;
  };
  const auto is_header = [](std::span<const std::string> names) {
    constexpr std::array<std::string_view, 5> usual{"id", "node", "node_id", "orig", "name"};
    return std::find(usual.begin(), usual.end(), names[0]) != usual.end();
  };
  const auto first = [](std::span<const std::string>, std::size_t) -> Result<std::vector<std::size_t>> {
    return std::vector<std::size_t>{0};
  };
  formats::IdTextReader reader(
      {.limits = {{.count = graph::max_graph_nodes, .what = "node", .count_of = "the most nodes"}},
       .choose = first,
       .text = formats::TextIds{.is_header = is_header, .number = number}},
      [](std::span<const std::int64_t>) -> Result<void> { return {}; });
  for (auto piece = source.next(); !piece.empty(); piece = source.next()) {
    value(reader.feed({piece.data(), piece.size()}), source.name());
  }
  value(reader.finish(), source.name());
  ids.close(source.name());
}

/// An array of raw_id_feature.
static std::string npy_of(const NodeIds& ids) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t node = 0; node < ids.nodes(); ++node) {
    const auto number = formats::whole_id(ids[node]);
    if (!number) break;
    numbers.push_back(*number);
  }
  if (static_cast<std::int64_t>(numbers.size()) == ids.nodes()) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return formats::npy_header("<i8", std::array{ids.nodes()}) +
           std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  std::string text = formats::npy_header("|u1", std::array{ids.nodes(), static_cast<std::int64_t>(ids.longest())});
  for (std::int64_t node = 0; node < ids.nodes(); ++node) {
    text += ids[node];
    text.append(ids.longest() - ids[node].size(), '\0');
  }
  return text;
}

static Result<void> write(const std::string& path, std::string_view text) {
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (auto written = file->write(text); !written) return written;
  return file->close();
}

Result<graph::FeatureChunks> write_node_ids(const NodeIds& ids, std::size_t type, const std::string& name,
                                            std::span<const std::int64_t> sizes, const std::string& folder,
                                            const KeepGoing& keep_going) {
  const std::filesystem::path place = std::filesystem::path(folder) / "raw_ids";
  std::error_code error;
  std::filesystem::create_directories(place, error);
  if (error) return fail(ErrorCode::system, place.string() + ": " + error.message());
  std::string table = "orig,new\n";
  ids.append_rows(table, 0, "");
  if (auto written = write((place / (name + ".csv")).string(), table); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  const std::string whole_array = (place / (name + ".npy")).string();
  if (auto written = write(whole_array, npy_of(ids)); !written) return tl::unexpected(std::move(written.error()));
  const graph::FeatureChunks one_file{.type = type, .name = std::string(raw_id_feature), .files = {whole_array}};
  const auto layout = feature_layout(one_file, ids.nodes(), "");
  if (!layout) return tl::unexpected(layout.error());
  auto chunks = write_feature_chunks(one_file, *layout, "node_data", name, sizes, folder, keep_going);
  std::filesystem::remove(whole_array, error);
  return chunks;
}

}  // namespace tuplepack::cli
