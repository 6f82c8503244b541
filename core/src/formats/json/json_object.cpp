#include "json_object.hpp"

#include "tuplepack/packing/document.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

/// The keys that mean something here. Each may come once, repeat and items once per strategy.
static constexpr std::array<std::string_view, 7> known_keys{"repeat",  "items",     "components", "schema",
                                                            "lengths", "histogram", "strategies"};
static constexpr unsigned strategy_keys = 0b11;
static constexpr unsigned nested_keys = 0b111;  // of strategies and of the histogram

static unsigned bit_of(std::string_view name) {
  const auto* const found = std::find(known_keys.begin(), known_keys.end(), name);
  return found == known_keys.end() ? 0U : 1U << static_cast<unsigned>(found - known_keys.begin());
}

bool JsonObject::has(std::string_view name) const {
  return (seen_ & bit_of(name)) != 0;
}

tl::unexpected<Error> JsonObject::unexpected(std::size_t at, const std::string& expected) const {
  return text_.fail_at(at, ErrorCode::malformed, "expected " + expected + ", found " + quote(text_.token(at)));
}

Result<void> JsonObject::key(std::string_view name, std::size_t at) {
  const Place place = places_.back();
  key_ = name;
  const bool counts = place == Place::strategy ? (bit_of(name) & strategy_keys) != 0
                      : place == Place::object ? (bit_of(name) & nested_keys) == 0
                                               : place == Place::histogram && name == "components";
  if (!counts) return {};
  if (has(name)) return text_.fail_at(at, ErrorCode::malformed, "duplicate key " + quote(name));
  seen_ |= bit_of(name);
  return {};
}

/// What a bracket opens at this place.
Result<JsonObject::Place> JsonObject::inside(char bracket, std::size_t at) {
  const bool array = bracket == '[';
  switch (places_.back()) {
    case Place::object:
      if (key_ == "lengths") return array ? Result<Place>(Place::lengths) : unexpected(at, "an array of counts");
      if (key_ == "strategies") return array ? Result<Place>(Place::strategies) : unexpected(at, "an array");
      if (key_ == "histogram") return array ? unexpected(at, "an object") : Result<Place>(Place::histogram);
      if (key_ == "schema") {
        return text_.fail_at(at, ErrorCode::unsupported,
                             "the schema is an object, as pandas writes it with orient=\"table\"; write the table with "
                             "orient=\"records\"");
      }
      if (array && !list_beside_) list_beside_ = key_;
      return Place::elsewhere;
    case Place::histogram:
      if (key_ == "components") return array ? Result<Place>(Place::components) : unexpected(at, "an array of names");
      return Place::elsewhere;
    case Place::strategies: return array ? unexpected(at, "a strategy") : Result<Place>(Place::strategy);
    case Place::strategy:
      if (key_ == "items") return array ? Result<Place>(Place::items) : unexpected(at, "an array of items");
      if (key_ == "repeat") return text_.wrong_number(at, ErrorCode::not_an_integer);
      return Place::elsewhere;
    case Place::items: return array ? Result<Place>(Place::item) : unexpected(at, "an array of sizes");
    case Place::lengths:
    case Place::item: return text_.wrong_number(at, ErrorCode::not_an_integer);
    case Place::components: return unexpected(at, "a name");
    case Place::elsewhere: break;
  }
  return Place::elsewhere;
}

Result<void> JsonObject::open(char bracket, std::size_t at) {
  if (places_.empty()) {
    begin_ = at;
    places_.push_back(Place::object);
    return {};
  }
  const auto place = inside(bracket, at);
  if (!place) return tl::unexpected(place.error());
  places_.push_back(*place);
  if (*place == Place::strategy) {
    strategy_begin_ = at;
    strategy_rows_ = rows_.counts.size();
    seen_ &= ~strategy_keys;
  } else if (*place == Place::item) {
    item_begin_ = at;
    item_.clear();
  }
  return {};
}

