#include "graph/dispatch/feature_pass.hpp"

#include "graph/dispatch/appended_files.hpp"
#include "graph/dispatch/part_writer.hpp"
#include "ranks/mailbox.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace tuplepack::graph {

// ---- Memory ----

/// Bytes of the rows that a rank reads in a round. They are stored twice, once as they are read and once by part; with
/// other ranks also as they are sent and as they arrive, which may be from all ranks at once.
static std::int64_t slice_bytes(std::int64_t parts, std::int64_t memory, std::int64_t ranks) {
  constexpr std::int64_t piece = std::int64_t{1} << 17, most = std::int64_t{1} << 24, least = std::int64_t{1} << 16;
  const std::int64_t copies = ranks == 1 ? 2 : 3 + ranks;
  const std::int64_t wanted = std::clamp(parts * piece, std::int64_t{1} << 20, most);
  return std::max(least, std::min({wanted, memory / 2 / copies, 4 * most / copies}));
}

/// Of each file that is written; pieces as large as that are written at once.
static std::int64_t feature_buffer(std::int64_t parts, std::int64_t memory) {
  return std::clamp<std::int64_t>(memory / 2 / parts, 1024, std::int64_t{1} << 16);
}

std::int64_t feature_memory(std::int64_t parts, std::int64_t memory, std::int64_t ranks) {
  const std::int64_t slice = slice_bytes(parts, memory, ranks), own_parts = (parts + ranks - 1) / ranks;
  return own_parts * feature_buffer(parts, memory) + slice * (ranks == 1 ? 2 : 3 + ranks);
}

// ---- Files ----

namespace {

/// One file of every part.
struct FileOfParts {
  std::vector<std::string> paths;  ///< in the target; empty: the part is not wanted
  std::vector<std::size_t> features;
  std::vector<std::vector<std::string>> texts;  ///< by part: before each feature, and after the last one
};

}  // namespace

static FileOfParts file_of_parts(const FeaturePass& pass, std::size_t index) {
  FileOfParts all;
  for (std::size_t part = 0; part < pass.counts.size(); ++part) {
    FeatureFile file = feature_files(pass.format, pass.tables, pass.counts[part])[index];
    std::vector<std::int64_t> bytes;
    for (const std::size_t i : file.features) {
      bytes.push_back(pass.counts[part][pass.tables.features[i].type] * pass.tables.layouts[i].row_bytes);
    }
    all.texts.push_back(texts_between(file.layout, bytes));
    const bool own = pass.wanted[part] && pass.places[part] == ranks::rank();
    all.paths.push_back(own ? "part" + std::to_string(part) + "/" + file.name : "");
    all.features = std::move(file.features);
  }
  return all;
}

static Result<AppendedFiles> create_files(const FeaturePass& pass, const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    paths.push_back(name.empty() ? "" : pass.target + "/" + name);
    if (name.empty()) continue;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(paths.back()).parent_path(), error);
    if (error) return fail(ErrorCode::system, paths.back() + ": " + error.message());
  }
  const auto parts = static_cast<std::int64_t>(names.size());
  return AppendedFiles::create(std::move(paths), static_cast<std::size_t>(feature_buffer(parts, pass.memory)));
}

static Result<void> append_texts(AppendedFiles& files, const FileOfParts& all, std::size_t index) {
  for (std::size_t part = 0; part < all.texts.size(); ++part) {
    auto done = files.append(part, std::as_bytes(std::span(all.texts[part][index])));
    if (!done) return done;
  }
  return {};
}

// ---- Rows ----

namespace {

/// Rows of a part, one after the other, follow it.
struct RowsHeader {
  std::uint32_t part = 0;
  std::uint32_t rows = 0;
};

/// The rows of a feature on their way from the rank that reads them to those that write their parts.
class RowExchange {
 public:
  RowExchange(const FeaturePass& pass, AppendedFiles& files, std::size_t width)
      : pass_(pass),
        files_(files),
        width_(width),
        counts_(pass.places.size()),
        next_(pass.places.size()),
        sizes_(static_cast<std::size_t>(ranks::count())),
        blocks_(sizes_.size()) {}

  /// Brings the rows of a round into the files.
  /// own     how reading them went on this rank
  /// errors  of any rank, the same on all, but for those of writing: they come with the next call
  Result<void> run(std::span<const std::byte> rows, std::span<const std::uint16_t> parts, Result<void> own) {
    if (written_ && own) sort_by_part(rows, parts);
    if (!written_) own = written_;
    // The rows that stay here wait for those of ranks before this one.
    std::vector<std::byte>& kept = blocks_[static_cast<std::size_t>(ranks::rank())];
    kept_.swap(kept);
    const std::size_t kept_size = sizes_[static_cast<std::size_t>(ranks::rank())];
    auto exchanged = ranks::exchange_unless_failed(blocks_, std::move(own), round_);
    kept_.swap(kept);
    if (!exchanged) return exchanged;
    std::span<const std::byte> arrived = round_.bytes;
    for (int from = 0; from < ranks::count(); ++from) {
      const auto size = static_cast<std::size_t>(round_.sizes[static_cast<std::size_t>(from)]);
      const auto block =
          from == ranks::rank() ? std::span<const std::byte>(kept).first(kept_size) : arrived.first(size);
      arrived = arrived.subspan(size);
      if (written_) written_ = append(block);
    }
    return {};
  }

  /// How writing went on this rank.
  [[nodiscard]] Result<void> written() { return std::move(written_); }

