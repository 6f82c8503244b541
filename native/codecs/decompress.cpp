#include "codecs/decompress.hpp"

#include "codecs/codecs.hpp"
#include "codecs/inflater.hpp"

#include <vector>

namespace tuplepack::codecs {

static Result<Unpacked> unpack(formats::Codec codec, std::string_view packed, std::size_t size, std::span<char> out) {
  switch (codec) {
    case formats::Codec::snappy: return unpack_snappy(packed, size, out);
    case formats::Codec::gzip: return unpack_gzip(packed, size, out);
    case formats::Codec::zstd: return unpack_zstd(packed, size, out);
    case formats::Codec::lz4: return unpack_lz4(packed, size, out);
    case formats::Codec::lz4_hadoop: return unpack_lz4_hadoop(packed, size, out);
    case formats::Codec::lz4_frame: return unpack_lz4_frame(packed, size, out);
    case formats::Codec::none: break;
  }
  packed.copy(out.data(), out.size());
  return Unpacked(packed.size());
}

static tl::unexpected<Error> corrupt(std::string_view name) {
  return fail(ErrorCode::malformed, "its " + std::string(name) + " data is corrupt");
}

static Result<void> check_size(const Unpacked& found, std::string_view name, std::size_t size) {
  if (found == size) return {};
  if (!found) return corrupt(name);
  return fail(ErrorCode::malformed, "its " + std::string(name) + " data decompresses to " +
                                        (*found > size ? "more than" : std::to_string(*found) + " bytes instead of") +
                                        " the " + std::to_string(size) + " bytes that its header declares");
}

Result<void> unpack_member(std::string_view packed, std::span<char> out) {
  const auto unpacked = unpack_deflate(packed, out.size(), out);
  return unpacked ? check_size(*unpacked, "deflate", out.size()) : tl::unexpected(unpacked.error());
}

Result<void> unpack_member_in_pieces(std::string_view packed, const formats::MemberSink& sink) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 18;
  std::vector<char> piece(piece_bytes);
  Inflater inflater(Inflater::Wrapper::none);
  inflater.feed(packed);
  for (std::size_t got = piece_bytes; got == piece_bytes;) {
    const auto unpacked = inflater.unpack(piece);
    if (!unpacked) return corrupt("deflate");
    got = *unpacked;
    if (auto taken = sink(std::span(piece).first(got)); !taken) return taken;
  }
  return inflater.inside_member() ? corrupt("deflate") : Result<void>();
}

Result<void> decompress(formats::Codec codec, std::string_view packed, std::size_t size, std::span<char> out) {
  const auto unpacked = unpack(codec, packed, size, out);
  if (!unpacked) return tl::unexpected(unpacked.error());
  return check_size(*unpacked, name(codec), size);
}

}  // namespace tuplepack::codecs