Result<void> JsonObject::scalar(const JsonScalar& value, std::size_t at) {
  const auto number = [&](std::int64_t& to) -> Result<void> {
    if (value.number.wrong) return text_.wrong_number(at, *value.number.wrong);
    to = value.number.value;
    return {};
  };
  switch (places_.back()) {
    case Place::object:
      if (key_ == "schema" && (!value.string || *value.string != packing::plan_schema)) {
        return text_.fail_at(at, ErrorCode::unsupported,
                             "the schema is " + quote(text_.token(at)) + ", not " + std::string(packing::plan_schema));
      }
      if (key_ == "lengths" || key_ == "strategies") return unexpected(at, "an array");
      if (key_ == "histogram") return unexpected(at, "an object");
      return {};
    case Place::lengths: {
      std::int64_t count = 0;
      if (auto ok = number(count); !ok) return ok;
      if (count > 0) {
        rows_.sizes.push_back(length_);
        rows_.counts.push_back(count);
      }
      ++length_;
      return {};
    }
    case Place::histogram:
      if (key_ == "components") return unexpected(at, "an array of names");
      return {};
    case Place::components:
      if (!value.string) return unexpected(at, "a name");
      if (rows_.components.size() == max_components) {
        return text_.fail_at(at, ErrorCode::component_mismatch,
                             "a plan has at most " + std::to_string(max_components) + " components");
      }
      rows_.components.emplace_back(*value.string);
      return {};
    case Place::strategies: return unexpected(at, "a strategy");
    case Place::strategy:
      if (key_ == "repeat") return number(repeat_);
      if (key_ == "items") return unexpected(at, "an array of items");
      return {};
    case Place::items: return unexpected(at, "an array of sizes");
    case Place::item: {
      if (item_.size() == max_components) {
        return text_.fail_at(item_begin_, ErrorCode::component_mismatch,
                             "an item has more than " + std::to_string(max_components) + " sizes");
      }
      std::int64_t size = 0;
      if (auto ok = number(size); !ok) return ok;
      item_.push_back(size);
      return {};
    }
    case Place::elsewhere: return {};
  }
  return {};
}

/// Items of one size that follow each other become one row: a plan lists every item of a pack.
Result<void> JsonObject::end_item() {
  if (item_width_ == 0) item_width_ = item_.size();
  if (item_.empty() || item_.size() != item_width_) {
    return text_.fail_at(
        item_begin_, ErrorCode::component_mismatch,
        "an item has " + std::to_string(item_.size()) + " sizes, but the first one " + std::to_string(item_width_));
  }
  const bool repeats =
      rows_.counts.size() > strategy_rows_ &&
      std::equal(item_.begin(), item_.end(), rows_.sizes.end() - static_cast<std::ptrdiff_t>(item_width_));
  if (repeats) {
    ++rows_.counts.back();
  } else {
    rows_.sizes.insert(rows_.sizes.end(), item_.begin(), item_.end());
    rows_.counts.push_back(1);
  }
  return {};
}

Result<void> JsonObject::end_strategy() {
  for (const std::string_view name : {"repeat", "items"}) {
    if (!has(name)) {
      return text_.fail_at(strategy_begin_, ErrorCode::missing_column, "a strategy has no '" + std::string(name) + "'");
    }
  }
  for (std::size_t row = strategy_rows_; row < rows_.counts.size(); ++row) {
    if (repeat_ > max_exact / rows_.counts[row]) {
      return text_.fail_at(strategy_begin_, ErrorCode::too_large, "a strategy holds more than 2^53 items");
    }
    rows_.counts[row] *= repeat_;
  }
  return {};
}

Result<void> JsonObject::close() {
  const Place place = places_.back();
  places_.pop_back();
  if (place == Place::item) return end_item();
  if (place == Place::strategy) return end_strategy();
  return {};
}

Result<CountedRows> JsonObject::finish() && {
  if (has("lengths") == has("strategies")) {
    return text_.fail_at(begin_, ErrorCode::malformed, "the object is neither {\"lengths\":[…]} nor a tuplepack plan");
  }
  if (has("lengths")) {
    if (list_beside_) {
      return text_.fail_at(begin_, ErrorCode::unsupported,
                           "'lengths' is beside the list " + quote(*list_beside_) +
                               ", so it may be a column of lengths (rename it to 'length'), or counts by length (leave "
                               "out the other)");
    }
    rows_.components = {"length"};
    return std::move(rows_);
  }
  if (!has("components")) {
    return text_.fail_at(begin_, ErrorCode::malformed, "the plan has no 'histogram' with 'components'");
  }
  if (item_width_ != 0 && rows_.components.size() != item_width_) {
    return text_.fail_at(begin_, ErrorCode::component_mismatch,
                         "the plan names " + std::to_string(rows_.components.size()) +
                             " components, but its items have " + std::to_string(item_width_) + " sizes");
  }
  return std::move(rows_);
}

}  // namespace tuplepack::formats
