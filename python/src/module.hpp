#pragma once

#include <pybind11/pybind11.h>

namespace tuplepack::python {

// What the module tuplepack._core consists of.
void define_packing(pybind11::module_& module);
void define_searching(pybind11::module_& module);
void define_assigning(pybind11::module_& module);
void define_training(pybind11::module_& module);
void define_kernels(pybind11::module_& module);
void define_temporal(pybind11::module_& module);
void define_temporal_loader(pybind11::module_& module);
void define_graphs(pybind11::module_& module);
void define_subgraphs(pybind11::module_& module);
void define_records(pybind11::module_& module);
void define_record_batches(pybind11::module_& module);
void define_random_batches(pybind11::module_& module);
void define_parts(pybind11::module_& module);
void define_reading(pybind11::module_& module);
void define_reading_events(pybind11::module_& module);

}  // namespace tuplepack::python
