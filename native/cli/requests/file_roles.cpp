#include "file_roles.hpp"

#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/file_lock.hpp"
#include "cli/output/named_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <vector>

namespace tuplepack::cli {

/// The files that the text of an input option stands for: shards, matches of a pattern, "SRC:REL:DST=FILE". A name that
/// stands for none is left to whoever reads it.
static std::vector<std::string> files_read(const std::string& text) {
  struct stat ignored {};
  const std::size_t typed = text.rfind('=');
  const bool has_type = typed != std::string::npos && stat(text.c_str(), &ignored) != 0;
  try {
    return record_files(has_type ? text.substr(typed + 1) : text);
  } catch (const Failure&) {
    return {text};
  }
}

static std::vector<NamedFile> files_read(const options::Command& command, const Arguments& arguments) {
  std::vector<NamedFile> files;
  for (const options::Option* option : options_of(command)) {
    if (option->kind != options::OptionKind::input_file) continue;
    for (const std::string& text : arguments.all(option->name)) {
      for (const std::string& path : files_read(text)) {
        files.push_back(path == "-" ? stream_file(spelled(*option), STDIN_FILENO) : named_file(spelled(*option), path));
      }
    }
  }
  return files;
}

static std::vector<NamedFile> files_written(const options::Command& command, const Arguments& arguments) {
  std::vector<NamedFile> files{stream_file("standard output", STDOUT_FILENO)};
  for (const options::Option* option : options_of(command)) {
    if (option->kind != options::OptionKind::output_file) continue;
    for (const std::string& path : arguments.all(option->name)) {
      if (path == "-") continue;
      files.push_back(named_file(spelled(*option), path));
      if (option->name == "state") files.push_back(named_file("the lock of --state", lock_of(path)));
    }
  }
  return files;
}

/// Refuses "-" where an option writes a directory, or a file that is read again: neither can be standard output.
static void require_file(const options::Option& option, const Arguments& arguments) {
  const bool is_folder = option.value == "DIR" || (option.name == "plan" && arguments.has("pareto"));
  if (!is_folder && option.name != "state") return;
  throw Failure(
      fmt::format("{} cannot be standard output; name a {}", spelled(option), is_folder ? "directory" : "file"));
}

/// Refuses a second document on standard output: of an option whose file is "-", of --csv, or of --json.
static void require_one_document(const options::Command& command, const Arguments& arguments) {
  if (arguments.has("csv") && arguments.has("json")) {
    throw Failure("--csv cannot be combined with --json; leave out one of the two");
  }
  const options::Option* writer = nullptr;
  for (const options::Option* option : options_of(command)) {
    if (option->kind != options::OptionKind::output_file || arguments[option->name] != "-") continue;
    require_file(*option, arguments);
    if (writer != nullptr || arguments.has("json")) {
      throw Failure(fmt::format("standard output cannot be both {} and {}; give {} a file", spelled(*option),
                                writer != nullptr ? spelled(*writer) : "--json", spelled(*option)));
    }
    writer = option;
  }
}

void require_distinct_files(const options::Command& command, const Arguments& arguments) {
  require_one_document(command, arguments);
  const std::vector<NamedFile> inputs = files_read(command, arguments);
  remember_files_read(inputs);
  const std::vector<NamedFile> outputs = files_written(command, arguments);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : inputs) refuse_unless_apart(outputs[i], input, "reads");
    for (std::size_t j = 0; j < i; ++j) refuse_unless_apart(outputs[i], outputs[j], "writes, too");
  }
}

}  // namespace tuplepack::cli
