#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

enum class PickleKind : std::uint8_t {
  none,
  boolean,
  number,
  text,
  global,
  tuple,
  list,
  dict,
  call,
  object,
  reference
};

/// A value in a pickle. Nothing is executed: a class or a function is its name, and a call is what it calls.
struct PickleValue {
  PickleKind kind = PickleKind::none;
  std::int64_t number = 0;     ///< of a boolean: 0 or 1
  std::string_view text = {};  ///< UTF-8; of a global: its module, a line break and its name
  /// Indices of values: the elements of a tuple or a list; keys and values of a dictionary in turn; function and
  /// arguments of a call, class and arguments of an object, and the state of either if it has one; what a reference
  /// refers to.
  std::vector<std::uint32_t> items = {};
};

/// The values of a pickle. They may refer to each other in any way, even in circles.
struct Pickle {
  std::vector<PickleValue> values;
  std::uint32_t root = 0;
};

/// Reads what Python writes of numbers, texts, tuples, lists, dictionaries and objects in protocols 2 and 3 (Python's
/// Lib/pickletools.py describes the operations). Texts point into the bytes. Safe for any bytes.
/// errors  malformed · unsupported (another operation or protocol; an integer beyond 64 bits; more than 4,194,304
///         values); the message names the offset
[[nodiscard]] Result<Pickle> read_pickle(std::string_view bytes);

}  // namespace tuplepack::formats
