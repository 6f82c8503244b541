#include "graph/dispatch/appended_files.hpp"

#include "files/files.hpp"

#include <fcntl.h>

namespace tuplepack::graph {

Result<void> AppendedFiles::write(File& file, std::span<const std::byte> bytes) {
  auto to = files::Descriptor::open(file.path, O_WRONLY | O_APPEND);
  if (!to) return tl::unexpected(std::move(to.error()));
  if (auto written = to->write(bytes); !written) return written;
  file.hash.add(bytes);
  return to->close();
}

Result<AppendedFiles> AppendedFiles::create(std::vector<std::string> paths, std::size_t buffer) {
  AppendedFiles files;
  files.capacity_ = buffer;
  for (std::string& path : paths) {
    if (!path.empty()) {
      auto file = files::FileWriter::create(path, 0);
      if (!file) return tl::unexpected(file.error());
    }
    files.files_.push_back(File{.path = std::move(path), .hash = {}, .size = 0, .buffer = {}});
  }
  return files;
}

Result<void> AppendedFiles::append(std::size_t file, std::span<const std::byte> bytes) {
  File& to = files_[file];
  if (to.path.empty()) return {};
  to.size += static_cast<std::int64_t>(bytes.size());
  if (to.buffer.size() + bytes.size() > capacity_) {
    if (!to.buffer.empty()) {
      if (auto written = write(to, to.buffer); !written) return written;
      to.buffer.clear();
    }
    if (bytes.size() >= capacity_) return write(to, bytes);
  }
  if (to.buffer.capacity() == 0) to.buffer.reserve(capacity_);
  to.buffer.insert(to.buffer.end(), bytes.begin(), bytes.end());
  return {};
}

Result<void> AppendedFiles::finish() {
  for (File& file : files_) {
    if (file.buffer.empty()) continue;
    if (auto written = write(file, file.buffer); !written) return written;
    file.buffer = {};
  }
  return {};
}

}  // namespace tuplepack::graph
