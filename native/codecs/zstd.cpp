#include "codecs/codecs.hpp"
#include "codecs/decoders.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <memory>
#include <new>

namespace tuplepack::codecs {

static Unpacked unpack_zstd_whole(ZSTD_DCtx* context, std::string_view packed, std::span<char> out) {
  const std::size_t size = ZSTD_decompressDCtx(context, out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) == 0) return size;
  return ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall ? Unpacked(out.size() + 1) : Unpacked();
}

Result<Unpacked> unpack_zstd(std::string_view packed, std::size_t size, std::span<char> out) {
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  if (out.size() == size) return unpack_zstd_whole(context.get(), packed, out);
  const unsigned long long said = ZSTD_getFrameContentSize(packed.data(), packed.size());  // of the first frame
  if (said != ZSTD_CONTENTSIZE_UNKNOWN && said != ZSTD_CONTENTSIZE_ERROR && said > size) return Unpacked(said);
  ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
  ZSTD_inBuffer from{.src = packed.data(), .size = packed.size(), .pos = 0};
  ZSTD_outBuffer to{.dst = out.data(), .size = out.size(), .pos = 0};
  while (to.pos < to.size) {
    const std::size_t before = from.pos + to.pos;
    if (ZSTD_isError(ZSTD_decompressStream(context.get(), &to, &from)) != 0) return Unpacked();
    if (from.pos + to.pos == before) return Unpacked(to.pos);
  }
  return Unpacked(size);
}

Result<Decoder> zstd_decoder() {
  const std::shared_ptr<ZSTD_DCtx> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  // Archives are written with windows of up to 2 GiB (zstd --long=31).
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 31);
  return Decoder([context](std::string_view& packed, std::span<char>& out) {
    ZSTD_inBuffer from{.src = packed.data(), .size = packed.size(), .pos = 0};
    ZSTD_outBuffer to{.dst = out.data(), .size = out.size(), .pos = 0};
    const std::size_t left = ZSTD_decompressStream(context.get(), &to, &from);
    packed.remove_prefix(from.pos);
    out = out.subspan(to.pos);
    if (ZSTD_isError(left) != 0) return Step::corrupt;
    return left == 0 ? Step::ended : Step::inside;
  });
}

}  // namespace tuplepack::codecs
