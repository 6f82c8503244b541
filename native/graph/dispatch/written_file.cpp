#include "graph/dispatch/written_file.hpp"

#include "files/input_file.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace tuplepack::graph {

Result<HashedWriter> HashedWriter::create(const std::string& path) {
  auto file = files::FileWriter::create(path, std::size_t{1} << 15);
  if (!file) return tl::unexpected(file.error());
  return HashedWriter(std::move(*file));
}

Result<void> HashedWriter::write(std::span<const std::byte> bytes) {
  hash_.add(bytes);
  return file_.write(bytes);
}

Result<WrittenFile> HashedWriter::close(std::string name) {
  if (auto closed = file_.close(); !closed) return tl::unexpected(closed.error());
  return WrittenFile{.path = std::move(name), .bytes = file_.size(), .hash = hash_.text()};
}

Result<std::string> hash_of_file(const std::string& path, const KeepGoing& keep_going) {
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  constexpr std::int64_t block_bytes = std::int64_t{1} << 18;
  std::vector<std::byte> block;
  Hash hash;
  for (std::int64_t at = 0; at < file->size(); at += block_bytes) {
    block.resize(static_cast<std::size_t>(std::min(file->size() - at, block_bytes)));
    if (auto read = file->read(at, block); !read) return tl::unexpected(read.error());
    hash.add(block);
    if (keep_going && !keep_going(static_cast<double>(at) / static_cast<double>(file->size()))) {
      return fail(ErrorCode::stopped, "stopped");
    }
  }
  return hash.text();
}

bool are_there(const std::string& folder, const std::vector<WrittenFile>& files, bool hashes) {
  return std::all_of(files.begin(), files.end(), [&](const WrittenFile& file) {
    const std::string path = folder + "/" + file.path;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error || static_cast<std::int64_t>(size) != file.bytes) return false;
    return !hashes || hash_of_file(path) == file.hash;
  });
}

std::string list_text(const std::vector<WrittenFile>& files) {
  std::string text;
  for (const WrittenFile& file : files) text += std::to_string(file.bytes) + " " + file.hash + " " + file.path + "\n";
  return text;
}

std::vector<WrittenFile> read_list(std::string_view text) {
  std::vector<WrittenFile> files;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    WrittenFile file;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), file.bytes);
    const auto hash = static_cast<std::size_t>(end - line.data()) + 1;
    const auto path = line.find(' ', std::min(hash, line.size()));
    if (error != std::errc{} || path == std::string_view::npos) continue;
    file.hash = line.substr(hash, path - hash);
    file.path = line.substr(path + 1);
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace tuplepack::graph
