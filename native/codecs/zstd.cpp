#include "codecs/codecs.hpp"

#include <zstd.h>

#include <memory>
#include <new>

namespace tuplepack {

/// All of it, if the size is right.
static Unpacked unpack_zstd_at_once(ZSTD_DCtx* context, std::string_view packed, std::span<char> out) {
  const std::size_t size = ZSTD_decompressDCtx(context, out.data(), out.size(), packed.data(), packed.size());
  return ZSTD_isError(size) != 0 ? Unpacked() : Unpacked(size);
}

Result<Unpacked> unpack_zstd(std::string_view packed, std::span<char> out) {
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) == out.size()) {
    return unpack_zstd_at_once(context.get(), packed, out);
  }
  ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
  ZSTD_inBuffer from{.src = packed.data(), .size = packed.size(), .pos = 0};
  ZSTD_outBuffer to{.dst = out.data(), .size = out.size(), .pos = 0};
  while (to.pos < to.size) {
    const std::size_t before = from.pos + to.pos;
    if (ZSTD_isError(ZSTD_decompressStream(context.get(), &to, &from)) != 0) return Unpacked();
    if (from.pos + to.pos == before) break;
  }
  return Unpacked(to.pos);
}

}  // namespace tuplepack
