#include "tuplepack/formats/text/line_ends.hpp"

#include <utility>

namespace tuplepack::formats {

/// Looks where the first line ends, and how. A last carriage return does not tell.
void LineEnds::look_for_end(std::string_view bytes) {
  const bool quoted = quoted_;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == '"') quoted_ = !quoted_;
    if (quoted_ || (bytes[at] != '\n' && bytes[at] != '\r')) continue;
    if (bytes[at] == '\r' && at + 1 == bytes.size()) {
      holds_return_ = true;
      return;
    }
    end_ = bytes[at] == '\r' && bytes[at + 1] != '\n' ? End::carriage_return : End::newline;
    quoted_ = quoted;
    return;
  }
}

std::string_view LineEnds::as_newlines(std::string_view bytes) {
  if (end_ == End::newline || bytes.empty()) return bytes;
  if (std::exchange(holds_return_, false)) {
    end_ = bytes.front() == '\n' ? End::newline : End::carriage_return;
    piece_ = "\r";
    piece_ += bytes;
  } else if (end_ == End::unknown) {
    look_for_end(bytes);
    if (end_ != End::carriage_return) return holds_return_ ? bytes.substr(0, bytes.size() - 1) : bytes;
    piece_ = bytes;
  } else {
    piece_ = bytes;
  }
  if (end_ == End::newline) return piece_;
  for (char& c : piece_) {
    if (c == '"') quoted_ = !quoted_;
    if (c == '\r' && !quoted_) c = '\n';
  }
  return piece_;
}

std::string_view LineEnds::rest() {
  return std::exchange(holds_return_, false) ? "\n" : "";
}

}  // namespace tuplepack::formats
