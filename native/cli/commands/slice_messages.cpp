#include "slice_messages.hpp"

#include "ranks/mailbox.hpp"

#include <array>
#include <cstring>

namespace tuplepack::cli {

Words words_of(std::span<const std::byte> message) {
  Words words(message.size() / sizeof(std::int64_t));
  if (!words.empty()) std::memcpy(words.data(), message.data(), message.size());
  return words;
}

void for_each_part(const packing::PackSlice& packs,
                   const std::function<void(std::size_t begin, std::size_t end)>& use) {
  constexpr std::int64_t pieces = std::int64_t{1} << 16;
  constexpr std::size_t most = 4096;
  for (std::size_t begin = 0; begin < packs.packs();) {
    std::size_t end = begin + 1;
    while (end < packs.packs() && end - begin < most && packs.offsets[end + 1] - packs.offsets[begin] <= pieces) ++end;
    use(begin, end);
    begin = end;
  }
}

Words message_of(const packing::PackSlice& slice, SliceParts needed) {
  static const Words nothing;
  const std::array arrays{&slice.offsets, needed.items ? &slice.items : &nothing,
                          needed.begins ? &slice.begins : &nothing, needed.sizes ? &slice.sizes : &nothing};
  Words words;
  for (const Words* array : arrays) words.push_back(static_cast<std::int64_t>(array->size()));
  for (const Words* array : arrays) words.insert(words.end(), array->begin(), array->end());
  return words;
}

packing::PackSlice slice_in(std::span<const std::byte> message) {
  const Words words = words_of(message);
  auto left = std::span(words).subspan(4);
  const auto take = [&](std::int64_t count) {
    const auto taken = left.first(static_cast<std::size_t>(count));
    left = left.subspan(taken.size());
    return Words(taken.begin(), taken.end());
  };
  packing::PackSlice slice{.offsets = take(words[0])};
  slice.items = take(words[1]);
  slice.begins = take(words[2]);
  slice.sizes = take(words[3]);
  return slice;
}

std::int64_t max_sent_pieces(std::int64_t words_of_piece) {
  constexpr std::int64_t in_message = ranks::max_message / std::int64_t{sizeof(std::int64_t)} - 8;  // see message_of()
  return in_message / words_of_piece;
}

}  // namespace tuplepack::cli
