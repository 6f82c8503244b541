#include "pack_file.hpp"

#include "cli/output/arrays.hpp"
#include "cli/output/failure.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static bool is_csv(const std::string& path) {
  return path.ends_with(".csv");
}
static bool is_npz(const std::string& path) {
  return path.ends_with(".npz");
}

void PackFile::require_writable(const std::string& path, bool resumable) {
  if (path != "-") require_ending(path, {".jsonl", ".csv", ".npz"});
  if (resumable && (path == "-" || is_npz(path))) {
    throw Failure(fmt::format("--state needs -o FILE.jsonl or FILE.csv; '{}' cannot be resumed", path));
  }
}

PackFile::PackFile(std::string path, bool split, const std::optional<Mark>& mark)
    : path_(std::move(path)), split_(split), mark_(mark.value_or(Mark{})) {
  if (is_npz(path_)) {
    arrays_ = {"offsets", "items"};
    if (split_) arrays_.emplace_back("begins");
  } else if (is_csv(path_)) {
    arrays_ = {"pack", "item"};
    if (split_) arrays_.emplace_back("begin");
  }
  if (is_npz(path_)) return;
  file_ = mark ? std::make_unique<OutputFile>(path_, mark_.bytes) : std::make_unique<OutputFile>(path_);
  if (is_csv(path_) && mark_.bytes == 0) write_text(split_ ? "pack,item,begin\n" : "pack,item\n");
}

void PackFile::write_text(std::string_view text) {
  file_->write(text);
  mark_.bytes += static_cast<std::int64_t>(text.size());
}

static void append(fmt::memory_buffer& text, std::int64_t number) {
  const fmt::format_int digits(number);
  text.append(digits.data(), digits.data() + digits.size());
}

static void append_line(fmt::memory_buffer& text, const packing::ClosedPacks& closed, std::size_t pack, bool split) {
  text.push_back('[');
  const auto first = static_cast<std::size_t>(closed.offsets[pack]);
  for (std::size_t i = first; i < static_cast<std::size_t>(closed.offsets[pack + 1]); ++i) {
    if (i > first) text.push_back(',');
    if (split) text.push_back('[');
    append(text, closed.items[i]);
    if (!split) continue;
    text.push_back(',');
    append(text, closed.begins[i]);
    text.push_back(']');
  }
  text.push_back(']');
  text.push_back('\n');
}

static void append_rows(fmt::memory_buffer& text, const packing::ClosedPacks& closed, std::size_t pack,
                        std::int64_t number, bool split) {
  for (auto i = static_cast<std::size_t>(closed.offsets[pack]); i < static_cast<std::size_t>(closed.offsets[pack + 1]);
       ++i) {
    append(text, number);
    text.push_back(',');
    append(text, closed.items[i]);
    if (split) {
      text.push_back(',');
      append(text, closed.begins[i]);
    }
    text.push_back('\n');
  }
}

void PackFile::write(const packing::ClosedPacks& closed) {
  if (!file_) {
    for (std::size_t p = 0; p < closed.packs(); ++p) {
      all_.offsets.push_back(static_cast<std::int64_t>(all_.items.size()) + closed.offsets[p + 1]);
    }
    all_.items.insert(all_.items.end(), closed.items.begin(), closed.items.end());
    all_.begins.insert(all_.begins.end(), closed.begins.begin(), closed.begins.end());
    return;
  }
  fmt::memory_buffer text;
  const bool csv = is_csv(path_);
  for (std::size_t p = 0; p < closed.packs(); ++p) {
    if (csv) {
      append_rows(text, closed, p, mark_.packs, split_);
    } else {
      append_line(text, closed, p, split_);
    }
    ++mark_.packs;
  }
  write_text(std::string_view(text.data(), text.size()));
}

void PackFile::flush() {
  if (file_) file_->flush();
}

void PackFile::sync() {
  if (file_) file_->sync();
}

void PackFile::finish() {
  if (file_) return file_->commit();
  ArrayFiles files(path_);
  files.add("offsets", std::span<const std::int64_t>(all_.offsets));
  files.add("items", std::span<const std::int64_t>(all_.items));
  if (split_) files.add("begins", std::span<const std::int64_t>(all_.begins));
  files.commit();
}

}  // namespace tuplepack::cli
