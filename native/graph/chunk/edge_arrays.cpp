#include "edge_arrays.hpp"

#include "files/files.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <cstring>
#include <utility>
#include <vector>

namespace tuplepack {

bool is_one_end(const NpyFile& array) {
  return array.header.shape.size() == 1;
}

static tl::unexpected<Error> wrong_array(const NpyFile& array, ErrorCode code, std::string message) {
  return tl::unexpected(in_file(Error{.code = code, .message = std::move(message)}, array.file.path()));
}

static Result<void> require_integers(const NpyFile& array) {
  const auto type = npy_type(array.header.type);
  if (!type) return tl::unexpected(in_file(type.error(), array.file.path()));
  return {};
}

Result<EdgeArrays> edge_arrays(NpyFile first, std::optional<NpyFile> targets) {
  if (auto ok = require_integers(first); !ok) return tl::unexpected(std::move(ok.error()));
  const std::vector<std::int64_t> shape = first.header.shape;
  EdgeArrays arrays{.first = std::move(first), .targets = std::move(targets)};
  if (arrays.targets) {
    if (!is_one_end(arrays.first)) {
      return wrong_array(arrays.first, ErrorCode::unsupported,
                         describe_shape(shape) + "; sources and destinations have one dimension each");
    }
    if (auto ok = require_integers(*arrays.targets); !ok) return tl::unexpected(std::move(ok.error()));
    if (arrays.targets->header.shape != shape) {
      return wrong_array(*arrays.targets, ErrorCode::malformed,
                         describe_shape(arrays.targets->header.shape) + ", but the sources in " +
                             arrays.first.file.path() + " are " + describe_shape(shape));
    }
    arrays.edges = shape[0];
  } else if (shape.size() == 2 && shape[1] == 2) {
    arrays.edges = shape[0];
    arrays.by_edge = !arrays.first.header.fortran_order;
  } else if (shape.size() == 2 && shape[0] == 2) {
    arrays.edges = shape[1];
    arrays.by_edge = arrays.first.header.fortran_order;
  } else {
    return wrong_array(arrays.first, ErrorCode::unsupported, describe_shape(shape) + "; edges are n × 2 or 2 × n");
  }
  return arrays;
}

/// "[17, 0]", the index of one end of an edge in its array.
static std::string index_text(const EdgeArrays& arrays, std::int64_t edge, std::size_t end) {
  const std::string row = std::to_string(edge), column = std::to_string(end);
  if (arrays.targets) return "[" + row + "]";
  const bool in_rows = arrays.first.header.shape[1] == 2;
  return in_rows ? "[" + row + ", " + column + "]" : "[" + column + ", " + row + "]";
}

/// Reads elements of an array that follow each other in the file, and decodes them.
static Result<void> read_elements(const NpyFile& array, std::int64_t first, std::span<std::int64_t> ids,
                                  std::vector<std::byte>& bytes) {
  const NpyType type = *npy_type(array.header.type);
  if (ids.empty()) return {};
  const auto stride = array.stride > 0 ? static_cast<std::size_t>(array.stride) : type.width;
  bytes.resize((ids.size() - 1) * stride + type.width);
  if (auto read = array.file.read(array.data + first * static_cast<std::int64_t>(stride), bytes); !read) return read;
  for (std::size_t i = 1; stride != type.width && i < ids.size(); ++i) {
    std::memmove(bytes.data() + i * type.width, bytes.data() + i * stride, type.width);
  }
  bytes.resize(ids.size() * type.width);
  type.decode(reinterpret_cast<const char*>(bytes.data()), ids.size(), ids.data());
  return {};
}

static tl::unexpected<Error> wrong_id(const EdgeArrays& arrays, std::int64_t edge, std::size_t end,
                                      const IdLimit& limit, std::int64_t id, const std::byte* element) {
  const NpyFile& array = end == 1 && arrays.targets ? *arrays.targets : arrays.first;
  const std::string place = index_text(arrays, edge, end);
  if (id >= 0) return wrong_array(array, ErrorCode::out_of_range, describe_beyond(limit, id, place));
  const std::string text = npy_type(array.header.type)->text(reinterpret_cast<const char*>(element));
  return wrong_array(array, ErrorCode::out_of_range,
                     limit.what + " " + text + " at " + place + " is not a non-negative integer");
}

/// Checks the ids of one end.
/// bytes  of the elements that were read last, this end's at `at` and every `step`-th from there on
static Result<void> check_ids(const EdgeArrays& arrays, std::int64_t first, std::size_t end, const IdLimit& limit,
                              std::span<const std::int64_t> pairs, std::span<const std::byte> bytes, std::size_t at,
                              std::size_t step) {
  const auto count = static_cast<std::uint64_t>(limit.count);
  for (std::size_t i = 0; i < pairs.size() / 2; ++i) {
    const std::int64_t id = pairs[2 * i + end];
    if (static_cast<std::uint64_t>(id) < count) continue;
    const std::size_t width = bytes.size() / (pairs.size() / 2 * step);
    return wrong_id(arrays, first + static_cast<std::int64_t>(i), end, limit, id,
                    bytes.data() + (at + i * step) * width);
  }
  return {};
}

Result<void> read_pairs(const EdgeArrays& arrays, std::int64_t first, std::span<const IdLimit, 2> limits,
                        std::span<std::int64_t> pairs, EdgeRoom& room) {
  if (arrays.by_edge) {
    if (auto read = read_elements(arrays.first, 2 * first, pairs, room.bytes); !read) return read;
    if (auto ok = check_ids(arrays, first, 0, limits[0], pairs, room.bytes, 0, 2); !ok) return ok;
    return check_ids(arrays, first, 1, limits[1], pairs, room.bytes, 1, 2);
  }
  room.ids.resize(pairs.size() / 2);
  for (std::size_t end = 0; end < 2; ++end) {
    const bool second_half = end == 1 && !arrays.targets;
    const NpyFile& array = end == 1 && arrays.targets ? *arrays.targets : arrays.first;
    auto read = read_elements(array, first + (second_half ? arrays.edges : 0), room.ids, room.bytes);
    if (!read) return read;
    for (std::size_t i = 0; i < room.ids.size(); ++i) pairs[2 * i + end] = room.ids[i];
    if (auto ok = check_ids(arrays, first, end, limits[end], pairs, room.bytes, 0, 1); !ok) return ok;
  }
  return {};
}

}  // namespace tuplepack
