#include "methods.hpp"
#include "tuplepack/packing/document.hpp"

namespace tuplepack::packing {

std::int64_t checking_steps(const PlanDocument& document) {
  if (!document.certificate) return 0;
  if (document.certificate->work > 0 || !document.packed.proof) return document.certificate->work;
  CheckingWork work;
  return verify(document, work) ? work.done() : 0;
}

std::span<const Method> methods() {
  return method_table;
}

}  // namespace tuplepack::packing
