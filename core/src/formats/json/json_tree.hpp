#pragma once

#include "json_events.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::formats {

class JsonElements;
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
  [[nodiscard]] std::string_view string() const;
  /// Of an array; anything else has none.
  [[nodiscard]] JsonElements elements() const;
  /// Of an object: the first of this name, or nothing.
  [[nodiscard]] JsonValue member(std::string_view name) const;
  /// The names of an object's members, in the order of the text.
  [[nodiscard]] std::vector<std::string_view> names() const;
  /// Names and values of an object's members, in the order of the text.
  [[nodiscard]] std::vector<std::pair<std::string_view, JsonValue>> members() const;

 private:
  friend class JsonElements;

  const JsonTree* tree_ = nullptr;
  std::size_t node_ = 0;

  /// The first character of its token.
  [[nodiscard]] char kind() const;
  /// The first node after it and its content.
  [[nodiscard]] std::size_t next() const;
};

/// The elements of an array, in the order of the text. They take no memory of their own.
class JsonElements {
 public:
  class Iterator {
   public:
    explicit Iterator(JsonValue at) : at_(at) {}
    const JsonValue& operator*() const { return at_; }
    Iterator& operator++() {
      at_.node_ = at_.next();
      return *this;
    }
    bool operator==(const Iterator& other) const { return at_.node_ == other.at_.node_; }

   private:
    friend class JsonElements;
    JsonValue at_;
  };

  JsonElements() = default;  // none
  JsonElements(JsonValue first, JsonValue end) : first_(first), end_(end) {}

  [[nodiscard]] Iterator begin() const { return Iterator(first_); }
  [[nodiscard]] Iterator end() const { return Iterator(end_); }
  [[nodiscard]] bool empty() const { return first_.node_ == end_.node_; }
  /// cost  O(elements)
  [[nodiscard]] std::size_t size() const {
    std::size_t count = 0;
    for (Iterator at = begin(); at != end(); ++at) ++count;
    return count;
  }

 private:
  JsonValue first_;
  JsonValue end_;
};

/// An array whose elements a tree does not keep.
struct StreamedArray {
  /// Takes one element and its index; the element is gone afterwards.
  using Sink = std::function<Result<void>(const JsonValue& element, std::size_t index)>;

  std::vector<std::string_view> path;  ///< names of members, from the root; "*": any element of a streamed array
  Sink take;
};

/// The values of a JSON text.
class JsonTree {
 public:
  /// Memory does not grow with the streamed arrays: their elements go to the sinks one by one, and the tree keeps them
  /// empty. If there are any, they are members of an object: of another root only its token is read.
  /// memory  8 bytes a value and key, their texts (cut if they are long), and once more what strings contain
  /// errors  those of read_json and of the sinks · too_large (beyond max_json_values or max_json_text)
  [[nodiscard]] static Result<JsonTree> parse(TextPieces pieces, const std::vector<StreamedArray>& streamed = {});

  [[nodiscard]] JsonValue root() const { return {*this, 0}; }

 private:
  friend class JsonValue;
  friend class JsonTreeBuilder;

  /// A value or a key, in the order of the text: a key precedes its value, and an array or an object its content.
  struct Node {
    std::uint32_t token;  // where it begins in tokens_
    std::uint32_t next;   // the first node after it and its content
  };

  std::vector<Node> nodes_;
  std::string tokens_;  // one after the other; after that of a string, its content

  /// The token of a node, and the content of a string.
  [[nodiscard]] std::string_view text(std::size_t node) const {
    const std::size_t end = node + 1 < nodes_.size() ? nodes_[node + 1].token : tokens_.size();
    return std::string_view(tokens_).substr(nodes_[node].token, end - nodes_[node].token);
  }
  [[nodiscard]] std::string_view token(std::size_t node) const { return json_token(text(node)); }
  [[nodiscard]] std::string_view string(std::size_t node) const { return text(node).substr(token(node).size()); }
};

}  // namespace tuplepack::formats
