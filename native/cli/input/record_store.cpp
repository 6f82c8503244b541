#include "record_store.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/progress.hpp"
#include "input.hpp"
#include "ranks/ranks.hpp"
#include "record_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace tuplepack::cli {

static constexpr auto head_bytes = static_cast<std::int64_t>(formats::record_head_bytes);

/// Whether records can be read from a file where they stand.
static bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return false;
  const auto file = value(files::InputFile::open(path));
  std::array<char, head_bytes> first{};
  const auto bytes = std::span(first).first(static_cast<std::size_t>(std::min(file.size(), head_bytes)));
  value(file.read(0, std::as_writable_bytes(bytes)));
  return !is_packed_records({bytes.data(), bytes.size()});
}

void RecordStore::add(const std::string& path, const std::function<Result<void>(const formats::Record&)>& use) {
  Source source{.name = source_name(path), .path = path, .framed = is_plain_file(path), .file = {}};
  std::optional<files::FileWriter> unpacked;
  if (!source.framed) {
    source.path = fmt::format("{}/unpacked-{}-{}", folder_, ranks::rank(), sources_.size());
    unpacked.emplace(value(files::FileWriter::create(source.path)));
  }
  ByteSource bytes(path, ByteSource::Wait::for_full, is_packed_records);
  Progress progress("reading " + source.name);
  formats::RecordReader records(pieces_of(bytes, progress));
  formats::Record record;
  while (value(records.next(record), source.name)) {
    places_.push_back({.source = static_cast<std::uint32_t>(sources_.size()),
                       .bytes = static_cast<std::uint32_t>(record.data.size()),
                       .data = unpacked ? unpacked->size() : record.offset + head_bytes});
    if (unpacked) value(unpacked->write(record.data));
    if (const auto used = use(record); !used) refuse(formats::in_record(used.error(), record.offset), source.name);
  }
  if (unpacked) value(unpacked->close());
  sources_.push_back(std::move(source));
}

void RecordStore::append(RecordStore next) {
  const auto first = static_cast<std::uint32_t>(sources_.size());
  for (Source& source : next.sources_) sources_.push_back(std::move(source));
  for (Place& place : next.places_) {
    place.source += first;
    places_.push_back(place);
  }
}

void RecordStore::read(std::size_t record, std::string& data) {
  constexpr std::size_t max_open = 256;
  const Place& place = places_[record];
  Source& source = sources_[place.source];
  if (!source.file) {
    if (open_ == max_open) {
      for (Source& other : sources_) other.file.reset();
      open_ = 0;
    }
    source.file.emplace(value(files::InputFile::open(source.path)));
    ++open_;
  }
  data.resize(place.bytes);
  value(source.file->read(place.data, std::as_writable_bytes(std::span(data))));
}

std::string RecordStore::name(std::size_t record) const {
  const Place& place = places_[record];
  const Source& source = sources_[place.source];
  if (source.framed) return fmt::format("{}: the record at byte {}", source.name, place.data - head_bytes);
  const auto first =
      std::find_if(places_.begin(), places_.end(), [&](const Place& other) { return other.source == place.source; });
  return fmt::format("{}: record {}", source.name, &place - &*first);
}

}  // namespace tuplepack::cli
