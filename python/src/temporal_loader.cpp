// Batches of temporal interactions, which threads prepare ahead of the training loop that takes them.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "indexed_events.hpp"
#include "temporal/batch_queue.hpp"
#include "temporal_arrays.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace tuplepack::python {

// ---- what all epochs share ----

namespace {

struct LoaderOptions {
  std::int64_t prefetch = 0;
  std::size_t threads = 1;
};

template <typename Time>
struct LoaderOf {
  std::shared_ptr<temporal::NegativeSampler> negatives;
  temporal::BatchSource<Time> source;  // refers to the negatives
  FeatureTables tables;
  std::shared_ptr<py::object> allocate;  // memory for rows of features; none: the batch has its own
  std::vector<std::int64_t> offsets;
  LoaderOptions options;
  std::shared_ptr<BatchPool<Time>> pool;

  [[nodiscard]] std::int64_t batches() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

}  // namespace

// ---- rows of features in memory of torch ----

/// An object that any thread may let go of.
static std::shared_ptr<py::object> held(py::object object) {
  return {new py::object(std::move(object)), [](const py::object* kept) {
            const py::gil_scoped_acquire acquire;
            delete kept;
          }};
}

/// Called without the interpreter's lock.
/// allocate  (rows, bytes of a row) → a tensor of bytes
/// ids       rows of the table
static Result<std::shared_ptr<py::object>> gathered(const py::object& allocate, const temporal::Rows& table,
                                                    std::span<const std::int64_t> ids) {
  std::shared_ptr<py::object> tensor;
  std::byte* memory = nullptr;
  {
    const py::gil_scoped_acquire acquire;
    tensor = held(allocate(ids.size(), table.width));
    memory = reinterpret_cast<std::byte*>(tensor->attr("data_ptr")().cast<std::uintptr_t>());
  }
  const std::size_t size = ids.size() * static_cast<std::size_t>(table.width);
  if (auto copied = gather(table, ids, {memory, size}); !copied) return tl::unexpected(copied.error());
  return tensor;
}

// ---- an epoch ----

namespace {

template <typename Time>
class EpochOf {
 public:
  EpochOf(std::shared_ptr<LoaderOf<Time>> loader, std::uint64_t epoch)
      : loader_(std::move(loader)),
        epoch_(epoch),
        makers_(temporal::BatchQueue::workers(loader_->batches(), loader_->options.prefetch, loader_->options.threads)),
        slots_(temporal::BatchQueue::slots(loader_->batches(), loader_->options.prefetch)),
        queue_(loader_->batches(), loader_->options.prefetch, loader_->options.threads,
               [this](std::int64_t batch, std::size_t slot, std::size_t thread) { return make(batch, slot, thread); }) {
  }

  py::object next() {
    const auto taken = [&] {
      const py::gil_scoped_release release;
      return queue_.next();
    }();
    if (!taken) refuse(taken.error());
    if (!*taken) return py::none();
    return arrays_of(std::move(slots_[**taken]), loader_->tables, loader_->source.sampling.fanouts, loader_->pool);
  }

  void stop() { queue_.stop(); }

 private:
  std::shared_ptr<LoaderOf<Time>> loader_;
  std::uint64_t epoch_;
  std::vector<std::unique_ptr<temporal::BatchMaker<Time>>> makers_;  // of each thread
  std::vector<Prepared<Time>> slots_;
  temporal::BatchQueue queue_;  // last: its threads end before what they use

  Result<void> make(std::int64_t batch, std::size_t slot, std::size_t thread) {
    if (!makers_[thread]) makers_[thread] = std::make_unique<temporal::BatchMaker<Time>>(loader_->source);
    Prepared<Time> made{.batch = loader_->pool->take()};
    const auto b = static_cast<std::size_t>(batch);
    makers_[thread]->make(loader_->offsets[b], loader_->offsets[b + 1], epoch_, *made.batch);
    auto done = gather_outside(loader_->tables.nodes, made.batch->nodes, made.node_rows);
    if (done) done = gather_outside(loader_->tables.edges, made.batch->edges, made.edge_rows);
    slots_[slot] = std::move(made);
    return done;
  }

  Result<void> gather_outside(const std::optional<temporal::Rows>& table, std::span<const std::int64_t> ids,
                              std::shared_ptr<py::object>& rows) {
    if (!loader_->allocate || !table) return {};
    auto copied = gathered(*loader_->allocate, *table, ids);
    if (!copied) return tl::unexpected(copied.error());
    rows = std::move(*copied);
    return {};
  }
};

class Epoch {
 public:
  template <typename Time>
  Epoch(std::shared_ptr<LoaderOf<Time>> loader, std::uint64_t epoch)
      : epoch_(std::make_unique<EpochOf<Time>>(std::move(loader), epoch)) {}

  ~Epoch() {
    const py::gil_scoped_release release;  // while threads finish
    epoch_ = std::unique_ptr<EpochOf<double>>();
  }
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  py::object next() {
    return std::visit([](const auto& epoch) { return epoch->next(); }, epoch_);
  }

