#include "column_table_file.hpp"

#include "codecs/decompress.hpp"
#include "files/files.hpp"
#include "tuplepack/formats/tables/column_tables.hpp"

namespace tuplepack::graph {

Result<void> read_column_table_file(const std::string& path, const formats::TableColumns& columns,
                                    const formats::IdsSink& sink, const KeepGoing& keep_going) {
  const auto mapped = files::MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  const auto format = formats::column_format(mapped->bytes());
  if (!format) return fail(ErrorCode::malformed, path + ": neither a Parquet nor an Arrow file");
  const auto file = formats::ColumnFile::open(mapped->bytes(), *format, codecs::decompress);
  if (!file) return tl::unexpected(files::in_file(file.error(), path));
  auto read = read_column_table(*file, columns, sink, keep_going);
  if (!read && read.error().code != ErrorCode::stopped) return tl::unexpected(files::in_file(read.error(), path));
  return read;
}

}  // namespace tuplepack::graph
