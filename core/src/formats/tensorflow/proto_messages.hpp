#pragma once

#include "tuplepack/formats/tensorflow/text_proto.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// What the fields of a text-format protocol buffer must be.

enum class ProtoKind : std::uint8_t { message, string, int32, int64, boolean, enumeration };

struct ProtoValue {
  std::string_view name;
  std::int64_t number = 0;
};

struct ProtoEnum {
  std::string_view name;
  std::span<const ProtoValue> values;
};

struct ProtoMessage;

struct ProtoField {
  std::string_view name;
  ProtoKind kind{};
  bool repeated = false;
  const ProtoMessage* message = nullptr;  ///< of ProtoKind::message
  const ProtoEnum* values = nullptr;      ///< of ProtoKind::enumeration
};

struct ProtoMessage {
  std::string_view name;  ///< with its package
  std::span<const ProtoField> fields;
  bool extensible = false;  ///< fields of other packages, in brackets, are let pass
};

/// Checks that fields are those of a message, and brings them into one form: a message that may come once and comes
/// several times is merged into its first occurrence, empty lists and extensions are dropped, and enumerations, booleans
/// and integers are decimal numbers.
/// errors  unknown_name (a field, or an enumeration's value) · malformed (another kind of value; a value or a list where
///         the field has one value) · not_an_integer · too_large
[[nodiscard]] Result<void> conform(std::vector<TextProtoField>& fields, const ProtoMessage& message);

}  // namespace tuplepack::formats