  /// Ends the threads, which must not ask for the interpreter's lock once the interpreter ends.
  void stop() {
    const py::gil_scoped_release release;
    std::visit([](const auto& epoch) { epoch->stop(); }, epoch_);
  }

 private:
  std::variant<std::unique_ptr<EpochOf<std::int64_t>>, std::unique_ptr<EpochOf<double>>> epoch_;
};

class Loader {
 public:
  /// keeps  the arrays that the loader refers to
  template <typename Time>
  Loader(std::shared_ptr<LoaderOf<Time>> loader, py::tuple keeps)
      : loader_(std::move(loader)), keeps_(std::move(keeps)) {}

  [[nodiscard]] std::unique_ptr<Epoch> start(std::uint64_t epoch) const {
    return std::visit([&](const auto& loader) { return std::make_unique<Epoch>(loader, epoch); }, loader_);
  }

 private:
  std::variant<std::shared_ptr<LoaderOf<std::int64_t>>, std::shared_ptr<LoaderOf<double>>> loader_;
  py::tuple keeps_;
};

}  // namespace

// ---- making one ----

/// Refers to the array that was given: one that a conversion makes would end here.
/// count  the rows that are needed, for the core does not know how many there are where rows have no bytes
static std::optional<temporal::Rows> table_rows(const py::object& table, std::int64_t count, const std::string& what) {
  using Bytes = py::array_t<std::uint8_t, py::array::c_style>;
  if (table.is_none()) return std::nullopt;
  if (!py::isinstance<Bytes>(table) || py::reinterpret_borrow<Bytes>(table).ndim() != 2) {
    refuse(ErrorCode::malformed, "features of " + what + " must be bytes [rows, width] in one piece");
  }
  const auto bytes = py::reinterpret_borrow<Bytes>(table);
  if (bytes.size() == 0 && bytes.shape(0) < count) {
    refuse(ErrorCode::out_of_range, "there are features for " + std::to_string(bytes.shape(0)) + " " + what +
                                        ", but there are " + std::to_string(count) + " " + what);
  }
  return temporal::Rows{
      .bytes = {reinterpret_cast<const std::byte*>(bytes.data()), static_cast<std::size_t>(bytes.size())},
      .width = static_cast<std::int64_t>(bytes.shape(1))};
}

static temporal::NegativeSampler sampler_of(const temporal::Events& events, const py::object& given, std::int64_t first,
                                            std::int64_t per_event, const std::string& from, std::uint64_t seed,
                                            std::int64_t trained) {
  if (!given.is_none()) {
    const Wholes wholes(given.cast<py::array>(), "negatives");
    return value(
        temporal::NegativeSampler::fixed(events, {wholes.values().begin(), wholes.values().end()}, first, per_event));
  }
  const temporal::Negatives wanted{
      .per_event = per_event, .from = value(temporal::negatives_from_by_name(from)), .seed = seed, .trained = trained};
  const py::gil_scoped_release release;
  return temporal::NegativeSampler(events, wanted);
}

static std::vector<std::int64_t> checked_offsets(const py::array& given, const temporal::Events& events) {
  const Wholes wholes(given, "batches");
  std::vector<std::int64_t> offsets(wholes.values().begin(), wholes.values().end());
  const bool ascend = std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>()) == offsets.end();
  if (offsets.empty() || !ascend || offsets.front() < 0 || offsets.back() > events.size()) {
    refuse(ErrorCode::malformed, "the offsets of batches must ascend, within 0 to " + std::to_string(events.size()));
  }
  return offsets;
}

static std::int64_t largest_batch(std::span<const std::int64_t> offsets) {
  std::int64_t largest = 0;
  for (std::size_t b = 1; b < offsets.size(); ++b) largest = std::max(largest, offsets[b] - offsets[b - 1]);
  return largest;
}

/// Error: given negatives, `count` of them from the event `first` on, lack those of an event of the batches.
static void check_covered(std::span<const std::int64_t> offsets, std::int64_t first, std::int64_t count) {
  if (first <= offsets.front() && offsets.back() <= first + count) return;
  refuse(ErrorCode::malformed, "there are negatives of the events " + std::to_string(first) + " to " +
                                   std::to_string(first + count) + ", but batches of the events " +
                                   std::to_string(offsets.front()) + " to " + std::to_string(offsets.back()));
}

