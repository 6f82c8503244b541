#include "codecs/inflater.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace tuplepack::codecs {

struct Inflater::State {
  z_stream stream{};
  std::string_view rest;  // not handed to zlib yet, which counts with 32 bits
  bool inside_member = true;

  explicit State(Wrapper wrapper) {
    constexpr int either_wrapper = 32;
    const int bits = wrapper == Wrapper::none ? -MAX_WBITS : MAX_WBITS + either_wrapper;
    if (inflateInit2(&stream, bits) != Z_OK) throw std::bad_alloc();
  }
  ~State() { inflateEnd(&stream); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// False when nothing is left.
  bool refill() {
    if (stream.avail_in > 0) return true;
    const std::size_t some = std::min<std::size_t>(rest.size(), std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));  // NOLINT: zlib does not write
    stream.avail_in = static_cast<uInt>(some);
    rest.remove_prefix(some);
    return some > 0;
  }
  /// Begins another member, or passes a zero.
  void begin_member() {
    if (*stream.next_in == 0) {
      ++stream.next_in;
      --stream.avail_in;
      return;
    }
    inflateReset(&stream);
    inside_member = true;
  }
};

Inflater::Inflater(Wrapper wrapper) : state_(std::make_unique<State>(wrapper)) {}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

void Inflater::feed(std::string_view packed) {
  state_->rest = packed;
}

std::size_t Inflater::left() const {
  return state_->stream.avail_in + state_->rest.size();
}

bool Inflater::inside_member() const {
  return state_->inside_member;
}

std::optional<std::size_t> Inflater::unpack(std::span<char> out) {
  z_stream& stream = state_->stream;
  const std::size_t room = std::min<std::size_t>(out.size(), std::numeric_limits<uInt>::max());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(room);
  while (stream.avail_out > 0) {
    const bool has_more = state_->refill();
    if (!state_->inside_member) {
      if (!has_more) break;
      state_->begin_member();
      continue;
    }
    const int status = inflate(&stream, Z_NO_FLUSH);  // zlib may hold the last bytes that it took, for more room
    if (!has_more && status == Z_BUF_ERROR) break;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) {
      state_->inside_member = false;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return std::nullopt;
    }
  }
  return room - stream.avail_out;
}

}  // namespace tuplepack::codecs
