#include "pickle_reader.hpp"

#include "base/utf8.hpp"
#include "formats/text/text.hpp"

#include <map>
#include <optional>
#include <string>

namespace tuplepack::formats {

static constexpr std::size_t max_values = std::size_t{1} << 22;

namespace {

/// The stack machine that a pickle is a program for. After the first error nothing changes any more.
class Unpickler {
 public:
  explicit Unpickler(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool ok() const { return !error_; }
  [[nodiscard]] tl::unexpected<Error> error() const { return tl::unexpected(*error_); }
  /// Keeps the first error, with the place of the operation.
  void wrong(ErrorCode code, const std::string& what) {
    if (!error_) error_ = Error{.code = code, .message = what + ", at byte " + std::to_string(operation_)};
  }

  // ---- bytes ----

  unsigned char next_operation() {
    operation_ = at_;
    const std::string_view byte = take(1);
    return byte.empty() ? 0 : static_cast<unsigned char>(byte.front());
  }
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size() - at_) wrong(ErrorCode::malformed, "the pickle is truncated");
    if (!ok()) return {};
    at_ += static_cast<std::size_t>(size);
    return bytes_.substr(at_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
  }
  std::uint64_t number(std::size_t width) {
    const std::string_view digits = take(width);
    std::uint64_t value = 0;
    for (std::size_t i = digits.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(digits[i]);
    return value;
  }
  /// In two's complement.
  std::int64_t integer(std::size_t width) {
    const std::uint64_t value = number(width);
    const std::size_t unused = 64 - 8 * width;
    return width == 0 ? 0 : static_cast<std::int64_t>(value << unused) >> unused;
  }
  /// Two lines, without the last line break.
  std::string_view two_lines() {
    const std::size_t first = bytes_.find('\n', at_);
    const std::size_t second = first == std::string_view::npos ? first : bytes_.find('\n', first + 1);
    if (second == std::string_view::npos) {
      wrong(ErrorCode::malformed, "the pickle is truncated");
      return {};
    }
    const std::string_view lines = take(second - at_);
    (void)take(1);
    return lines;
  }

  // ---- the stack ----

  void push(std::uint32_t value) {
    if (ok()) stack_.push_back(value);
  }
  void push(PickleValue value) {
    if (values_.size() == max_values) {
      wrong(ErrorCode::unsupported, "a pickle of more than " + std::to_string(max_values) + " values");
    }
    if (!ok()) return;
    push(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(std::move(value));
  }
  void mark() { marks_.push_back(stack_.size()); }
  /// The last values, from the bottom to the top.
  std::vector<std::uint32_t> pop(std::size_t count) {
    if (count > stack_.size() - bottom()) wrong(ErrorCode::malformed, "the stack of the pickle is too small");
    if (!ok()) return std::vector<std::uint32_t>(count, none);
    std::vector<std::uint32_t> popped(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return popped;
  }
  /// Those above the last mark, which goes too.
  std::vector<std::uint32_t> pop_to_mark() {
    if (marks_.empty()) wrong(ErrorCode::malformed, "the stack of the pickle has no mark");
    if (!ok()) return {};
    std::vector<std::uint32_t> popped = pop(stack_.size() - marks_.back());
    marks_.pop_back();
    return popped;
  }
  /// Puts items into the value on top of the stack.
  void extend(std::initializer_list<PickleKind> kinds, const std::vector<std::uint32_t>& items) {
    if (stack_.size() == bottom()) wrong(ErrorCode::malformed, "the stack of the pickle is too small");
    if (!ok()) return;
    PickleValue& top = values_[stack_.back()];
    bool takes_them = false;
    for (const PickleKind kind : kinds) takes_them = takes_them || top.kind == kind;
    if (!takes_them || (top.kind == PickleKind::dict && items.size() % 2 != 0)) {
      return wrong(ErrorCode::malformed, "SETITEMS, APPENDS or BUILD on a value that does not support it");
    }
    top.items.insert(top.items.end(), items.begin(), items.end());
  }

  // ---- the memo ----

  void put(std::uint64_t key) {
    if (stack_.size() == bottom()) wrong(ErrorCode::malformed, "the stack of the pickle is too small");
    if (ok()) memo_[key] = stack_.back();
  }
  void get(std::uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) return wrong(ErrorCode::malformed, "undefined memo key " + std::to_string(key));
    push(found->second);
  }

  Result<Pickle> finish() {
    if (at_ != bytes_.size()) wrong(ErrorCode::malformed, "trailing bytes after the pickle's STOP opcode");
    if (stack_.size() != 1 || !marks_.empty()) wrong(ErrorCode::malformed, "the pickle is not one value");
    if (!ok()) return error();
    return Pickle{.values = std::move(values_), .root = stack_.front()};
  }

 private:
  static constexpr std::uint32_t none = 0;

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t operation_ = 0;  // where the current one begins
  std::vector<PickleValue> values_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::size_t> marks_;  // how many values are below each
  std::map<std::uint64_t, std::uint32_t> memo_;
  std::optional<Error> error_;

  [[nodiscard]] std::size_t bottom() const { return marks_.empty() ? 0 : marks_.back(); }
};

}  // namespace

static void push_number(Unpickler& machine, std::int64_t number) {
  machine.push({.kind = PickleKind::number, .number = number});
}

static void push_flag(Unpickler& machine, bool flag) {
  machine.push({.kind = PickleKind::boolean, .number = flag ? 1 : 0});
}

/// BINUNICODE
static void push_text(Unpickler& machine) {
  const std::string_view text = machine.take(machine.number(4));
  if (!is_utf8(text)) machine.wrong(ErrorCode::malformed, "a string that is not UTF-8");
  machine.push({.kind = PickleKind::text, .text = text});
}

/// LONG1
static void push_long(Unpickler& machine) {
  const std::uint64_t width = machine.number(1);
  if (width > 8) return machine.wrong(ErrorCode::unsupported, "an integer of " + std::to_string(width) + " bytes");
  push_number(machine, machine.integer(static_cast<std::size_t>(width)));
}

static void push_of(Unpickler& machine, PickleKind kind, std::vector<std::uint32_t> items) {
  machine.push({.kind = kind, .items = std::move(items)});
}

/// false: the operation is not one of these
static bool apply_atom(Unpickler& machine, unsigned char operation) {
  switch (operation) {
    case 'N': machine.push(PickleValue{}); return true;
    case 0x88: push_flag(machine, true); return true;
    case 0x89: push_flag(machine, false); return true;
    case 'K': push_number(machine, static_cast<std::int64_t>(machine.number(1))); return true;
    case 'M': push_number(machine, static_cast<std::int64_t>(machine.number(2))); return true;
    case 'J': push_number(machine, machine.integer(4)); return true;
    case 0x8a: push_long(machine); return true;
    case 'X': push_text(machine); return true;
    case 'c': machine.push({.kind = PickleKind::global, .text = machine.two_lines()}); return true;
    case 'q': machine.put(machine.number(1)); return true;
    case 'r': machine.put(machine.number(4)); return true;
    case 'h': machine.get(machine.number(1)); return true;
    case 'j': machine.get(machine.number(4)); return true;
    default: return false;
  }
}

static bool apply_structure(Unpickler& machine, unsigned char operation) {
  switch (operation) {
    case '(': machine.mark(); return true;
    case ')': push_of(machine, PickleKind::tuple, {}); return true;
    case 't': push_of(machine, PickleKind::tuple, machine.pop_to_mark()); return true;
    case 0x85: push_of(machine, PickleKind::tuple, machine.pop(1)); return true;
    case 0x86: push_of(machine, PickleKind::tuple, machine.pop(2)); return true;
    case 0x87: push_of(machine, PickleKind::tuple, machine.pop(3)); return true;
    case ']': push_of(machine, PickleKind::list, {}); return true;
    case 'a': machine.extend({PickleKind::list}, machine.pop(1)); return true;
    case 'e': machine.extend({PickleKind::list}, machine.pop_to_mark()); return true;
    case '}': push_of(machine, PickleKind::dict, {}); return true;
    case 's': machine.extend({PickleKind::dict}, machine.pop(2)); return true;
    case 'u': machine.extend({PickleKind::dict}, machine.pop_to_mark()); return true;
    case 'R': push_of(machine, PickleKind::call, machine.pop(2)); return true;
    case 0x81: push_of(machine, PickleKind::object, machine.pop(2)); return true;
    case 'b': machine.extend({PickleKind::object, PickleKind::call}, machine.pop(1)); return true;
    case 'Q': push_of(machine, PickleKind::reference, machine.pop(1)); return true;
    default: return false;
  }
}

Result<Pickle> read_pickle(std::string_view bytes) {
  Unpickler machine(bytes);
  const bool has_protocol = machine.next_operation() == 0x80;
  const std::uint64_t protocol = machine.number(1);
  if (!has_protocol) return fail(ErrorCode::malformed, "not a pickle of protocol 2 or 3");
  if (machine.ok() && protocol != 2 && protocol != 3) {
    return fail(ErrorCode::unsupported, "a pickle of protocol " + std::to_string(protocol) + " instead of 2 or 3");
  }
  while (machine.ok()) {
    const unsigned char operation = machine.next_operation();
    if (operation == '.' || !machine.ok()) break;
    if (apply_atom(machine, operation) || apply_structure(machine, operation)) continue;
    machine.wrong(ErrorCode::unsupported, "an operation of code " + std::to_string(operation) + " in the pickle");
  }
  return machine.finish();
}

}  // namespace tuplepack::formats
