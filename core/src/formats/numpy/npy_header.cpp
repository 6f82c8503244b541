#include "tuplepack/formats/numpy/npy_header.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>

namespace tuplepack::formats {

static constexpr std::size_t length_end = 12;  // magic, version and the longest length field
static constexpr std::size_t longest_header = std::size_t{1} << 20;

static Result<void> check_magic(std::string_view bytes) {
  const std::string_view magic = bytes.substr(0, npy_magic.size());
  if (npy_magic.starts_with(magic)) return {};
  return fail(ErrorCode::malformed, magic.starts_with("PK")
                                        ? "not a .npy file but an archive; save its array alone, with numpy.save"
                                        : "not a .npy file: it begins with " + quote(magic));
}

static std::size_t byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

/// Where the header's text begins: after magic, major and minor version and a length of 2 bytes in version 1, else 4.
static std::size_t text_begin(std::string_view bytes) {
  return npy_magic.size() + 2 + (byte_at(bytes, npy_magic.size()) == 1 ? 2 : 4);
}

Result<std::size_t> npy_header_size(std::string_view bytes) {
  if (bytes.size() < length_end) return length_end;
  if (auto ok = check_magic(bytes); !ok) return tl::unexpected(ok.error());
  const std::size_t major = byte_at(bytes, npy_magic.size());
  if (major < 1 || major > 3) {
    return fail(ErrorCode::unsupported, ".npy version " + std::to_string(major) + " is not 1, 2 or 3");
  }
  std::size_t length = 0;
  for (std::size_t i = text_begin(bytes); i-- > npy_magic.size() + 2;) length = length << 8U | byte_at(bytes, i);
  if (length > longest_header) {
    return fail(ErrorCode::malformed, "the .npy header claims to be " + std::to_string(length) + " bytes long");
  }
  return std::max(text_begin(bytes) + length, length_end);
}

tl::unexpected<Error> npy_header_ends(std::string_view bytes) {
  if (auto ok = check_magic(bytes); !ok) return tl::unexpected(ok.error());
  return fail(ErrorCode::malformed, "the file ends within the .npy header");
}

Result<void> check_npy_data(std::int64_t expected, std::int64_t found) {
  if (found == expected) return {};
  if (found > expected) {
    return fail(ErrorCode::malformed, "trailing data after the " + std::to_string(expected) + " bytes of the array");
  }
  return fail(ErrorCode::malformed, "the file is truncated: expected " + std::to_string(expected) +
                                        " bytes of data, found " + std::to_string(found));
}

std::string describe_shape(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return "an array of shape " + visible(text + (shape.size() == 1 ? ",)" : ")"), 100);
}

namespace {

/// Takes one piece after the other off the front of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool take(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  /// 'text' or "text", without escapes, of which numpy writes none.
  [[nodiscard]] bool take_string(std::string& text) {
    skip_blanks();
    const bool has_prefix =
        rest_.size() > 1 && (rest_[0] == 'u' || rest_[0] == 'b') && (rest_[1] == '\'' || rest_[1] == '"');
    if (has_prefix) rest_.remove_prefix(1);  // of Python 2
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) return false;
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) return false;
    text = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }

  [[nodiscard]] bool take_number(std::int64_t& value) {
    skip_blanks();
    const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const Number number = parse_number(rest_.substr(0, digits));
    if (number.wrong) return false;
    value = number.value;
    rest_.remove_prefix(digits);
    if (rest_.starts_with('L')) rest_.remove_prefix(1);  // a long of Python 2
    return true;
  }

  [[nodiscard]] std::string_view rest() {
    skip_blanks();
    return rest_;
  }

 private:
  std::string_view rest_;

  void skip_blanks() {
    while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '\n')) rest_.remove_prefix(1);
  }
};

}  // namespace

/// (), (3,), (3, 2), … and 3 for (3,) in a field
static bool take_shape(Scanner& scanner, std::vector<std::int64_t>& shape) {
  if (!scanner.take("(")) return false;
  while (!scanner.take(")")) {
    std::int64_t extent = 0;
    if (!scanner.take_number(extent)) return false;
    shape.push_back(extent);
    if (scanner.take(",")) continue;
    return scanner.take(")");
  }
  return true;
}

/// ('nodes', '<i4') or ('nodes', '<i4', (2,)).
static bool take_field(Scanner& scanner, NpyField& field) {
  if (!scanner.take("(") || !scanner.take_string(field.name) || !scanner.take(",") ||
      !scanner.take_string(field.type)) {
    return false;
  }
  if (!scanner.take(",")) return scanner.take(")");
  if (scanner.take(")")) return true;
  if (scanner.rest().starts_with("(")) return take_shape(scanner, field.shape) && scanner.take(")");
  return scanner.take_number(field.shape.emplace_back()) && scanner.take(")");
}

static bool take_fields(Scanner& scanner, std::vector<NpyField>& fields) {
  if (!scanner.take("[")) return false;
  while (!scanner.take("]")) {
    if (!take_field(scanner, fields.emplace_back())) return false;
    if (scanner.take(",")) continue;
    return scanner.take("]");
  }
  return true;
}

static bool take_bool(Scanner& scanner, bool& value) {
  value = scanner.take("True");
  return value || scanner.take("False");
}

Result<NpyHeader> read_npy_header(std::string_view bytes) {
  Scanner scanner(bytes.substr(text_begin(bytes)));
  NpyHeader header;
  bool has_type = false;
  bool has_order = false;
  bool has_shape = false;
  const auto malformed = [&] {
    const std::string_view rest = scanner.rest();
    return fail(ErrorCode::malformed,
                "the .npy header is damaged " + (rest.empty() ? "at its end" : "at " + quote(rest)));
  };
  if (!scanner.take("{")) return malformed();
  while (!scanner.take("}")) {
    std::string key;
    if (!scanner.take_string(key) || !scanner.take(":")) return malformed();
    if (key == "descr" && !has_type) {
      const std::string_view descr = scanner.rest();
      if (descr.starts_with('[')) {
        has_type = take_fields(scanner, header.fields) && !header.fields.empty();
        if (!has_type) {
          return fail(ErrorCode::unsupported, "a structured array " + quote(descr) +
                                                  ", whose fields are not all numbers or text; give plain arrays");
        }
        header.type = descr.substr(0, descr.size() - scanner.rest().size());
      } else {
        has_type = scanner.take_string(header.type);
      }
      if (!has_type) return malformed();
    } else if (key == "fortran_order" && !has_order) {
      has_order = take_bool(scanner, header.fortran_order);
      if (!has_order) return malformed();
    } else if (key == "shape" && !has_shape) {
      has_shape = take_shape(scanner, header.shape);
      if (!has_shape) return malformed();
    } else {
      return fail(ErrorCode::malformed, "the .npy header has an unexpected key " + quote(key));
    }
    if (scanner.take(",")) continue;
    if (!scanner.take("}")) return malformed();
    break;
  }
  if (!scanner.rest().empty()) return malformed();
  if (!has_type || !has_order || !has_shape) {
    return fail(ErrorCode::malformed, std::string("the .npy header has no '") +
                                          (!has_type    ? "descr"
                                           : !has_order ? "fortran_order"
                                                        : "shape") +
                                          "'");
  }
  return header;
}

Result<NpyHeader> npy_header_of(std::string_view file) {
  const auto size = npy_header_size(file);
  if (!size) return tl::unexpected(size.error());
  if (file.size() < *size) return npy_header_ends(file);
  return read_npy_header(file.substr(0, *size));
}

}  // namespace tuplepack::formats
