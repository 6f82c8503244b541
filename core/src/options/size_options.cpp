#include "shared_rows.hpp"
#include "tuplepack/formats/rows/read_options.hpp"

#include <array>

namespace tuplepack::options {

static constexpr std::string_view on_sizes = "pack verify compare stats bound estimate sweep search assign stream";

static constexpr auto size_rows = std::to_array<Option>({
    {.name = "FILE",
     .kind = Kind::input_file,
     .help = "sizes or a histogram of sizes, optionally compressed; - for standard input; several files, a pattern "
             "(*.npy) or shards (NAME@N for NAME-00000-of-N, …) are combined",
     .commands = "pack compare bound estimate sweep search stats",
     .required = true,
     .repeats = true,
     .operand = true,
     .reads = formats::Content::sizes},
    {.name = "histogram",
     .kind = Kind::output_file,
     .value = "OUT.csv",
     .help = "write a histogram (each size and its count) for use with pack and other commands",
     .commands = "stats"},
    {.name = "PLAN.json",
     .kind = Kind::input_file,
     .help = "a plan file (- for standard input), or a partitioned graph's directory together with --against",
     .commands = "verify",
     .required = true,
     .operand = true,
     .reads = formats::Content::plans},
    {.name = "data",
     .kind = Kind::input_file,
     .value = "FILE",
     .help = "check that the plan covers exactly the sizes in this file",
     .commands = "verify",
     .reads = formats::Content::sizes},
    {.name = "SIZES",
     .kind = Kind::input_file,
     .help = "sizes, one row per item, in data set order; - for standard input; several files, a pattern (*.npy) or "
             "shards (NAME@N) are concatenated",
     .commands = "assign",
     .repeats = true,
     .operand = true,
     .reads = formats::Content::sizes},
    {.name = "SIZES",
     .kind = Kind::input_file,
     .help = "sizes, one row per item; - for standard input, read as it arrives; several files, a pattern (*.npy) or "
             "shards (NAME@N) are concatenated",
     .commands = "stream",
     .required = true,
     .repeats = true,
     .operand = true,
     .reads = formats::Content::sizes},
    {.name = "format",
     .kind = Kind::choice,
     .value = "FORMAT",
     .fallback = "detect",
     .help = "file format: {choices}",
     .commands = on_sizes,
     .choices = formats::format_names,
     .group = OptionGroup::input},
    {.name = "columns",
     .kind = Kind::text,
     .value = "A,B,…",
     .help = "size columns, by name or 1-based number, fields as a.b (default: all but the count column; in Parquet "
             "and Arrow, columns that look like sizes)",
     .commands = on_sizes,
     .group = OptionGroup::input},
    {.name = "count-column",
     .kind = Kind::text,
     .value = "NAME",
     .fallback = "count",
     .help = "column holding the number of items of each size, by name or number",
     .commands = on_sizes,
     .group = OptionGroup::input},
    {.name = "lengths-of",
     .kind = Kind::text,
     .value = "KEY,…",
     .help = "keys (JSON) or columns (Parquet, Arrow) holding lists, whose lengths are the sizes; row if each row is "
             "itself a list; a.b names field b of a",
     .commands = on_sizes,
     .group = OptionGroup::input},
});

std::span<const Option> size_options() {
  return size_rows;
}

}  // namespace tuplepack::options
