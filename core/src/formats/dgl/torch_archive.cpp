#include "torch_archive.hpp"

#include "formats/text/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace tuplepack::formats {

static constexpr std::string_view pickle_name = "/data.pkl";  // after the name of the archive

/// The name of the archive: the folder of its only pickle.
static Result<std::string> torch_archive_name(const std::vector<ZipMember>& members) {
  std::optional<std::string> name;
  for (const ZipMember& member : members) {
    const std::size_t folder = member.name.size() - std::min(member.name.size(), pickle_name.size());
    if (member.name.substr(folder) != pickle_name) continue;
    if (name) return fail(ErrorCode::malformed, "the archive has two pickles");
    name = member.name.substr(0, folder);
  }
  if (!name) return fail(ErrorCode::malformed, "the archive has no data.pkl: not a file of torch.save");
  return *name;
}

static tl::unexpected<Error> in_pickle(Error error) {
  error.message = "data.pkl: " + error.message;
  return tl::unexpected(std::move(error));
}

/// A member with a given content, if it is there.
static Result<void> check_text_member(const std::map<std::string_view, std::string_view>& files, std::string_view name,
                                      std::string_view content, bool required) {
  const auto found = files.find(name);
  if (found == files.end() && !required) return {};
  if (found == files.end()) return fail(ErrorCode::malformed, "the archive has no " + std::string(name));
  if (found->second == content) return {};
  return fail(ErrorCode::unsupported,
              "its " + std::string(name) + " is " + quote(found->second) + " instead of " + quote(content));
}

Result<TorchArchive> open_torch_archive(std::string_view file) {
  auto members = list_zip_members(file);
  if (!members) return tl::unexpected(std::move(members.error()));
  const auto folder = torch_archive_name(*members);
  if (!folder) return tl::unexpected(folder.error());
  TorchArchive archive{.members = std::move(*members), .pickle = {}, .storages = {}};
  std::map<std::string_view, std::string_view> files;
  for (const ZipMember& member : archive.members) {
    std::string_view name = member.name;
    if (!name.starts_with(*folder + "/")) continue;
    name.remove_prefix(folder->size() + 1);
    if (!files.try_emplace(name, member.bytes).second) {
      return fail(ErrorCode::malformed, quote(member.name) + " is in the archive twice");
    }
    if (name.starts_with("data/")) archive.storages[name.substr(5)] = member.bytes;
    if (name != pickle_name.substr(1)) continue;
    if (auto ok = check_zip_member(member); !ok) return tl::unexpected(std::move(ok.error()));
  }
  if (auto ok = check_text_member(files, "version", "3\n", true); !ok) return tl::unexpected(std::move(ok.error()));
  if (auto ok = check_text_member(files, "byteorder", "little", false); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  auto pickle = read_pickle(files[pickle_name.substr(1)]);
  if (!pickle) return in_pickle(std::move(pickle.error()));
  archive.pickle = std::move(*pickle);
  return archive;
}

namespace {

struct StorageClass {
  std::string_view name;  // a global
  TensorType type;
};

}  // namespace

static constexpr auto storage_classes = std::to_array<StorageClass>({{"torch\nByteStorage", TensorType::uint8},
                                                                     {"torch\nCharStorage", TensorType::int8},
                                                                     {"torch\nShortStorage", TensorType::int16},
                                                                     {"torch\nIntStorage", TensorType::int32},
                                                                     {"torch\nLongStorage", TensorType::int64},
                                                                     {"torch\nHalfStorage", TensorType::float16},
                                                                     {"torch\nFloatStorage", TensorType::float32},
                                                                     {"torch\nDoubleStorage", TensorType::float64},
                                                                     {"torch\nBFloat16Storage", TensorType::bfloat16}});

static constexpr std::string_view tensor_function = "torch._utils\n_rebuild_tensor_v2";

static tl::unexpected<Error> no_tensor(const std::string& what) {
  return fail(ErrorCode::malformed, what);
}

/// A tuple of whole numbers, none of them negative.
static std::optional<std::vector<std::int64_t>> sizes_in(const TorchArchive& archive, const PickleValue& value) {
  constexpr std::size_t max_dimensions = 64;  // that torch supports
  if (value.kind != PickleKind::tuple || value.items.size() > max_dimensions) return std::nullopt;
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const PickleValue& size = archive.item(value, i);
    if (size.kind != PickleKind::number || size.number < 0) return std::nullopt;
    sizes.push_back(size.number);
  }
  return sizes;
}

