#include "graph/unigraph/part_columns.hpp"

#include "tuplepack/base/float16.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <cstring>

namespace tuplepack::graph {

tl::unexpected<Error> bad_part(const std::string& file, const std::string& what) {
  return fail(ErrorCode::malformed, file + ": " + what);
}

Result<Column<std::int64_t>> owned_originals(const NamedArrays& arrays, const PartitionedType& type, std::size_t part) {
  const std::int64_t owned = type.ranges[part].size();
  const formats::TensorView* const ids = arrays.find(type.name);
  if (ids == nullptr && owned == 0) return Column<std::int64_t>();
  if (ids == nullptr || ids->type != formats::TensorType::int64 || ids->shape != std::vector{owned}) {
    return bad_part(arrays.file, "missing int64 array of the " + std::to_string(owned) + " original ids of '" +
                                     visible(type.name, 200) + "'");
  }
  return Column<std::int64_t>(ids->data);
}

Result<Column<std::int64_t>> id_column(const NamedArrays& arrays, std::int64_t count, std::string_view what) {
  const formats::TensorView* const ids = arrays.find("_ID");
  if (ids == nullptr || ids->type != formats::TensorType::int64 || ids->shape.size() != 1 ||
      ids->shape.front() != count) {
    return bad_part(arrays.file, "there is no _ID, int64, of every " + std::string(what));
  }
  return Column<std::int64_t>(ids->data);
}

float number_at(const formats::TensorView& array, std::size_t i, float /*as*/) {
  const char* const at = array.data.data() + i * static_cast<std::size_t>(width(array.type));
  const auto as = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return value;
  };
  switch (array.type) {
    case formats::TensorType::float16: return to_float(as(Float16{}));
    case formats::TensorType::bfloat16: return to_float(as(BFloat16{}));
    case formats::TensorType::float64: return static_cast<float>(as(double{}));
    default: return as(float{});
  }
}

std::int64_t number_at(const formats::TensorView& array, std::size_t i, std::int64_t /*as*/) {
  const char* const at = array.data.data() + i * static_cast<std::size_t>(width(array.type));
  const auto as = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<std::int64_t>(value);
  };
  switch (array.type) {
    case formats::TensorType::uint8: return as(std::uint8_t{});
    case formats::TensorType::int8: return as(std::int8_t{});
    case formats::TensorType::int16: return as(std::int16_t{});
    case formats::TensorType::int32: return as(std::int32_t{});
    case formats::TensorType::uint16: return as(std::uint16_t{});
    case formats::TensorType::uint32: return as(std::uint32_t{});
    case formats::TensorType::uint64: return as(std::uint64_t{});
    default: return as(std::int64_t{});
  }
}

const TensorFeature* first_named(const std::vector<TensorFeature>& features, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const TensorFeature* const found = find_feature(features, name)) return found;
  }
  return nullptr;
}

tl::unexpected<Error> no_column(const std::string& set, std::string_view what, const std::vector<std::string>& names) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fail(ErrorCode::missing_column, "edge set '" + visible(set, 200) + "' has no " + std::string(what) +
                                             ": no feature " + alternatives(views));
}

std::size_t type_index(const std::vector<PartitionedType>& types, const std::string& name) {
  const auto found =
      std::find_if(types.begin(), types.end(), [&](const PartitionedType& type) { return type.name == name; });
  return static_cast<std::size_t>(found - types.begin());
}

}  // namespace tuplepack::graph
