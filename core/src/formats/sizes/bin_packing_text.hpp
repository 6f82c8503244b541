#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// An instance of a library of bin packing problems.
///
///   BPPLIB (Delorme, Iori, Martello 2018)  the number n of lines, the capacity, then n lines of a size, or of a size and
///                                          its count
///   VPSolver's .vbp (Brandão 2016)         the number of components, their capacities, the number n of lines, then n lines
///                                          of the sizes of an item and its count
struct BinPackingText {
  std::vector<std::int64_t> capacities;  ///< by component
  std::vector<std::int64_t> sizes{};     ///< rows × components
  std::vector<std::int64_t> counts{};    ///< rows; empty: each is one item
  bool may_be_cut = false;               ///< within the last number
};

/// An instance; nothing where text is something else: its counts hold, and no size exceeds its capacity. None at all while too
/// little is known to tell.
/// text   up to 16 MiB; more is not an instance
/// whole  this is all
/// cost   O(text), and little for text whose first lines tell
[[nodiscard]] std::optional<std::optional<BinPackingText>> bin_packing_text(std::string_view text, bool whole);

/// Hands its items to a sink, with a note.
/// errors  what the sink returned
[[nodiscard]] Result<void> hand_over(const BinPackingText& instance, RowSink& sink);

}  // namespace tuplepack::formats