template <typename Time>
static std::unique_ptr<Loader> loader_of(IndexedEvents& indexed, std::vector<std::int64_t> offsets,
                                         temporal::NegativeSampler negatives, const py::dict& sampling,
                                         const py::tuple& features, const py::object& allocate, LoaderOptions options,
                                         py::tuple keeps) {
  temporal::SampleOptions<Time> wanted{
      .fanouts = sampling["fanouts"].cast<std::vector<std::int64_t>>(),
      .strategy = value(temporal::sample_strategy_by_name(sampling["strategy"].cast<std::string>())),
      .visible = value(temporal::visible_by_name(sampling["visible"].cast<std::string>())),
      .seed = sampling["seed"].cast<std::uint64_t>()};
  if (!sampling["window"].is_none()) wanted.window = sampling["window"].cast<Time>();
  const auto direction = value(temporal::direction_by_name(sampling["direction"].cast<std::string>()));
  const auto* csr = value([&] {
    const py::gil_scoped_release release;
    return indexed.index<Time>(direction);
  }());
  const auto sampler = std::make_shared<temporal::NegativeSampler>(std::move(negatives));
  const FeatureTables tables{.nodes = table_rows(features[0], indexed.events().nodes, "nodes"),
                             .edges = table_rows(features[1], feature_row_count(indexed.events()), "edges")};
  // Those that an epoch has at once, and one more: a list of all its batches frees the others when it ends.
  const std::size_t idle =
      temporal::BatchQueue::slots(static_cast<std::int64_t>(offsets.size()) - 1, options.prefetch) + 1;
  auto loader = std::shared_ptr<LoaderOf<Time>>(new LoaderOf<Time>{
      .negatives = sampler,
      .source = {.events = indexed.events(),
                 .csr = *csr,
                 .negatives = *sampler,
                 .sampling = std::move(wanted),
                 .node_features = tables.nodes.value_or(temporal::Rows{}),
                 .edge_features = tables.edges.value_or(temporal::Rows{})},
      .tables = tables,
      .allocate = allocate.is_none() ? nullptr : held(allocate),
      .offsets = std::move(offsets),
      .options = options,
      .pool = std::make_shared<BatchPool<Time>>([] { return temporal::TrainingBatch<Time>{}; }, idle)});
  value(check_batches(loader->source, largest_batch(loader->offsets)));
  if (loader->allocate) loader->source.node_features = loader->source.edge_features = {};
  return std::make_unique<Loader>(std::move(loader), std::move(keeps));
}

/// sampling    fanouts, strategy, direction, visible, window, seed
/// negatives   (those given [count, per event], or none; the first event that they are of; how many per event; where
///             they are from; the seed; how many events training has seen)
/// features    of nodes, of edges: bytes [rows, width], or none
/// allocate    (rows, bytes of a row) → a tensor of torch of bytes, for the rows of a batch; or none
static std::unique_ptr<Loader> make_loader(const py::object& events, const py::array& batches, const py::dict& sampling,
                                           const py::tuple& negatives, const py::tuple& features, std::int64_t prefetch,
                                           std::int64_t threads, const py::object& allocate) {
  auto& indexed = events.cast<IndexedEvents&>();
  std::vector<std::int64_t> offsets = checked_offsets(batches, indexed.events());
  const auto first = negatives[1].cast<std::int64_t>(), per_event = negatives[2].cast<std::int64_t>();
  temporal::NegativeSampler sampler =
      sampler_of(indexed.events(), negatives[0], first, per_event, negatives[3].cast<std::string>(),
                 negatives[4].cast<std::uint64_t>(), negatives[5].cast<std::int64_t>());
  if (!negatives[0].is_none()) check_covered(offsets, first, negatives[0].cast<py::array>().size() / per_event);
  const LoaderOptions options{.prefetch = prefetch, .threads = static_cast<std::size_t>(threads)};
  const bool is_whole = std::holds_alternative<std::vector<std::int64_t>>(indexed.events().times);
  const auto make = is_whole ? loader_of<std::int64_t> : loader_of<double>;
  return make(indexed, std::move(offsets), std::move(sampler), sampling, features, allocate, options,
              py::make_tuple(events, features));
}

/// [count, per_event] of the events [begin, end).
static py::array_t<std::int64_t> draw(const IndexedEvents& indexed, const std::string& from, std::int64_t per_event,
                                      std::uint64_t seed, std::uint64_t epoch, std::int64_t trained, std::int64_t begin,
                                      std::int64_t end) {
  const temporal::Events& events = indexed.events();
  if (per_event > max_exact / std::max<std::int64_t>(end - begin, 1)) {
    refuse(ErrorCode::too_large, std::to_string(per_event) + " negatives for each of " + std::to_string(end - begin) +
                                     " events are 2^53 or more");
  }
  const temporal::NegativeSampler sampler = sampler_of(events, py::none(), 0, per_event, from, seed, trained);
  std::vector<std::int64_t> drawn(static_cast<std::size_t>((end - begin) * per_event));
  {
    const py::gil_scoped_release release;
    sampler.draw(events, epoch, begin, end, drawn);
  }
  return to_numpy(std::move(drawn), static_cast<std::size_t>(per_event));
}

void define_temporal_loader(py::module_& module) {
  py::class_<Epoch>(module, "TemporalEpoch").def("next", &Epoch::next).def("stop", &Epoch::stop);
  py::class_<Loader>(module, "TemporalLoader")
      .def(py::init(&make_loader), py::arg("events"), py::arg("batches"), py::arg("sampling"), py::arg("negatives"),
           py::arg("features"), py::arg("prefetch"), py::arg("threads"), py::arg("allocate") = py::none())
      .def("start", &Loader::start, py::arg("epoch"), py::keep_alive<0, 1>());
  module.def("draw_negatives", &draw, py::arg("events"), py::arg("origin"), py::arg("per_event"), py::arg("seed"),
             py::arg("epoch"), py::arg("trained"), py::arg("begin"), py::arg("end"));
}

}  // namespace tuplepack::python
