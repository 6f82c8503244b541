#include "interrupt.hpp"

#include <array>
#include <cassert>
#include <csignal>
#include <cstdlib>

namespace tuplepack::cli {

namespace {

/// The former actions of the signals. Set only while no handler of ours is installed, since handlers read them.
struct Before {
  int signal;
  struct sigaction action;
};

}  // namespace
static std::array<Before, 3> held_off;
static std::size_t held_off_count = 0;
static volatile std::sig_atomic_t signal_asked = 0;

static void restore() {
  for (std::size_t i = 0; i < held_off_count; ++i) sigaction(held_off[i].signal, &held_off[i].action, nullptr);
}

extern "C" {
static void ask(int signal) {
  signal_asked = signal;
  restore();
}
}

Interrupt::Interrupt(std::initializer_list<int> signals) {
  assert(signals.size() <= held_off.size() && held_off_count == 0);
  signal_asked = 0;
  for (const int signal : signals) {
    Before& before = held_off[held_off_count];
    before.signal = signal;
    sigaction(signal, nullptr, &before.action);
    if (before.action.sa_handler != SIG_IGN) ++held_off_count;
  }
  struct sigaction action {};
  action.sa_handler = ask;
  for (std::size_t i = 0; i < held_off_count; ++i) sigaction(held_off[i].signal, &action, nullptr);
}

Interrupt::~Interrupt() {
  restore();
  held_off_count = 0;
  signal_asked = 0;
}

bool Interrupt::asked() {
  return signal_asked != 0;
}

void Interrupt::obey() {
  std::signal(signal_asked, SIG_DFL);
  std::raise(signal_asked);
  std::abort();
}

}  // namespace tuplepack::cli
