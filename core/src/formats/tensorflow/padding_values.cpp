#include "tuplepack/formats/tensorflow/padding_values.hpp"

#include "formats/json/json_tree.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/tensorflow/feature_store.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tuplepack::formats {

// ---- reading ----

static Error within(const std::string& where, Error error) {
  error.message = where + ": " + error.message;
  return error;
}

static Result<PaddingValue> read_value(const JsonValue& value) {
  if (value.is_string()) return std::string(value.string());
  if (value.is_boolean()) return std::int64_t{value.token() == "true" ? 1 : 0};
  if (!value.is_number()) {
    return fail(ErrorCode::malformed, "expected a number, a string or a boolean, found " + quote(value.token()));
  }
  if (value.token().find_first_of(".eE") == std::string_view::npos) return cell_integer(value.token());
  return cell_decimal(value.token());
}

static Result<FeaturePadding> read_features(const JsonValue& object, const std::string& where) {
  FeaturePadding features;
  if (object.is_null()) return features;
  if (!object.is_object()) {
    return fail(ErrorCode::malformed,
                where + ": expected an object of values by feature, found " + quote(object.token()));
  }
  for (const auto& [name, value] : object.members()) {
    auto read = read_value(value);
    const std::string path = where + "." + visible(name, 200);
    if (!read) return tl::unexpected(within(path, std::move(read.error())));
    if (!features.emplace(name, std::move(*read)).second) {
      return fail(ErrorCode::malformed, path + ": duplicate feature");
    }
  }
  return features;
}

static Result<void> read_sets(const JsonValue& object, const std::string& where,
                              std::map<std::string, FeaturePadding, std::less<>>& sets) {
  if (object.is_null()) return {};
  if (!object.is_object()) {
    return fail(ErrorCode::malformed, where + ": expected an object of sets, found " + quote(object.token()));
  }
  for (const auto& [name, features] : object.members()) {
    const std::string path = where + "." + visible(name, 200);
    auto read = read_features(features, path);
    if (!read) return tl::unexpected(std::move(read.error()));
    if (!sets.emplace(name, std::move(*read)).second) {
      return fail(ErrorCode::malformed, path + ": duplicate set");
    }
  }
  return {};
}

Result<PaddingValues> parse_padding_values(std::string_view json) {
  static constexpr std::array<std::string_view, 3> names{"context", "node_sets", "edge_sets"};
  bool done = false;
  const auto tree = JsonTree::parse([&] { return std::exchange(done, true) ? std::string_view() : json; });
  if (!tree) return tl::unexpected(tree.error());
  const JsonValue root = tree->root();
  if (!root.is_object()) {
    return fail(ErrorCode::malformed, "expected an object with 'context', 'node_sets' and 'edge_sets'");
  }
  PaddingValues values;
  for (const auto& [name, member] : root.members()) {
    Result<void> read;
    if (name == names[0]) {
      auto context = read_features(member, "context");
      if (!context) return tl::unexpected(std::move(context.error()));
      values.context = std::move(*context);
    } else if (name == names[1]) {
      read = read_sets(member, "node_sets", values.node_sets);
    } else if (name == names[2]) {
      read = read_sets(member, "edge_sets", values.edge_sets);
    } else {
      return fail(ErrorCode::unknown_name, "unknown key " + quote(name) + "; choose " + alternatives(names));
    }
    if (!read) return tl::unexpected(std::move(read.error()));
  }
  return values;
}

// ---- checking ----

static Result<void> check_value(const PaddingValue& value, graph::FeatureType type) {
  const bool is_text = std::holds_alternative<std::string>(value);
  const graph::ExampleList list = example_list(type);
  if (is_text != (list == graph::ExampleList::bytes)) {
    return fail(ErrorCode::malformed, std::string(is_text ? "a string" : "a number") + ", but the schema declares " +
                                          std::string(name(type)));
  }
  const auto* const decimal = std::get_if<double>(&value);
  if (list == graph::ExampleList::floats && decimal != nullptr && !std::isfinite(static_cast<float>(*decimal))) {
    return fail(ErrorCode::out_of_range, "beyond the range of a float");
  }
  if (list != graph::ExampleList::int64s) return {};
  const auto* const integer = std::get_if<std::int64_t>(&value);
  if (integer == nullptr)
    return fail(ErrorCode::not_an_integer, "a fraction, but the schema declares " + std::string(name(type)));
  if (integer_range(type).has(*integer)) return {};
  return fail(ErrorCode::out_of_range, std::to_string(*integer) + " is out of the range of " + std::string(name(type)));
}

template <typename Named>
static tl::unexpected<Error> no_such(std::string_view what, std::string_view wanted, const Named& there) {
  const auto names = names_of(there);
  return fail(ErrorCode::unknown_name,
              "there is no " + std::string(what) + " " + quote(wanted) +
                  (names.empty() ? "" : did_you_mean(names, wanted) + "there are " + visible(comma_list(names), 1000)));
}

static Result<void> check_features(const FeaturePadding& values, const std::vector<graph::TensorFeature>& features,
                                   const std::string& where) {
  for (const auto& [feature, value] : values) {
    const graph::TensorFeature* const found = find_feature(features, feature);
    if (found == nullptr) return tl::unexpected(within(where, no_such("feature", feature, features).value()));
    if (!found->type || *found->type == graph::FeatureType::other) continue;
    if (auto ok = check_value(value, *found->type); !ok) {
      return tl::unexpected(within(where + "." + visible(feature, 200), std::move(ok.error())));
    }
  }
  return {};
}

template <typename Sets>
static Result<void> check_sets(const std::map<std::string, FeaturePadding, std::less<>>& values, const Sets& sets,
                               const std::string& where) {
  for (const auto& named : values) {
    const std::string& name = named.first;
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const auto& set) { return set.name == name; });
    if (found == sets.end()) return tl::unexpected(within(where, no_such("set", name, sets).value()));
    if (auto ok = check_features(named.second, found->features, where + "." + visible(name, 200)); !ok) return ok;
  }
  return {};
}

Result<void> check_padding_values(const PaddingValues& values, const graph::TensorSchema& schema) {
  static const std::vector<graph::TensorFeature> none;
  const auto& context = schema.context ? schema.context->features : none;
  if (auto ok = check_features(values.context, context, "context"); !ok) return ok;
  if (auto ok = check_sets(values.node_sets, schema.node_sets, "node_sets"); !ok) return ok;
  return check_sets(values.edge_sets, schema.edge_sets, "edge_sets");
}

}  // namespace tuplepack::formats
