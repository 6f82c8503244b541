#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tuplepack::formats {

/// The values of a feature of a tf.Example: none at all (an empty Feature), bytes, floats or integers.
using FeatureValues = std::variant<std::monostate, std::span<const std::string_view>, std::span<const float>,
                                   std::span<const std::int64_t>>;

/// "nothing", "bytes", "floats", "integers".
[[nodiscard]] std::string_view kind_of(const FeatureValues& values);
/// The same by its name.
[[nodiscard]] std::string_view kind_named(std::string_view name);

/// How many values there are.
[[nodiscard]] std::size_t size_of(const FeatureValues& values);

struct NamedFeature {
  std::string_view name;
  FeatureValues values;
};

/// A feature of this name; null: there is none.
/// features  sorted by name
[[nodiscard]] const NamedFeature* named_feature(std::span<const NamedFeature> features, std::string_view name);

/// Reads tf.Examples one after the other, in memory that is used again: nothing is allocated per feature or value once
/// the largest example was seen. Every encoding that protobuf accepts is read: packed and unpacked lists, in pieces,
/// repeated keys (the last one counts), unknown fields. Takes at most a small multiple of the size of the example.
class ExampleReader {
 public:
  ExampleReader() = default;
  /// prefix  that names of features have, as TensorFlow GNN's parse_example() takes it. It is cut off; features without it
  ///         are ignored
  explicit ExampleReader(std::string prefix) : prefix_(std::move(prefix)) {}

  /// The features, sorted by the bytes of their names. Valid until the next call; names and bytes point into the example.
  /// errors  malformed, names the byte; or there are features, and none with the prefix
  [[nodiscard]] Result<std::span<const NamedFeature>> read(std::string_view example);

 private:
  struct Found {
    std::string_view name;
    std::size_t kind = 0, begin = 0, end = 0;  // the alternative of FeatureValues, and where its values lie
  };
  std::string prefix_;
  std::vector<Found> found_;
  std::vector<std::string_view> bytes_;
  std::vector<float> floats_;
  std::vector<std::int64_t> integers_;
  std::vector<NamedFeature> features_;

  [[nodiscard]] std::size_t pool_size(std::size_t kind) const;
  [[nodiscard]] FeatureValues values_of(const Found& found) const;
  struct Fault;
  bool read_list(std::string_view list, Found& found, Fault& fault);
  bool read_feature(std::string_view feature, Found& found, Fault& fault);
  bool read_features(std::string_view features, Fault& fault);
};

/// Appends an example in protobuf's deterministic serialization: sorted by name, lists packed. Equal features give equal
/// bytes.
/// assumes  names that differ
void append_example(std::string& out, std::span<const NamedFeature> features);

}  // namespace tuplepack::formats
