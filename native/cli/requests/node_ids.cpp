#include "node_ids.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "graph/chunk/chunk_writer.hpp"
#include "tuplepack/formats/edges/id_text.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/rows/ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace tuplepack::cli {

/// The number whose usual decimal text an id is.
static std::optional<std::int64_t> whole(std::string_view id) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  if (error != std::errc() || end != id.data() + id.size() || std::to_string(number) != id) return std::nullopt;
  return number;
}

/// How else the same number may be written: "1" as "1.0", by whoever keeps ids as floats. None of other text.
static std::optional<std::string> other_spelling(std::string_view id) {
  const std::size_t point = id.find('.');
  if (!whole(id.substr(0, point))) return std::nullopt;
  if (point == std::string_view::npos) return std::string(id) + ".0";
  const bool is_fraction_zero = point + 1 < id.size() && id.find_first_not_of('0', point + 1) == std::string_view::npos;
  return is_fraction_zero ? std::optional(std::string(id.substr(0, point))) : std::nullopt;
}

Result<std::int64_t> NodeIds::add(std::string_view id) {
  const std::size_t before = ids_.size();
  const std::int64_t number{ids_.find_or_add(id)};
  if (ids_.size() == before) return number;
  if (formats::may_be_missing_id(id) && !std::exchange(noted_missing_, true)) {
    note(fmt::format("'{}' is the id of a node; leave out rows that lack an id, if it stands for none", visible(id)));
  }
  const auto other = other_spelling(id);
  if (!other || ids_.find(*other) == graph::IdTable::none) return number;
  return fail(ErrorCode::malformed,
              "nodes " + *other + " and " + std::string(id) + " may be the same; write ids in one way");
}

Result<std::int64_t> NodeIds::number(std::string_view id) {
  constexpr std::size_t max_bytes = 1024;
  if (id.size() > max_bytes) {
    return fail(ErrorCode::too_large, "an id of " + std::to_string(id.size()) + " bytes; at most " +
                                          std::to_string(max_bytes) + " are possible");
  }
  if (!from_.empty()) {
    const std::uint32_t known = ids_.find(id);
    uses_first_ = uses_first_ || known == 0;
    if (known == graph::IdTable::none)
      return fail(ErrorCode::out_of_range, "node '" + visible(id) + "' is not in " + from_);
    return std::int64_t{known};
  }
  if (nodes() >= graph::max_graph_nodes && ids_.find(id) == graph::IdTable::none) {
    return fail(ErrorCode::too_large, "more than " + std::to_string(graph::max_graph_nodes) + " different ids");
  }
  longest_ = std::max(longest_, id.size());
  return add(id);
}

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

void NodeIds::note_first() const {
  const bool may_be_name = !from_.empty() && !uses_first_ && nodes() > 1 && !whole(ids_[0]);
  if (may_be_name) {
    note(fmt::format("{}: the first line, '{}', is the id of a node without edges; remove it if it is a column name",
                     from_, visible(ids_[0], 40)));
  }
}

/// As RFC 4180 quotes it, where that is needed.
static void append_field(std::string& text, std::string_view field) {
  const bool plain = field.find_first_of(",\"\r\n") == std::string_view::npos && field.front() != ' ' &&
                     field.back() != ' ' && field.front() != '#' && field.front() != '%';
  if (plain) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

void NodeIds::append_rows(std::string& table, std::int64_t first, std::string_view ending) const {
  for (std::size_t node = 0; node < ids_.size(); ++node) {
    append_field(table, ids_[node]);
    table += "," + std::to_string(first + static_cast<std::int64_t>(node));
    (table += ending) += '\n';
  }
}

std::string NodeIds::npy() const {
  std::vector<std::int64_t> numbers;
  for (std::size_t node = 0; node < ids_.size(); ++node) {
    const auto number = whole(ids_[node]);
    if (!number) break;
    numbers.push_back(*number);
  }
  if (numbers.size() == ids_.size()) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return formats::npy_header("<i8", std::array{nodes()}) +
           std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  std::string text = formats::npy_header("|u1", std::array{nodes(), static_cast<std::int64_t>(longest_)});
  for (std::size_t node = 0; node < ids_.size(); ++node) {
    text += ids_[node];
    text.append(longest_ - ids_[node].size(), '\0');
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
  if (auto written = write(whole_array, ids.npy()); !written) return tl::unexpected(std::move(written.error()));
  const graph::FeatureChunks one_file{.type = type, .name = std::string(raw_id_feature), .files = {whole_array}};
  const auto layout = feature_layout(one_file, ids.nodes(), "");
  if (!layout) return tl::unexpected(layout.error());
  auto chunks = write_feature_chunks(one_file, *layout, "node_data", name, sizes, folder, keep_going);
  std::filesystem::remove(whole_array, error);
  return chunks;
}

}  // namespace tuplepack::cli
