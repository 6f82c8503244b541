#include "codecs/codecs.hpp"

#include <lz4.h>
#include <lz4frame.h>

#include <algorithm>
#include <memory>
#include <new>

namespace tuplepack {

Result<Unpacked> unpack_lz4(std::string_view packed, std::span<char> out) {
  if (packed.size() > LZ4_MAX_INPUT_SIZE || out.size() > LZ4_MAX_INPUT_SIZE) return Unpacked();
  const int room = static_cast<int>(out.size());
  const int size = LZ4_decompress_safe_partial(packed.data(), out.data(), static_cast<int>(packed.size()), room, room);
  return size < 0 ? Unpacked() : Unpacked(static_cast<std::size_t>(size));
}

static std::size_t big_endian_size(std::string_view bytes) {
  std::size_t size = 0;
  for (const char byte : bytes.substr(0, 4)) size = size << 8U | static_cast<unsigned char>(byte);
  return size;
}

/// Blocks, each after its size and the size of what is compressed.
static Unpacked unpack_blocks(std::string_view packed, std::span<char> out) {
  constexpr std::size_t head = 8;
  std::size_t done = 0;
  while (done < out.size() && packed.size() > head) {
    const std::size_t size = big_endian_size(packed), packed_size = big_endian_size(packed.substr(4));
    packed.remove_prefix(head);
    if (packed_size > packed.size()) return Unpacked();
    const auto rest = out.subspan(done);
    const auto unpacked = unpack_lz4(packed.substr(0, packed_size), rest.first(std::min(size, rest.size())));
    if (!*unpacked || **unpacked == 0) return Unpacked();
    done += **unpacked;
    packed.remove_prefix(packed_size);
  }
  return done;
}

/// Parquet's older codec LZ4: blocks of Hadoop, a frame, or just a block, depending on who wrote it.
Result<Unpacked> unpack_lz4_hadoop(std::string_view packed, std::span<char> out) {
  constexpr std::string_view frame = "\x04\x22\x4d\x18";
  if (packed.starts_with(frame)) return unpack_lz4_frame(packed, out);
  const Unpacked blocks = unpack_blocks(packed, out);
  if (blocks == out.size()) return blocks;
  return unpack_lz4(packed, out);
}

Result<Unpacked> unpack_lz4_frame(std::string_view packed, std::span<char> out) {
  LZ4F_dctx* created = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&created, LZ4F_VERSION)) != 0) throw std::bad_alloc();
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(created,
                                                                                     &LZ4F_freeDecompressionContext);
  std::size_t done = 0;
  while (done < out.size()) {
    std::size_t written = out.size() - done, taken = packed.size();
    const std::size_t status =
        LZ4F_decompress(context.get(), out.data() + done, &written, packed.data(), &taken, nullptr);
    if (LZ4F_isError(status) != 0) return Unpacked();
    done += written;
    packed.remove_prefix(taken);
    if (written == 0 && taken == 0) break;
  }
  return Unpacked(done);
}

}  // namespace tuplepack
