#pragma once

#include "json_events.hpp"
#include "size_columns.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack {

/// The visitor of a JSON object whose members are columns: {"length":[5,7],"count":[2,1]}.
class JsonColumns {
 public:
  explicit JsonColumns(const JsonText& text) : text_(text) {}

  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] Result<void> key(std::string_view name, std::size_t at);

  /// Members that are no columns of numbers matter only where they are used.
  /// errors  those of hand_over_columns, and of a number
  [[nodiscard]] Result<void> finish(const ReadOptions& options, RowSink& sink) &&;

 private:
  struct Problem {
    std::size_t offset;
    ErrorCode code;  // of a number; malformed: the member is not an array
  };

  JsonText text_;
  std::size_t begin_ = 0;
  std::size_t depth_ = 0;
  std::vector<NamedColumn> columns_;
  std::vector<std::optional<Problem>> problems_;  // by column: the first

  void note(std::size_t offset, ErrorCode code);
};

}  // namespace tuplepack
