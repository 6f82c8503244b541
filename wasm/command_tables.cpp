// The program's commands and options, for pages that offer them. Not in quick.wasm: the texts are a tenth of its size.

#include "option_rows.hpp"

#include <emscripten/bind.h>

namespace tuplepack::wasm {

static val command_rows() {
  val array = val::array();
  for (const options::Command& command : options::commands()) {
    Object object;
    object.text("name", command.name);
    object.text("group", command.group);
    object.text("summary", command.summary);
    object.text("example", command.example);
    push(array, object);
  }
  return array;
}

static val option_rows() {
  return option_array({options::size_options(), options::packing_options(), options::tool_options()});
}

EMSCRIPTEN_BINDINGS(command_tables) {
  emscripten::function("commands", &command_rows);
  emscripten::function("options", &option_rows);
}

}  // namespace tuplepack::wasm
