#include "arrays.hpp"

#include "set_journal.hpp"
#include "temporaries.hpp"

#include <string_view>

namespace tuplepack::cli {

static constexpr std::string_view one_array = ".npy";

ArrayFiles::ArrayFiles(std::string path) : path_(std::move(path)) {
  if (path_.ends_with(one_array)) return;
  files_.push_back(std::make_unique<OutputFile>(path_));
  archive_.emplace([file = files_.front().get()](std::span<const std::byte> bytes) { file->write(bytes); });
}

void ArrayFiles::begin(const std::string& name, std::string_view type, std::span<const std::int64_t> shape) {
  names_.push_back(name);
  if (archive_) return archive_->begin(name, type, shape);
  const std::string stem = path_.substr(0, path_.size() - one_array.size());
  paths_.push_back(stem + "." + name + std::string(one_array));
  files_.push_back(std::make_unique<OutputFile>(paths_.back()));
  files_.back()->write(formats::npy_header(type, shape));
}

void ArrayFiles::append(std::span<const std::byte> elements) {
  if (archive_) return archive_->append(elements);
  files_.back()->write(elements);
}

void ArrayFiles::end() {
  if (archive_) archive_->end();
}

void ArrayFiles::commit() {
  if (archive_) archive_->finish();
  for (const auto& file : files_) file->sync();
  if (archive_) return files_.front()->commit();
  const HeldSignals held;
  SetJournal journal(path_);
  for (const std::string& file : journal.unfinished()) remove_leftovers(resolved(file));
  journal.begin(paths_);
  try {
    for (const auto& file : files_) file->place();
  } catch (...) {
    files_.clear();  // puts back what was placed
    if (journal.unfinished().empty()) journal.end();
    throw;
  }
  for (const auto& file : files_) file->accept();
  journal.end();
}

}  // namespace tuplepack::cli
