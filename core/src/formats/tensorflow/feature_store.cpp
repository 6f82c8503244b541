#include "tuplepack/formats/tensorflow/feature_store.hpp"

#include "base/decimal_text.hpp"
#include "formats/text/text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace tuplepack::formats {

std::string_view TextArena::keep(std::string_view text) {
  constexpr std::size_t block = std::size_t{1} << 18;
  if (text.size() > left_) {
    size_ = std::max(block, text.size());
    blocks_.push_back(std::make_unique<char[]>(size_));  // NOLINT: bytes of a size known at run time
    left_ = size_;
  }
  char* const at = blocks_.empty() ? nullptr : blocks_.back().get() + (size_ - left_);
  if (!text.empty()) std::memcpy(at, text.data(), text.size());
  left_ -= text.size();
  return {at, text.size()};
}

// ---- cells ----

static std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

static tl::unexpected<Error> not_a(std::string_view what, std::string_view cell) {
  if (cell.empty()) return fail(ErrorCode::malformed, "a number is missing");
  return fail(ErrorCode::malformed, quote(cell) + " is not " + std::string(what));
}

static tl::unexpected<Error> beyond_floats(std::string_view cell, std::string_view type) {
  return fail(ErrorCode::out_of_range, quote(without_blanks(cell)) + " is beyond the range of " + std::string(type));
}

/// The least magnitude that rounds to infinity; of float32, which stores them all, infinity itself.
static double overflow_of(graph::FeatureType type) {
  if (type == graph::FeatureType::float16) return 65'520;
  if (type == graph::FeatureType::bfloat16) return 0x1.FFp127;
  return std::numeric_limits<double>::infinity();
}

static bool says_infinity(std::string_view number) {
  return number.find_first_of("iI") != std::string_view::npos;
}

/// A number of any type, all of the text.
template <typename T>
static std::optional<std::errc> read_as(std::string_view text, T& value) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  const char* rest = nullptr;
  std::errc error{};
  if constexpr (std::is_floating_point_v<T>) {
    const auto read = fast_float::from_chars(text.data(), end, value);
    rest = read.ptr;
    error = read.ec;
  } else {
    const auto read = std::from_chars(text.data(), end, value);
    rest = read.ptr;
    error = read.ec;
  }
  if (error != std::errc::invalid_argument && rest != end) return std::errc::invalid_argument;
  if (error == std::errc()) return std::nullopt;
  return error;
}

Result<double> cell_decimal(std::string_view cell) {
  const std::string_view text = without_blanks(cell);
  double value = 0;
  // Beyond the range of a double fast_float gives infinity or zero, as Python does.
  if (read_as(text, value) == std::errc::invalid_argument) return not_a("a number", text);
  return value;
}

Result<std::int64_t> cell_integer(std::string_view cell) {
  const std::string_view text = without_blanks(cell);
  std::int64_t value = 0;
  const auto wrong = read_as(text, value);
  if (wrong == std::errc::invalid_argument) return not_a("an integer", text);
  if (wrong) return fail(ErrorCode::out_of_range, quote(text) + " is beyond 64 bits");
  return value;
}

/// A cell as tf.Example stores a type of integers.
static Result<std::int64_t> integer_cell(std::string_view cell, graph::FeatureType type) {
  const std::string_view text = without_blanks(cell);
  if (type == graph::FeatureType::boolean) {
    if (text == "1" || equal_in_any_case(text, "true")) return 1;
    if (text == "0" || equal_in_any_case(text, "false")) return 0;
    return not_a("a boolean: 0, 1, true or false", text);
  }
  if (type == graph::FeatureType::uint64) {
    std::uint64_t value = 0;
    const auto wrong = read_as(text, value);
    if (!wrong) return static_cast<std::int64_t>(value);
    if (wrong == std::errc::result_out_of_range) {
      return fail(ErrorCode::out_of_range, quote(text) + " is beyond the range of uint64");
    }
  }
  auto value = cell_integer(cell);
  // Of uint64, only negative numbers are left.
  const bool fits = value && type != graph::FeatureType::uint64 && integer_range(type).has(*value);
  if (fits || (!value && value.error().code == ErrorCode::malformed)) return value;
  return fail(ErrorCode::out_of_range, quote(text) + " is beyond the range of " + std::string(name(type)));
}

FeatureStore::FeatureStore(const graph::TensorFeature& feature) : feature_(&feature) {
  assert(feature.type && *feature.type != graph::FeatureType::other);
  list_ = example_list(*feature.type);
  for (const graph::TensorDimension& dimension : feature.shape) {
    if (dimension.size < 0) {
      ragged_ = true;
      totals_.push_back({0});
    } else {
      width_ *= static_cast<std::size_t>(dimension.size);
    }
  }
}

