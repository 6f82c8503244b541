#pragma once

#include "files/descriptor.hpp"
#include "tuplepack/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::graph {

/// The folder that dispatch writes, so that a run can be killed at any moment and another one continue: what is not complete
/// is in PATH/.partial, and takes its place by being renamed. PATH/manifest.json comes last.
class OutputFolder {
 public:
  enum class State {
    fresh,
    unfinished,  ///< a run with the same input and options did not finish
    complete,    ///< one did
  };

  /// Opens the folder for all ranks, or one on the disk of each machine for the ranks there. Collective.
  /// run       to be kept for the next run, see find_run()
  /// manifest  how a manifest of this input and these options begins, and `run` too
  /// local     each machine has its own
  /// errors    of the system · unsupported (the folder holds something else; another process writes it); the same on all
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path, const std::string& run,
                                                 std::string_view manifest, bool local);

  /// The `run` of a run that did not finish, on those that would lead; empty: there is none. Collective.
  /// manifest  as of open(), or less of it
  /// errors    unsupported (the folder holds something else)
  [[nodiscard]] static Result<std::string> find_run(const std::string& path, std::string_view manifest, bool local);

  /// The same on all ranks.
  [[nodiscard]] State state() const { return state_; }
  /// Whether this rank has opened it, and writes what there is once.
  [[nodiscard]] bool leads() const { return leads_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string staging() const { return path_ + "/.partial"; }

  /// The text of manifest.json; none until the folder is complete.
  [[nodiscard]] std::optional<std::string> manifest() const;

  /// A small file in the staging folder; none if it is not there.
  [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
  /// Writes it; it is on the disk when this returns, whole or not at all.
  [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) const;
  void remove(const std::string& name) const;

  /// Moves a file or a folder out of the staging folder.
  [[nodiscard]] Result<void> publish(const std::string& name) const;
  /// Removes the staging folder, unless another run has it.
  [[nodiscard]] Result<void> finish() const;
  /// Removes the staging folder, and the folder itself if it is empty.
  void discard() const;

 private:
  OutputFolder(std::string path, State state, files::Descriptor lock, bool leads = true)
      : path_(std::move(path)), state_(state), leads_(leads), lock_(std::move(lock)) {}
  /// What is in a folder. An error: something else.
  [[nodiscard]] static Result<State> look(const std::string& path, std::string_view manifest);
  [[nodiscard]] static Result<OutputFolder> open_here(std::string path, const std::string& run,
                                                      std::string_view manifest);

  std::string path_;
  State state_{};
  bool leads_ = true;
  files::Descriptor lock_;
};

/// errors  system (the file system of a folder has less room)
[[nodiscard]] Result<void> check_free_space(const std::string& folder, std::int64_t bytes);

}  // namespace tuplepack::graph
