#pragma once

#include "tuplepack/formats/dgl/dgl.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Appends the operations of a pickle to a text; an operation takes its arguments off a stack, so they come first.
/// Protocol 2, without memo (Python's Lib/pickletools.py describes the operations).
class PickleWriter {
 public:
  explicit PickleWriter(std::string& text);

  void text(std::string_view utf8);
  void number(std::int64_t value);
  void no() { text_ += '\x89'; }
  /// The class `name` of a module.
  void global(std::string_view module, std::string_view name);

  /// Of what is put between the two.
  void begin_tuple() { text_ += '('; }
  void end_tuple() { text_ += 't'; }
  /// Keys and values in turn.
  void begin_dict() { text_ += "}("; }
  void end_dict() { text_ += 'u'; }

  /// Takes a class: a new object of it.
  void create() { text_ += ")\x81"; }
  /// Takes an object and its state: the object.
  void set_state() { text_ += 'b'; }
  /// Takes a function and a tuple of arguments: the value.
  void call() { text_ += 'R'; }
  /// Takes a tuple that the reader knows how to resolve: the object it stands for.
  void resolve() { text_ += 'Q'; }
  void end() { text_ += '.'; }

 private:
  std::string& text_;
};

/// A tensor of torch, whose elements are the storage of this number.
void put_torch_tensor(PickleWriter& pickle, const Tensor& tensor, std::size_t storage);

}  // namespace tuplepack::formats