void FeatureStore::reserve(std::size_t rows) {
  const std::size_t values = ragged_ ? 0 : rows * width_;
  if (list_ == graph::ExampleList::floats) floats_.reserve(values);
  if (list_ == graph::ExampleList::int64s) integers_.reserve(values);
  if (list_ == graph::ExampleList::bytes) texts_.reserve(values);
  for (auto& totals : totals_) totals.reserve(rows + 1);
}

Result<void> FeatureStore::add_cell(std::string_view cell) {
  if (ragged_ || width_ != 1) {
    return fail(ErrorCode::malformed, "a feature of shape " + shape_text(feature_->shape) +
                                          " does not fit a CSV cell; store it in TFRecords");
  }
  if (list_ == graph::ExampleList::bytes) {
    texts_.push_back(arena_.keep(cell));
  } else if (list_ == graph::ExampleList::int64s) {
    const auto value = integer_cell(cell, *feature_->type);
    if (!value) return tl::unexpected(value.error());
    integers_.push_back(*value);
  } else if (feature_->type == graph::FeatureType::float64) {
    const auto value = cell_decimal(cell);  // as Python does: to a double, and then to a float
    if (!value) return tl::unexpected(value.error());
    const bool is_beyond = !(std::abs(*value) <= std::numeric_limits<float>::max()) && !std::isnan(*value);
    if (is_beyond && !says_infinity(cell)) return beyond_floats(cell, name(graph::FeatureType::float32));
    floats_.push_back(static_cast<float>(*value));
  } else {
    const std::string_view text = without_blanks(cell);
    float value = 0;
    if (read_as(text, value) == std::errc::invalid_argument) return not_a("a number", text);
    const bool is_beyond = std::abs(double{value}) >= overflow_of(*feature_->type);
    if (is_beyond && !says_infinity(text)) return beyond_floats(cell, name(*feature_->type));
    floats_.push_back(value);
  }
  ++rows_;
  return {};
}

// ---- tf.Examples ----

/// The lengths of a ragged dimension of one row; none: it has no such feature.
static Result<std::optional<std::span<const std::int64_t>>> lengths_of(std::span<const NamedFeature> features,
                                                                       const std::string& name, std::size_t rows) {
  using Lengths = std::span<const std::int64_t>;
  const NamedFeature* const found = named_feature(features, name);
  if (found == nullptr) return std::optional<Lengths>{};
  const auto* const integers = std::get_if<Lengths>(&found->values);
  const std::size_t n = size_of(found->values);
  if (n != rows || (n > 0 && integers == nullptr)) {
    return fail(ErrorCode::malformed, quote(name) + " has " + std::to_string(n) + " " +
                                          std::string(kind_of(found->values)) + " where " + std::to_string(rows) +
                                          (rows == 1 ? " length is" : " lengths are") + " expected");
  }
  const Lengths lengths = n == 0 ? Lengths{} : *integers;
  for (const std::int64_t length : lengths) {
    if (length < 0 || length > std::numeric_limits<std::int32_t>::max()) {
      return fail(ErrorCode::malformed, quote(name) + " contains the invalid row length " + std::to_string(length));
    }
  }
  return std::optional<Lengths>{lengths};
}

/// Adds the lengths of the ragged dimensions of one row, which has so many values.
Result<void> FeatureStore::add_lengths(std::span<const NamedFeature> features, std::size_t values) {
  const auto wrong = [&] {
    return fail(ErrorCode::malformed, "feature " + quote(feature_->name) + " has " + std::to_string(values) +
                                          " values, which is not a multiple of the size of shape " +
                                          shape_text(feature_->shape));
  };
  constexpr std::int32_t max_rows = 1 << 28;
  std::size_t rows = 1;
  std::size_t ragged = 0;
  for (std::size_t i = 0; i < feature_->shape.size(); ++i) {
    const std::int64_t size = feature_->shape[i].size;
    if (size >= 0) {
      if (size > max_rows) return wrong();
      rows *= static_cast<std::size_t>(size);
      if (rows > max_rows) return wrong();
      continue;
    }
    const auto lengths = lengths_of(features, feature_->name + ".d" + std::to_string(i + 1), rows);
    if (!lengths) return tl::unexpected(lengths.error());
    std::vector<std::uint64_t>& totals = totals_[ragged++];
    if (*lengths) {
      std::uint64_t sum = 0;
      for (const std::int64_t length : **lengths) {
        sum += static_cast<std::uint64_t>(length);
        totals.push_back(totals.back() + static_cast<std::uint64_t>(length));
      }
      if (sum > max_rows) return wrong();
      rows = static_cast<std::size_t>(sum);
    } else if (rows == 1 && i == 0 && totals_.size() == 1) {
      std::size_t inner = 1;
      for (std::size_t j = 1; j < feature_->shape.size(); ++j) {
        inner *= static_cast<std::size_t>(feature_->shape[j].size);
      }
      rows = inner == 0 ? 0 : values / inner;
      totals.push_back(totals.back() + rows);
    } else if (values == 0) {
      for (std::size_t row = 0; row < rows; ++row) totals.push_back(totals.back());
      rows = 0;
    } else {
      return fail(ErrorCode::malformed, "the lengths " + quote(feature_->name + ".d" + std::to_string(i + 1)) +
                                            " are missing, which shape " + shape_text(feature_->shape) + " needs");
    }
  }
  return rows == values ? Result<void>{} : wrong();
}

