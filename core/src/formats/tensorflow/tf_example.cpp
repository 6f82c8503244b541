#include "tuplepack/formats/tensorflow/tf_example.hpp"

#include "formats/text/text.hpp"
#include "wire.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <numeric>

namespace tuplepack::formats {

// Example{features=1} · Features{map<string, Feature> feature=1} · an entry of a map{key=1, value=2} ·
// Feature{oneof bytes_list=1, float_list=2, int64_list=3} · each list{repeated value=1}

static constexpr std::size_t bytes_kind = 1, float_kind = 2, integer_kind = 3;  // of FeatureValues and of the oneof

static constexpr std::array<std::string_view, 4> value_kinds{"nothing", "bytes", "floats", "integers"};

std::string_view kind_of(const FeatureValues& values) {
  return value_kinds[values.index()];
}

std::string_view kind_named(std::string_view name) {
  return *std::find(value_kinds.begin(), value_kinds.end() - 1, name);
}

std::size_t size_of(const FeatureValues& values) {
  if (const auto* const bytes = std::get_if<bytes_kind>(&values)) return bytes->size();
  if (const auto* const floats = std::get_if<float_kind>(&values)) return floats->size();
  if (const auto* const integers = std::get_if<integer_kind>(&values)) return integers->size();
  return 0;
}

const NamedFeature* named_feature(std::span<const NamedFeature> features, std::string_view name) {
  const auto found =
      std::lower_bound(features.begin(), features.end(), name,
                       [](const NamedFeature& feature, std::string_view wanted) { return feature.name < wanted; });
  return found != features.end() && found->name == name ? &*found : nullptr;
}

// ---- reading ----

struct ExampleReader::Fault {
  std::string_view what{};
  const char* where = nullptr;

  bool set(std::string_view reason, const char* position) {
    what = reason;
    where = position;
    return false;
  }
  /// Whether a message was read to its end.
  bool ends(const WireReader& reader) { return reader.wrong().empty() || set(reader.wrong(), reader.position()); }
};

std::size_t ExampleReader::pool_size(std::size_t kind) const {
  return kind == bytes_kind ? bytes_.size() : kind == float_kind ? floats_.size() : integers_.size();
}

FeatureValues ExampleReader::values_of(const Found& found) const {
  const std::size_t n = found.end - found.begin;
  switch (found.kind) {
    case bytes_kind: return std::span(bytes_).subspan(found.begin, n);
    case float_kind: return std::span(floats_).subspan(found.begin, n);
    case integer_kind: return std::span(integers_).subspan(found.begin, n);
    default: return {};
  }
}

static void append_floats(std::vector<float>& floats, std::string_view packed) {
  if (packed.empty()) return;
  const std::size_t before = floats.size();
  floats.resize(before + packed.size() / sizeof(float));
  std::memcpy(floats.data() + before, packed.data(), packed.size());
}

/// Appends the values of a BytesList, FloatList or Int64List to their pool.
bool ExampleReader::read_list(std::string_view list, Found& found, Fault& fault) {
  WireReader reader(list);
  WireField field;
  while (reader.next(field)) {
    if (field.number != 1) continue;
    const bool packed = field.type == WireType::bytes;
    if (found.kind == bytes_kind && packed) {
      bytes_.push_back(field.bytes);
    } else if (found.kind == float_kind && (packed || field.type == WireType::fixed32)) {
      if (field.bytes.size() % sizeof(float) != 0) {
        return fault.set("packed floats that are not a multiple of 4 bytes", field.bytes.data());
      }
      append_floats(floats_, field.bytes);
    } else if (found.kind == integer_kind && field.type == WireType::varint) {
      integers_.push_back(static_cast<std::int64_t>(field.value));
    } else if (found.kind == integer_kind && packed) {
      const char* at = field.bytes.data();
      const char* const end = at + field.bytes.size();
      for (std::uint64_t value = 0; at != end; integers_.push_back(static_cast<std::int64_t>(value))) {
        if (!take_varint(at, end, value)) return fault.set("truncated varint in a packed list", at);
      }
    }
  }
  return fault.ends(reader);
}

/// A list of another kind replaces what came before, one of the same kind is appended, as protobuf merges a oneof.
bool ExampleReader::read_feature(std::string_view feature, Found& found, Fault& fault) {
  WireReader reader(feature);
  WireField field;
  while (reader.next(field)) {
    if (field.type != WireType::bytes || field.number > integer_kind) continue;
    if (found.kind != field.number) {
      found.kind = field.number;
      found.begin = pool_size(found.kind);
    }
    if (!read_list(field.bytes, found, fault)) return false;
    found.end = pool_size(found.kind);
  }
  return fault.ends(reader);
}

bool ExampleReader::read_features(std::string_view features, Fault& fault) {
  WireReader reader(features);
  WireField entry;
  while (reader.next(entry)) {
    if (entry.type != WireType::bytes || entry.number != 1) continue;
    Found found;
    WireReader members(entry.bytes);
    WireField member;
    while (members.next(member)) {
      if (member.type != WireType::bytes) continue;
      if (member.number == 1) found.name = member.bytes;
      if (member.number == 2 && !read_feature(member.bytes, found, fault)) return false;
    }
    if (!fault.ends(members)) return false;
    found_.push_back(found);
  }
  return fault.ends(reader);
}

Result<std::span<const NamedFeature>> ExampleReader::read(std::string_view example) {
  found_.clear();
  bytes_.clear();
  floats_.clear();
  integers_.clear();
  features_.clear();
  Fault fault;
  WireReader reader(example);
  WireField field;
  bool complete = true;
  while (complete && reader.next(field)) {
    if (field.type == WireType::bytes && field.number == 1) complete = read_features(field.bytes, fault);
  }
  if (!complete || !fault.ends(reader)) {
    return fail(ErrorCode::malformed, "not a tf.Example: " + std::string(fault.what) + " at byte " +
                                          std::to_string(fault.where - example.data()) + " of the record");
  }
  std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.name < b.name; });
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (i + 1 < found_.size() && found_[i].name == found_[i + 1].name) continue;
    if (!found_[i].name.starts_with(prefix_)) continue;
    features_.push_back({.name = found_[i].name.substr(prefix_.size()), .values = values_of(found_[i])});
  }
  if (features_.empty() && !found_.empty()) {
    return fail(ErrorCode::malformed, "no name of a feature begins with the prefix " + quote(prefix_) +
                                          "; the first is " + quote(found_.front().name));
  }
  return std::span<const NamedFeature>(features_);
}

