#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Text whose first line ends in a carriage return alone, as on old Macs, gets newlines instead of all of them; in quotes
/// they stay. Other text is left as it is. Memory is that of a piece.
class LineEnds {
 public:
  /// The next piece, valid until the next call. A carriage return at its end may be held back.
  [[nodiscard]] std::string_view as_newlines(std::string_view bytes);

  /// What was held back, once there are no more pieces.
  [[nodiscard]] std::string_view rest();

 private:
  enum class End : std::uint8_t { unknown, newline, carriage_return };
  End end_ = End::unknown;
  bool quoted_ = false;
  bool holds_return_ = false;
  std::string piece_;

  void look_for_end(std::string_view bytes);
};

/// Whether a text ends within its last line, with a digit: it may have been cut within that number.
[[nodiscard]] inline bool may_be_cut(std::string_view text) {
  return !text.empty() && text.back() >= '0' && text.back() <= '9';
}

/// Whether such a number may have been longer, as another of its column is: one of more digits. Where there is none, nothing
/// says so.
/// last, largest  of its column; neither is negative
[[nodiscard]] inline bool may_lack_digits(std::string_view text, std::int64_t last, std::int64_t largest) {
  if (!may_be_cut(text)) return false;
  for (; last >= 10; last /= 10) largest /= 10;
  return largest >= 10;
}

/// The note on a text that may be cut.
inline constexpr std::string_view cut_note =
    "the last line does not end with a newline, so its last number may be truncated";

}  // namespace tuplepack::formats
