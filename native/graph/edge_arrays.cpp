#include "graph/edge_arrays.hpp"

#include "graph/files.hpp"
#include "tuplepack/formats/npy_type.hpp"

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

/// Elements of an array that follow each other in the file, decoded.
struct Elements {
  std::vector<std::byte> bytes;
  std::vector<std::int64_t> values;
};

static Result<Elements> read_elements(const NpyFile& array, std::int64_t first, std::size_t n) {
  const NpyType type = *npy_type(array.header.type);
  Elements elements{.bytes = std::vector<std::byte>(n * type.width), .values = std::vector<std::int64_t>(n)};
  const std::int64_t offset = array.data + first * static_cast<std::int64_t>(type.width);
  if (auto ok = array.file.read(offset, elements.bytes); !ok) return tl::unexpected(std::move(ok.error()));
  type.decode(reinterpret_cast<const char*>(elements.bytes.data()), n, elements.values.data());
  return elements;
}

static tl::unexpected<Error> wrong_id(const EdgeArrays& arrays, std::int64_t edge, std::size_t end,
                                      const IdLimit& limit, std::int64_t id, const std::byte* element) {
  const NpyFile& array = end == 1 && arrays.targets ? *arrays.targets : arrays.first;
  const std::string place = index_text(arrays, edge, end);
  if (id >= 0) return wrong_array(array, ErrorCode::out_of_range, describe_beyond(limit, id, place));
  const std::string text = npy_type(array.header.type)->text(reinterpret_cast<const char*>(element));
  return wrong_array(array, ErrorCode::out_of_range,
                     limit.what + " " + text + " at " + place + " is not a whole number from 0 on");
}

Result<void> read_pairs(const EdgeArrays& arrays, std::int64_t first, std::span<const IdLimit, 2> limits,
                        std::span<std::int64_t> pairs) {
  const std::size_t n = pairs.size() / 2;
  const auto take = [&](const Elements& elements, std::size_t from, std::size_t step, std::size_t end) -> Result<void> {
    const auto count = static_cast<std::uint64_t>(limits[end].count);
    const std::size_t width = elements.bytes.size() / std::max<std::size_t>(elements.values.size(), 1);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t id = elements.values[from + i * step];
      if (static_cast<std::uint64_t>(id) >= count) {
        return wrong_id(arrays, first + static_cast<std::int64_t>(i), end, limits[end], id,
                        elements.bytes.data() + (from + i * step) * width);
      }
      pairs[2 * i + end] = id;
    }
    return {};
  };
  if (arrays.by_edge) {
    const auto both = read_elements(arrays.first, 2 * first, 2 * n);
    if (!both) return tl::unexpected(both.error());
    if (auto ok = take(*both, 0, 2, 0); !ok) return ok;
    return take(*both, 1, 2, 1);
  }
  const auto sources = read_elements(arrays.first, first, n);
  if (!sources) return tl::unexpected(sources.error());
  if (auto ok = take(*sources, 0, 1, 0); !ok) return ok;
  const auto targets =
      arrays.targets ? read_elements(*arrays.targets, first, n) : read_elements(arrays.first, arrays.edges + first, n);
  if (!targets) return tl::unexpected(targets.error());
  return take(*targets, 0, 1, 1);
}

}  // namespace tuplepack
