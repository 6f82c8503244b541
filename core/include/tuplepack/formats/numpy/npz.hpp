#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// Element types of the arrays that tuplepack writes.
enum class Dtype { int32, int64, float64 };

/// numpy's name for it, little-endian, e.g. "<i4".
[[nodiscard]] std::string_view numpy_type(Dtype dtype);

/// The header of a .npy file (format 1.0) for a C-ordered array; the elements follow it.
/// type  numpy's name for a number of up to 8 bytes
[[nodiscard]] std::string npy_header(std::string_view type, std::span<const std::int64_t> shape);
[[nodiscard]] std::string npy_header(Dtype dtype, std::span<const std::int64_t> shape);

/// Writes a .npz archive (a zip of stored .npy members) sequentially, without seeking, through `write`.
/// Archives and members beyond 4 GiB use zip64.
class NpzWriter {
 public:
  explicit NpzWriter(std::function<void(std::span<const std::byte>)> write);

  void add(std::string_view name, std::span<const std::int32_t> array);
  void add(std::string_view name, std::span<const std::int64_t> array);

  /// An array written in pieces: begin, then append until the shape is full, then end.
  void begin(std::string_view name, std::string_view type, std::span<const std::int64_t> shape);
  void begin(std::string_view name, Dtype dtype, std::span<const std::int64_t> shape);
  void append(std::span<const std::byte> elements);
  void end();

  /// Writes the directory. Nothing may be added afterwards.
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
  };
  std::function<void(std::span<const std::byte>)> write_;
  std::vector<Member> members_;
  std::uint64_t position_ = 0;
  std::uint64_t due_ = 0;  // bytes of the open array that are still to come

  void put(std::span<const std::byte> bytes);
};

}  // namespace tuplepack::formats
