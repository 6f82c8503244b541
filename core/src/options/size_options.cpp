#include "shared_rows.hpp"
#include "tuplepack/names.hpp"

#include <array>

namespace tuplepack {

static constexpr std::string_view on_sizes = "pack verify compare stats bound estimate sweep search assign stream";

static constexpr auto size_rows = std::to_array<Option>({
    {.name = "FILE",
     .kind = Kind::input_file,
     .help =
         "sizes or a histogram of sizes, may be compressed; - for standard input; several files, *.npy or NAME@N, the "
         "shards NAME-00000-of-N, …, together",
     .commands = "pack compare bound estimate sweep search stats",
     .required = true,
     .repeats = true,
     .operand = true},
    {.name = "histogram",
     .kind = Kind::output_file,
     .value = "OUT.csv",
     .help = "write each size and the number of items that have it, for pack and the other commands",
     .commands = "stats"},
    {.name = "PLAN.json",
     .kind = Kind::input_file,
     .help = "a plan file, - for standard input; or the folder of a partitioned graph, with --against",
     .commands = "verify",
     .required = true,
     .operand = true},
    {.name = "data",
     .kind = Kind::input_file,
     .value = "FILE",
     .help = "check that the plan is for the sizes in this file",
     .commands = "verify"},
    {.name = "SIZES",
     .kind = Kind::input_file,
     .help = "sizes, one row per item, in the order of the data set; - for standard input; several files, *.npy or "
             "NAME@N one after another",
     .commands = "assign",
     .repeats = true,
     .operand = true},
    {.name = "SIZES",
     .kind = Kind::input_file,
     .help = "sizes, one row per item; - for standard input, read as it arrives; several files, *.npy or NAME@N one "
             "after another",
     .commands = "stream",
     .required = true,
     .repeats = true,
     .operand = true},
    {.name = "format",
     .kind = Kind::choice,
     .value = "FORMAT",
     .fallback = "detect",
     .help = "file format: {choices}",
     .commands = on_sizes,
     .choices = formats},
    {.name = "columns",
     .kind = Kind::text,
     .value = "A,B,…",
     .help = "columns that hold the sizes, by name or number from 1, fields as a.b (default: all but the count; of "
             "Parquet and Arrow files those that look like sizes)",
     .commands = on_sizes},
    {.name = "count-column",
     .kind = Kind::text,
     .value = "NAME",
     .fallback = "count",
     .help = "column with the number of items of that size; by number where columns have no names",
     .commands = on_sizes},
    {.name = "lengths-of",
     .kind = Kind::text,
     .value = "KEY,…",
     .help = "keys of JSON rows, or columns of Parquet and Arrow files, that hold lists; the length of the list is the "
             "size. \"row\": every row is a list; \"a.b\": the field b of a",
     .commands = on_sizes},
});

std::span<const Option> size_options() {
  return size_rows;
}

}  // namespace tuplepack
