#pragma once

#include "formats/bytes/crc32.hpp"
#include "formats/bytes/zip_records.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::tests {

/// Names and contents.
using ZipContents = std::vector<std::pair<std::string, std::string>>;

/// An archive of stored members.
inline std::string zip_archive(const ZipContents& members) {
  std::string archive, directory;
  for (const auto& [name, bytes] : members) {
    const std::uint32_t crc = formats::crc32(0, std::as_bytes(std::span(bytes)));
    directory += formats::zip_directory_entry(name, archive.size(), bytes.size(), crc);
    archive += formats::zip_local_header(name, bytes.size()) + bytes + formats::zip_descriptor(bytes.size(), crc);
  }
  const std::size_t offset = archive.size();
  return archive + directory + formats::zip_end(members.size(), offset, directory.size());
}

}  // namespace tuplepack::tests
