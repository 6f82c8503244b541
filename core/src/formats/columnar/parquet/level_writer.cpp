#include "level_writer.hpp"

#include "formats/tensorflow/wire.hpp"

#include <algorithm>

namespace tuplepack::formats {

void LevelWriter::end_packed() {
  if (packed_.empty()) return;
  put_varint(runs_, packed_.size() << 1U | 1U);
  runs_ += packed_;
  packed_.clear();
  in_last_ = 0;
}

void LevelWriter::add(bool level, std::uint64_t count) {
  while (count > 0) {
    if (in_last_ == 0 && count >= 8) {
      end_packed();
      put_varint(runs_, count << 1U);
      runs_ += level ? '\1' : '\0';
      return;
    }
    if (in_last_ == 0) packed_ += '\0';
    const auto some = static_cast<unsigned>(std::min<std::uint64_t>(count, 8 - in_last_));
    if (level)
      packed_.back() = static_cast<char>(static_cast<unsigned char>(packed_.back()) | ((1U << some) - 1) << in_last_);
    in_last_ = (in_last_ + some) % 8;
    count -= some;
  }
}

std::string LevelWriter::take() && {
  end_packed();
  return std::move(runs_);
}

}  // namespace tuplepack::formats
