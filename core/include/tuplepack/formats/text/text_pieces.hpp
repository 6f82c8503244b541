#pragma once

#include <functional>
#include <string_view>

namespace tuplepack::formats {

/// Returns the next piece of a text, valid until the next call; an empty one at the end.
using TextPieces = std::function<std::string_view()>;

/// The pieces of an in-memory text, which must outlive them.
[[nodiscard]] inline TextPieces pieces_of(std::string_view text) {
  return [text]() mutable {
    constexpr std::size_t piece_size = std::size_t{1} << 16;
    const std::string_view piece = text.substr(0, piece_size);
    text.remove_prefix(piece.size());
    return piece;
  };
}

}  // namespace tuplepack::formats