/// The elements of a shape; none: their number, that of an empty dimension counted as one, does not fit 64 bits.
static std::optional<std::int64_t> elements_of_shape(const std::vector<std::int64_t>& shape) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 8;  // in bytes, too
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (extent > 0 && elements > most / extent) return std::nullopt;
    elements *= std::max<std::int64_t>(extent, 1);
  }
  const bool is_empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  return is_empty ? 0 : elements;
}

/// Whether elements follow each other in the order of rows. Dimensions of one element may have any stride.
static bool is_contiguous(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return true;
  std::int64_t expected = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    if (shape[i] > 1 && strides[i] != expected) return false;
    expected *= shape[i];
  }
  return true;
}

/// The storage that a persistent id, ("storage", class, key, device, number of elements), refers to.
static Result<std::string_view> storage_of(const TorchArchive& archive, const PickleValue& value, TensorType& type) {
  const bool is_reference = value.kind == PickleKind::reference;
  const PickleValue* const id = is_reference ? &archive.item(value, 0) : nullptr;
  if (id == nullptr || id->kind != PickleKind::tuple || id->items.size() != 5)
    return no_tensor("the tensor has no storage");
  const auto part = [&](std::size_t i) -> const PickleValue& { return archive.item(*id, i); };
  if (part(0).text != "storage" || part(1).kind != PickleKind::global || part(2).kind != PickleKind::text ||
      part(3).kind != PickleKind::text || part(4).kind != PickleKind::number) {
    return no_tensor("the tensor has no storage");
  }
  const auto* const known = std::find_if(storage_classes.begin(), storage_classes.end(),
                                         [&](const StorageClass& one) { return one.name == part(1).text; });
  if (known == storage_classes.end()) {
    const std::string name(part(1).text.substr(part(1).text.find('\n') + 1));
    return fail(ErrorCode::unsupported, "unsupported storage type " + quote(name));
  }
  if (part(3).text != "cpu") return fail(ErrorCode::unsupported, "the tensor is on the device " + quote(part(3).text));
  const auto found = archive.storages.find(part(2).text);
  if (found == archive.storages.end()) return no_tensor("its storage " + quote(part(2).text) + " is missing");
  type = known->type;
  const auto bytes = static_cast<std::int64_t>(found->second.size());
  if (bytes % width(type) != 0 || bytes / width(type) != part(4).number) {
    return no_tensor("its storage has " + std::to_string(bytes) + " bytes for " + std::to_string(part(4).number) +
                     " elements");
  }
  return found->second;
}

Result<TensorView> torch_tensor(const TorchArchive& archive, const PickleValue& value) {
  const bool is_call = value.kind == PickleKind::call && value.items.size() == 2;
  if (!is_call || archive.item(value, 0).kind != PickleKind::global || archive.item(value, 0).text != tensor_function) {
    return no_tensor("not a tensor");
  }
  // storage, offset, shape, strides, whether it needs a gradient, hooks, and what newer versions add
  const PickleValue& arguments = archive.item(value, 1);
  if (arguments.kind != PickleKind::tuple || arguments.items.size() < 6 || arguments.items.size() > 7) {
    return no_tensor("not a tensor");
  }
  TensorView tensor;
  const auto storage = storage_of(archive, archive.item(arguments, 0), tensor.type);
  if (!storage) return tl::unexpected(storage.error());
  const PickleValue& offset = archive.item(arguments, 1);
  const auto shape = sizes_in(archive, archive.item(arguments, 2));
  const auto strides = sizes_in(archive, archive.item(arguments, 3));
  if (!shape || !strides || shape->size() != strides->size() || offset.kind != PickleKind::number) {
    return no_tensor("invalid shape or strides");
  }
  const auto stored = static_cast<std::int64_t>(storage->size()) / width(tensor.type);
  const auto elements = elements_of_shape(*shape);
  if (!elements || offset.number < 0 || offset.number > stored || *elements > stored - offset.number) {
    return no_tensor("the tensor extends past its storage of " + std::to_string(stored) + " elements");
  }
  if (!is_contiguous(*shape, *strides)) return fail(ErrorCode::unsupported, "the tensor is not contiguous");
  tensor.shape = *shape;
  tensor.data = storage->substr(static_cast<std::size_t>(offset.number * width(tensor.type)),
                                static_cast<std::size_t>(*elements * width(tensor.type)));
  return tensor;
}

}  // namespace tuplepack::formats