/// Numbers that the type of a feature does not have.
static Result<void> check_range(const graph::TensorFeature& feature, const FeatureValues& values) {
  std::string wrong;
  if (const auto* const integers = std::get_if<std::span<const std::int64_t>>(&values)) {
    if (const auto beyond = first_beyond(*feature.type, *integers)) wrong = std::to_string(*beyond);
  }
  if (const auto* const floats = std::get_if<std::span<const float>>(&values)) {
    const double overflow = overflow_of(*feature.type);
    const auto beyond = std::find_if(floats->begin(), floats->end(), [&](float one) {
      return std::isfinite(one) && std::abs(double{one}) >= overflow;
    });
    if (beyond != floats->end()) wrong = number_text(double{*beyond});
  }
  if (wrong.empty()) return {};
  return fail(ErrorCode::out_of_range, "feature " + quote(feature.name) + " has " + wrong +
                                           ", which is beyond the range of " + std::string(name(*feature.type)));
}

Result<void> FeatureStore::add_example(std::span<const NamedFeature> features) {
  const NamedFeature* const found = named_feature(features, feature_->name);
  const FeatureValues none;
  const FeatureValues& values = found == nullptr ? none : found->values;
  const std::size_t n = size_of(values);
  const auto* const texts = std::get_if<std::span<const std::string_view>>(&values);
  const auto* const floats = std::get_if<std::span<const float>>(&values);
  const auto* const integers = std::get_if<std::span<const std::int64_t>>(&values);
  const bool fits = list_ == graph::ExampleList::bytes    ? texts != nullptr
                    : list_ == graph::ExampleList::floats ? floats != nullptr
                                                          : integers != nullptr;
  if (n > 0 && !fits) {
    return fail(ErrorCode::malformed, "feature " + quote(feature_->name) + " has " + std::string(kind_of(values)) +
                                          ", but the schema declares " + std::string(name(*feature_->type)));
  }
  if (auto ok = check_range(*feature_, values); !ok) return ok;
  if (!ragged_ && n != width_) {
    if (n == 0) return fail(ErrorCode::malformed, "feature " + quote(feature_->name) + " is missing");
    return fail(ErrorCode::malformed, "feature " + quote(feature_->name) + " has " + std::to_string(n) +
                                          (n == 1 ? " value" : " values") + ", but the schema declares " +
                                          shape_text(feature_->shape));
  }
  if (ragged_) {
    if (auto added = add_lengths(features, n); !added) return added;
  }
  ++rows_;
  if (n == 0) return {};
  if (floats != nullptr) floats_.insert(floats_.end(), floats->begin(), floats->end());
  if (integers != nullptr) integers_.insert(integers_.end(), integers->begin(), integers->end());
  if (texts != nullptr) {
    for (const std::string_view text : *texts) texts_.push_back(arena_.keep(text));
  }
  return {};
}

void FeatureStore::add_default_row() {
  if (ragged_) {
    [[maybe_unused]] const auto added = add_lengths({}, 0);  // without values and lengths the row is empty
    assert(added);
  } else {
    if (list_ == graph::ExampleList::floats) floats_.resize(floats_.size() + width_);
    if (list_ == graph::ExampleList::int64s) integers_.resize(integers_.size() + width_);
    if (list_ == graph::ExampleList::bytes) texts_.resize(texts_.size() + width_);
  }
  ++rows_;
}

graph::FeatureColumn FeatureStore::column(const graph::TensorFeature& feature) const {
  graph::FeatureColumn column{.feature = &feature, .values = {}, .width = ragged_ ? 1 : width_, .ragged = totals_};
  if (list_ == graph::ExampleList::floats) column.values = std::span<const float>(floats_);
  if (list_ == graph::ExampleList::int64s) column.values = std::span<const std::int64_t>(integers_);
  if (list_ == graph::ExampleList::bytes) column.values = std::span<const std::string_view>(texts_);
  return column;
}

}  // namespace tuplepack::formats
