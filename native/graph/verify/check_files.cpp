#include "graph/verify/checks.hpp"

#include "tuplepack/formats/dgl/part_metadata.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tuplepack::graph {

Result<Finding> check_files(PartsCase& parts) {
  for (std::size_t part = 0; part < parts.size(); ++part) {
    parts.place = static_cast<std::int64_t>(part);
    auto view = open_part(parts.folder, parts.parts.parts[part],
                          is_own(part) ? Checksums::compared : Checksums::left_out, parts.parts.original_ids);
    if (!view) return view.error().message;
    parts.views.push_back(std::move(*view));
  }
  return {};
}

/// 32 hexadecimal digits.
static std::string xxh3_of(const files::MappedFile& file) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr std::size_t slice = std::size_t{1} << 24;
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (std::string_view rest = file.bytes(); !rest.empty(); rest.remove_prefix(std::min(slice, rest.size()))) {
    XXH3_128bits_update(&state, rest.data(), std::min(slice, rest.size()));
    file.release();
  }
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state));
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

static Finding wrong_content(const PartsCase& parts, const formats::ListedFile& listed) {
  const std::string path = parts.path_of(listed.path);
  const auto file = files::MappedFile::open(path);
  if (!file) return path + ": listed in the manifest but cannot be read: " + file.error().message;
  const auto size = static_cast<std::int64_t>(file->bytes().size());
  if (size != listed.bytes) {
    return path + ": " + std::to_string(size) + " bytes; the manifest declares " + std::to_string(listed.bytes);
  }
  const std::string hash = xxh3_of(*file);
  if (hash == listed.hash) return {};
  return path + ": its hash is " + hash + "; the manifest declares " + listed.hash;
}

/// Files that neither metadata.json nor the manifest knows.
static Finding surplus_file(const PartsCase& parts, const std::set<std::string>& known) {
  std::error_code error;
  std::set<std::string> surplus;
  for (std::filesystem::recursive_directory_iterator at(parts.folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->is_directory()) continue;
    const std::string name = at->path().lexically_relative(parts.folder).generic_string();
    if (known.count(name) == 0) surplus.insert(name);
  }
  if (error) return parts.folder + ": " + error.message();
  return surplus.empty() ? Finding() : parts.path_of(*surplus.begin()) + ": unexpected file, not part of any partition";
}

Result<Finding> check_manifest(PartsCase& parts) {
  if (!parts.ours) {  // DGL writes none, and looks at nothing but what its document names
    parts.note = "no manifest.json with sizes and hashes: only what DGL's loader needs is checked";
    return {};
  }
  std::set<std::string> known{parts.parts.document, "manifest.json"};
  for (const PartView& view : parts.views) known.insert(view.names.begin(), view.names.end());
  if (Finding finding = surplus_file(parts, known); !finding.empty()) return finding;
  const std::string manifest = parts.path_of("manifest.json");
  const auto text = files::MappedFile::open(manifest);
  if (!text) return text.error().message;
  const auto listed = formats::read_part_manifest(text->bytes());
  if (!listed) return files::in_file(listed.error(), manifest).message;
  known.erase("manifest.json");
  parts.both = listed->both;
  for (std::size_t i = 0; i < listed->files.size(); ++i) {
    const formats::ListedFile& file = listed->files[i];
    parts.place = static_cast<std::int64_t>(i);
    if (known.erase(file.path) == 0) {
      return parts.path_of(file.path) + ": listed in the manifest but not part of any partition";
    }
    if (Finding finding = is_own(i) ? wrong_content(parts, file) : Finding(); !finding.empty()) return finding;
  }
  return known.empty() ? Finding() : parts.path_of(*known.begin()) + ": not listed in the manifest";
}

}  // namespace tuplepack::graph
