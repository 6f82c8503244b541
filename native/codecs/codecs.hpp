#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tuplepack {

// Each writes the first bytes of what `packed` unpacks to, as many as `out` has room for, and returns how many these are;
// none: the data are corrupt.
using Unpacked = std::optional<std::size_t>;

[[nodiscard]] Result<Unpacked> unpack_gzip(std::string_view packed, std::span<char> out);

// errors  unsupported: built without the library
[[nodiscard]] Result<Unpacked> unpack_snappy(std::string_view packed, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_zstd(std::string_view packed, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4(std::string_view packed, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4_hadoop(std::string_view packed, std::span<char> out);
[[nodiscard]] Result<Unpacked> unpack_lz4_frame(std::string_view packed, std::span<char> out);

}  // namespace tuplepack
