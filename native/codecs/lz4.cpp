#include "codecs/codecs.hpp"

#include <lz4.h>
#include <lz4frame.h>

#include <algorithm>
#include <memory>
#include <new>

namespace tuplepack::codecs {

Result<Unpacked> unpack_lz4(std::string_view packed, std::size_t size, std::span<char> out) {
  if (packed.size() > LZ4_MAX_INPUT_SIZE || out.size() > LZ4_MAX_INPUT_SIZE) return Unpacked();
  const int room = static_cast<int>(out.size()), packed_size = static_cast<int>(packed.size());
  if (out.size() == size) {
    const int whole = LZ4_decompress_safe(packed.data(), out.data(), packed_size, room);
    if (whole >= 0) return Unpacked(static_cast<std::size_t>(whole));
  }
  const int first = LZ4_decompress_safe_partial(packed.data(), out.data(), packed_size, room, room);
  if (first < 0) return Unpacked();
  if (first < room) return Unpacked(static_cast<std::size_t>(first));
  return Unpacked(out.size() == size ? size + 1 : size);
}

static std::size_t big_endian_size(std::string_view bytes) {
  std::size_t size = 0;
  for (const char byte : bytes.substr(0, 4)) size = size << 8U | static_cast<unsigned char>(byte);
  return size;
}

/// Blocks, each after its size and the size of what is compressed. None: there are no such blocks.
static Unpacked unpack_blocks(std::string_view packed, std::size_t size, std::span<char> out) {
  constexpr std::size_t head = 8;
  const bool is_whole = out.size() == size;
  std::size_t done = 0;
  while (packed.size() > head && (done < out.size() || is_whole)) {
    const std::size_t block = big_endian_size(packed), packed_size = big_endian_size(packed.substr(4));
    packed.remove_prefix(head);
    if (packed_size > packed.size()) return Unpacked();
    const auto some = out.subspan(done, std::min(block, out.size() - done));
    const auto unpacked = unpack_lz4(packed.substr(0, packed_size), block, some);
    if (*unpacked != block) return Unpacked();
    done += some.size();
    packed.remove_prefix(packed_size);
    if (some.size() < block && is_whole) return size + 1;
  }
  if (done < out.size()) return done;
  return is_whole && !packed.empty() ? Unpacked() : Unpacked(size);
}

/// Parquet's older codec LZ4: blocks of Hadoop, a frame, or just a block, depending on who wrote it.
Result<Unpacked> unpack_lz4_hadoop(std::string_view packed, std::size_t size, std::span<char> out) {
  constexpr std::string_view frame = "\x04\x22\x4d\x18";
  if (packed.starts_with(frame)) return unpack_lz4_frame(packed, size, out);
  if (size == 0 && packed.find_first_not_of('\0') == std::string_view::npos) return Unpacked(0);  // sizes, and no block
  const Unpacked blocks = unpack_blocks(packed, size, out);
  if (blocks == size) return blocks;
  const auto alone = unpack_lz4(packed, size, out);
  return *alone == size || !blocks ? alone : blocks;
}

/// Frames, one after the other.
Result<Unpacked> unpack_lz4_frame(std::string_view packed, std::size_t size, std::span<char> out) {
  LZ4F_dctx* created = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&created, LZ4F_VERSION)) != 0) throw std::bad_alloc();
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(created,
                                                                                     &LZ4F_freeDecompressionContext);
  char next = 0;  // behind all that is expected
  std::size_t done = 0, left = 1;
  while (done < out.size() || (out.size() == size && !packed.empty())) {
    const bool is_behind = done == out.size();
    std::size_t written = is_behind ? 1 : out.size() - done, taken = packed.size();
    left =
        LZ4F_decompress(context.get(), is_behind ? &next : out.data() + done, &written, packed.data(), &taken, nullptr);
    if (LZ4F_isError(left) != 0) return Unpacked();
    done += written;
    if (done > out.size()) return Unpacked(done);
    packed.remove_prefix(taken);
    if (written == 0 && taken == 0) break;
  }
  if (done < out.size()) return Unpacked(done);
  return out.size() == size && left != 0 ? Unpacked() : Unpacked(size);  // the frame does not end
}

}  // namespace tuplepack::codecs
