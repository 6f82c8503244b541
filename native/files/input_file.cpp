#include "input_file.hpp"

#include "files.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace tuplepack::files {

Result<InputFile> InputFile::open(const std::string& path) {
  auto file = open_regular(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  (void)posix_fadvise(file->descriptor.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return InputFile(std::move(*file));
}

Result<InputFile> InputFile::open(const std::string& path, std::string shown) {
  auto file = open(path);
  if (file) file->file_.descriptor.show_as(std::move(shown));
  return file;
}

Result<InputFile> InputFile::duplicate() const {
  auto descriptor = file_.descriptor.duplicate();
  if (!descriptor) return tl::unexpected(std::move(descriptor.error()));
  return InputFile(RegularFile{.descriptor = std::move(*descriptor), .size = file_.size});
}

Result<void> InputFile::read(std::int64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = pread(file_.descriptor.number(), bytes.data(), bytes.size(), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path());
    if (got == 0) return fail(ErrorCode::malformed, path() + ": the file was truncated while being read");
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += got;
  }
  return {};
}

/// width  bytes of an element
static Result<std::int64_t> data_size(const formats::NpyHeader& header, std::int64_t width) {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  std::int64_t size = width;
  for (const std::int64_t extent : header.shape) {
    if (extent > 0 && size > limit / extent) {
      return fail(ErrorCode::too_large, formats::describe_shape(header.shape) + " is too large");
    }
    size *= extent;
  }
  return size;
}

Result<std::int64_t> npy_data_size(const formats::NpyHeader& header) {
  const auto width = formats::npy_number_width(header.type);
  return width ? data_size(header, *width) : tl::unexpected(width.error());
}

/// The bytes of the header of an array that lies from `begin` to `end`.
static Result<std::string> read_head(const InputFile& file, std::int64_t begin, std::int64_t end) {
  std::string head;
  while (true) {
    const auto wanted = formats::npy_header_size(head);
    if (!wanted) return tl::unexpected(in_file(wanted.error(), file.path()));
    if (head.size() >= *wanted) return head;
    const auto there = static_cast<std::size_t>(std::min(end - begin, static_cast<std::int64_t>(*wanted)));
    head.resize(there);
    if (auto read = file.read(begin, std::as_writable_bytes(std::span(head))); !read) {
      return tl::unexpected(read.error());
    }
    if (there < *wanted) return tl::unexpected(in_file(formats::npy_header_ends(head).value(), file.path()));
  }
}

Result<NpyFile> open_any_npy(InputFile file, std::int64_t begin, std::int64_t end) {
  const auto head = read_head(file, begin, end);
  if (!head) return tl::unexpected(head.error());
  auto header = formats::read_npy_header(*head);
  if (!header) return tl::unexpected(in_file(header.error(), file.path()));
  const std::int64_t data = begin + static_cast<std::int64_t>(head->size());
  return NpyFile{.file = std::move(file), .header = std::move(*header), .data = data, .bytes = end - data};
}

Result<NpyFile> open_any_npy(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  const std::int64_t end = file->size();
  return open_any_npy(std::move(*file), 0, end);
}

/// expected  bytes of data
static Result<NpyFile> require_size(Result<NpyFile> array, const Result<std::int64_t>& expected) {
  const auto ok = expected ? formats::check_npy_data(*expected, array->bytes) : tl::unexpected(expected.error());
  if (ok) return array;
  return tl::unexpected(in_file(ok.error(), array->file.path()));
}

Result<NpyFile> require_numbers(Result<NpyFile> array) {
  if (!array) return array;
  const auto expected = npy_data_size(array->header);
  return require_size(std::move(array), expected);
}

Result<NpyFile> require_numbers_or_text(Result<NpyFile> array) {
  if (!array || !formats::npy_is_text(array->header.type)) return require_numbers(std::move(array));
  const auto expected = data_size(array->header, *formats::npy_element_width(array->header.type));
  return require_size(std::move(array), expected);
}

Result<NpyFile> open_npy(const std::string& path) {
  return require_numbers(open_any_npy(path));
}

}  // namespace tuplepack::files
