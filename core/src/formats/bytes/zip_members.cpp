#include "tuplepack/formats/bytes/zip_members.hpp"

#include "crc32.hpp"
#include "formats/text/text.hpp"
#include "zip_records.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace tuplepack::formats {

/// Names of sections are those of the .ZIP File Format Specification (APPNOTE 6.3).
static constexpr std::size_t end_size = 22;             // 4.3.16, without its comment
static constexpr std::size_t longest_comment = 0xffff;  //
static constexpr std::size_t locator_size = 20;         // 4.3.15
static constexpr std::size_t zip64_end_size = 56;       // 4.3.14
static constexpr std::size_t entry_size = 46;           // 4.3.12, without name, extra fields and comment
static constexpr std::size_t local_size = 30;           // 4.3.7, without name and extra fields

static tl::unexpected<Error> damaged() {
  return fail(ErrorCode::malformed, "the zip archive is damaged or cut off");
}

/// A little-endian number; assumes that it lies within the bytes.
static std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// The bytes [at, at + size), or none when the archive does not hold them.
static std::optional<std::string_view> slice(std::string_view archive, std::uint64_t at, std::uint64_t size) {
  if (at > archive.size() || size > archive.size() - at) return std::nullopt;
  return archive.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

static bool is_record(std::optional<std::string_view> record, std::string_view magic) {
  return record && record->starts_with(magic);
}

namespace {

/// Where the directory lies.
struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t members = 0;
};

/// What 4.3.14 and 4.3.16 have in the same order.
struct EndFields {
  std::uint64_t disk = 0;
  std::uint64_t directory_disk = 0;
  std::uint64_t members_here = 0;
  Directory directory;
};

/// Bytes of the fields.
struct EndWidths {
  std::size_t disk, count, size;
};

}  // namespace

static EndFields end_fields(std::string_view record, EndWidths widths) {
  std::size_t at = 0;
  const auto next = [&](std::size_t width) {
    at += width;
    return number_at(record, at - width, width);
  };
  EndFields fields;
  fields.disk = next(widths.disk);
  fields.directory_disk = next(widths.disk);
  fields.members_here = next(widths.count);
  fields.directory.members = next(widths.count);
  fields.directory.bytes = next(widths.size);
  fields.directory.offset = next(widths.size);
  return fields;
}

/// Whether a record says the same as the zip64 one, as far as it can: a field of ones refers to that.
static bool defers_to(const EndFields& plain, const EndFields& zip64) {
  const auto fits = [](std::uint64_t value, std::uint64_t wide, std::uint64_t ones) {
    return value == ones || value == wide;
  };
  return fits(plain.disk, zip64.disk, moved_16) && fits(plain.directory_disk, zip64.directory_disk, moved_16) &&
         fits(plain.members_here, zip64.members_here, moved_16) &&
         fits(plain.directory.members, zip64.directory.members, moved_16) &&
         fits(plain.directory.bytes, zip64.directory.bytes, moved_32) &&
         fits(plain.directory.offset, zip64.directory.offset, moved_32);
}

/// A directory that ends where the record that describes it begins.
static Result<Directory> checked(const EndFields& fields, std::uint64_t record) {
  const Directory& directory = fields.directory;
  const bool is_whole = fields.disk == 0 && fields.directory_disk == 0 && fields.members_here == directory.members;
  const bool fits = directory.offset <= record && record - directory.offset == directory.bytes;
  if (!is_whole || !fits) return damaged();
  return directory;
}

/// 4.3.14 and 4.3.15. end  of the locator
static Result<Directory> find_zip64_directory(std::string_view archive, std::size_t end, const EndFields& plain) {
  const std::string_view locator = archive.substr(end - locator_size, locator_size);
  const std::uint64_t begin = number_at(locator, 8, 8);
  const auto record = slice(archive, begin, zip64_end_size);
  if (number_at(locator, 4, 4) != 0 || number_at(locator, 16, 4) != 1 || !is_record(record, "PK\x06\x06")) {
    return damaged();
  }
  constexpr std::uint64_t not_counted = 12;  // of a record: its first fields
  const EndFields fields = end_fields(record->substr(16), {.disk = 4, .count = 8, .size = 8});
  if (number_at(*record, 4, 8) != end - locator_size - begin - not_counted || !defers_to(plain, fields)) {
    return damaged();
  }
  return checked(fields, begin);
}

