#pragma once

#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/columnar/column_table.hpp"

namespace tuplepack::codecs {

/// Decompresses by the codecs' own libraries; see Decompress. May be called by many threads.
[[nodiscard]] Result<void> decompress(formats::Codec codec, std::string_view packed, std::size_t size,
                                      std::span<char> out);

/// Unpacks a raw deflate stream; see Inflate.
[[nodiscard]] Result<void> unpack_member(std::string_view packed, std::span<char> out);

/// The same in pieces, which go to `sink`; see InflatePieces.
[[nodiscard]] Result<void> unpack_member_in_pieces(std::string_view packed, const formats::MemberSink& sink);

}  // namespace tuplepack::codecs
