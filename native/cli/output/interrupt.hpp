#pragma once

#include <initializer_list>

namespace tuplepack::cli {

/// While it lives, the first of the given signals only asks to stop. The next one has its former effect.
class Interrupt {
 public:
  explicit Interrupt(std::initializer_list<int> signals);  // at most 3; one Interrupt at a time
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether such a signal arrived. False when no Interrupt lives.
  [[nodiscard]] static bool asked();

  /// Ends the program by the signal that arrived, as without an Interrupt.
  /// assumes  asked()
  [[noreturn]] static void obey();
};

}  // namespace tuplepack::cli