static Result<Directory> find_directory(std::string_view archive) {
  const std::size_t search = archive.size() - std::min(archive.size(), end_size + longest_comment);
  const std::size_t end = archive.rfind(empty_zip_magic);
  if (end == std::string_view::npos && !archive.starts_with("PK")) {
    return fail(ErrorCode::malformed, "this is not a ZIP archive, which begins with 'PK'");
  }
  if (end == std::string_view::npos || end < search || archive.size() - end < end_size) return damaged();
  if (number_at(archive, end + 20, 2) > archive.size() - end - end_size) return damaged();  // of the comment
  const EndFields fields = end_fields(archive.substr(end + 4), {.disk = 2, .count = 2, .size = 4});
  const bool is_zip64 = end >= locator_size && archive.substr(end - locator_size).starts_with("PK\x06\x07");
  return is_zip64 ? find_zip64_directory(archive, end, fields) : checked(fields, end);
}

namespace {

/// An entry of the directory.
struct Entry {
  ZipMember member;
  std::uint64_t size = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // of the entry itself
  std::uint64_t flags = 0;
  std::uint64_t method = 0;
};

}  // namespace

/// Replaces the values that four bytes cannot hold.
static bool read_zip64(std::string_view fields, Entry& entry) {
  while (fields.size() >= 4) {
    const auto length = static_cast<std::size_t>(number_at(fields, 2, 2));
    if (fields.size() - 4 < length) return false;
    if (number_at(fields, 0, 2) == zip64_field) {
      std::string_view values = fields.substr(4, length);
      for (std::uint64_t* const value : {&entry.size, &entry.packed_size, &entry.offset}) {
        if (*value != moved_32) continue;
        if (values.size() < 8) return false;
        *value = number_at(values, 0, 8);
        values.remove_prefix(8);
      }
    }
    fields.remove_prefix(4 + length);
  }
  return true;
}

static ZipMember::Packing packing_of(const Entry& entry) {
  constexpr std::uint64_t encrypted = 1, deflated = 8;
  if ((entry.flags & encrypted) != 0) return ZipMember::Packing::other;
  if (entry.method == 0) return ZipMember::Packing::none;
  return entry.method == deflated ? ZipMember::Packing::deflate : ZipMember::Packing::other;
}

static Result<Entry> read_entry(std::string_view archive, std::uint64_t at) {
  const auto fixed = slice(archive, at, entry_size);
  if (!is_record(fixed, "PK\x01\x02")) return damaged();
  Entry entry{.member = {},
              .size = number_at(*fixed, 24, 4),
              .packed_size = number_at(*fixed, 20, 4),
              .offset = number_at(*fixed, 42, 4),
              .length = 0,
              .flags = number_at(*fixed, 8, 2),
              .method = number_at(*fixed, 10, 2)};
  constexpr std::uint64_t directory_bit = 16;  // of the external attributes, as DOS has them
  const std::uint64_t disk = number_at(*fixed, 34, 2);
  const std::uint64_t name_length = number_at(*fixed, 28, 2);
  const std::uint64_t extra_length = number_at(*fixed, 30, 2);
  entry.length = entry_size + name_length + extra_length + number_at(*fixed, 32, 2);
  const auto name = slice(archive, at + entry_size, name_length);
  const auto extra = slice(archive, at + entry_size + name_length, extra_length);
  if (!name || !extra || !read_zip64(*extra, entry) || (disk != 0 && disk != moved_16)) return damaged();
  entry.member.name = *name;
  if ((number_at(*fixed, 38, 4) & directory_bit) != 0 && !name->ends_with('/')) return damaged();
  entry.member.crc = static_cast<std::uint32_t>(number_at(*fixed, 16, 4));
  entry.member.size = entry.size;
  entry.member.packing = packing_of(entry);
  return entry;
}

