#include "module.hpp"

#include "errors.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace tuplepack::python;
  module.doc() = "Private C++ extension of tuplepack.";
  module.attr("__version__") = TUPLEPACK_VERSION;
  define_error(module);
  define_packing(module);
  define_searching(module);
  define_assigning(module);
  define_training(module);
  define_kernels(module);
  define_temporal(module);
  define_temporal_loader(module);
  define_graphs(module);
  define_subgraphs(module);
  define_records(module);
  define_random_batches(module);
  define_parts(module);
  define_reading(module);
  define_reading_events(module);
}
