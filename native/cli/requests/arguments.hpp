#pragma once

#include "tuplepack/options/options.hpp"
#include "tuplepack/options/settings.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// An option of a command, and each text that it was given.
struct GivenOption {
  const options::Option* option;
  std::vector<std::string> texts;
};

/// What the user typed for a command. Every value was checked against its row in the table of options, so reading one
/// cannot fail. An option that the command does not have reads as one that was not given.
class Arguments {
 public:
  explicit Arguments(const options::Command& command);

  /// Whether it has a value, the user's or the default; of a flag: whether it was given.
  [[nodiscard]] bool has(std::string_view option) const;

  /// Its text; empty where there is none.
  [[nodiscard]] const std::string& operator[](std::string_view option) const;
  /// Of an option or operand that may be repeated: a text each time.
  [[nodiscard]] const std::vector<std::string>& all(std::string_view option) const;
  /// The parts between commas; none where there is no text.
  [[nodiscard]] std::vector<std::string> list(std::string_view option) const;

  /// assumes  has(option), and that it is of this kind
  [[nodiscard]] std::int64_t count(std::string_view option) const;
  [[nodiscard]] std::vector<std::int64_t> counts(std::string_view option) const;
  [[nodiscard]] double decimal(std::string_view option) const;
  [[nodiscard]] std::int64_t bytes(std::string_view option) const;

  /// The settings that the options change, see Option::set. Throws Failure.
  [[nodiscard]] options::Settings settings(std::span<const std::string> components) const;

  /// The words of options of a group that change what is done without them: "--columns", "nodes".
  [[nodiscard]] std::vector<std::string> words_of(options::OptionGroup group) const;

  /// The word without dashes: FILE, EVENTS, …; empty when it was left out, the first if there are several. See all().
  [[nodiscard]] const std::string& operand() const;

 private:
  std::vector<GivenOption> given_;

  [[nodiscard]] const GivenOption* find(std::string_view option) const;
  friend Arguments parse(const options::Command& command, std::span<const char* const> words);
};

/// Reads the words after the command's name. Throws Failure.
[[nodiscard]] Arguments parse(const options::Command& command, std::span<const char* const> words);

/// The threads of --threads, 0 for all. One of many ranks has one, if it is not told another number.
[[nodiscard]] int threads_of(const Arguments& arguments);

/// "--output"; an operand as it is.
[[nodiscard]] std::string spelled(const options::Option& option);

}  // namespace tuplepack::cli