/// Whether the record before the bytes of a member (4.3.7) says the same as the directory, as far as it can: sizes and
/// checksum may come after them (4.3.9), and two flags tell how thoroughly the bytes were packed.
static bool agrees(std::string_view fixed, std::string_view name, std::string_view extra, const Entry& entry) {
  constexpr std::uint64_t how_thoroughly = 6, comes_after = 8;
  const std::uint64_t flags = number_at(fixed, 6, 2);
  if (((flags ^ entry.flags) & ~how_thoroughly) != 0 || number_at(fixed, 8, 2) != entry.method) return false;
  if (name != entry.member.name) return false;
  if ((flags & comes_after) != 0) return true;
  Entry local;
  local.size = number_at(fixed, 22, 4);
  local.packed_size = number_at(fixed, 18, 4);
  return read_zip64(extra, local) && local.size == entry.size && local.packed_size == entry.packed_size &&
         number_at(fixed, 14, 4) == entry.member.crc;
}

static Result<std::string_view> bytes_of(std::string_view archive, const Entry& entry) {
  const auto local = slice(archive, entry.offset, local_size);
  const bool is_stored = entry.member.packing == ZipMember::Packing::none;
  if (!is_record(local, zip_magic) || (is_stored && entry.size != entry.packed_size)) return damaged();
  const std::uint64_t name_length = number_at(*local, 26, 2), extra_length = number_at(*local, 28, 2);
  const std::uint64_t begin = entry.offset + local_size + name_length + extra_length;
  const auto name = slice(archive, entry.offset + local_size, name_length);
  const auto extra = slice(archive, entry.offset + local_size + name_length, extra_length);
  const auto bytes = slice(archive, begin, entry.packed_size);
  if (!name || !extra || !bytes || !agrees(*local, *name, *extra, entry)) return damaged();
  return *bytes;
}

namespace {

/// Where a record and its bytes lie in the archive.
struct ZipExtent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

}  // namespace

static bool do_overlap(std::vector<ZipExtent> extents) {
  std::sort(extents.begin(), extents.end(), [](const ZipExtent& a, const ZipExtent& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (extents[i].begin < extents[i - 1].end) return true;
  }
  return false;
}

Result<std::vector<ZipMember>> list_packed_members(std::string_view archive) {
  const auto directory = find_directory(archive);
  if (!directory) return tl::unexpected(directory.error());
  std::vector<ZipMember> members;
  std::vector<ZipExtent> extents{{.begin = directory->offset, .end = archive.size()}};
  std::uint64_t at = directory->offset;
  for (std::uint64_t i = 0; i < directory->members; ++i) {
    auto entry = read_entry(archive, at);
    if (!entry) return tl::unexpected(std::move(entry.error()));
    const auto bytes = bytes_of(archive, *entry);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto end = static_cast<std::uint64_t>(bytes->data() + bytes->size() - archive.data());
    extents.push_back({.begin = entry->offset, .end = end});
    entry->member.bytes = *bytes;
    members.push_back(std::move(entry->member));
    at += entry->length;
  }
  if (at != directory->offset + directory->bytes) return damaged();
  if (do_overlap(std::move(extents))) return damaged();
  return members;
}

static tl::unexpected<Error> packed(const ZipMember& member) {
  const bool is_deflated = member.packing == ZipMember::Packing::deflate;
  return fail(ErrorCode::unsupported,
              quote(member.name) + " in the archive is " +
                  (is_deflated ? "compressed" : "encrypted, or compressed by a method other than deflate"));
}

Result<std::vector<ZipMember>> list_zip_members(std::string_view archive) {
  auto members = list_packed_members(archive);
  if (!members) return members;
  for (const ZipMember& member : *members) {
    if (member.packing != ZipMember::Packing::none) return packed(member);
  }
  return members;
}

static tl::unexpected<Error> in_member(const ZipMember& member, const Error& error) {
  return fail(error.code, quote(member.name) + " in the archive: " + error.message);
}

static Result<void> check_crc(const ZipMember& member, std::uint32_t crc) {
  if (crc == member.crc) return {};
  return fail(ErrorCode::malformed, quote(member.name) + " in the archive is damaged: its checksum differs");
}

static Result<void> hand_over_slices(std::string_view bytes, const MemberSink& sink) {
  constexpr std::size_t slice_bytes = std::size_t{1} << 24;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(slice_bytes, bytes.size()))) {
    if (auto taken = sink(std::span(bytes.data(), std::min(slice_bytes, bytes.size()))); !taken) return taken;
  }
  return {};
}

