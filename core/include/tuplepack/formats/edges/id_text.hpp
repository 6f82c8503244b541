#pragma once

#include "tuplepack/formats/rows/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

struct IdTextOptions {
  std::vector<IdLimit> limits;  ///< of each column of ids, 8 at most
  char separator = '\0';        ///< column separator; '\0': detected from the first line; ' ': runs of blanks
  /// Chooses the columns of ids, given the names in the header, or in a comment, if any, and the number of columns. None: there is no
  /// header, and the columns are those of the limits.
  std::function<Result<std::vector<std::size_t>>(std::span<const std::string> names, std::size_t width)> choose{};
  /// Told which columns were chosen, once: names are empty if there are none. May be empty.
  std::function<void(std::span<const std::string> names, std::size_t width, const std::vector<std::size_t>& chosen)>
      chosen{};
  /// Whether the words of a comment above the rows, which may be prose, name the columns, where no header does. Empty: none
  /// does.
  std::function<bool(std::span<const std::string> words, bool is_prose)> are_named_by{};
  std::optional<TextIds> text{};  ///< ids are numbered by it; none: they are numbers
};

/// Reads lines of ids, in pieces of any size: csv as for sizes (see Format). No line at all is fine.
/// cost    a core reads more than 0.5 GB of pairs per second; memory does not grow with the lines
class IdTextReader {
 public:
  IdTextReader(IdTextOptions options, IdSink sink);
  ~IdTextReader();
  IdTextReader(IdTextReader&&) noexcept;
  IdTextReader& operator=(IdTextReader&&) noexcept;

  /// errors  those of SizesReader, with line and column · out_of_range (an id) · what the sink returned. After an error
  ///         the reader must not be used again.
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();
  /// After that: whether the text may have been cut within its last number, which is that of an id: no newline follows, and
  /// another id of its column has more digits, or ids are text.
  [[nodiscard]] bool may_be_cut() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats
