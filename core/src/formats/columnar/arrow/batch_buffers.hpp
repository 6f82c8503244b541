#pragma once

#include "flat_table.hpp"
#include "tuplepack/formats/columnar/arrow.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// The error of a record batch that contradicts itself.
[[nodiscard]] tl::unexpected<Error> corrupt_batch(std::string reason);

[[nodiscard]] bool bit_at(std::string_view bits, std::size_t i);

/// The fields of a record batch, and its buffers, decompressed once where they are compressed.
class BatchBuffers {
 public:
  /// The arguments outlive it.
  BatchBuffers(const ArrowBatch& batch, const Decompress& decompress);
  /// The values of a dictionary, which are those of one field.
  BatchBuffers(const ArrowDictionary& values, const Decompress& decompress);

  /// The rows of a field, and how many of them are null.
  struct Node {
    std::int64_t rows = 0, nulls = 0;
  };
  [[nodiscard]] Result<Node> node(const ArrowField& field);
  /// index  among the buffers of the field
  [[nodiscard]] Result<std::string_view> buffer(const ArrowField& field, std::size_t index);
  /// Which rows of a field are there, as bits; empty: all.
  [[nodiscard]] Result<std::string_view> validity(const ArrowField& field);

 private:
  BatchBuffers(std::string_view metadata, std::string_view body, bool is_dictionary, const Decompress& decompress);

  FlatBytes bytes_;
  FlatTable table_;
  std::string_view body_;
  const Decompress& decompress_;
  FlatVector nodes_, buffers_, views_;
  Codec codec_ = Codec::none;
  std::map<std::size_t, std::vector<char>> unpacked_;  // by the place of a buffer
};

}  // namespace tuplepack::formats
