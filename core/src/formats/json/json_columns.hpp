#pragma once

#include "formats/rows/size_columns.hpp"
#include "json_events.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// The visitor of a JSON object whose members are columns, {"length":[5,7],"count":[2,1]}; or, where lengths of lists are
/// asked for, columns of lists or one row of them; or counts by length, {"5":2,"7":1}, as json.dump(Counter) writes them.
class JsonColumns {
 public:
  explicit JsonColumns(const JsonText& text) : text_(text) {}

  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] Result<void> key(std::string_view name, std::size_t at);

  /// Whether all keys are sizes, and their values numbers.
  [[nodiscard]] bool is_counter() const;
  /// Whether these keys are 0, 1, 2, …, as pandas writes an index.
  [[nodiscard]] bool counts_keys() const;
  /// errors  those of a number · malformed (a duplicate size)
  [[nodiscard]] Result<CountedRows> counter() &&;

  /// Members that are not columns of numbers matter only where they are used.
  /// errors  those of hand_over_columns, and of a number
  [[nodiscard]] Result<void> finish(const ReadOptions& given, RowSink& sink) &&;

 private:
  struct Problem {
    std::size_t offset;
    ErrorCode code;  // of a number; malformed: the member is not an array
  };

  JsonText text_;
  std::size_t begin_ = 0;
  std::size_t depth_ = 0;
  enum class Elements : std::uint8_t { none, values, lists, both };

  std::vector<NamedColumn> columns_;              // of an element that is a list, its length is the value
  std::vector<Elements> elements_;                // of each
  std::vector<FirstCell> first_row_;              // of each, its first element
  std::vector<std::size_t> offsets_;              // of their values
  bool has_arrays_ = false;                       // or objects, among the members
  bool has_row_keys_ = false;                     // in objects among the members, which are columns of pandas then
  std::vector<std::optional<Problem>> problems_;  // by column: the first

  void note(std::size_t offset, ErrorCode code);
  void add_element(Elements kind);
  void row_key(std::string_view name);
  [[nodiscard]] std::string way_out(const ReadOptions& options, std::size_t column) const;
  [[nodiscard]] Result<void> check_lists(const ReadOptions& options, std::vector<std::size_t> lists);
};

}  // namespace tuplepack::formats
