#include "tuplepack/formats/assignment_text.hpp"

#include "json_members.hpp"
#include "tuplepack/formats/json_writer.hpp"
#include "tuplepack/graph/assignment.hpp"

#include <array>
#include <charconv>

namespace tuplepack {

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
  const auto tree = JsonTree::parse(pieces_of(json), {}, {});
  if (!tree) return tl::unexpected(tree.error());
  if (const auto members = members_of(tree->root(), ""); !members) return tl::unexpected(members.error());
  const auto num_parts = required_member(tree->root(), "num_parts", "");
  if (!num_parts) return tl::unexpected(num_parts.error());
  const auto parts = count_in(*num_parts, "/num_parts");
  if (!parts) return tl::unexpected(parts.error());
  if (*parts < 1) return fail_in_member(ErrorCode::limit_not_positive, "/num_parts", "there is no part");
  if (*parts > max_parts) {
    return fail_in_member(ErrorCode::too_large, "/num_parts",
                          std::to_string(*parts) + " parts; at most " + std::to_string(max_parts) + " are possible");
  }
  const auto algo_name = required_member(tree->root(), "algo_name", "");
  if (!algo_name) return tl::unexpected(algo_name.error());
  auto algorithm = name_in(*algo_name, "/algo_name");
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

}  // namespace tuplepack
