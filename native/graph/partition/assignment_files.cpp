#include "assignment_files.hpp"

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "graph/chunk/id_file.hpp"
#include "tuplepack/formats/dgl/assignment_text.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tuplepack::graph {

namespace fs = std::filesystem;

static std::string file_in(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

/// The result, with the name of the file in an error.
static Result<void> in(const std::string& path, Result<void> result) {
  if (!result) return tl::unexpected(files::in_file(result.error(), path));
  return result;
}

static constexpr std::int64_t piece_nodes = 65'536;

namespace {

/// Fills in the parts of a type's nodes, one piece after the other.
struct PartSink {
  std::span<std::uint16_t> parts;
  std::size_t filled = 0;
  std::string type;

  [[nodiscard]] Result<void> add(std::span<const std::int64_t> values) {
    if (values.size() > parts.size() - filled) {
      return fail(ErrorCode::plan_mismatch,
                  "more entries than the " + std::to_string(parts.size()) + " nodes of '" + type + "'");
    }
    for (const std::int64_t part : values) parts[filled++] = static_cast<std::uint16_t>(part);
    return {};
  }

  [[nodiscard]] Result<void> finish() const {
    if (filled == parts.size()) return {};
    return fail(ErrorCode::plan_mismatch, std::to_string(filled) + (filled == 1 ? " entry" : " entries") + ", but '" +
                                              type + "' has " + std::to_string(parts.size()) + " nodes");
  }
};

}  // namespace

static Result<void> read_part_text(const std::string& path, std::int64_t parts, PartSink& sink) {
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (auto read = read_id_file(*file, formats::part_lines(parts),
                               [&](std::span<const std::int64_t> values) { return sink.add(values); });
      !read) {
    return read;
  }
  return in(path, sink.finish());
}

static Result<void> check_part_array(const files::NpyFile& array) {
  const auto type = formats::npy_type(array.header.type);
  if (!type) return tl::unexpected(type.error());
  if (array.header.shape.size() == 1) return {};
  return fail(ErrorCode::unsupported,
              formats::describe_shape(array.header.shape) + "; the parts of nodes have one dimension");
}

/// values  some of the array, from the element `first` on
static Result<void> check_part_values(std::span<const std::int64_t> values, const char* bytes,
                                      const formats::NpyType& type, std::int64_t first, std::int64_t parts) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (static_cast<std::uint64_t>(values[i]) < static_cast<std::uint64_t>(parts)) continue;
    const formats::IdLimit limit = formats::part_lines(parts).limits.front();
    return fail(ErrorCode::out_of_range, limit.what + " " + type.text(bytes + i * type.width) + " of node " +
                                             std::to_string(first + static_cast<std::int64_t>(i)) +
                                             " is not a whole number below " + std::to_string(parts) + ", " +
                                             limit.count_of);
  }
  return {};
}

static Result<void> read_part_array(const files::NpyFile& array, std::int64_t parts, PartSink& sink) {
  const std::string& path = array.file.path();
  if (auto ok = check_part_array(array); !ok) return in(path, ok);
  const formats::NpyType type = *formats::npy_type(array.header.type);
  std::vector<std::byte> bytes;
  std::vector<std::int64_t> values;
  for (std::int64_t first = 0; first < array.header.shape[0]; first += piece_nodes) {
    const auto n = static_cast<std::size_t>(std::min(piece_nodes, array.header.shape[0] - first));
    bytes.resize(n * type.width);
    values.resize(n);
    const std::int64_t offset = array.data + first * static_cast<std::int64_t>(type.width);
    if (auto read = array.file.read(offset, bytes); !read) return read;
    const char* const elements = reinterpret_cast<const char*>(bytes.data());
    type.decode(elements, n, values.data());
    if (auto ok = check_part_values(values, elements, type, first, parts); !ok) return in(path, ok);
    if (auto added = sink.add(values); !added) return in(path, added);
  }
  return in(path, sink.finish());
}

/// Reads NAME.npy or NAME.txt, whichever is there.
static Result<void> read_type_parts(const std::string& folder, std::int64_t parts, PartSink& sink) {
  const std::string text_path = file_in(folder, sink.type + ".txt"), array_path = file_in(folder, sink.type + ".npy");
  std::error_code ignored;
  if (!fs::exists(array_path, ignored)) return read_part_text(text_path, parts, sink);
  if (fs::exists(text_path, ignored)) {
    return fail(ErrorCode::malformed, array_path + ": " + sink.type + ".txt exists as well; remove one of them");
  }
  const auto array = files::open_npy(array_path);
  if (!array) return tl::unexpected(array.error());
  return read_part_array(*array, parts, sink);
}

