#include "tuplepack/training/loader_code.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::training {

// The code is put together from templates in which @names@ stand for what differs. A line that is only a name goes away
// when there is nothing in its place.

static constexpr std::string_view head = R"(import numpy as np
@import@

packs = np.load(@file@)
offsets, items = packs["offsets"], packs["items"]
@begins@
limits = @limits@
@longest@
@strides@
example = dataset[0]  # dataset[i] is item i: a dict with an array for each component

@pieces@
def collate(samples):
    """Lays the items of a pack one after the other: data, segment ids 1, 2, ... and position ids; 0 is padding."""
    pack = {}
    for name, limit in limits.items():
        like = np.asarray(example[name])
        data = np.zeros((limit, *like.shape[1:]), like.dtype)
        segment_ids, position_ids = np.zeros((2, limit), np.int32)
        begin = 0
        for segment, sample in enumerate(samples, 1):
            part = np.asarray(sample[name])@cut@
            end = begin + len(part)
            data[begin:end], segment_ids[begin:end], position_ids[begin:end] = part, segment, np.arange(len(part))
            begin = @next@
        pack.update({name: data, name + "_segment_ids": segment_ids, name + "_position_ids": position_ids})
    return @collated@

)";

static constexpr std::string_view pieces_of_split_items = R"(class Pieces:
    """Items as they were split: piece `at` of all packs."""
    def __getitem__(self, at):
        item, begin = dataset[int(items[at])], begins[at]
        return {name: np.asarray(item[name])[begin:begin + longest[name]] for name in limits}
)";

namespace {

struct FrameworkRow {
  LoaderFramework framework;
  std::string_view import;
  std::string_view collated;  ///< what collate returns
  std::string_view feed;      ///< what follows it
};

}  // namespace

static constexpr auto framework_table = std::to_array<FrameworkRow>({
    {{"pytorch", "a torch.utils.data.DataLoader"},
     "import torch",
     "{name: torch.from_numpy(array) for name, array in pack.items()}",
     R"(class Packs:
    def __len__(self):
        return len(offsets) - 1

    def __iter__(self):
        return (@indices@ for begin, end in zip(offsets, offsets[1:]))

loader = torch.utils.data.DataLoader(@source@, batch_sampler=Packs(), collate_fn=collate)
)"},
    {{"jax", "a generator of arrays on the device"},
     "import jax",
     "pack",
     R"(def batches():
    for begin, end in zip(offsets, offsets[1:]):
        yield jax.device_put(collate([@source@[i] for i in @indices@]))
)"},
    {{"numpy", "a generator of arrays"},
     "",
     "pack",
     R"(def batches():
    for begin, end in zip(offsets, offsets[1:]):
        yield collate([@source@[i] for i in @indices@])
)"},
});

static constexpr auto framework_names = [] {
  std::array<LoaderFramework, framework_table.size()> names{};
  for (std::size_t row = 0; row < names.size(); ++row) names[row] = framework_table[row].framework;
  return names;
}();

std::span<const LoaderFramework> loader_frameworks() {
  return framework_names;
}

/// "{"nodes": 222, "edges": 502}"
static std::string dict(std::span<const std::string> names, std::span<const std::int64_t> values) {
  std::string text;
  for (std::size_t c = 0; c < names.size(); ++c) {
    text += (c == 0 ? "" : ", ") + formats::json_string(names[c]) + ": " + std::to_string(values[c]);
  }
  return "{" + text + "}";
}

using Replacements = std::span<const std::pair<std::string_view, std::string>>;

/// Puts values in place of their names. Nothing is replaced inside a value.
static std::string filled_in(std::string_view pattern, Replacements replacements) {
  std::string text;
  while (true) {
    const std::size_t open = pattern.find('@');
    text += pattern.substr(0, open);
    if (open == std::string_view::npos) return text;
    const std::size_t close = pattern.find('@', open + 1);
    const std::string_view name = pattern.substr(open + 1, close - open - 1);
    const auto found =
        std::find_if(replacements.begin(), replacements.end(), [&](const auto& row) { return row.first == name; });
    text += found->second;
    pattern.remove_prefix(close + 1);
    const bool line_is_empty = found->second.empty() && (text.empty() || text.back() == '\n');
    if (line_is_empty && !pattern.empty() && pattern.front() == '\n') pattern.remove_prefix(1);
  }
}

Result<std::string> loader_code(std::string_view framework, const LoaderRequest& request) {
  const auto* const row =
      std::find_if(framework_table.begin(), framework_table.end(),
                   [&](const FrameworkRow& candidate) { return candidate.framework.name == framework; });
  if (row == framework_table.end()) return not_among(names_of(loader_frameworks()), framework);
  const packing::Fitting& fitting = request.fitting;
  const auto room = room_in_a_pack(request.components, request.limits, fitting);
  if (!room) return tl::unexpected(room.error());

  const bool splits = fitting.overlong == packing::Overlong::split;
  const bool cuts = fitting.overlong == packing::Overlong::truncate;
  const bool aligns = std::any_of(fitting.align_item.begin(), fitting.align_item.end(), [](auto a) { return a > 1; });
  const auto dict_if = [&](bool wanted, const char* name, std::span<const std::int64_t> values) {
    return wanted ? name + (" = " + dict(request.components, values)) : "";
  };
  const std::array<std::pair<std::string_view, std::string>, 12> replacements{{
      {"import", std::string(row->import)},
      {"file", formats::json_string(request.file)},
      {"begins", splits ? "begins = packs[\"begins\"]" : ""},
      {"limits", dict(request.components, request.limits.sizes)},
      {"longest", dict_if(splits || cuts, "longest", packing::ItemFitter(request.limits, fitting).room())},
      {"strides", dict_if(aligns, "strides", fitting.align_item)},
      {"pieces", splits ? std::string(pieces_of_split_items) : ""},
      {"cut", cuts ? "[:longest[name]]" : ""},
      {"next", aligns ? "-(-end // strides[name]) * strides[name]" : "end"},
      {"collated", std::string(row->collated)},
      {"source", splits ? "Pieces()" : "dataset"},
      {"indices", splits ? "range(begin, end)" : "items[begin:end].tolist()"},
  }};
  return filled_in(std::string(head) + std::string(row->feed), replacements);
}

}  // namespace tuplepack::training
