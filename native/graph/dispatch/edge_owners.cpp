#include "graph/dispatch/edge_owners.hpp"

#include "ranks/mailbox.hpp"

#include <algorithm>

namespace tuplepack::graph {

Result<void> EdgeOwners::open(std::size_t type) {
  if (file_ && type_ == type) return {};
  auto file = files::InputFile::open(spill_.folder + "/" + owners_name(type, ranks::rank()));
  if (!file) return tl::unexpected(std::move(file.error()));
  file_ = std::move(*file);
  type_ = type;
  return {};
}

/// What each rank has to know of the edges that this one has read.
Result<void> EdgeOwners::read_blocks(std::size_t type, const RowSlices& slices) {
  constexpr std::int64_t width = sizeof(std::uint16_t);
  const int next = ranks::rank() + 1;
  const IdRange run{spill_.starts.of(ranks::rank(), type),
                    next < ranks::count() ? spill_.starts.of(next, type) : schema_.edge_types[type].edges};
  for (auto& block : blocks_) block.clear();
  if (slices.begin >= run.end || slices.of(ranks::count() - 1).end <= run.begin) return {};
  if (auto opened = open(type); !opened) return opened;
  for (int rank = 0; rank < ranks::count(); ++rank) {
    const IdRange slice = slices.of(rank);
    const IdRange known{std::max(slice.begin, run.begin), std::min(slice.end, run.end)};
    if (known.size() <= 0) continue;
    auto& block = blocks_[static_cast<std::size_t>(rank)];
    block.resize(static_cast<std::size_t>(known.size() * width));
    if (auto read = file_->read((known.begin - run.begin) * width, block); !read) return read;
  }
  return {};
}

Result<std::span<const std::uint16_t>> EdgeOwners::of_rows(std::size_t feature, const RowSlices& slices) {
  auto read = read_blocks(tables_.features[feature].type, slices);
  auto exchanged = ranks::exchange_unless_failed(blocks_, std::move(read), round_);
  if (!exchanged) return tl::unexpected(exchanged.error());
  // Runs follow each other in the order of ranks, and so do the edges. The memory of a vector is aligned for any type.
  return std::span(reinterpret_cast<const std::uint16_t*>(round_.bytes.data()),  // NOLINT
                   static_cast<std::size_t>(slices.of(ranks::rank()).size()));
}

}  // namespace tuplepack::graph
