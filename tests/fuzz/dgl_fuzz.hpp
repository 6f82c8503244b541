#pragma once

#include "require.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"

#include <algorithm>

namespace tuplepack::tests {

inline void check_error(const Error& error) {
  require(!error.message.empty() && error.message.size() < 1000 && error.line == 0 && error.column == 0);
}

inline formats::Tensor without_data(const formats::TensorView& view) {
  return {.name = view.name, .type = view.type, .shape = view.shape};
}

inline std::vector<formats::Tensor> without_data(std::span<const formats::TensorView> views) {
  std::vector<formats::Tensor> tensors;
  for (const formats::TensorView& view : views) tensors.push_back(without_data(view));
  return tensors;
}

inline std::vector<std::string_view> data_of(std::span<const formats::TensorView> views) {
  std::vector<std::string_view> data;
  for (const formats::TensorView& view : views) data.push_back(view.data);
  return data;
}

/// Tensors lie within the file, and are as large as their shape says.
inline void check_tensors(std::span<const formats::TensorView> tensors, std::string_view file) {
  for (const formats::TensorView& tensor : tensors) {
    require(static_cast<std::int64_t>(tensor.data.size()) == without_data(tensor).bytes());
    require(tensor.data.empty() || (tensor.data.data() >= file.data() &&
                                    tensor.data.data() + tensor.data.size() <= file.data() + file.size()));
    require(tensor.name.size() <= file.size() && tensor.shape.size() <= file.size());
  }
}

/// The file that a layout describes, with its arrays.
inline std::string file_of(const formats::FileLayout& layout, std::span<const std::string_view> arrays) {
  std::string file;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    file += layout[i].text;
    if (i < arrays.size()) file += arrays[i];
  }
  require(static_cast<std::int64_t>(file.size()) == file_size(layout));
  return file;
}

inline bool same_tensors(std::span<const formats::TensorView> a, std::span<const formats::TensorView> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const formats::TensorView& left, const formats::TensorView& right) {
                      return left.name == right.name && left.type == right.type && left.shape == right.shape &&
                             left.data == right.data;
                    });
}

}  // namespace tuplepack::tests
