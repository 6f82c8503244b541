#include "json_tree.hpp"

namespace tuplepack {

char JsonValue::kind() const {
  return tree_ == nullptr ? '\0' : tree_->text_.bytes[tree_->nodes_[node_].offset];
}

std::string_view JsonValue::token() const {
  return tree_ == nullptr ? std::string_view() : tree_->text_.token(tree_->nodes_[node_].offset);
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

Result<JsonTree> JsonTree::parse(const JsonText& text) {
  JsonTree tree(text);
  std::vector<std::size_t> open;
  const auto sink = [&](const JsonEvent& event) -> Result<void> {
    if (event.kind == JsonEvent::Kind::close) {
      tree.nodes_[open.back()].next = tree.nodes_.size();
      open.pop_back();
      return {};
    }
    const std::size_t node = tree.nodes_.size();
    tree.nodes_.push_back({.offset = event.offset, .next = node + 1});
    if (event.kind == JsonEvent::Kind::open) open.push_back(node);
    if (event.scalar.string != nullptr) tree.strings_.emplace(node, *event.scalar.string);
    return {};
  };
  if (auto ok = read_json(text, sink); !ok) return tl::unexpected(std::move(ok.error()));
  return tree;
}

}  // namespace tuplepack
