# The toolchain file of the first Emscripten found: an activated emsdk, em++ on PATH, or Debian's.
find_program(TUPLEPACK_EMXX em++ HINTS $ENV{EMSDK}/upstream/emscripten PATHS /usr/share/emscripten)
if(NOT TUPLEPACK_EMXX)
  message(FATAL_ERROR "em++ was not found: run tools/setup.sh test, or activate an emsdk")
endif()
file(REAL_PATH ${TUPLEPACK_EMXX} TUPLEPACK_EMXX_FILE)
cmake_path(GET TUPLEPACK_EMXX_FILE PARENT_PATH TUPLEPACK_EMSCRIPTEN_ROOT)

# Emscripten before 3.1.27 mistakes the fetch of Node 18 and later for a browser's and fails to find its .wasm file.
find_program(TUPLEPACK_NODE node nodejs REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR "${TUPLEPACK_NODE};--no-experimental-fetch" CACHE STRING "What runs the tests")

include(${TUPLEPACK_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake)