Result<void> check_zip_member(const ZipMember& member, const std::function<void()>& after_slice) {
  std::uint32_t crc = 0;
  const auto add = [&](std::span<const char> slice) -> Result<void> {
    crc = crc32(crc, std::as_bytes(slice));
    if (after_slice) after_slice();
    return {};
  };
  if (auto read = hand_over_slices(member.bytes, add); !read) return read;
  return check_crc(member, crc);
}

/// Whether a member can be unpacked, and does not claim to be far larger than its packed bytes.
static Result<void> check_packing(const ZipMember& member, bool inflates) {
  constexpr std::uint64_t harmless = std::uint64_t{1} << 28, max_times = 200;
  if (member.packing == ZipMember::Packing::none) return {};
  if (member.packing == ZipMember::Packing::other || !inflates) return packed(member);
  if (member.size <= harmless || member.size / max_times <= member.bytes.size()) return {};
  return fail(ErrorCode::too_large, quote(member.name) +
                                        " in the archive decompresses to more than 200 times its size; if that is "
                                        "right, extract the archive first");
}

Result<void> unpack_zip_member(ZipMember& member, const Inflate& inflate, std::string& room) {
  if (auto ok = check_packing(member, static_cast<bool>(inflate)); !ok) return ok;
  if (member.packing == ZipMember::Packing::deflate) {
    room.resize(static_cast<std::size_t>(member.size));
    if (auto unpacked = inflate(member.bytes, room); !unpacked) return in_member(member, unpacked.error());
    member.bytes = room;
    member.packing = ZipMember::Packing::none;
  }
  return check_zip_member(member);
}

Result<void> unpack_zip_member(const ZipMember& member, const InflatePieces& inflate, const MemberSink& sink) {
  if (auto ok = check_packing(member, static_cast<bool>(inflate)); !ok) return ok;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  Result<void> taken;  // its error is none of the archive
  const auto wrong_size = [&] {
    return fail(ErrorCode::malformed,
                "it does not decompress to the " + std::to_string(member.size) + " bytes that the archive declares");
  };
  const auto take = [&](std::span<const char> bytes) -> Result<void> {
    size += bytes.size();
    if (size > member.size) return wrong_size();
    crc = crc32(crc, std::as_bytes(bytes));
    return taken = sink(bytes);
  };
  const bool is_packed = member.packing == ZipMember::Packing::deflate;
  auto read = is_packed ? inflate(member.bytes, take) : hand_over_slices(member.bytes, take);
  if (!taken) return taken;
  if (read && size != member.size) read = wrong_size();
  return read ? check_crc(member, crc) : in_member(member, read.error());
}

Result<std::vector<ZipMember>> zip_members(std::string_view archive) {
  auto members = list_zip_members(archive);
  if (!members && members.error().code == ErrorCode::unsupported) {
    members.error().message += "; save the archive without compression, as numpy.savez does";
  }
  if (!members) return members;
  for (const ZipMember& member : *members) {
    if (auto ok = check_zip_member(member); !ok) return tl::unexpected(std::move(ok.error()));
  }
  return members;
}

}  // namespace tuplepack::formats
