#include "tuplepack/formats/sizes/shards.hpp"

#include <charconv>

namespace tuplepack::formats {

static constexpr std::size_t shard_digits = 5;

/// A number of shards: at least 1, digits only.
static std::optional<std::int64_t> shard_count(std::string_view text) {
  constexpr std::int64_t most = 1'000'000;
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || rest != end || count < 1 || count > most) return std::nullopt;
  return count;
}

std::optional<ShardedName> sharded_name(std::string_view text) {
  static constexpr std::string_view pattern = "-????\?-of-";
  std::size_t at = text.rfind(pattern);
  std::size_t size = pattern.size();
  if (at == std::string_view::npos) {
    at = text.rfind('@');
    size = 1;
  } else if (text.size() < at + size + shard_digits) {
    return std::nullopt;
  }
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  const auto count = shard_count(text.substr(at + size));
  if (!count) return std::nullopt;
  return ShardedName{.base = std::string(text.substr(0, at)), .shards = *count};
}

static std::string five_digits(std::int64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < shard_digits ? shard_digits - digits.size() : 0, '0') + digits;
}

std::string shard_name(const ShardedName& name, std::int64_t shard) {
  return name.base + "-" + five_digits(shard) + "-of-" + five_digits(name.shards);
}

std::vector<std::string> shard_names(const ShardedName& name) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(name.shards));
  for (std::int64_t shard = 0; shard < name.shards; ++shard) names.push_back(shard_name(name, shard));
  return names;
}

}  // namespace tuplepack::formats
