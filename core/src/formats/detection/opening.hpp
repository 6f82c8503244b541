#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Holds the first bytes of an input until they tell its format. Nothing is copied when the first piece does.
class Opening {
 public:
  /// asked   the format, or detect
  /// likely  what the name of the file tells: decides where the bytes leave two readings
  explicit Opening(Format asked, Format likely = Format::detect);

  /// whole   these are the last bytes, so that there is always a format
  /// errors  unsupported (compressed, text that is not UTF-8, or a format that is not read, by its name)
  [[nodiscard]] Result<std::optional<Format>> add(std::string_view bytes, bool whole);

  /// Everything so far, without a byte order mark. Valid as long as the bytes last added.
  [[nodiscard]] std::string_view text() const { return text_.substr(begin_); }

 private:
  Format asked_, likely_;
  std::string held_;             // pieces that did not tell
  std::string_view text_;        // those, or the one piece there is
  std::size_t begin_ = 0;        // after the byte order mark
  std::size_t content_ = 0;      // the first byte that is not blank
  std::size_t searched_ = 0;     // no newline at or after content_ lies before
  std::size_t second_line_ = 0;  // 0 until the newline after content_ was found
  std::size_t signature_ = 0;    // the first few bytes, once looked at: as few as tell, however the bytes came

  [[nodiscard]] Result<void> look_at_signature();
  [[nodiscard]] bool may_be_row() const;
  [[nodiscard]] std::optional<Format> detect(bool whole);
};

}  // namespace tuplepack::formats
