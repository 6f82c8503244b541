#include "table_columns.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <cmath>

namespace tuplepack::formats {

std::string names_text(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  quoted.reserve(names.size());
  for (const std::string& name : names) quoted.push_back(quote(name));
  const std::vector<std::string_view> views(quoted.begin(), quoted.end());
  return alternatives(views);
}

static Result<std::size_t> table_column(std::span<const std::string> names, const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  std::string there;
  for (const std::string& name : names) there += (there.empty() ? "" : ", ") + visible(name, 100);
  return fail(ErrorCode::missing_column, "there is no column " + names_text(wanted) +
                                             did_you_mean(names, wanted.front()) + "columns: " + visible(there, 1000));
}

Result<TablePlaces> table_places(std::span<const std::string> names, const TableColumns& columns) {
  TablePlaces places{.width = names.size(), .ids = {}};
  Result<void> missing;
  const auto place = [&](const std::vector<std::string>& wanted, bool optional) -> std::optional<std::size_t> {
    const auto column = table_column(names, wanted);
    if (column) return *column;
    if (!optional && missing) missing = tl::unexpected(column.error());
    return std::nullopt;
  };
  for (const std::string& id : columns.ids) places.ids.push_back(place({id, id.substr(1)}, false).value_or(0));
  for (const FeatureStore* const store : columns.features) {
    places.features.push_back(place({std::string(store->feature_name())}, columns.optional));
  }
  if (columns.weights != nullptr) places.weight = place(columns.weights->names, columns.optional);
  if (columns.times != nullptr) places.time = place(columns.times->names, columns.optional);
  if (!missing) return tl::unexpected(missing.error());
  return places;
}

Result<void> add_weight(WeightColumn& column, double weight, std::string_view shown) {
  if (!std::isfinite(weight)) {
    return fail(ErrorCode::malformed, "the weight " + quote(shown) + " is not a finite number");
  }
  if (weight < 0 && !column.may_be_negative) {
    return fail(ErrorCode::negative, "the weight " + quote(shown) + " is negative");
  }
  const auto value = static_cast<float>(weight);
  if (!std::isfinite(value)) {
    return fail(ErrorCode::out_of_range, "the weight " + quote(shown) + " is beyond the range of a float");
  }
  column.values.push_back(value);
  return {};
}

Result<std::int64_t> decimal_time(double time) {
  if (std::isnan(time)) return fail(ErrorCode::malformed, "a time is not a number");
  return ordered_time(time);
}

}  // namespace tuplepack::formats
