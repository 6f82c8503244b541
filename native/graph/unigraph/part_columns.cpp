#include "graph/unigraph/part_columns.hpp"

#include "tuplepack/base/float16.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/tables/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

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

std::optional<FeatureType> feature_type_of(formats::TensorType type) {
  switch (type) {
    case formats::TensorType::uint8: return FeatureType::uint8;
    case formats::TensorType::int8: return FeatureType::int8;
    case formats::TensorType::int16: return FeatureType::int16;
    case formats::TensorType::int32: return FeatureType::int32;
    case formats::TensorType::int64: return FeatureType::int64;
    case formats::TensorType::float16: return FeatureType::float16;
    case formats::TensorType::float32: return FeatureType::float32;
    case formats::TensorType::float64: return FeatureType::float64;
    case formats::TensorType::bfloat16: return FeatureType::bfloat16;
    case formats::TensorType::uint16: return FeatureType::uint16;
    case formats::TensorType::uint32: return FeatureType::uint32;
    case formats::TensorType::uint64: return FeatureType::uint64;
  }
  return std::nullopt;
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

static bool has_floats(const formats::TensorView& array) {
  using enum formats::TensorType;
  return array.type == float16 || array.type == bfloat16 || array.type == float32 || array.type == float64;
}

/// A float in an array, as it is there.
static double decimal_at(const formats::TensorView& array, std::size_t i) {
  if (array.type != formats::TensorType::float64) return double{number_at(array, i, float{})};
  double value = 0;
  std::memcpy(&value, array.data.data() + i * sizeof value, sizeof value);
  return value;
}

Result<std::int64_t> time_at(const formats::TensorView& array, std::size_t i) {
  if (has_floats(array)) {
    const double time = decimal_at(array, i);
    if (std::isnan(time)) return fail(ErrorCode::malformed, "a time is not a number");
    return formats::ordered_time(time);
  }
  const std::int64_t time = number_at(array, i, std::int64_t{});
  if (time >= 0 || array.type != formats::TensorType::uint64) return time;
  return fail(ErrorCode::too_large, "a time is 2^63 or more");
}

Result<std::vector<const formats::TensorView*>> feature_arrays(const std::vector<PartView>& views,
                                                               NamedArrays PartView::*list, const PartitionedType& type,
                                                               const TensorFeature& feature) {
  const std::string name = type.name + "/" + feature.name;
  std::vector<const formats::TensorView*> arrays;
  for (std::size_t part = 0; part < views.size(); ++part) {
    const NamedArrays& all = views[part].*list;
    arrays.push_back(all.find(name));
    const std::int64_t rows = type.ranges[part].size();
    if (rows == 0) continue;
    const bool fits = arrays.back() != nullptr && feature_type_of(arrays.back()->type) == feature.type &&
                      !arrays.back()->shape.empty() && arrays.back()->shape.front() == rows &&
                      arrays.back()->shape.size() == feature.shape.size() + 1 &&
                      std::equal(feature.shape.begin(), feature.shape.end(), arrays.back()->shape.begin() + 1,
                                 [](const TensorDimension& a, std::int64_t b) { return a.size == b; });
    if (!fits) {
      return bad_part(all.file, "there are no " + std::to_string(rows) + " rows of '" + visible(name, 200) +
                                    "' of the type and shape that part 0 has");
    }
  }
  return arrays;
}

template <typename T>
static Result<void> gather_numbers(std::span<const formats::TensorView* const> arrays, const RowPlaces& places,
                                   const TensorFeature& feature, formats::FeatureStore& store) {
  std::size_t width = 1;
  for (const TensorDimension& dimension : feature.shape) width *= static_cast<std::size_t>(dimension.size);
  std::vector<T> row(width);
  for (std::size_t id = 0; id < places.owners.size(); ++id) {
    const formats::TensorView& array = *arrays[places.owners[id]];
    const std::size_t first = std::size_t{places.rows[id]} * width;
    for (std::size_t i = 0; i < width; ++i) {
      row[i] = number_at(array, first + i, T{});
      if constexpr (std::is_same_v<T, float>) {
        if (!std::isinf(row[i]) || std::isinf(decimal_at(array, first + i))) continue;
        return fail(ErrorCode::out_of_range, "feature '" + visible(feature.name, 200) + "' of row " +
                                                 std::to_string(id) +
                                                 " is beyond the range of float32, as which a tf.Example stores it");
      }
    }
    store.add_numbers(std::span<const T>(row));
  }
  return {};
}

Result<void> gather_rows(std::span<const formats::TensorView* const> arrays, const RowPlaces& places,
                         const TensorFeature& feature, formats::FeatureStore& store) {
  return example_list(*feature.type) == ExampleList::floats
             ? gather_numbers<float>(arrays, places, feature, store)
             : gather_numbers<std::int64_t>(arrays, places, feature, store);
}

Result<std::vector<std::int64_t>> gather_times(std::span<const formats::TensorView* const> arrays,
                                               const RowPlaces& places) {
  std::vector<std::int64_t> times;
  times.reserve(places.owners.size());
  for (std::size_t id = 0; id < places.owners.size(); ++id) {
    const auto time = time_at(*arrays[places.owners[id]], places.rows[id]);
    if (!time) return fail(time.error().code, time.error().message + ": that of edge " + std::to_string(id));
    times.push_back(*time);
  }
  return times;
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
