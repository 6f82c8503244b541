#include "manual.hpp"

#include "help.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/packing/pack.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

/// A text as roff prints it: characters that roff would make typographic stay as they are.
static std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
  }
  return result.starts_with('.') ? "\\&" + result : result;
}

static std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

static std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return text;
}

/// "packs items": the first sentence of a summary, as lists of manual pages have it.
static std::string phrase(std::string_view summary) {
  const std::string_view sentence = summary.substr(0, summary.find(". "));
  return lower(std::string(sentence.substr(0, 1))) +
         std::string(sentence.substr(1, sentence.size() - (sentence.ends_with('.') ? 2 : 1)));
}

static std::string head(const std::string& name, std::string_view does) {
  return fmt::format(".TH {} 1 \"\" \"tuplepack " TUPLEPACK_VERSION "\"\n.SH NAME\n{} \\- {}\n", upper(name),
                     roff(name), roff(does));
}

static std::string entry(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(term), roff(text));
}

std::string manual() {
  const std::string program(ranks::program_name());
  std::string text = head(program, purpose);
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR \\fICOMMAND\\fR [options]\n.SH COMMANDS\n", roff(program));
  std::string_view group;
  for (const options::Command& command : options::commands()) {
    if (ranks::is_distributed() && !command.many_ranks) continue;
    if (command.group != group) text += fmt::format(".SS {}\n", group = command.group);
    text += entry(command.name, command.summary);
  }
  text += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes) text += entry(code, meaning);
  return text +
         fmt::format(".SH SEE ALSO\n\\fB{0}\\-pack\\fR(1), and one page for each other command\n", roff(program));
}

std::string manual_of(const options::Command& command) {
  const std::string program(ranks::program_name());
  std::string text = head(fmt::format("{}-{}", program, command.name), phrase(command.summary));
  text +=
      fmt::format(".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n{}\n.SH OPTIONS\n", roff(usage(command)), roff(command.summary));
  for (const auto& [left, right] : option_rows(command)) text += entry(left, right);
  if (has_packing_methods(command)) {
    text += ".SH METHODS\n";
    for (const packing::Method& method : packing::methods()) text += entry(method.name, method.summary);
  }
  if (!command.example.empty()) text += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(command.example));
  return text + fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", roff(program));
}

}  // namespace tuplepack::cli
