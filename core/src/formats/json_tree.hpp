#pragma once

#include "json_events.hpp"
#include "tuplepack/formats/text_pieces.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack {

class JsonTree;

/// A value of a tree, which must outlive it and stay where it is; or nothing, which has no kind and no content.
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

  /// As written in the text, cut if it is long; of an array or object only its bracket.
  [[nodiscard]] std::string_view token() const;
  /// The content of a string.
  [[nodiscard]] const std::string& string() const;
  /// Of an array; anything else has none.
  [[nodiscard]] std::vector<JsonValue> elements() const;
  /// Of an object: the first of this name, or nothing.
  [[nodiscard]] JsonValue member(std::string_view name) const;
  /// The names of an object's members, in the order of the text.
  [[nodiscard]] std::vector<std::string_view> names() const;
  /// Names and values of an object's members, in the order of the text.
  [[nodiscard]] std::vector<std::pair<std::string_view, JsonValue>> members() const;

 private:
  const JsonTree* tree_ = nullptr;
  std::size_t node_ = 0;

  /// The first character of its token.
  [[nodiscard]] char kind() const;
};

/// The values of a JSON text.
class JsonTree {
 public:
  /// Takes one element of a long array and its index; the element is gone afterwards.
  using ElementSink = std::function<Result<void>(const JsonValue& element, std::size_t index)>;

  /// Memory does not grow with the array called `streamed` in the root: its elements go to the sink one by one, and the
  /// tree keeps it empty. Without a sink nothing is streamed.
  /// errors  those of read_json and of the sink
  [[nodiscard]] static Result<JsonTree> parse(TextPieces pieces, std::string_view streamed, const ElementSink& sink);

  [[nodiscard]] JsonValue root() const { return {*this, 0}; }

 private:
  friend class JsonValue;

  /// A value or a key, in the order of the text: a key precedes its value, and an array or an object its content.
  struct Node {
    std::size_t token;  // where it begins in tokens_
    std::size_t next;   // the first node after it and its content
  };

  std::vector<Node> nodes_;
  std::string tokens_;                          // one after the other
  std::map<std::size_t, std::string> strings_;  // by node: keys and strings

  [[nodiscard]] std::string_view token(std::size_t node) const {
    const std::size_t end = node + 1 < nodes_.size() ? nodes_[node + 1].token : tokens_.size();
    return std::string_view(tokens_).substr(nodes_[node].token, end - nodes_[node].token);
  }
};

}  // namespace tuplepack
