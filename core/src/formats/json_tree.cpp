#include "json_tree.hpp"

namespace tuplepack {

char JsonValue::kind() const {
  return tree_ == nullptr ? '\0' : tree_->tokens_[tree_->nodes_[node_].token];
}

std::string_view JsonValue::token() const {
  return tree_ == nullptr ? std::string_view() : tree_->token(node_);
}

const std::string& JsonValue::string() const {
  return tree_->strings_.at(node_);
}

std::vector<JsonValue> JsonValue::elements() const {
  std::vector<JsonValue> found;
  if (!is_array()) return found;
  const auto& nodes = tree_->nodes_;
  for (std::size_t at = node_ + 1; at < nodes[node_].next; at = nodes[at].next) found.emplace_back(*tree_, at);
  return found;
}

JsonValue JsonValue::member(std::string_view name) const {
  if (!is_object()) return {};
  const auto& nodes = tree_->nodes_;
  for (std::size_t key = node_ + 1; key < nodes[node_].next; key = nodes[key + 1].next) {
    if (tree_->strings_.at(key) == name) return {*tree_, key + 1};
  }
  return {};
}

std::vector<std::pair<std::string_view, JsonValue>> JsonValue::members() const {
  std::vector<std::pair<std::string_view, JsonValue>> found;
  if (!is_object()) return found;
  const auto& nodes = tree_->nodes_;
  for (std::size_t key = node_ + 1; key < nodes[node_].next; key = nodes[key + 1].next) {
    found.emplace_back(tree_->strings_.at(key), JsonValue(*tree_, key + 1));
  }
  return found;
}

std::vector<std::string_view> JsonValue::names() const {
  std::vector<std::string_view> found;
  for (const auto& member : members()) found.push_back(member.first);
  return found;
}

Result<JsonTree> JsonTree::parse(TextPieces pieces, std::string_view streamed, const ElementSink& sink) {
  JsonTree tree;
  std::vector<std::size_t> open;
  std::optional<std::size_t> array;  // the node of the streamed array, while it is open
  std::size_t elements = 0;
  const auto is_streamed = [&](std::size_t node) {
    if (!sink || open.size() != 1 || !tree.root().is_object() || !JsonValue(tree, node).is_array()) return false;
    return tree.strings_.at(node - 1) == streamed;
  };
  const auto end_value = [&]() -> Result<void> {
    if (!array || open.size() != 2) return {};
    const std::size_t element = *array + 1;
    auto taken = sink(JsonValue(tree, element), elements++);
    tree.tokens_.resize(tree.nodes_[element].token);
    tree.nodes_.resize(element);
    tree.strings_.erase(tree.strings_.lower_bound(element), tree.strings_.end());
    return taken;
  };
  const auto take = [&](const JsonEvent& event) -> Result<void> {
    if (event.kind == JsonEvent::Kind::close) {
      tree.nodes_[open.back()].next = tree.nodes_.size();
      open.pop_back();
      if (open.size() == 1) array.reset();
      return end_value();
    }
    const std::size_t node = tree.nodes_.size();
    tree.nodes_.push_back({.token = tree.tokens_.size(), .next = node + 1});
    tree.tokens_ += json_token(event.text);
    if (event.scalar.string) tree.strings_.emplace(node, *event.scalar.string);
    if (event.kind == JsonEvent::Kind::open) {
      if (is_streamed(node)) array = node;
      open.push_back(node);
    }
    return event.kind == JsonEvent::Kind::scalar ? end_value() : Result<void>();
  };
  if (auto ok = read_json(std::move(pieces), take); !ok) return tl::unexpected(std::move(ok.error()));
  return tree;
}

}  // namespace tuplepack
