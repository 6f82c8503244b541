#pragma once

#include <initializer_list>

namespace tuplepack::cli {

/// As long as it lives, the first of some signals only asks to stop; another one does what it did before.
class Interrupt {
 public:
  explicit Interrupt(std::initializer_list<int> signals);  // at most 3; one Interrupt at a time
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether there was such a signal. False when no Interrupt lives.
  [[nodiscard]] static bool asked();

  /// Ends the program by the signal that asked, as if nothing had held it off.
  /// assumes  asked()
  [[noreturn]] static void obey();
};

}  // namespace tuplepack::cli
