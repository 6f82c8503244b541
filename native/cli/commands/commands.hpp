#pragma once

#include "cli/requests/arguments.hpp"

namespace tuplepack::cli {

/// Each reads, asks the core, and writes. They return the exit code and throw Failure.
int run_pack(const Arguments& arguments);
int run_verify(const Arguments& arguments);        // a plan, or what run_verify_parts verifies
int run_verify_parts(const Arguments& arguments);  // a folder
int run_compare(const Arguments& arguments);
int run_stats(const Arguments& arguments);
int run_bound(const Arguments& arguments);
int run_estimate(const Arguments& arguments);
int run_sweep(const Arguments& arguments);
int run_search(const Arguments& arguments);
int run_assign(const Arguments& arguments);
int run_stream(const Arguments& arguments);
int run_split(const Arguments& arguments);
int run_sample(const Arguments& arguments);
int run_access(const Arguments& arguments);
int run_chunk(const Arguments& arguments);
int run_partition(const Arguments& arguments);
int run_inspect(const Arguments& arguments);
int run_schema(const Arguments& arguments);
int run_dispatch(const Arguments& arguments);
int run_records(const Arguments& arguments);
int run_batches(const Arguments& arguments);
int run_subgraphs(const Arguments& arguments);
int run_bench(const Arguments& arguments);
int run_bench_ranks(const Arguments& arguments);  // bench ranks
int run_devices(const Arguments& arguments);
int run_help(const Arguments& arguments);

}  // namespace tuplepack::cli
