#include "levels.hpp"

namespace tuplepack::packing {

Levels::Levels(std::span<const std::int64_t> limits) {
  for (const std::int64_t limit : limits) {
    scales_.push_back(static_cast<double>(count - 1) /
                      (static_cast<double>(limits.size()) * static_cast<double>(limit)));
  }
}

LevelQueue::LevelQueue(std::size_t things)
    : links_(things, {.before = none, .next = none, .level = none}),
      ends_(Levels::count, {.first = none, .last = none}) {}

void LevelQueue::push(std::uint32_t thing, std::uint32_t level) {
  Ends& ends = ends_[level];
  links_[thing] = {.before = ends.last, .next = none, .level = level};
  (ends.last == none ? ends.first : links_[ends.last].next) = thing;
  ends.last = thing;
  occupied_[level / word_bits] |= std::uint64_t{1} << level % word_bits;
  words_ |= std::uint64_t{1} << level / word_bits;
}

void LevelQueue::erase(std::uint32_t thing) {
  const Link link = links_[thing];
  Ends& ends = ends_[link.level];
  (link.before == none ? ends.first : links_[link.before].next) = link.next;
  (link.next == none ? ends.last : links_[link.next].before) = link.before;
  if (ends.first != none) return;
  const std::uint32_t word = link.level / word_bits;
  occupied_[word] &= ~(std::uint64_t{1} << link.level % word_bits);
  if (occupied_[word] == 0) words_ &= ~(std::uint64_t{1} << word);
}

}  // namespace tuplepack::packing
