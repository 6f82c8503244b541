#include "graph/dispatch/feature_pass.hpp"

#include "graph/dispatch/appended_files.hpp"

#include <algorithm>
#include <filesystem>

namespace tuplepack {

static std::int64_t feature_buffer(std::int64_t parts, std::int64_t memory) {
  return std::clamp<std::int64_t>(memory / parts, 1024, std::int64_t{1} << 18);
}

std::int64_t feature_memory(std::int64_t parts, std::int64_t memory) {
  return parts * feature_buffer(parts, memory);
}

/// One file of every part.
struct FileOfParts {
  std::vector<std::string> paths;  ///< in the target; empty: the part is not wanted
  std::vector<std::size_t> features;
  std::vector<std::vector<std::string>> texts;  ///< by part: before each feature, and after the last one
};

static FileOfParts file_of_parts(const FeaturePass& pass, std::size_t index) {
  FileOfParts all;
  for (std::size_t part = 0; part < pass.counts.size(); ++part) {
    FeatureFile file = feature_files(pass.format, pass.tables, pass.counts[part])[index];
    std::vector<std::int64_t> bytes;
    for (const std::size_t i : file.features) {
      bytes.push_back(pass.counts[part][pass.tables.features[i].type] * pass.tables.layouts[i].row_bytes);
    }
    all.texts.push_back(texts_between(file.layout, bytes));
    all.paths.push_back(pass.wanted[part] ? "part" + std::to_string(part) + "/" + file.name : "");
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
    if (error) return fail(ErrorCode::unsupported, paths.back() + ": " + error.message());
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

static Result<void> append_rows(const FeaturePass& pass, AppendedFiles& files, std::size_t feature,
                                const RowOwners& owners, const KeepGoing& keep_going) {
  const FeatureLayout& layout = pass.tables.layouts[feature];
  const auto width = static_cast<std::size_t>(layout.row_bytes);
  if (width == 0) return {};
  const auto distribute = [&](std::span<const std::byte> bytes, std::int64_t first) -> Result<void> {
    const auto parts = owners(feature, first, bytes.size() / width);
    if (!parts) return tl::unexpected(parts.error());
    for (const std::uint16_t part : *parts) {
      if (auto added = files.append(part, bytes.first(width)); !added) return added;
      bytes = bytes.subspan(width);
    }
    return {};
  };
  return read_feature(pass.tables.features[feature], layout, pass.source, distribute, keep_going);
}

static Result<void> write_file_of_parts(const FeaturePass& pass, const FileOfParts& all, AppendedFiles& files,
                                        const RowOwners& owners, const KeepGoing& keep_going) {
  for (std::size_t i = 0; i < all.features.size(); ++i) {
    if (auto texts = append_texts(files, all, i); !texts) return texts;
    auto rows = append_rows(pass, files, all.features[i], owners, keep_going);
    if (!rows) return rows;
  }
  if (auto texts = append_texts(files, all, all.features.size()); !texts) return texts;
  return files.finish();
}

Result<std::vector<std::vector<WrittenFile>>> write_features(const FeaturePass& pass, const RowOwners& owners,
                                                             const KeepGoing& keep_going) {
  std::vector<std::vector<WrittenFile>> written(pass.counts.size());
  const std::size_t number = feature_files(pass.format, pass.tables, pass.counts.front()).size();
  for (std::size_t index = 0; index < number; ++index) {
    const FileOfParts all = file_of_parts(pass, index);
    auto files = create_files(pass, all.paths);
    if (!files) return tl::unexpected(files.error());
    auto done = write_file_of_parts(pass, all, *files, owners, keep_going);
    if (!done) return tl::unexpected(done.error());
    for (std::size_t part = 0; part < written.size(); ++part) {
      if (!pass.wanted[part]) continue;
      written[part].push_back({.path = all.paths[part], .bytes = files->size(part), .hash = files->hash(part)});
    }
  }
  return written;
}

}  // namespace tuplepack
