#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// No line may be longer than this, so that a file that is not made of lines does not fill the memory.
inline constexpr std::size_t max_line_length = std::size_t{1} << 20;

[[nodiscard]] inline tl::unexpected<Error> line_too_long(std::int64_t line) {
  return fail(ErrorCode::malformed, "the line is longer than " + std::to_string(max_line_length) + " bytes", line);
}

/// Cuts a stream into runs of complete lines and keeps only the line that is still open. Carriage returns that end lines
/// become newlines; see LineEnds.
class LineStream {
 public:
  /// use  Result<void>(std::string_view lines): one line or more, each with its newline
  template <typename Use>
  [[nodiscard]] Result<void> feed(std::string_view bytes, Use use) {
    bytes = ends_.as_newlines(bytes);
    if (!open_.empty()) {
      const std::size_t newline = bytes.find('\n');
      if (newline == std::string_view::npos) {
        open_ += bytes;
        return {};
      }
      open_ += bytes.substr(0, newline + 1);
      bytes.remove_prefix(newline + 1);
      if (auto used = use(std::string_view(open_)); !used) return used;
      open_.clear();
    }
    const std::size_t newline = bytes.rfind('\n');
    if (newline != std::string_view::npos) {
      if (auto used = use(bytes.substr(0, newline + 1)); !used) return used;
      bytes.remove_prefix(newline + 1);
    }
    open_ += bytes;
    return {};
  }

  /// The last line gets the newline it may lack.
  template <typename Use>
  [[nodiscard]] Result<void> finish(Use use) {
    if (auto fed = feed(ends_.rest(), use); !fed) return fed;
    if (open_.empty()) return {};
    open_ += '\n';
    return use(std::string_view(open_));
  }

  [[nodiscard]] bool too_long() const { return open_.size() > max_line_length; }

 private:
  LineEnds ends_;
  std::string open_;
};

}  // namespace tuplepack::formats
