#include "formats/bytes/little_endian.hpp"
#include "schema.hpp"
#include "thrift.hpp"
#include "tuplepack/formats/columnar/parquet.hpp"

#include <numeric>

namespace tuplepack::formats {

// ---- row groups ----

static std::optional<Codec> parquet_codec(std::int64_t number) {
  switch (number) {
    case 0: return Codec::none;
    case 1: return Codec::snappy;
    case 2: return Codec::gzip;
    case 5: return Codec::lz4_hadoop;
    case 6: return Codec::zstd;
    case 7: return Codec::lz4;
    default: return std::nullopt;
  }
}

static void read_chunk_metadata(ThriftReader& reader, ParquetChunk& chunk) {
  std::int64_t pages = 0, dictionary = 0;
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 4: chunk.codec_number = reader.integer(); break;
      case 7: chunk.size = static_cast<std::uint64_t>(reader.integer()); break;
      case 9: pages = reader.integer(); break;
      case 11: dictionary = reader.integer(); break;
      default: reader.skip();
    }
  }
  chunk.codec = parquet_codec(chunk.codec_number);
  chunk.begin = static_cast<std::uint64_t>(dictionary > 0 && dictionary < pages ? dictionary : pages);
}

static ParquetChunk read_column_chunk(ThriftReader& reader, bool& encrypted) {
  ParquetChunk chunk;
  for (reader.open(); reader.next();) {
    if (reader.id() == 3) {
      read_chunk_metadata(reader, chunk);
    } else {
      encrypted |= reader.id() == 8;
      reader.skip();
    }
  }
  return chunk;
}

static ParquetRowGroup read_row_group(ThriftReader& reader, bool& encrypted) {
  ParquetRowGroup group;
  for (reader.open(); reader.next();) {
    if (reader.id() == 1) {
      const std::size_t chunks = reader.list();
      for (std::size_t i = 0; i < chunks && reader.good(); ++i)
        group.chunks.push_back(read_column_chunk(reader, encrypted));
    } else if (reader.id() == 3) {
      group.rows = reader.integer();
    } else {
      reader.skip();
    }
  }
  return group;
}

static Result<void> check_row_groups(const ParquetFile& file, std::size_t leaves, std::size_t bytes) {
  for (std::size_t g = 0; g < file.groups.size(); ++g) {
    const ParquetRowGroup& group = file.groups[g];
    const auto refuse = [&](const std::string& reason) {
      return fail(ErrorCode::malformed, "row group " + std::to_string(g + 1) + ": " + reason);
    };
    constexpr std::int64_t max_rows = std::int64_t{1} << 53;
    if (group.rows < 0 || group.rows > max_rows) return refuse("it has " + std::to_string(group.rows) + " rows");
    if (group.chunks.size() != leaves) {
      return refuse("it has " + std::to_string(group.chunks.size()) + " columns, but the schema has " +
                    std::to_string(leaves));
    }
    for (const ParquetChunk& chunk : group.chunks) {
      if (chunk.begin <= bytes && chunk.size <= bytes - chunk.begin) continue;
      return refuse("the pages of column " + std::to_string(&chunk - group.chunks.data() + 1) +
                    " extend past the end of the file");
    }
  }
  return {};
}

// ---- the file ----

static Result<ParquetFile> read_parquet_metadata(std::string_view footer, std::size_t bytes) {
  ThriftReader reader(footer);
  ParquetFile file;
  std::size_t leaves = 0;
  bool encrypted = false;
  for (reader.open(); reader.next();) {
    if (reader.id() == 2) {
      if (auto read = read_parquet_schema(reader, file, leaves); !read) return tl::unexpected(read.error());
    } else if (reader.id() == 4) {
      const std::size_t groups = reader.list();
      for (std::size_t i = 0; i < groups && reader.good(); ++i)
        file.groups.push_back(read_row_group(reader, encrypted));
    } else {
      encrypted |= reader.id() == 8;
      reader.skip();
    }
  }
  if (!reader.good()) return fail(ErrorCode::malformed, "the metadata at the end of the Parquet file is corrupt");
  if (encrypted) return fail(ErrorCode::unsupported, "the Parquet file is encrypted");
  if (auto checked = check_row_groups(file, leaves, bytes); !checked) return tl::unexpected(checked.error());
  return file;
}

Result<ParquetFile> read_parquet(std::string_view bytes) {
  constexpr std::size_t tail = 8;
  if (bytes.ends_with("PARE")) return fail(ErrorCode::unsupported, "the Parquet file is encrypted");
  if (bytes.size() < parquet_magic.size() + tail || !bytes.starts_with(parquet_magic) ||
      !bytes.ends_with(parquet_magic)) {
    return fail(ErrorCode::malformed, "no Parquet footer found; the file may be truncated");
  }
  const std::size_t body = bytes.size() - tail;
  const std::uint32_t size = little_endian<std::uint32_t>(bytes.data() + body);
  if (size > body - parquet_magic.size()) {
    return fail(ErrorCode::malformed,
                "the length of the Parquet footer exceeds the file size; the file may be truncated");
  }
  return read_parquet_metadata(bytes.substr(body - size, size), body - size);
}

std::int64_t ParquetFile::rows() const {
  return std::accumulate(groups.begin(), groups.end(), std::int64_t{0},
                         [](std::int64_t sum, const ParquetRowGroup& group) { return sum + group.rows; });
}

}  // namespace tuplepack::formats
