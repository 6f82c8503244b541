#include "npz_file.hpp"

#include "codecs/decompress.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace tuplepack::graph {

static std::string array_name(const formats::ZipMember& member) {
  const std::string_view ending = ".npy";
  const bool has_ending = member.name.ends_with(ending);
  return member.name.substr(0, member.name.size() - (has_ending ? ending.size() : 0));
}

NpzFile::NpzFile(std::string path, files::MappedFile file, std::vector<formats::ZipMember> members)
    : path_(std::move(path)), file_(std::move(file)), members_(std::move(members)) {
  for (const formats::ZipMember& member : members_) names_.push_back(array_name(member));
}

Result<NpzFile> NpzFile::open(const std::string& path) {
  auto file = files::MappedFile::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  auto members = formats::list_packed_members(file->bytes());
  if (!members) return tl::unexpected(files::in_file(members.error(), path));
  const std::string_view foreign = other_than_arrays(*members);
  if (!foreign.empty()) return fail(ErrorCode::unsupported, path + ": this is " + std::string(foreign));
  return NpzFile(path, std::move(*file), std::move(*members));
}

Result<void> NpzFile::extract(std::size_t array, const std::string& to) const {
  constexpr std::size_t until_release = std::size_t{1} << 24;
  auto file = files::FileWriter::create(to);
  if (!file) return tl::unexpected(std::move(file.error()));
  std::size_t unreleased = 0;
  Result<void> written;  // its error is none of the archive
  const auto write = [&](std::span<const char> bytes) -> Result<void> {
    written = file->write(std::as_bytes(bytes));
    unreleased += bytes.size();
    if (unreleased >= until_release) {
      file_.release();
      unreleased = 0;
    }
    return written;
  };
  const auto read = unpack_zip_member(members_[array], codecs::unpack_member_in_pieces, write);
  if (!written) return written;
  if (!read) return tl::unexpected(files::in_file(read.error(), path_));
  return file->close();
}

/// At its place in the archive.
Result<files::NpyFile> NpzFile::open_stored(std::size_t array) const {
  const std::string_view bytes = members_[array].bytes;
  if (auto ok = check_zip_member(members_[array], [&] { file_.release(); }); !ok) {
    return tl::unexpected(files::in_file(ok.error(), path_));
  }
  auto file = files::InputFile::open(path_, shown(array));
  if (!file) return tl::unexpected(std::move(file.error()));
  const std::int64_t begin = bytes.data() - file_.bytes().data();
  return open_any_npy(std::move(*file), begin, begin + static_cast<std::int64_t>(bytes.size()));
}

Result<files::NpyFile> NpzFile::open_array(std::size_t array, const std::string& spill) const {
  if (members_[array].packing == formats::ZipMember::Packing::none) return open_stored(array);
  if (auto ok = extract(array, spill); !ok) return tl::unexpected(std::move(ok.error()));
  auto file = files::InputFile::open(spill, shown(array));
  std::error_code ignored;
  std::filesystem::remove(spill, ignored);
  if (!file) return tl::unexpected(std::move(file.error()));
  const std::int64_t end = file->size();
  return open_any_npy(std::move(*file), 0, end);
}

}  // namespace tuplepack::graph
