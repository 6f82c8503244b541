#include "edge_arrays.hpp"

#include "files/files.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace tuplepack::graph {

bool is_one_end(const files::NpyFile& array) {
  return array.header.shape.size() == 1;
}

EndIds end_ids(const formats::EdgeEnds& ends) {
  return ends.options().are_numbered ? EndIds::any : EndIds::numbers;
}

static tl::unexpected<Error> wrong_array(const files::NpyFile& array, ErrorCode code, std::string message) {
  return tl::unexpected(files::in_file(Error{.code = code, .message = std::move(message)}, array.file.path()));
}

static Result<void> require_ids(const files::NpyFile& array, EndIds ids) {
  if (formats::npy_is_text(array.header.type)) {
    if (ids == EndIds::any) return {};
    return wrong_array(array, ErrorCode::not_an_integer, "node ids are text");
  }
  const auto type = formats::npy_type(array.header.type);
  if (!type) return tl::unexpected(files::in_file(type.error(), array.file.path()));
  return {};
}

Result<EdgeArrays> edge_arrays(files::NpyFile first, std::optional<files::NpyFile> targets, EndIds ids) {
  if (auto ok = require_ids(first, ids); !ok) return tl::unexpected(std::move(ok.error()));
  const std::vector<std::int64_t> shape = first.header.shape;
  EdgeArrays arrays{.first = std::move(first), .targets = std::move(targets)};
  if (arrays.targets) {
    if (!is_one_end(arrays.first)) {
      return wrong_array(arrays.first, ErrorCode::unsupported,
                         formats::describe_shape(shape) + "; sources and destinations have one dimension each");
    }
    if (auto ok = require_ids(*arrays.targets, ids); !ok) return tl::unexpected(std::move(ok.error()));
    if (arrays.targets->header.shape != shape) {
      return wrong_array(*arrays.targets, ErrorCode::malformed,
                         formats::describe_shape(arrays.targets->header.shape) + ", but the sources in " +
                             arrays.first.file.path() + " are " + formats::describe_shape(shape));
    }
    arrays.edges = shape[0];
  } else if (shape.size() == 2 && shape[1] == 2) {
    arrays.edges = shape[0];
    arrays.by_edge = !arrays.first.header.fortran_order;
  } else if (shape.size() == 2 && shape[0] == 2) {
    arrays.edges = shape[1];
    arrays.by_edge = arrays.first.header.fortran_order;
  } else {
    return wrong_array(arrays.first, ErrorCode::unsupported,
                       formats::describe_shape(shape) + "; edges are n × 2 or 2 × n");
  }
  return arrays;
}

static std::size_t width_of(const files::NpyFile& array) {
  return static_cast<std::size_t>(*formats::npy_element_width(array.header.type));
}

static std::int64_t stride_of(const files::NpyFile& array) {
  return array.stride > 0 ? array.stride : static_cast<std::int64_t>(width_of(array));
}

std::int64_t edges_at_once(const EdgeArrays& arrays) {
  constexpr std::int64_t max_bytes = std::int64_t{1} << 20;
  const std::int64_t first = stride_of(arrays.first) * (arrays.by_edge ? 2 : 1);
  const std::int64_t widest = std::max(first, arrays.targets ? stride_of(*arrays.targets) : 0);
  return std::clamp<std::int64_t>(max_bytes / std::max<std::int64_t>(widest, 1), 1, edges_in_piece);
}

/// "[17, 0]", the index of one end of an edge in its array.
static std::string index_text(const EdgeArrays& arrays, std::int64_t edge, std::size_t end) {
  const std::string row = std::to_string(edge), column = std::to_string(end);
  if (arrays.targets) return "[" + row + "]";
  const bool in_rows = arrays.first.header.shape[1] == 2;
  return in_rows ? "[" + row + ", " + column + "]" : "[" + column + ", " + row + "]";
}

/// Reads elements of an array, one after the other, without what is between them.
static Result<void> read_bytes(const files::NpyFile& array, std::int64_t first, std::size_t elements,
                               std::vector<std::byte>& bytes) {
  const std::size_t width = width_of(array);
  const auto stride = static_cast<std::size_t>(stride_of(array));
  bytes.resize(elements == 0 ? 0 : (elements - 1) * stride + width);
  if (auto read = array.file.read(array.data + first * static_cast<std::int64_t>(stride), bytes); !read) return read;
  for (std::size_t i = 1; stride != width && i < elements; ++i) {
    std::memmove(bytes.data() + i * width, bytes.data() + i * stride, width);
  }
  bytes.resize(elements * width);
  return {};
}

/// Reads elements of an array that follow each other in the file, and decodes them.
static Result<void> read_elements(const files::NpyFile& array, std::int64_t first, std::span<std::int64_t> ids,
                                  std::vector<std::byte>& bytes) {
  if (auto read = read_bytes(array, first, ids.size(), bytes); !read) return read;
  formats::npy_type(array.header.type)->decode(reinterpret_cast<const char*>(bytes.data()), ids.size(), ids.data());
  return {};
}

static const files::NpyFile& array_of(const EdgeArrays& arrays, std::size_t end) {
  return end == 1 && arrays.targets ? *arrays.targets : arrays.first;
}

