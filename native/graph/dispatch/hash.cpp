#include "graph/dispatch/hash.hpp"

#include <array>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tuplepack::graph {

struct Hash::State {
  XXH3_state_t state;
};

Hash::Hash() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->state);
}

Hash::Hash(Hash&&) noexcept = default;
Hash& Hash::operator=(Hash&&) noexcept = default;
Hash::~Hash() = default;

void Hash::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->state, bytes.data(), bytes.size());
}

std::string Hash::text() const {
  constexpr std::string_view digits = "0123456789abcdef";
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(&state_->state));
  std::string text;
  for (const unsigned char byte : bytes.digest) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace tuplepack::graph