// ---- writing ----

/// Bytes of a field of bytes.
static std::size_t field_size(std::size_t content) {
  return 1 + varint_size(content) + content;
}

/// Bytes of the packed numbers of a feature; of bytes: of all fields of its list.
static std::size_t payload_size(const FeatureValues& values) {
  if (const auto* const floats = std::get_if<float_kind>(&values)) return floats->size() * sizeof(float);
  std::size_t size = 0;
  if (const auto* const integers = std::get_if<integer_kind>(&values)) {
    for (const std::int64_t value : *integers) size += varint_size(static_cast<std::uint64_t>(value));
  } else if (const auto* const bytes = std::get_if<bytes_kind>(&values)) {
    for (const std::string_view value : *bytes) size += field_size(value.size());
  }
  return size;
}

namespace {

/// The sizes of nested messages, innermost first.
struct EntrySizes {
  std::size_t payload = 0, list = 0, feature = 0, entry = 0;
};

}  // namespace

static EntrySizes entry_sizes(const NamedFeature& feature) {
  EntrySizes sizes{.payload = payload_size(feature.values)};
  const std::size_t kind = feature.values.index();
  sizes.list = kind == bytes_kind || sizes.payload == 0 ? sizes.payload : field_size(sizes.payload);
  sizes.feature = kind == 0 ? 0 : field_size(sizes.list);
  sizes.entry = field_size(feature.name.size()) + field_size(sizes.feature);
  return sizes;
}

static void put_head(std::string& out, unsigned number, std::size_t size) {
  put_tag(out, number, WireType::bytes);
  put_varint(out, size);
}

static void put_entry(std::string& out, const NamedFeature& feature, const EntrySizes& sizes) {
  put_head(out, 1, sizes.entry);
  put_head(out, 1, feature.name.size());
  out += feature.name;
  put_head(out, 2, sizes.feature);
  const std::size_t kind = feature.values.index();
  if (kind == 0) return;
  put_head(out, static_cast<unsigned>(kind), sizes.list);
  if (const auto* const bytes = std::get_if<bytes_kind>(&feature.values)) {
    for (const std::string_view value : *bytes) {
      put_head(out, 1, value.size());
      out += value;
    }
    return;
  }
  if (sizes.payload == 0) return;
  put_head(out, 1, sizes.payload);
  if (const auto* const floats = std::get_if<float_kind>(&feature.values)) {
    out.append(reinterpret_cast<const char*>(floats->data()), sizes.payload);
  } else {
    for (const std::int64_t value : std::get<integer_kind>(feature.values)) {
      put_varint(out, static_cast<std::uint64_t>(value));
    }
  }
}

void append_example(std::string& out, std::span<const NamedFeature> features) {
  if (features.empty()) return;
  std::vector<std::size_t> order(features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return features[a].name < features[b].name; });
  std::vector<EntrySizes> sizes(features.size());
  std::size_t total = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    assert(i == 0 || features[order[i - 1]].name != features[order[i]].name);
    sizes[i] = entry_sizes(features[i]);
    total += field_size(sizes[i].entry);
  }
  out.reserve(std::max(out.capacity(), out.size() + field_size(total)));
  put_head(out, 1, total);
  for (const std::size_t i : order) put_entry(out, features[i], sizes[i]);
}

}  // namespace tuplepack::formats
