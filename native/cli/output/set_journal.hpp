#pragma once

#include <span>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// PATH.unfinished, beside the files of a set that is named PATH: it is there as long as some of them are new and others
/// old, on the disk before the first is replaced, and removed after the last. One process has it at a time, so that sets
/// of two runs do not mix. Left by a run that was killed, it stays until another run has written the set. Throws Failure.
class SetJournal {
 public:
  /// Waits for other processes.
  explicit SetJournal(const std::string& path);
  ~SetJournal();
  SetJournal(const SetJournal&) = delete;
  SetJournal& operator=(const SetJournal&) = delete;

  /// The files that a run which was killed was about to replace, beside PATH.
  [[nodiscard]] const std::vector<std::string>& unfinished() const { return unfinished_; }
  /// To be called before the first of these files is replaced.
  void begin(std::span<const std::string> files);
  /// To be called after the last, or when all have been put back.
  void end();

 private:
  std::string path_;
  int descriptor_ = -1;
  bool removes_ = true;
  std::vector<std::string> unfinished_;
};

}  // namespace tuplepack::cli
