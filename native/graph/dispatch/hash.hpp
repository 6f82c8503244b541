#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::graph {

/// Characters of a hash as text.
inline constexpr std::size_t hash_digits = 32;

/// XXH3 with 128 bits of what was added, in pieces of any size.
class Hash {
 public:
  Hash();
  Hash(Hash&&) noexcept;
  Hash& operator=(Hash&&) noexcept;
  ~Hash();

  void add(std::span<const std::byte> bytes);
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  /// Hexadecimal digits, as xxhsum -H2 prints them.
  [[nodiscard]] std::string text() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::graph
