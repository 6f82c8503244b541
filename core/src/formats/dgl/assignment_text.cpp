#include "tuplepack/formats/dgl/assignment_text.hpp"

#include "formats/json/json_members.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/graph/partition/assignment.hpp"

#include <array>
#include <charconv>

namespace tuplepack::formats {

IdTextOptions part_lines(std::int64_t parts) {
  return {.limits = {{.count = parts, .what = "part", .count_of = "the number of parts"}}, .separator = ' '};
}

void append_part_lines(std::string& text, std::span<const std::uint16_t> parts) {
  std::array<char, 6> line;
  for (const std::uint16_t part : parts) {
    char* const end = std::to_chars(line.data(), line.data() + line.size(), part).ptr;
    *end = '\n';
    text.append(line.data(), end + 1);
  }
}

Result<PartitionMetadata> read_partition_metadata(std::string_view json) {
  const auto tree = JsonTree::parse(pieces_of(json));
  if (!tree) return tl::unexpected(tree.error());
  if (const auto members = members_of(tree->root(), ""); !members) return tl::unexpected(members.error());
  const auto parts = count_member(tree->root(), "num_parts", "");
  if (!parts) return tl::unexpected(parts.error());
  if (auto ok = graph::check_parts(*parts); !ok) {
    return fail_in_member(ok.error().code, "/num_parts", ok.error().message);
  }
  auto algorithm = name_member(tree->root(), "algo_name", "");
  if (!algorithm) return tl::unexpected(std::move(algorithm.error()));
  return PartitionMetadata{.parts = *parts, .algorithm = std::move(*algorithm)};
}

std::string partition_metadata(const PartitionMetadata& metadata) {
  return json_line([&](JsonWriter& json) {
    json.field("version", "1.0.0");
    json.field("num_parts", metadata.parts);
    json.field("algo_name", metadata.algorithm);
  });
}

}  // namespace tuplepack::formats
