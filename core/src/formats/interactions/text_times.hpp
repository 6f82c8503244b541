#pragma once

#include "formats/csv/csv_fields.hpp"
#include "tuplepack/temporal/events.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// Times of a text in the order of its rows: integers until one has a fraction or an exponent, which makes all of them
/// doubles; or dates, if the first is one.
class TextTimes {
 public:
  /// lines  of the times so far
  /// errors malformed · too_large (beyond 2^62, or beyond 2^53 beside fractions), with the line
  [[nodiscard]] Result<void> add(const CsvField& field, std::int64_t line, std::span<const std::int64_t> lines);

  [[nodiscard]] bool has_dates() const { return has_dates_; }
  /// Whether the last time has fewer characters than another.
  [[nodiscard]] bool ends_short() const { return last_length_ < longest_; }
  [[nodiscard]] temporal::Times take() &&;

 private:
  std::vector<std::int64_t> whole_;  // before the first with a fraction
  std::vector<double> fractional_;   // all, once there is one
  bool has_fractions_ = false;
  bool has_dates_ = false;
  std::size_t last_length_ = 0, longest_ = 0;  // of texts

  [[nodiscard]] Result<void> read_fractional(const CsvField& field, std::int64_t line,
                                             std::span<const std::int64_t> lines);
  [[nodiscard]] Result<void> add_fractional(double time, std::span<const std::int64_t> lines);
};

}  // namespace tuplepack::formats
