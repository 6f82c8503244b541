#include "json_tree.hpp"

#include "json_limits.hpp"

namespace tuplepack::formats {

char JsonValue::kind() const {
  return tree_ == nullptr ? '\0' : tree_->tokens_[tree_->nodes_[node_].token];
}

std::size_t JsonValue::next() const {
  return tree_->nodes_[node_].next;
}

std::string_view JsonValue::token() const {
  return tree_ == nullptr ? std::string_view() : tree_->token(node_);
}

std::string_view JsonValue::string() const {
  return tree_->string(node_);
}

JsonElements JsonValue::elements() const {
  if (!is_array()) return {};
  return {JsonValue(*tree_, node_ + 1), JsonValue(*tree_, next())};
}

JsonValue JsonValue::member(std::string_view name) const {
  if (!is_object()) return {};
  const auto& nodes = tree_->nodes_;
  for (std::size_t key = node_ + 1; key < nodes[node_].next; key = nodes[key + 1].next) {
    if (tree_->string(key) == name) return {*tree_, key + 1};
  }
  return {};
}

std::vector<std::pair<std::string_view, JsonValue>> JsonValue::members() const {
  std::vector<std::pair<std::string_view, JsonValue>> found;
  if (!is_object()) return found;
  const auto& nodes = tree_->nodes_;
  for (std::size_t key = node_ + 1; key < nodes[node_].next; key = nodes[key + 1].next) {
    found.emplace_back(tree_->string(key), JsonValue(*tree_, key + 1));
  }
  return found;
}

std::vector<std::string_view> JsonValue::names() const {
  std::vector<std::string_view> found;
  for (const auto& member : members()) found.push_back(member.first);
  return found;
}

/// Takes the events of a text.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(JsonTree& tree, const std::vector<StreamedArray>& streamed) : tree_(tree), streamed_(streamed) {}

  [[nodiscard]] Result<void> take(const JsonEvent& event) {
    if (event.kind == JsonEvent::Kind::close) {
      tree_.nodes_[open_.back().node].next = static_cast<std::uint32_t>(tree_.nodes_.size());
      open_.pop_back();
      return end_value();
    }
    if (auto ok = add(event); !ok) return ok;
    is_another_root_ = !streamed_.empty() && !tree_.root().is_object();
    if (is_another_root_) return event.fail(ErrorCode::unsupported, "expected an object");
    const std::size_t node = tree_.nodes_.size() - 1;
    if (event.kind == JsonEvent::Kind::open) open_.push_back({.node = node, .streamed = streamed_at(node)});
    return event.kind == JsonEvent::Kind::scalar ? end_value() : Result<void>();
  }

  /// Whether the text was left because its root has no members to stream.
  [[nodiscard]] bool is_another_root() const { return is_another_root_; }

 private:
  struct Open {
    std::size_t node;
    const StreamedArray* streamed;  // or null
    std::size_t elements = 0;       // of a streamed array, so far
  };

  JsonTree& tree_;
  const std::vector<StreamedArray>& streamed_;
  std::vector<Open> open_;
  bool is_another_root_ = false;

  [[nodiscard]] Result<void> add(const JsonEvent& event) {
    if (tree_.nodes_.size() == max_json_values) {
      return event.fail(ErrorCode::too_large,
                        beyond_json_limit(max_json_values, "values to keep at once", "split the file"));
    }
    const std::string_view token = json_token(event.text);
    const std::string_view content = event.scalar.string.value_or(std::string_view());
    if (token.size() + content.size() > max_json_text - tree_.tokens_.size()) {
      return event.fail(ErrorCode::too_large,
                        beyond_json_limit(max_json_text, "bytes of values to keep at once", "split the file"));
    }
    const auto node = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_.push_back({.token = static_cast<std::uint32_t>(tree_.tokens_.size()), .next = node + 1});
    (tree_.tokens_ += token) += content;
    return {};
  }

  /// The stream of an array that begins within what is open, or null.
  [[nodiscard]] const StreamedArray* streamed_at(std::size_t node) const {
    if (tree_.tokens_[tree_.nodes_[node].token] != '[') return nullptr;
    for (const StreamedArray& array : streamed_) {
      if (is_at(array, node)) return &array;
    }
    return nullptr;
  }
  [[nodiscard]] bool is_at(const StreamedArray& array, std::size_t node) const {
    if (array.path.size() != open_.size()) return false;
    for (std::size_t level = open_.size(); level-- > 0; node = open_[level].node) {
      const bool in_object = tree_.tokens_[tree_.nodes_[open_[level].node].token] == '{';
      if (array.path[level] == "*" ? open_[level].streamed == nullptr
                                   : !in_object || tree_.string(node - 1) != array.path[level]) {
        return false;
      }
    }
    return true;
  }

  /// A value is complete: if it is an element of a streamed array, it goes.
  [[nodiscard]] Result<void> end_value() {
    if (open_.empty() || open_.back().streamed == nullptr) return {};
    const std::size_t element = open_.back().node + 1;
    auto taken = open_.back().streamed->take(JsonValue(tree_, element), open_.back().elements++);
    tree_.tokens_.resize(tree_.nodes_[element].token);
    tree_.nodes_.resize(element);
    return taken;
  }
};

Result<JsonTree> JsonTree::parse(TextPieces pieces, const std::vector<StreamedArray>& streamed) {
  JsonTree tree;
  JsonTreeBuilder builder(tree, streamed);
  auto ok = read_json(std::move(pieces), [&](const JsonEvent& event) { return builder.take(event); });
  if (!ok && !builder.is_another_root()) return tl::unexpected(std::move(ok.error()));
  return tree;
}

}  // namespace tuplepack::formats
