#pragma once

#include <cstddef>
#include <string>

namespace tuplepack::formats {

// What any JSON may hold, so that memory is a small multiple of the bytes read, whatever they are. Documented in
// docs/formats.md.

/// Arrays and objects within each other. RFC 8259 allows a limit.
inline constexpr std::size_t max_json_depth = 512;
/// Of one object: a partitioned graph has one for each of up to 65,536 parts.
inline constexpr std::size_t max_json_members = std::size_t{1} << 17;
/// Bytes of a text or a number, which are held until they end.
inline constexpr std::size_t max_json_token = std::size_t{1} << 24;
/// The same for the bytes of a row of an array.
inline constexpr std::size_t max_json_row = std::size_t{1} << 24;
/// Values and keys that a tree holds, at 8 bytes each, and the bytes of their texts.
inline constexpr std::size_t max_json_values = std::size_t{1} << 26;
inline constexpr std::size_t max_json_text = std::size_t{1} << 29;

/// "more than 512 arrays or objects within each other; …"
[[nodiscard]] inline std::string beyond_json_limit(std::size_t limit, const char* of_what, const char* way_out) {
  return "more than " + std::to_string(limit) + " " + of_what + "; " + way_out;
}

}  // namespace tuplepack::formats
