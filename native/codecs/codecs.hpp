#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tuplepack::codecs {

// Each fills `out` with the first of the `size` bytes that `packed` should unpack to, and returns how many there are:
// `size`, unless something speaks against it; any larger number if there are more; none: the data is corrupt. Where
// `out` takes all of them, `packed` is read to its end, checksums included; otherwise only a header tells of the rest.
using Unpacked = std::optional<std::size_t>;

[[nodiscard]] Result<Unpacked> unpack_gzip(std::string_view packed, std::size_t size, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_deflate(std::string_view packed, std::size_t size, std::span<char> out);

// errors  unsupported: built without the library
[[nodiscard]] Result<Unpacked> unpack_snappy(std::string_view packed, std::size_t size, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_zstd(std::string_view packed, std::size_t size, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4(std::string_view packed, std::size_t size, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4_hadoop(std::string_view packed, std::size_t size, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4_frame(std::string_view packed, std::size_t size, std::span<char> out);

}  // namespace tuplepack::codecs
