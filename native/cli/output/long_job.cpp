#include "long_job.hpp"

namespace tuplepack::cli {

int run_job(std::string_view label, const std::function<int(LongJob&)>& body) {
  LongJob job(label);
  try {
    return body(job);
  } catch (const LongJob::Stopped&) {
    if (!Interrupt::asked()) return exit_bad;  // another rank has failed, and says why
    Interrupt::obey();
  } catch (const Failure&) {
    if (Interrupt::asked()) Interrupt::obey();  // a call that the signal interrupted may fail
    throw;
  }
}

}  // namespace tuplepack::cli
