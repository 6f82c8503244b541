#include "npz_edges.hpp"

#include "files/files.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack {

/// An array that is a member of an archive, at its place in the file.
static Result<NpyFile> array_in(const std::string& path, std::string_view archive, const ZipMember& member) {
  const auto within = [&](Error error) {
    error.message = member.name + ": " + error.message;
    return tl::unexpected(in_file(error, path));
  };
  auto header = npy_header_of(member.bytes);
  if (!header) return within(header.error());
  const std::size_t head = *npy_header_size(member.bytes);
  const auto expected = npy_data_size(*header);
  if (!expected) return within(expected.error());
  if (auto ok = check_npy_data(*expected, static_cast<std::int64_t>(member.bytes.size() - head)); !ok) {
    return within(ok.error());
  }
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  const std::int64_t data = member.bytes.data() - archive.data() + static_cast<std::int64_t>(head);
  return NpyFile{.file = std::move(*file), .header = std::move(*header), .data = data};
}

static std::string array_name(const ZipMember& member) {
  const std::string_view ending = ".npy";
  const bool has_ending = member.name.ends_with(ending);
  return member.name.substr(0, member.name.size() - (has_ending ? ending.size() : 0));
}

Result<EdgeArrays> npz_edges(const std::string& path, std::span<const std::string> wanted) {
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (const auto all = list_packed_members(file->bytes()); all && !foreign_archive(*all).empty()) {
    return fail(ErrorCode::unsupported, path + ": this is " + std::string(foreign_archive(*all)));
  }
  const auto members = zip_members(file->bytes());
  if (!members) return tl::unexpected(in_file(members.error(), path));
  if (members->size() == 1 && wanted.empty()) {
    auto array = array_in(path, file->bytes(), members->front());
    if (!array) return tl::unexpected(std::move(array.error()));
    return edge_arrays(std::move(*array), std::nullopt);
  }
  std::vector<std::string> names;
  for (const ZipMember& member : *members) names.push_back(array_name(member));
  const auto chosen = choose_edge_columns(names, names.size(), wanted);
  if (!chosen) return tl::unexpected(in_file(chosen.error(), path));
  auto sources = array_in(path, file->bytes(), (*members)[(*chosen)[0]]);
  if (!sources) return tl::unexpected(std::move(sources.error()));
  auto targets = array_in(path, file->bytes(), (*members)[(*chosen)[1]]);
  if (!targets) return tl::unexpected(std::move(targets.error()));
  return edge_arrays(std::move(*sources), std::move(*targets));
}

}  // namespace tuplepack
