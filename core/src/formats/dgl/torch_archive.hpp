#pragma once

#include "pickle_reader.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// A file of torch.save (PyTorch, torch/serialization.py, _save): a pickle, and the storages that its tensors refer to.
struct TorchArchive {
  std::vector<ZipMember> members;
  Pickle pickle;
  std::map<std::string_view, std::string_view> storages;  ///< by key

  [[nodiscard]] const PickleValue& root() const { return pickle.values[pickle.root]; }
  /// Item i of a value.
  [[nodiscard]] const PickleValue& item(const PickleValue& value, std::size_t i) const {
    return pickle.values[value.items[i]];
  }
};

/// The bytes must outlive the result.
/// errors  those of list_zip_members, check_zip_member and read_pickle · malformed · unsupported (big-endian, another
///         version)
[[nodiscard]] Result<TorchArchive> open_torch_archive(std::string_view file);

/// The tensor that a value of the pickle rebuilds, without a name.
/// errors  malformed (no tensor, or one that goes beyond its storage) · unsupported (an element type or a device; gaps
///         between elements; more than 64 dimensions)
[[nodiscard]] Result<TensorView> torch_tensor(const TorchArchive& archive, const PickleValue& value);

}  // namespace tuplepack::formats
