#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace tuplepack::codecs {

// What Unpacker asks of a library: steps through a stream.

enum class Step : std::uint8_t { inside, ended, corrupt };

/// Takes bytes off the front of `packed`, and fills the front of `out`, which it cuts off. `ended`: a member ends here. A
/// decoder that returned `ended` begins another member with the next bytes.
using Decoder = std::function<Step(std::string_view& packed, std::span<char>& out)>;

// errors  unsupported: built without the library
[[nodiscard]] Result<Decoder> zstd_decoder();
[[nodiscard]] Result<Decoder> xz_decoder();
[[nodiscard]] Result<Decoder> bzip2_decoder();

}  // namespace tuplepack::codecs
