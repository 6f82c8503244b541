#include "call.hpp"

#include <new>
#include <stdexcept>

namespace tuplepack::wasm {

static Object to_object(const Error& error, std::string_view code) {
  Object object;
  object.text("code", code);
  object.text("message", error.message);
  object.whole("line", error.line);
  object.whole("column", error.column);
  return object;
}

val guarded(val (*body)(const void*), const void* context) {
  Object result;
  const auto fail_with = [&](std::string_view code, std::string message) {
    result.put("error", to_object(Error{.code = {}, .message = std::move(message)}, code));
  };
  try {
    result.put("value", body(context));
  } catch (const Failure& failure) {
    result.put("error", to_object(failure.error, name(failure.error.code)));
  } catch (const std::bad_alloc&) {
    fail_with("out_of_memory", "there is not enough memory for this");
  } catch (const std::length_error&) {  // of a container that would be larger than the address space
    fail_with("out_of_memory", "there is not enough memory for this");
  } catch (const std::exception& unforeseen) {
    fail_with("unsupported", std::string("internal error: ") + unforeseen.what());
  }
  return result;
}

}  // namespace tuplepack::wasm
