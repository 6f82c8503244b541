# Decides whether to build the device functions with CUDA, and sets TUPLEPACK_HAS_CUDA.
#   TUPLEPACK_CUDA   AUTO: with the program, if a CUDA compiler is found · ON: also without the program, or fail · OFF: never
tuplepack_option(CUDA CUDA "Build the device functions with CUDA")
set(TUPLEPACK_HAS_CUDA OFF)
if(NOT TUPLEPACK_WANTS_CUDA)
  return()
endif()
if(TUPLEPACK_CUDA STREQUAL "AUTO" AND NOT TUPLEPACK_NATIVE)
  message(STATUS "CUDA: off, the program is not built (TUPLEPACK_CUDA=AUTO)")
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER)
  unset(CMAKE_CUDA_COMPILER CACHE)  # look again: a toolkit may have been installed since
endif()
# The toolkit's default location is rarely on PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(TUPLEPACK_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
  mark_as_advanced(TUPLEPACK_NVCC)
  if(TUPLEPACK_NVCC)
    set(ENV{CUDACXX} ${TUPLEPACK_NVCC})
  endif()
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(CMAKE_CUDA_ARCHITECTURES "80;90;100" CACHE STRING "GPU architectures to compile for")
endif()
foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
  if(architecture MATCHES "^([0-9]+)" AND CMAKE_MATCH_1 LESS 80)
    message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES names ${architecture}; the kernels need 80 (Ampere) or later, for the"
      " minimum and maximum over a warp")
  endif()
endforeach()

include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  set(TUPLEPACK_HAS_CUDA ON)
  # CMake 3.25 lacks nvcc's C++20 option.
  if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
endif()
tuplepack_report(CUDA CUDA ${TUPLEPACK_HAS_CUDA} "${CMAKE_CUDA_COMPILER} for ${CMAKE_CUDA_ARCHITECTURES}"
  "a working CUDA compiler" "put nvcc on PATH or set CUDACXX")

# CMake has unity builds of CUDA sources from 3.31 on. This sets `result` to one source that includes all others, which is
# in the current binary directory, or to the sources themselves without CMAKE_UNITY_BUILD.
function(tuplepack_unite_kernels result name)
  set(sources ${ARGN})
  if(CMAKE_UNITY_BUILD)
    list(TRANSFORM sources REPLACE "(.+)" "#include \"${CMAKE_CURRENT_SOURCE_DIR}/\\1\"\n")
    list(JOIN sources "" content)
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
    file(CONFIGURE OUTPUT ${sources} CONTENT "${content}" @ONLY)
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()
