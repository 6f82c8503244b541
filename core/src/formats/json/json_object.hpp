#pragma once

#include "formats/rows/size_columns.hpp"
#include "json_events.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// The visitor of a JSON object: {"lengths":[c0,c1,…]}, or a tuplepack plan, of which it takes the items. Columns are
/// for JsonColumns.
class JsonObject {
 public:
  explicit JsonObject(const JsonText& text) : text_(text) {}

  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] Result<void> key(std::string_view name, std::size_t at);

  /// Whether a key of either has come.
  [[nodiscard]] bool recognized() const { return seen_ != 0; }
  /// Whether counts by length were read.
  [[nodiscard]] bool has_lengths() const { return length_ > 0; }

  /// errors  malformed (neither of the two) · unsupported (lengths that may be a column beside others) · component_mismatch
  ///         (items that are not as wide as the plan's components)
  [[nodiscard]] Result<CountedRows> finish() &&;

 private:
  enum class Place : std::uint8_t {
    object,
    lengths,
    histogram,
    components,
    strategies,
    strategy,
    items,
    item,
    elsewhere
  };

  JsonText text_;
  std::vector<Place> places_;
  std::size_t begin_ = 0;
  std::string key_;    // the last one
  unsigned seen_ = 0;  // keys that may come once, by bit
  std::int64_t length_ = 0;
  std::optional<std::string> list_beside_;  // another column, perhaps, beside the lengths
  std::size_t item_width_ = 0;              // 0 before the first item
  std::size_t item_begin_ = 0;
  std::size_t strategy_begin_ = 0;
  std::int64_t repeat_ = 0;
  std::vector<std::int64_t> item_;  // its sizes
  std::size_t strategy_rows_ = 0;   // rows before the current strategy
  CountedRows rows_;

  [[nodiscard]] Result<Place> inside(char bracket, std::size_t at);
  [[nodiscard]] tl::unexpected<Error> unexpected(std::size_t at, const std::string& expected) const;
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] Result<void> end_item();
  [[nodiscard]] Result<void> end_strategy();
};

}  // namespace tuplepack::formats