 private:
  /// Makes a block for every rank: of each of its parts the header and the rows.
  void sort_by_part(std::span<const std::byte> rows, std::span<const std::uint16_t> parts) {
    std::fill(counts_.begin(), counts_.end(), 0);
    for (const std::uint16_t part : parts) ++counts_[part];
    std::fill(sizes_.begin(), sizes_.end(), 0);
    for (std::size_t part = 0; part < counts_.size(); ++part) {
      if (counts_[part] == 0 || !pass_.wanted[part]) continue;
      std::size_t& size = sizes_[static_cast<std::size_t>(pass_.places[part])];
      next_[part] = size + sizeof(RowsHeader);
      size = next_[part] + counts_[part] * width_;
    }
    for (std::size_t rank = 0; rank < blocks_.size(); ++rank) blocks_[rank].resize(sizes_[rank]);
    for (std::size_t part = 0; part < counts_.size(); ++part) {
      if (counts_[part] == 0 || !pass_.wanted[part]) continue;
      const RowsHeader header{.part = static_cast<std::uint32_t>(part), .rows = counts_[part]};
      std::memcpy(place_of(part) - sizeof header, &header, sizeof header);
    }
    const std::byte* row = rows.data();
    for (const std::uint16_t part : parts) {
      if (pass_.wanted[part]) {
        std::memcpy(place_of(part), row, width_);
        next_[part] += width_;
      }
      row += width_;
    }
  }

  [[nodiscard]] std::byte* place_of(std::size_t part) {
    return blocks_[static_cast<std::size_t>(pass_.places[part])].data() + next_[part];
  }

  Result<void> append(std::span<const std::byte> block) {
    while (!block.empty()) {
      const auto header = ranks::take_head<RowsHeader>(block);
      const std::size_t bytes = header.rows * width_;
      if (auto appended = files_.append(header.part, block.first(bytes)); !appended) return appended;
      block = block.subspan(bytes);
    }
    return {};
  }

  const FeaturePass& pass_;
  AppendedFiles& files_;
  std::size_t width_;
  std::vector<std::uint32_t> counts_;  // rows of each part in a slice
  std::vector<std::size_t> next_;      // the place of its next row in the block of its rank
  std::vector<std::size_t> sizes_;     // of the blocks
  std::vector<std::vector<std::byte>> blocks_;
  std::vector<std::byte> kept_;
  ranks::Round round_;
  Result<void> written_;
};

}  // namespace

static Result<void> append_rows(const FeaturePass& pass, AppendedFiles& files, std::size_t feature,
                                const RowOwners& owners, const KeepGoing& keep_going) {
  const FeatureLayout& layout = pass.tables.layouts[feature];
  if (layout.row_bytes == 0) return {};
  const std::int64_t bytes = slice_bytes(static_cast<std::int64_t>(pass.places.size()), pass.memory, ranks::count());
  const auto width = static_cast<std::size_t>(layout.row_bytes);
  FeatureRows reader(pass.tables.features[feature], layout, pass.source);
  RowExchange exchange(pass, files, width);
  std::vector<std::byte> rows;
  // The owner of a row takes two bytes.
  RowSlices slices{
      .begin = 0, .rows_per_rank = std::max<std::int64_t>(1, bytes / (layout.row_bytes + 2)), .end = layout.rows};
  for (; slices.begin < slices.end; slices.begin += slices.rows_per_rank * ranks::count()) {
    const auto parts = owners(feature, slices);
    if (!parts) return tl::unexpected(parts.error());
    const IdRange own = slices.of(ranks::rank());
    rows.resize(static_cast<std::size_t>(own.size()) * width);
    auto read = reader.read(own.begin, rows);
    const double fraction = static_cast<double>(own.end) / static_cast<double>(layout.rows);
    if (read && keep_going && !keep_going(fraction)) read = fail(ErrorCode::stopped, "stopped");
    if (auto done = exchange.run(rows, *parts, std::move(read)); !done) return done;
  }
  return ranks::agree(exchange.written());
}

static Result<void> write_file_of_parts(const FeaturePass& pass, const FileOfParts& all, AppendedFiles& files,
                                        const RowOwners& owners, const KeepGoing& keep_going) {
  Result<void> texts;
  for (std::size_t i = 0; i < all.features.size(); ++i) {
    texts = ranks::agree(append_texts(files, all, i));
    if (!texts) return texts;
    auto rows = append_rows(pass, files, all.features[i], owners, keep_going);
    if (!rows) return rows;
  }
  texts = append_texts(files, all, all.features.size());
  return ranks::agree(texts ? files.finish() : std::move(texts));
}

Result<std::vector<std::vector<WrittenFile>>> write_features(const FeaturePass& pass, const RowOwners& owners,
                                                             const KeepGoing& keep_going) {
  std::vector<std::vector<WrittenFile>> written(pass.counts.size());
  const std::size_t number = feature_files(pass.format, pass.tables, pass.counts.front()).size();
  for (std::size_t index = 0; index < number; ++index) {
    const FileOfParts all = file_of_parts(pass, index);
    auto files = ranks::agree(create_files(pass, all.paths));
    if (!files) return tl::unexpected(files.error());
    auto done = write_file_of_parts(pass, all, *files, owners, keep_going);
    if (!done) return tl::unexpected(done.error());
    for (std::size_t part = 0; part < written.size(); ++part) {
      if (all.paths[part].empty()) continue;
      written[part].push_back({.path = all.paths[part], .bytes = files->size(part), .hash = files->hash(part)});
    }
  }
  return written;
}

}  // namespace tuplepack::graph
