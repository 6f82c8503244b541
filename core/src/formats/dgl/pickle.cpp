#include "pickle.hpp"

#include <cassert>

namespace tuplepack::formats {

PickleWriter::PickleWriter(std::string& text) : text_(text) {
  text_ += "\x80\x02";  // protocol 2
}

static void put_little_endian(std::string& text, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255U);
}

void PickleWriter::text(std::string_view utf8) {
  text_ += 'X';
  put_little_endian(text_, utf8.size(), 4);
  text_ += utf8;
}

void PickleWriter::number(std::int64_t value) {
  if (value >= 0 && value < 256) {
    text_ += 'K';
    put_little_endian(text_, static_cast<std::uint64_t>(value), 1);
  } else if (value == static_cast<std::int32_t>(value)) {
    text_ += 'J';
    put_little_endian(text_, static_cast<std::uint64_t>(value), 4);
  } else {
    text_ += "\x8a\x08";  // of so many bytes
    put_little_endian(text_, static_cast<std::uint64_t>(value), 8);
  }
}

void PickleWriter::global(std::string_view module, std::string_view name) {
  text_ += 'c';
  text_ += module;
  text_ += '\n';
  text_ += name;
  text_ += '\n';
}

static std::string_view storage_class(TensorType type) {
  switch (type) {
    case TensorType::uint8: return "ByteStorage";
    case TensorType::int8: return "CharStorage";
    case TensorType::int16: return "ShortStorage";
    case TensorType::int32: return "IntStorage";
    case TensorType::int64: return "LongStorage";
    case TensorType::float16: return "HalfStorage";
    case TensorType::float32: return "FloatStorage";
    case TensorType::float64: return "DoubleStorage";
    default: assert(type == TensorType::bfloat16); return "BFloat16Storage";
  }
}

static void put_storage(PickleWriter& pickle, const Tensor& tensor, std::size_t storage) {
  pickle.begin_tuple();
  pickle.text("storage");
  pickle.global("torch", storage_class(tensor.type));
  pickle.text(std::to_string(storage));
  pickle.text("cpu");
  pickle.number(tensor.bytes() / width(tensor.type));
  pickle.end_tuple();
  pickle.resolve();
}

/// How many elements apart neighbours are along each dimension; torch counts an empty dimension as one.
static void put_strides(PickleWriter& pickle, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<std::int64_t>(shape[i], 1);
  pickle.begin_tuple();
  for (const std::int64_t stride : strides) pickle.number(stride);
  pickle.end_tuple();
}

void put_torch_tensor(PickleWriter& pickle, const Tensor& tensor, std::size_t storage) {
  pickle.global("torch._utils", "_rebuild_tensor_v2");
  pickle.begin_tuple();
  put_storage(pickle, tensor, storage);
  pickle.number(0);  // where the tensor begins in it
  pickle.begin_tuple();
  for (const std::int64_t extent : tensor.shape) pickle.number(extent);
  pickle.end_tuple();
  put_strides(pickle, tensor.shape);
  pickle.no();  // gradient
  pickle.global("collections", "OrderedDict");
  pickle.begin_tuple();
  pickle.end_tuple();
  pickle.call();  // no hooks
  pickle.end_tuple();
  pickle.call();
}

}  // namespace tuplepack::formats
