#include "world.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tuplepack::ranks {

World& world() {
  static World of_this_process;
  return of_this_process;
}

std::vector<std::string> gather_texts(std::string_view text, MPI_Comm ranks, int count) {
  std::vector<int> sizes(static_cast<std::size_t>(count)), starts(sizes.size());
  const int size = static_cast<int>(text.size());
  collective([&] { MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, ranks); });
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), 0);
  std::string all(static_cast<std::size_t>(starts.back() + sizes.back()), '\0');
  collective(
      [&] { MPI_Allgatherv(text.data(), size, MPI_CHAR, all.data(), sizes.data(), starts.data(), MPI_CHAR, ranks); });
  std::vector<std::string> texts;
  texts.reserve(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    texts.push_back(all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(sizes[i])));
  }
  return texts;
}

static void find_machines() {
  World& own = world();
  MPI_Comm_split_type(own.all, MPI_COMM_TYPE_SHARED, own.rank, MPI_INFO_NULL, &own.machine);
  MPI_Comm_rank(own.machine, &own.rank_on_machine);
  MPI_Comm_size(own.machine, &own.ranks_on_machine);
  int first = own.rank;
  MPI_Bcast(&first, 1, MPI_INT, 0, own.machine);
  std::vector<int> firsts(static_cast<std::size_t>(own.count));
  MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, own.all);
  std::vector<int> distinct = firsts;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  own.machines = static_cast<int>(distinct.size());
  for (const int one : firsts) {
    own.machine_of.push_back(
        static_cast<int>(std::lower_bound(distinct.begin(), distinct.end(), one) - distinct.begin()));
  }
  std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
  int length = 0;
  MPI_Get_processor_name(host.data(), &length);
  own.hosts = gather_texts({host.data(), static_cast<std::size_t>(length)}, own.all, own.count);
}

void join(MPI_Comm members) {
  static_cast<Members&>(world()) = {};
  World& own = world();
  MPI_Comm_dup(members, &own.all);
  MPI_Comm_dup(members, &own.notices);
  MPI_Comm_dup(members, &own.ending);
  MPI_Comm_rank(own.all, &own.rank);
  MPI_Comm_size(own.all, &own.count);
  find_machines();
}

// ---- Who is there ----

int rank() {
  return world().rank;
}

int count() {
  return world().count;
}

int machines() {
  return world().machines;
}

int machine_of(int rank) {
  return world().machine_of[static_cast<std::size_t>(rank)];
}

const std::string& host_of(int rank) {
  return world().hosts[static_cast<std::size_t>(rank)];
}

bool leads_machine() {
  return world().rank_on_machine == 0;
}

int ranks_on_machine() {
  return world().ranks_on_machine;
}

Traffic traffic() {
  return world().traffic;
}

// ---- The program ----

std::string_view program_name() {
  return "tuplepack-mpi";
}

bool is_distributed() {
  return true;
}

void begin(int& count, char**& words) {
  int provided = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_SERIALIZED, &provided);
  join(MPI_COMM_WORLD);
  world().traffic = {};
}

}  // namespace tuplepack::ranks
