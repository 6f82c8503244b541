#include "node_labels.hpp"

#include "files/files.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>

namespace tuplepack::graph {

static constexpr std::size_t max_labels = 60'000;

/// The elements as they are; whatever is not a non-negative integer is negative.
static Result<std::vector<std::int64_t>> decode_labels(std::string_view file, const NodeType& type) {
  const auto header = formats::npy_header_of(file);
  if (!header) return tl::unexpected(header.error());
  if (header->shape.size() != 1 || header->shape[0] != type.nodes) {
    return fail(ErrorCode::plan_mismatch, formats::describe_shape(header->shape) +
                                              "; expected one label for each of the " + std::to_string(type.nodes) +
                                              " nodes of '" + type.name + "'");
  }
  const std::string_view data = file.substr(*formats::npy_header_size(file));
  std::vector<std::int64_t> labels(static_cast<std::size_t>(type.nodes));
  if (header->type == "|b1") {
    if (auto sized = formats::check_npy_data(type.nodes, static_cast<std::int64_t>(data.size())); !sized) {
      return tl::unexpected(sized.error());
    }
    std::copy(data.begin(), data.end(), labels.begin());
    return labels;
  }
  const auto numbers = formats::npy_type(header->type);
  if (!numbers) return tl::unexpected(numbers.error());
  const auto expected = type.nodes * static_cast<std::int64_t>(numbers->width);
  if (auto sized = formats::check_npy_data(expected, static_cast<std::int64_t>(data.size())); !sized) {
    return tl::unexpected(sized.error());
  }
  numbers->decode(data.data(), labels.size(), labels.data());
  const auto wrong = std::find_if(labels.begin(), labels.end(), [](std::int64_t label) { return label < 0; });
  if (wrong == labels.end()) return labels;
  const auto row = static_cast<std::size_t>(wrong - labels.begin());
  return fail(ErrorCode::not_an_integer, "the label of node " + std::to_string(row) + " is " +
                                             numbers->text(data.data() + row * numbers->width) +
                                             "; expected a non-negative integer");
}

Result<NodeLabels> read_node_labels(const std::string& path, const NodeType& type) {
  const auto file = files::MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const auto decoded = decode_labels(file->bytes(), type);
  if (!decoded) return tl::unexpected(files::in_file(decoded.error(), path));
  NodeLabels labels{.label_of = {}, .values = *decoded};
  std::sort(labels.values.begin(), labels.values.end());
  labels.values.erase(std::unique(labels.values.begin(), labels.values.end()), labels.values.end());
  if (labels.values.size() > max_labels) {
    return fail(ErrorCode::too_large, path + ": " + std::to_string(labels.values.size()) +
                                          " different labels; at most " + std::to_string(max_labels));
  }
  labels.label_of.reserve(decoded->size());
  for (const std::int64_t label : *decoded) {
    const auto place = std::lower_bound(labels.values.begin(), labels.values.end(), label) - labels.values.begin();
    labels.label_of.push_back(static_cast<std::uint16_t>(place));
  }
  return labels;
}

}  // namespace tuplepack::graph
