#include "proto_messages.hpp"

#include "base/utf8.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack::formats {

static tl::unexpected<Error> fail_at_place(ErrorCode code, std::string text, const TextPlace& place) {
  return fail(code, std::move(text), place.line, place.column);
}

static std::string in_double_quotes(std::string_view text) {
  return "\"" + visible(text, 80) + "\"";
}

static const ProtoField* field_named(const ProtoMessage& message, std::string_view name) {
  const auto found = std::find_if(message.fields.begin(), message.fields.end(),
                                  [name](const ProtoField& field) { return field.name == name; });
  return found == message.fields.end() ? nullptr : &*found;
}

static tl::unexpected<Error> fail_kind(const TextProtoField& field, const std::string& expected) {
  const std::string found = field.kind == TextProtoKind::message  ? "a message"
                            : field.kind == TextProtoKind::string ? "a string"
                                                                  : quote(field.text);
  return fail_at_place(ErrorCode::malformed, field.name + ": expected " + expected + ", but found " + found,
                       field.value_place);
}

static Result<void> conform_integer(TextProtoField& field, const ProtoField& expected) {
  if (field.kind != TextProtoKind::number) return fail_kind(field, "an integer");
  const auto number = text_proto_integer(field.text);
  if (!number) return fail_at_place(number.error().code, field.name + ": " + number.error().message, field.value_place);
  using Int32 = std::numeric_limits<std::int32_t>;
  if (expected.kind == ProtoKind::int32 && (*number < Int32::min() || *number > Int32::max())) {
    return fail_at_place(ErrorCode::too_large, field.name + ": " + quote(field.text) + " is beyond 32 bits",
                         field.value_place);
  }
  field.text = std::to_string(*number);
  return {};
}

static Result<void> conform_boolean(TextProtoField& field) {
  const bool is_word = field.kind == TextProtoKind::word, is_number = field.kind == TextProtoKind::number;
  const auto number = is_number ? text_proto_integer(field.text) : Result<std::int64_t>(-1);
  const auto is = [&](std::string_view word) { return is_word && field.text == word; };
  const bool on = is("true") || is("True") || is("t") || (number && *number == 1);
  const bool off = is("false") || is("False") || is("f") || (number && *number == 0);
  if (!on && !off) return fail_kind(field, "true or false");
  field.kind = TextProtoKind::number;
  field.text = on ? "1" : "0";
  return {};
}

static Result<void> conform_enumeration(TextProtoField& field, const ProtoEnum& expected) {
  const std::string enumeration = "Enum type " + in_double_quotes(expected.name) + " has no value ";
  if (field.kind == TextProtoKind::word) {
    const auto found = std::find_if(expected.values.begin(), expected.values.end(),
                                    [&](const ProtoValue& value) { return value.name == field.text; });
    if (found == expected.values.end()) {
      return fail_at_place(ErrorCode::unknown_name, enumeration + "named " + visible(field.text, 80),
                           field.value_place);
    }
    field.kind = TextProtoKind::number;
    field.text = std::to_string(found->number);
    return {};
  }
  if (field.kind != TextProtoKind::number) return fail_kind(field, "a name");
  const auto number = text_proto_integer(field.text);
  if (!number) return fail_at_place(number.error().code, field.name + ": " + number.error().message, field.value_place);
  if (std::none_of(expected.values.begin(), expected.values.end(),
                   [&](const ProtoValue& value) { return value.number == *number; })) {
    return fail_at_place(ErrorCode::unknown_name, enumeration + "with number " + std::to_string(*number),
                         field.value_place);
  }
  field.text = std::to_string(*number);
  return {};
}

static Result<void> conform_value(TextProtoField& field, const ProtoField& expected) {
  switch (expected.kind) {
    case ProtoKind::message:
      if (field.kind != TextProtoKind::message) return fail_kind(field, "a message");
      return conform(field.fields, *expected.message);
    case ProtoKind::string:
      if (field.kind != TextProtoKind::string) return fail_kind(field, "a string");
      if (!is_utf8(field.text)) {
        return fail_at_place(ErrorCode::malformed, field.name + ": the string is not UTF-8", field.value_place);
      }
      return {};
    case ProtoKind::int32:
    case ProtoKind::int64: return conform_integer(field, expected);
    case ProtoKind::boolean: return conform_boolean(field);
    case ProtoKind::enumeration: return conform_enumeration(field, *expected.values);
  }
  return {};
}

/// Whether a field is one of the message, and may come once more.
static Result<void> check_proto_field(const TextProtoField& field, const ProtoMessage& message,
                                      const std::vector<TextProtoField>& before) {
  const std::string type = "Message type " + in_double_quotes(message.name);
  const ProtoField* const expected = field_named(message, field.name);
  if (expected == nullptr) {
    std::string names = comma_list(names_of(message.fields));
    return fail_at_place(ErrorCode::unknown_name,
                         type + " has no field named " + in_double_quotes(field.name) + "; it has " + names,
                         field.place);
  }
  if (expected->repeated) return {};
  if (field.in_list) {
    return fail_at_place(ErrorCode::malformed, "field " + quote(field.name) + " is not repeated, but is given a list",
                         field.place);
  }
  const bool again = std::any_of(before.begin(), before.end(),
                                 [&](const TextProtoField& earlier) { return earlier.name == field.name; });
  if (again && (expected->kind != ProtoKind::message || field.kind != TextProtoKind::message)) {
    return fail_at_place(ErrorCode::malformed,
                         type + " should not have multiple " + in_double_quotes(field.name) + " fields", field.place);
  }
  return {};
}

Result<void> conform(std::vector<TextProtoField>& fields, const ProtoMessage& message) {
  std::vector<TextProtoField> kept, singular;
  for (TextProtoField& field : fields) {
    if (message.extensible && field.name.starts_with('[')) continue;
    if (auto ok = check_proto_field(field, message, singular); !ok) return ok;
    if (field.kind == TextProtoKind::empty_list) continue;
    if (field_named(message, field.name)->repeated) {
      kept.push_back(std::move(field));
      continue;
    }
    const auto earlier =
        std::find_if(singular.begin(), singular.end(), [&](const auto& other) { return other.name == field.name; });
    if (earlier == singular.end()) {
      singular.push_back(std::move(field));
    } else {
      std::move(field.fields.begin(), field.fields.end(), std::back_inserter(earlier->fields));
    }
  }
  std::move(singular.begin(), singular.end(), std::back_inserter(kept));
  for (TextProtoField& field : kept) {
    if (auto ok = conform_value(field, *field_named(message, field.name)); !ok) return ok;
  }
  fields = std::move(kept);
  return {};
}

}  // namespace tuplepack::formats
