#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tuplepack {

/// Values as bytes, for another process of this program on the same kind of machine. A class takes part by a member
/// `template <typename Archive> void visit(Archive& archive)` that passes its members to archive(…).
class Saver {
 public:
  template <typename... T>
  void operator()(T&... values) {
    (save(values), ...);
  }
  [[nodiscard]] std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;

  void save_raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  void save_size(std::size_t size) { save_raw(&size, sizeof size); }
  template <typename T>
  void save(T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      save_raw(&value, sizeof value);
    } else {
      value.visit(*this);
    }
  }
  void save(std::string& text) {
    save_size(text.size());
    save_raw(text.data(), text.size());
  }
  template <typename T>
  void save(std::optional<T>& value) {
    save_size(value ? 1 : 0);
    if (value) save(*value);
  }
  template <typename T>
  void save(std::vector<T>& values) {
    save_size(values.size());
    if constexpr (std::is_arithmetic_v<T>) {
      save_raw(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) save(value);
    }
  }
  template <typename Key, typename T, typename Less>
  void save(std::map<Key, T, Less>& values) {
    save_size(values.size());
    for (auto& [key, value] : values) {
      Key copy = key;
      save(copy);
      save(value);
    }
  }
};

/// What a Saver was given, in the same order.
class Loader {
 public:
  /// bytes  of a Saver; outlive it
  explicit Loader(std::string_view bytes) : left_(bytes) {}

  template <typename... T>
  void operator()(T&... values) {
    (load(values), ...);
  }

 private:
  std::string_view left_;

  void load_raw(void* data, std::size_t size) {
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  [[nodiscard]] std::size_t load_size() {
    std::size_t size = 0;
    load_raw(&size, sizeof size);
    return size;
  }
  template <typename T>
  void load(T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      load_raw(&value, sizeof value);
    } else {
      value.visit(*this);
    }
  }
  void load(std::string& text) {
    text.resize(load_size());
    load_raw(text.data(), text.size());
  }
  template <typename T>
  void load(std::optional<T>& value) {
    value.reset();
    if (load_size() > 0) load(value.emplace());
  }
  template <typename T>
  void load(std::vector<T>& values) {
    values.resize(load_size());
    if constexpr (std::is_arithmetic_v<T>) {
      load_raw(values.data(), values.size() * sizeof(T));
    } else {
      for (T& value : values) load(value);
    }
  }
  template <typename Key, typename T, typename Less>
  void load(std::map<Key, T, Less>& values) {
    values.clear();
    for (std::size_t left = load_size(); left > 0; --left) {
      Key key{};
      load(key);
      load(values[std::move(key)]);
    }
  }
};

/// A value as bytes.
template <typename T>
[[nodiscard]] std::string saved(T& value) {
  Saver saver;
  saver(value);
  return std::move(saver).bytes();
}

/// Bytes of saved() as a value of the same type.
template <typename T>
void load_saved(std::string_view bytes, T& value) {
  Loader loader(bytes);
  loader(value);
}

}  // namespace tuplepack
