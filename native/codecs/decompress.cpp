#include "codecs/decompress.hpp"

#include "codecs/codecs.hpp"

namespace tuplepack {

static Result<Unpacked> unpack(Codec codec, std::string_view packed, std::size_t size, std::span<char> out) {
  switch (codec) {
    case Codec::snappy: return unpack_snappy(packed, size, out);
    case Codec::gzip: return unpack_gzip(packed, size, out);
    case Codec::zstd: return unpack_zstd(packed, size, out);
    case Codec::lz4: return unpack_lz4(packed, size, out);
    case Codec::lz4_hadoop: return unpack_lz4_hadoop(packed, size, out);
    case Codec::lz4_frame: return unpack_lz4_frame(packed, size, out);
    case Codec::none: break;
  }
  packed.copy(out.data(), out.size());
  return Unpacked(packed.size());
}

Result<void> decompress(Codec codec, std::string_view packed, std::size_t size, std::span<char> out) {
  const auto unpacked = unpack(codec, packed, size, out);
  if (!unpacked) return tl::unexpected(unpacked.error());
  if (*unpacked == size) return {};
  const std::string name_of(name(codec));
  if (!*unpacked) return fail(ErrorCode::malformed, "its " + name_of + " data are corrupt");
  const std::string found = **unpacked > size ? "more than" : std::to_string(**unpacked) + " bytes instead of";
  return fail(ErrorCode::malformed, "its " + name_of + " data unpack to " + found + " the " + std::to_string(size) +
                                        " bytes that its header says");
}

}  // namespace tuplepack
