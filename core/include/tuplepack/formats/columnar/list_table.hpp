#pragma once

#include "tuplepack/formats/numpy/npz.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Tables of lists of integers, written as Parquet or Arrow: sequentially, without seeking, uncompressed, without nulls.

/// A column; its elements are 32- or 64-bit integers.
struct ListColumn {
  std::string name;
  Dtype type = Dtype::int32;
};

/// Some rows of a column.
struct ListRows {
  std::vector<std::int64_t> lengths;
  std::string values;  ///< the bytes of the elements, in order

  template <typename Integer>
  void add(std::span<const Integer> row) {
    lengths.push_back(static_cast<std::int64_t>(row.size()));
    values.append(reinterpret_cast<const char*>(row.data()), row.size_bytes());
  }
  void clear() {
    lengths.clear();
    values.clear();
  }
};

using WriteBytes = std::function<void(std::string_view)>;

/// A Parquet file: required lists of required elements, PLAIN, in data pages of version 1 of about a megabyte.
class ParquetWriter {
 public:
  ParquetWriter(std::vector<ListColumn> columns, WriteBytes write);

  /// Writes a row group.
  /// rows     of each column, as many of each; less than 2^31 bytes in a row
  void add(std::span<const ListRows> rows);
  /// Writes the metadata. Nothing may be added afterwards.
  void finish();

 private:
  struct Chunk {
    std::uint64_t begin = 0, size = 0, values = 0;
  };
  struct Group {
    std::uint64_t rows = 0;
    std::vector<Chunk> chunks{};
  };
  std::vector<ListColumn> columns_;
  WriteBytes write_;
  std::vector<Group> groups_;
  std::uint64_t position_ = 0;

  void put(std::string_view bytes);
  [[nodiscard]] Chunk put_column(const ListRows& rows, std::size_t width);
};

/// An Arrow file (Feather version 2): lists with 32-bit offsets.
class ArrowWriter {
 public:
  ArrowWriter(std::vector<ListColumn> columns, WriteBytes write);

  /// Writes a record batch.
  /// rows     of each column, as many of each; less than 2^31 elements
  void add(std::span<const ListRows> rows);
  /// Writes the footer. Nothing may be added afterwards.
  void finish();

 private:
  struct Block {
    std::uint64_t begin = 0, metadata = 0, body = 0;
  };
  std::vector<ListColumn> columns_;
  WriteBytes write_;
  std::vector<Block> blocks_;
  std::uint64_t position_ = 0;

  void put(std::string_view bytes);
  [[nodiscard]] std::uint64_t put_message(std::string_view metadata);
};

}  // namespace tuplepack::formats
