#include "wide_rows.hpp"

#include "formats/text/number.hpp"
#include "tuplepack/base/byte_order_mark.hpp"

namespace tuplepack::formats {

void WideRows::end_cell() {
  if (cell_.empty()) return;
  const Number number = parse_number(cell_);
  is_other_ = is_other_ || number.wrong.has_value();
  are_bits_ = are_bits_ && number.value <= 1;
  ++cells_;
  cell_.clear();
}

void WideRows::end_line() {
  end_cell();
  is_comment_ = false;
  if (cells_ == 0) return;
  if (rows_ == 0) width_ = cells_;
  ++rows_;
  const bool is_beyond = rows_ > 2 && (!are_bits_ || rows_ > static_cast<std::int64_t>(width_));
  is_other_ = is_other_ || width_ < wide || cells_ != width_ || is_beyond;
  cells_ = 0;
}

void WideRows::add(std::string_view bytes) {
  constexpr std::string_view separators = " \t,;|";
  for (const char c : bytes) {
    if (is_other_) return;
    const bool is_first = cells_ == 0 && cell_.empty();
    if (c == '\n' || c == '\r') {
      end_line();
    } else if (is_comment_ || (is_first && rows_ == 0 && byte_order_mark.find(c) != std::string_view::npos)) {
      continue;
    } else if (is_first && (c == '#' || c == '%')) {
      is_comment_ = true;
    } else if (separators.find(c) != std::string_view::npos) {
      end_cell();
    } else {
      cell_ += c;
      is_other_ = cell_.size() > longest_number;
    }
  }
}

void WideRows::finish() {
  if (!is_other_) end_line();
}

bool WideRows::may_be_matrix() const {
  return !is_other_ && are_bits_ && rows_ > 0 && rows_ == static_cast<std::int64_t>(width_);
}

}  // namespace tuplepack::formats
