#pragma once

#include "json_events.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

class JsonTree;

/// A value of a tree, which has to live longer; or nothing, which is of no kind and has nothing inside.
class JsonValue {
 public:
  JsonValue() = default;
  JsonValue(const JsonTree& tree, std::size_t node) : tree_(&tree), node_(node) {}

  explicit operator bool() const { return tree_ != nullptr; }
  [[nodiscard]] bool is_object() const { return kind() == '{'; }
  [[nodiscard]] bool is_array() const { return kind() == '['; }
  [[nodiscard]] bool is_string() const { return kind() == '"'; }
  [[nodiscard]] bool is_null() const { return kind() == 'n'; }
  [[nodiscard]] bool is_boolean() const { return kind() == 't' || kind() == 'f'; }
  [[nodiscard]] bool is_number() const { return kind() == '-' || (kind() >= '0' && kind() <= '9'); }

  /// As it stands in the text, its beginning if it is long; only the bracket of an array or an object.
  [[nodiscard]] std::string_view token() const;
  /// What a string says.
  [[nodiscard]] const std::string& string() const;
  /// Of an array; anything else has none.
  [[nodiscard]] std::vector<JsonValue> elements() const;
  /// Of an object: the first of this name, or nothing.
  [[nodiscard]] JsonValue member(std::string_view name) const;

 private:
  const JsonTree* tree_ = nullptr;
  std::size_t node_ = 0;

  /// What its token begins with tells.
  [[nodiscard]] char kind() const;
};

/// JSON text, which has to live longer, taken apart into its values.
class JsonTree {
 public:
  /// errors  those of read_json
  [[nodiscard]] static Result<JsonTree> parse(const JsonText& text);

  [[nodiscard]] JsonValue root() const { return {*this, 0}; }

 private:
  friend class JsonValue;

  /// A value or a key, in the order of the text: a key comes right before its value, and an array or an object right
  /// before what is inside.
  struct Node {
    std::size_t offset;  // of its token
    std::size_t next;    // the first node behind it and everything inside
  };

  JsonText text_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::string> strings_;  // by node: keys and strings

  explicit JsonTree(const JsonText& text) : text_(text) {}
};

}  // namespace tuplepack
