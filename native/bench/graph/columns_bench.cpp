#include "bench/measuring/bench.hpp"
#include "bench/measuring/ceilings.hpp"
#include "bench/measuring/share_bench.hpp"
#include "bench/measuring/temporary_folder.hpp"
#include "bench/packing/packed_data.hpp"
#include "codecs/decompress.hpp"
#include "files/files.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"

#include <cstring>
#include <numeric>

namespace tuplepack::bench {

namespace {

/// Lists of tokens, in files of both formats and with their offsets alone.
struct ListFiles {
  TemporaryFolder folder;
  std::vector<std::int64_t> lengths;

  [[nodiscard]] std::string of(const std::string& name) const { return folder / ("ids." + name); }
  [[nodiscard]] std::int64_t offset_bytes() const {
    return static_cast<std::int64_t>((lengths.size() + 1) * sizeof(std::int32_t));
  }
};

}  // namespace

template <typename Writer>
static void write_lists(const ListFiles& files, const std::string& name) {
  constexpr std::size_t rows_of_group = 100'000;
  auto file = expect(files::FileWriter::create(files.of(name)), name);
  Writer writer({{.name = "ids", .type = formats::Dtype::int32}},
                [&](std::string_view bytes) { expect(file.write(bytes), name); });
  std::vector<std::int32_t> row;
  formats::ListRows rows;
  for (std::size_t i = 0; i < files.lengths.size(); ++i) {
    row.assign(static_cast<std::size_t>(files.lengths[i]), static_cast<std::int32_t>(i));
    rows.add(std::span<const std::int32_t>(row));
    if (rows.lengths.size() < rows_of_group && i + 1 < files.lengths.size()) continue;
    writer.add(std::span(&rows, 1));
    rows.clear();
  }
  writer.finish();
  expect(file.close(), name);
}

static void write_offsets(const ListFiles& files) {
  std::vector<std::int32_t> offsets{0};
  for (const std::int64_t length : files.lengths) offsets.push_back(offsets.back() + static_cast<std::int32_t>(length));
  auto file = expect(files::FileWriter::create(files.of("offsets")), "offsets");
  expect(file.write(std::as_bytes(std::span(offsets))), "offsets");
  expect(file.close(), "offsets");
}

/// The sum of the lengths, all of which are handed on.
static std::int64_t read_lengths(const std::string& path, formats::ColumnFormat format) {
  const auto mapped = expect(files::MappedFile::open(path), path);
  const auto file = expect(formats::ColumnFile::open(mapped.bytes(), format, codecs::decompress), path);
  std::int64_t sum = 0;
  const auto begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; };
  const auto add = [&](std::span<const std::int64_t> sizes, std::span<const std::int64_t>) -> Result<void> {
    sum = std::accumulate(sizes.begin(), sizes.end(), sum);
    return {};
  };
  expect(file.read_sizes({.columns = {"ids"}, .count_column = ""}, {.begin = begin, .rows = add}), path);
  return sum;
}

ShareReport bench_columns(const ShareOptions& options, const Say& progress) {
  progress("writing files");
  ListFiles files{.folder = {}, .lengths = std::vector<std::int64_t>(options.quick ? 2'000 : 1'000'000)};
  Random random{5};
  for (std::int64_t& length : files.lengths) length = static_cast<std::int64_t>(random() % 100);
  const std::int64_t total = std::accumulate(files.lengths.begin(), files.lengths.end(), std::int64_t{0});
  write_lists<formats::ParquetWriter>(files, "parquet");
  write_lists<formats::ArrowWriter>(files, "arrow");
  write_offsets(files);
  const double shortest = shortest_time(options);
  const std::int64_t bytes = 2 * files.offset_bytes();  // read and written
  ShareReport report{.bench = "columns", .device = "cpu", .platform = platform(), .ceilings = {}, .cases = {}};
  progress("copy");
  std::vector<char> copy(static_cast<std::size_t>(files.offset_bytes()));
  const auto copy_offsets = [&] {
    const auto mapped = expect(files::MappedFile::open(files.of("offsets")), "offsets");
    std::memcpy(copy.data(), mapped.bytes().data(), copy.size());
  };
  report.ceilings.push_back(
      {.name = "copy of mapped offsets", .bytes = bytes, .timing = measure_processor(copy_offsets, shortest)});
  for (const auto& [name, format] :
       {std::pair("parquet", formats::ColumnFormat::parquet), std::pair("arrow", formats::ColumnFormat::arrow)}) {
    ShareCase entry{.name = "lengths of lists, " + std::string(name == std::string_view("arrow") ? "Arrow" : "Parquet"),
                    .bytes = bytes,
                    .operations = static_cast<double>(files.lengths.size()),
                    .ceiling = report.ceilings.front().name};
    progress(entry.name);
    const std::string path = files.of(name);
    if (read_lengths(path, format) != total) throw std::runtime_error(entry.name + ": wrong result");
    entry.timing = measure_processor([&, of = format] { (void)read_lengths(path, of); }, shortest);
    report.cases.push_back(std::move(entry));
  }
  return report;
}

}  // namespace tuplepack::bench