/// An element that was decoded as negative: it is, or it is a fraction, not a number, or 2^63 or more.
static tl::unexpected<Error> no_number(const files::NpyFile& array, const std::string& what, const std::string& place,
                                       const char* element) {
  const std::string text = formats::npy_type(array.header.type)->text(element);
  if (formats::npy_is_unsigned(array.header.type)) {
    return wrong_array(array, ErrorCode::out_of_range, what + " " + text + " at " + place + " is 2^63 or more");
  }
  return wrong_array(array, ErrorCode::malformed,
                     what + " " + text + " at " + place + " is not a non-negative integer");
}

static tl::unexpected<Error> wrong_id(const EdgeArrays& arrays, std::int64_t edge, std::size_t end,
                                      const formats::IdLimit& limit, std::int64_t id, const std::byte* element) {
  const files::NpyFile& array = array_of(arrays, end);
  const std::string place = index_text(arrays, edge, end);
  if (id >= 0) return wrong_array(array, ErrorCode::out_of_range, describe_beyond(limit, id, place));
  return no_number(array, limit.what, place, reinterpret_cast<const char*>(element));
}

/// Checks the ids of one end.
/// bytes  of the elements that were read last, this end's at `at` and every `step`-th from there on
static Result<void> check_ids(const EdgeArrays& arrays, std::int64_t first, std::size_t end,
                              const formats::IdLimit& limit, std::span<const std::int64_t> pairs,
                              std::span<const std::byte> bytes, std::size_t at, std::size_t step) {
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

Result<void> read_pairs(const EdgeArrays& arrays, std::int64_t first, std::span<const formats::IdLimit, 2> limits,
                        std::span<std::int64_t> pairs, EdgeRoom& room) {
  if (arrays.by_edge) {
    if (auto read = read_elements(arrays.first, 2 * first, pairs, room.bytes); !read) return read;
    if (auto ok = check_ids(arrays, first, 0, limits[0], pairs, room.bytes, 0, 2); !ok) return ok;
    return check_ids(arrays, first, 1, limits[1], pairs, room.bytes, 1, 2);
  }
  room.ids.resize(pairs.size() / 2);
  for (std::size_t end = 0; end < 2; ++end) {
    const bool second_half = end == 1 && !arrays.targets;
    const files::NpyFile& array = array_of(arrays, end);
    auto read = read_elements(array, first + (second_half ? arrays.edges : 0), room.ids, room.bytes);
    if (!read) return read;
    for (std::size_t i = 0; i < room.ids.size(); ++i) pairs[2 * i + end] = room.ids[i];
    if (auto ok = check_ids(arrays, first, end, limits[end], pairs, room.bytes, 0, 1); !ok) return ok;
  }
  return {};
}

namespace {

/// How the ids of one end are read.
struct EndType {
  std::size_t width = 0;
  std::optional<formats::NpyType> number;  ///< none: they are text
  bool is_unsigned = false;
};

}  // namespace

static EndType end_type(const files::NpyFile& array) {
  EndType type{.width = width_of(array), .number = {}, .is_unsigned = formats::npy_is_unsigned(array.header.type)};
  if (!formats::npy_is_text(array.header.type)) type.number = *formats::npy_type(array.header.type);
  return type;
}

/// The text of an id.
static Result<std::string> id_text(const EdgeArrays& arrays, std::int64_t edge, std::size_t end, const EndType& type,
                                   std::string_view element) {
  const files::NpyFile& array = array_of(arrays, end);
  if (!type.number) {
    auto id = formats::npy_text(array.header.type, element);
    if (id && !formats::is_missing_id(*id)) return id;
    const std::string place = index_text(arrays, edge, end);
    return wrong_array(array, ErrorCode::malformed,
                       id ? "a node id is missing at " + place + "; leave out edges that lack one"
                          : id.error().message + ": " + place);
  }
  std::int64_t id = 0;
  type.number->decode(element.data(), 1, &id);
  if (id >= 0) return std::to_string(id);
  if (type.is_unsigned) return type.number->text(element.data());
  return no_number(array, "node id", index_text(arrays, edge, end), element.data());
}

Result<void> read_numbered_pairs(const EdgeArrays& arrays, std::int64_t first, const NumberEnd& number,
                                 std::span<std::int64_t> pairs, EdgeRoom& room) {
  const std::size_t edges = pairs.size() / 2, step = arrays.by_edge ? 2 : 1;
  if (auto read = read_bytes(arrays.first, first * static_cast<std::int64_t>(step), step * edges, room.bytes); !read) {
    return read;
  }
  const std::int64_t first_target = first + (arrays.targets ? 0 : arrays.edges);
  if (!arrays.by_edge) {
    auto read = read_bytes(array_of(arrays, 1), first_target, edges, room.target_bytes);
    if (!read) return read;
  }
  const std::array<EndType, 2> types{end_type(arrays.first), end_type(array_of(arrays, 1))};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t end = i % 2, width = types[end].width;
    const bool is_apart = end == 1 && !arrays.by_edge;
    const std::byte* const bytes = (is_apart ? room.target_bytes : room.bytes).data();
    const std::size_t element = arrays.by_edge ? i : i / 2;
    const auto id = id_text(arrays, first + static_cast<std::int64_t>(i / 2), end, types[end],
                            {reinterpret_cast<const char*>(bytes) + element * width, width});
    if (!id) return tl::unexpected(id.error());
    const auto numbered = number(*id, end);
    if (!numbered) return tl::unexpected(numbered.error());
    pairs[i] = *numbered;
  }
  return {};
}

}  // namespace tuplepack::graph
