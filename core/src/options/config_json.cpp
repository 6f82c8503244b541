#include "tuplepack/options/config_json.hpp"

#include "formats/json/json_events.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <set>

namespace tuplepack::options {

static bool may_be_configured(const Option& option) {
  return !option.operand && option.name != "config" && option.name != "help";
}

static const Option* find_configured(const Command& command, std::string_view name) {
  for (const Option* option : options_of(command)) {
    if (option->name == name && may_be_configured(*option)) return option;
  }
  return nullptr;
}

static bool is_configured_anywhere(std::string_view name) {
  return std::any_of(commands().begin(), commands().end(),
                     [=](const Command& command) { return find_configured(command, name) != nullptr; });
}

/// What is wrong with a name that no command has in a file: unknown, or one of the command line alone.
static std::string describe_unknown(const Command& command, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Option* option : options_of(command)) {
    if (option->name == name) return "option " + formats::quote(name) + " is not allowed in a config file";
    if (may_be_configured(*option)) names.push_back(option->name);
  }
  const std::string_view meant = nearest(names, name.substr(std::min(name.find_first_not_of('-'), name.size())));
  return "unknown option " + formats::quote(name) +
         (meant.empty() ? "" : "; did you mean " + formats::quote(meant) + "?");
}

namespace {

/// Takes the events of the object.
class ConfigReader {
 public:
  ConfigReader(const formats::JsonText& text, const Command& command) : text_(text), command_(command) {}

  [[nodiscard]] Result<void> key(std::string_view name, std::size_t at);
  [[nodiscard]] Result<void> scalar(const formats::JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] std::vector<ConfiguredOption> finish() && { return std::move(found_); }

 private:
  formats::JsonText text_;
  const Command& command_;
  std::size_t depth_ = 0;
  std::set<std::string, std::less<>> names_;
  std::string name_;                   // the key
  const Option* option_ = nullptr;     // none: one of other commands
  std::size_t value_ = 0;              // where its value begins
  std::vector<std::string> elements_;  // of its array
  std::vector<ConfiguredOption> found_;

  [[nodiscard]] tl::unexpected<Error> expected(std::size_t at, std::string_view what) const;
  [[nodiscard]] Result<void> flag(std::size_t at);
  [[nodiscard]] Result<void> store(std::vector<std::string> texts);
};

}  // namespace

tl::unexpected<Error> ConfigReader::expected(std::size_t at, std::string_view what) const {
  return text_.fail_at(at, ErrorCode::malformed,
                       (depth_ == 0 ? "" : formats::quote(name_) + ": ") + "expected " + std::string(what) +
                           ", found " + formats::quote(text_.token(at)));
}

Result<void> ConfigReader::key(std::string_view name, std::size_t at) {
  if (!names_.emplace(name).second)
    return text_.fail_at(at, ErrorCode::malformed, "duplicate option " + formats::quote(name));
  name_ = name;
  option_ = find_configured(command_, name);
  if (option_ != nullptr || is_configured_anywhere(name)) return {};
  return text_.fail_at(at, ErrorCode::unknown_name, describe_unknown(command_, name));
}

/// Checks each text as that of the command line.
Result<void> ConfigReader::store(std::vector<std::string> texts) {
  for (const std::string& text : texts) {
    const auto read = read_value(*option_, text);
    if (!read) return text_.fail_at(value_, read.error().code, formats::quote(name_) + ": " + read.error().message);
  }
  found_.push_back({option_, std::move(texts)});
  return {};
}

Result<void> ConfigReader::flag(std::size_t at) {
  const std::string_view token = text_.token(at);
  if (depth_ == 2 || (token != "true" && token != "false")) return expected(at, "true or false");
  found_.push_back({option_, {}});
  if (token == "true") found_.back().texts.emplace_back("on");
  return {};
}

Result<void> ConfigReader::scalar(const formats::JsonScalar& value, std::size_t at) {
  if (depth_ == 0) return expected(at, "an object of options");
  if (option_ == nullptr) return {};
  const std::string_view token = text_.token(at);
  if (token == "null" && depth_ == 1) return {};
  if (option_->kind == OptionKind::flag) return flag(at);
  std::string text = value.string ? std::string(*value.string) : std::string(token);
  if (token == "true" || token == "false") {
    if (option_->kind != OptionKind::choice) return expected(at, "a number, a string or an array of these");
    text = token == "true" ? "on" : "off";
  }
  if (token == "null") return expected(at, "a number, a string or an array of these");
  if (text.find('\0') != std::string::npos) return expected(at, "a string without NUL bytes");
  if (depth_ == 1) {
    value_ = at;
    return store({std::move(text)});
  }
  elements_.push_back(std::move(text));
  return {};
}

Result<void> ConfigReader::open(char bracket, std::size_t at) {
  if (depth_ == 0 && bracket != '{') return expected(at, "an object of options");
  if (depth_ > 0 && (bracket != '[' || depth_ > 1)) return expected(at, "a number, a string or an array of these");
  if (depth_ == 1 && option_ != nullptr && option_->kind == OptionKind::flag) return expected(at, "true or false");
  ++depth_;
  value_ = at;
  elements_.clear();
  return {};
}

Result<void> ConfigReader::close() {
  --depth_;
  if (depth_ == 0 || option_ == nullptr) return {};
  if (option_->repeats) return store(std::move(elements_));
  if (elements_.empty()) return {};
  std::string list = elements_.front();
  for (std::size_t i = 1; i < elements_.size(); ++i) list += "," + elements_[i];
  return store({std::move(list)});
}

Result<std::vector<ConfiguredOption>> parse_config(std::string_view json, const Command& command) {
  const formats::JsonText text{.bytes = json};
  ConfigReader reader(text, command);
  if (auto read = visit_json(text, reader); !read) return tl::unexpected(std::move(read.error()));
  return std::move(reader).finish();
}

}  // namespace tuplepack::options