static Result<formats::PartitionMetadata> read_metadata(const std::string& folder) {
  const std::string path = file_in(folder, "partition_meta.json");
  const auto file = files::MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  auto metadata = formats::read_partition_metadata(file->bytes());
  if (!metadata) return tl::unexpected(files::in_file(metadata.error(), path));
  return metadata;
}

/// The parts of the nodes of all types.
static Result<void> read_all_parts(const std::string& folder, const GraphSchema& schema, std::int64_t parts,
                                   std::span<std::uint16_t> part_of) {
  for (const NodeType& type : schema.node_types) {
    const auto nodes = static_cast<std::size_t>(type.nodes);
    PartSink sink{.parts = part_of.first(nodes), .filled = 0, .type = type.name};
    if (auto read = read_type_parts(folder, parts, sink); !read) return read;
    part_of = part_of.subspan(nodes);
  }
  return {};
}

Result<NodeAssignment> read_assignment(const std::string& folder, const GraphSchema& schema) {
  auto metadata = read_metadata(folder);
  if (!metadata) return tl::unexpected(std::move(metadata.error()));
  NodeAssignment assignment{.parts = metadata->parts,
                            .part_of = std::vector<std::uint16_t>(static_cast<std::size_t>(schema.nodes())),
                            .algorithm = std::move(metadata->algorithm)};
  if (auto read = read_all_parts(folder, schema, assignment.parts, assignment.part_of); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  return assignment;
}

Result<SharedAssignment> read_shared_assignment(const std::string& folder, const GraphSchema& schema) {
  const auto metadata = ranks::agree(read_metadata(folder));
  if (!metadata) return tl::unexpected(metadata.error());
  auto part_of = ranks::SharedArray<std::uint16_t>::create(schema.nodes());
  if (!part_of) return tl::unexpected(std::move(part_of.error()));
  Result<void> read;
  if (ranks::leads_machine()) read = read_all_parts(folder, schema, metadata->parts, part_of->all());
  read = ranks::agree(std::move(read));
  if (!read) return tl::unexpected(std::move(read.error()));
  part_of->fence();
  return SharedAssignment{.parts = metadata->parts, .part_of = *part_of};
}

Result<std::int64_t> parts_of_assignment(const std::string& folder) {
  const auto metadata = read_metadata(folder);
  if (!metadata) return tl::unexpected(metadata.error());
  return metadata->parts;
}

Result<std::int64_t> nodes_of_assignment(const std::string& path, std::int64_t parts) {
  if (fs::path(path).extension() == ".npy") {
    const auto array = files::open_npy(path);
    if (!array) return tl::unexpected(array.error());
    return array->header.shape.size() == 1 ? array->header.shape.front() : 0;
  }
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  std::int64_t nodes = 0;
  const auto count = [&](std::span<const std::int64_t> values) -> Result<void> {
    nodes += static_cast<std::int64_t>(values.size());
    return {};
  };
  if (auto read = read_id_file(*file, formats::part_lines(parts), count); !read) return tl::unexpected(read.error());
  return nodes;
}

static Result<void> write_whole(const std::string& path, std::string_view text) {
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (auto written = file->write(text); !written) return written;
  return file->sync_and_close();
}

static Result<void> write_type_parts(const std::string& path, std::span<const std::uint16_t> parts,
                                     AssignmentFormat format) {
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (format == AssignmentFormat::npy) {
    const auto nodes = static_cast<std::int64_t>(parts.size());
    if (auto written = file->write(formats::npy_header("<u2", std::span(&nodes, 1))); !written) return written;
    if (auto written = file->write(std::as_bytes(parts)); !written) return written;
    return file->sync_and_close();
  }
  std::string lines;
  while (!parts.empty()) {
    const auto some = parts.first(std::min(parts.size(), static_cast<std::size_t>(piece_nodes)));
    lines.clear();
    formats::append_part_lines(lines, some);
    if (auto written = file->write(lines); !written) return written;
    parts = parts.subspan(some.size());
  }
  return file->sync_and_close();
}

Result<void> write_assignment(const std::string& folder, const NodeAssignment& assignment, const GraphSchema& schema,
                              AssignmentFormat format) {
  const std::string ending = format == AssignmentFormat::npy ? ".npy" : ".txt";
  std::span<const std::uint16_t> rest(assignment.part_of);
  for (const NodeType& type : schema.node_types) {
    const auto nodes = static_cast<std::size_t>(type.nodes);
    if (auto written = write_type_parts(file_in(folder, type.name + ending), rest.first(nodes), format); !written) {
      return written;
    }
    rest = rest.subspan(nodes);
  }
  return write_whole(file_in(folder, "partition_meta.json"),
                     formats::partition_metadata({.parts = assignment.parts, .algorithm = assignment.algorithm}));
}

}  // namespace tuplepack::graph
