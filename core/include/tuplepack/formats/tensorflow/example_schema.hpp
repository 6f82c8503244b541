#pragma once

#include "set_sizes.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// Collects the sets and features that GraphTensors have, as far as their tf.Examples show them. Memory: that of the names.
class ExampleSchema {
 public:
  /// features  sorted by name, as ExampleReader has them
  /// sizes     of them, set_sizes()
  void add(std::span<const NamedFeature> features, std::span<const SetSize> sizes);
  /// Adds what the examples that follow show.
  void add(const ExampleSchema& next);
  template <typename Archive>
  void visit(Archive& archive) {
    archive(sets_);
  }

  /// The schema of all that was added: what `declared` says of sets and features, without features that no example has;
  /// then what only the examples have. Of these, bytes are strings, floats are float32, integers are int64; as many
  /// values in every row are a dimension.
  /// declared  may be null
  /// errors    unsupported (an edge set that is not declared, and several node sets: which ones it connects is not known)
  [[nodiscard]] Result<graph::TensorSchema> schema(const graph::TensorSchema* declared) const;

 private:
  struct Found {
    std::size_t kind = 0;  // the alternative of FeatureValues; 0: no example has values
    /// Values of the fixed dimensions before each ragged one, by its number; of all after the last one by 0.
    std::map<std::size_t, std::optional<std::int64_t>> fixed;

    template <typename Archive>
    void visit(Archive& archive) {
      archive(kind, fixed);
    }
  };
  struct FoundSet {
    std::map<std::string, Found, std::less<>> features;

    template <typename Archive>
    void visit(Archive& archive) {
      archive(features);
    }
  };
  std::map<std::string, FoundSet, std::less<>> sets_;  // "context", "nodes/NAME", "edges/NAME"

  [[nodiscard]] std::vector<graph::TensorFeature> features_of(const std::string& set,
                                                              const std::vector<graph::TensorFeature>& declared) const;
};

}  // namespace tuplepack::formats
