#include "codecs/decompress.hpp"

#include "codecs/codecs.hpp"

namespace tuplepack {

static Result<Unpacked> unpack(Codec codec, std::string_view packed, std::span<char> out) {
  switch (codec) {
    case Codec::snappy: return unpack_snappy(packed, out);
    case Codec::gzip: return unpack_gzip(packed, out);
    case Codec::zstd: return unpack_zstd(packed, out);
    case Codec::lz4: return unpack_lz4(packed, out);
    case Codec::lz4_hadoop: return unpack_lz4_hadoop(packed, out);
    case Codec::lz4_frame: return unpack_lz4_frame(packed, out);
    case Codec::none: break;
  }
  return Unpacked(packed.copy(out.data(), out.size()));
}

Result<void> decompress(Codec codec, std::string_view packed, std::span<char> out) {
  const auto unpacked = unpack(codec, packed, out);
  if (!unpacked) return tl::unexpected(unpacked.error());
  if (*unpacked == out.size()) return {};
  const std::string name_of(name(codec));
  if (!*unpacked) return fail(ErrorCode::malformed, "its " + name_of + " data are corrupt");
  return fail(ErrorCode::malformed, "its " + name_of + " data unpack to " + std::to_string(**unpacked) +
                                        " bytes instead of " + std::to_string(out.size()));
}

}  // namespace tuplepack
