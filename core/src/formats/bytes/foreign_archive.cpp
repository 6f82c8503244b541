// What an archive is if its members are not arrays.

#include "tuplepack/formats/bytes/zip_members.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

std::string_view foreign_archive(std::span<const ZipMember> members) {
  struct Kind {
    std::string_view begins, ends, what;
  };
  static constexpr std::array<Kind, 5> kinds{{
      {"xl/", "", "an Excel workbook; save the sheet as CSV"},
      {"word/", "", "a Word document"},
      {"", "/data.pkl", "a PyTorch file, as torch.save() writes it; write its arrays with numpy.savez()"},
      {"content.xml", "", "an OpenDocument file; save the sheet as CSV"},
      {"META-INF/", "MANIFEST.MF", "a Java archive"},
  }};
  for (const Kind& kind : kinds) {
    if (std::any_of(members.begin(), members.end(), [&](const ZipMember& member) {
          return std::string_view(member.name).starts_with(kind.begins) && member.name.ends_with(kind.ends);
        })) {
      return kind.what;
    }
  }
  return {};
}

/// Of such names numpy has none: "edges.csv", "folder/".
static bool is_no_array(const ZipMember& member) {
  const bool has_ending = member.name.find('.') != std::string::npos || member.name.ends_with('/');
  return has_ending && !member.name.ends_with(".npy");
}

std::string_view other_than_arrays(std::span<const ZipMember> members) {
  const std::string_view kind = foreign_archive(members);
  const bool has_arrays = members.empty() || !std::all_of(members.begin(), members.end(), is_no_array);
  return has_arrays || !kind.empty() ? kind : "a ZIP archive without arrays; extract it and pass one of its files";
}

}  // namespace tuplepack::formats
