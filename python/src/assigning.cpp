// Which item is in which pack: of a plan, or online.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "requests.hpp"
#include "tuplepack/packing/assign_shard.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/even.hpp"
#include "tuplepack/packing/stream.hpp"

#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace tuplepack::python {

static py::dict arrays_of(packing::Assignment assignment) {
  py::dict arrays;
  arrays["packs"] = assignment.packs;
  arrays["offsets"] = to_numpy(std::move(assignment.offsets));
  arrays["items"] = to_numpy(std::move(assignment.items));
  arrays["begins"] = to_numpy(std::move(assignment.begins));
  arrays["dropped"] = to_numpy(std::move(assignment.dropped));
  arrays["lengths"] = to_numpy(std::move(assignment.sizes));
  return arrays;
}

/// Sizes of items that the plan is for.
static SizeArray sizes_for(const packing::PlanDocument& document, const py::array& sizes) {
  SizeArray array = size_array(sizes);
  const std::size_t components = document.histogram.component_count();
  if (array.components != components) {
    refuse(ErrorCode::component_mismatch,
           std::to_string(array.components) + " sizes per item for a plan of " + std::to_string(components));
  }
  return array;
}

/// Which packs are in a step together; none unless `ranks` or `balance` is given.
static std::optional<packing::Balance> balance_of(const packing::PlanDocument& document,
                                                  std::optional<std::int64_t> ranks,
                                                  const std::optional<std::string>& balance) {
  if (!ranks && !balance) return std::nullopt;
  packing::Balance result{.ranks = ranks.value_or(document.packs_multiple)};
  if (!balance) return result;
  result.component = value(packing::balanced_component(*balance, document.histogram.components), "balance");
  if (result.ranks < 2) {
    refuse(ErrorCode::out_of_range, "balance needs ranks, the number of data-parallel ranks (2 or more)");
  }
  return result;
}

/// An assigner that has all items.
static packing::Assigner assigner_of(const packing::PlanDocument& document, const py::array& sizes,
                                     const py::object& packs_multiple, std::optional<std::int64_t> ranks,
                                     const py::dict& options, bool even, const std::optional<std::string>& balance) {
  const options::Settings settings = settings_of(options, "assign", document.histogram.components);
  packing::AssignOptions how = settings.assign;
  how.packs_multiple = packs_multiple.is_none() ? document.packs_multiple : packs_multiple.cast<std::int64_t>();
  const packing::Overlong policy = document.fitting.overlong;
  how.keep_sizes = policy == packing::Overlong::split || policy == packing::Overlong::truncate;
  how.balance = balance_of(document, ranks, balance);
  const SizeArray array = sizes_for(document, sizes);
  Result<packing::Assigner> made = [&] {
    const py::gil_scoped_release release;
    const packing::Plan even_plan = even ? even_packs(document, how.packs_multiple) : packing::Plan{};
    return packing::Assigner::create(document.histogram, even ? even_plan : document.packed.plan, document.limits,
                                     document.fitting, how);
  }();
  packing::Assigner assigner = value(std::move(made));
  value(for_blocks(array, [&](std::span<const std::int64_t> rows) { return assigner.add(rows); }));
  return assigner;
}

static py::dict assign(const packing::PlanDocument& document, const py::array& sizes, const py::object& packs_multiple,
                       std::optional<std::int64_t> ranks, const py::dict& options, bool even,
                       const std::optional<std::string>& balance) {
  packing::Assigner assigner = assigner_of(document, sizes, packs_multiple, ranks, options, even, balance);
  Result<packing::Assignment> done = [&] {
    const py::gil_scoped_release release;
    return std::move(assigner).finish();
  }();
  return arrays_of(value(std::move(done)));
}

/// The places of a shard's items.
/// before  the items of the preceding shards; null: there are none
static py::dict assign_shard(const packing::PlanDocument& document, const py::array& sizes,
                             const packing::Histogram* before, const std::string& order, std::uint64_t seed) {
  const SizeArray array = sizes_for(document, sizes);
  const packing::ShardOptions how{.order = value(packing::order_by_name(order)), .seed = seed};
  Result<packing::ShardAssigner> made = [&] {
    const py::gil_scoped_release release;
    return packing::ShardAssigner::create(document.histogram, document.packed.plan, document.limits, document.fitting,
                                          before == nullptr ? packing::Histogram{} : *before, how);
  }();
  packing::ShardAssigner assigner = value(std::move(made));
  packing::ShardPlaces places;
  for (auto* const of_pieces : {&places.packs, &places.positions}) {
    of_pieces->reserve(static_cast<std::size_t>(array.array.shape(0)));  // at least, but for those that are dropped
  }
  value(for_blocks(array, [&](std::span<const std::int64_t> rows) { return assigner.add(rows, places); }));
  py::dict arrays;
  arrays["packs"] = to_numpy(std::move(places.packs));
  arrays["positions"] = to_numpy(std::move(places.positions));
  arrays["begins"] = to_numpy(std::move(places.begins));
  arrays["offsets"] = to_numpy(std::move(places.offsets));
  return arrays;
}

namespace {

/// Something that calls without Python's lock change, which several threads of Python may share: one call at a time.
template <typename T>
class Shared {
 public:
  explicit Shared(T value) : value_(std::move(value)) {}

  /// function(value), without Python's lock
  template <typename Function>
  auto alone(const Function& function) {
    const py::gil_scoped_release release;  // before the wait for one that needs it in the end
    const std::lock_guard lock(mutex_);
    return function(value_);
  }

 private:
  std::mutex mutex_;
  T value_;
};

using SharedAssigner = Shared<packing::Assigner>;

}  // namespace

static std::unique_ptr<SharedAssigner> shared_assigner(const packing::PlanDocument& document, const py::array& sizes,
                                                       const py::object& packs_multiple,
                                                       std::optional<std::int64_t> ranks, const py::dict& options,
                                                       bool even, const std::optional<std::string>& balance) {
  return std::make_unique<SharedAssigner>(assigner_of(document, sizes, packs_multiple, ranks, options, even, balance));
}

static py::dict shuffled(SharedAssigner& assigner, std::uint64_t seed) {
  return arrays_of(value(assigner.alone([&](packing::Assigner& own) { return own.shuffled(seed); })));
}

namespace {

/// A packer whose packs are taken as they close.
struct Stream {
  Shared<packing::StreamPacker> packer;
  std::size_t components = 1;

  py::dict add(const py::array& sizes) {
    const SizeArray array = size_array(sizes);
    if (array.components != components) {
      refuse(ErrorCode::component_mismatch,
             std::to_string(array.components) + " sizes per item; expected " + std::to_string(components));
    }
    const Wholes wholes(array.array, "sizes");
    packing::ClosedPacks closed;
    value(packer.alone([&](packing::StreamPacker& own) {
      const auto good = own.check(wholes.values());
      return good ? own.add(wholes.values(), closed) : good;
    }));
    return arrays(std::move(closed));
  }

  py::dict finish() {
    packing::ClosedPacks closed;
    packer.alone([&](packing::StreamPacker& own) { own.finish(closed); });
    return arrays(std::move(closed));
  }

  static py::dict arrays(packing::ClosedPacks closed) {
    py::dict result;
    result["offsets"] = to_numpy(std::move(closed.offsets));
    result["items"] = to_numpy(std::move(closed.items));
    result["begins"] = to_numpy(std::move(closed.begins));
    result["numbers"] = to_numpy(std::move(closed.numbers));
    result["placed"] = to_numpy(std::move(closed.placed));
    return result;
  }
};

}  // namespace

static std::unique_ptr<Stream> open_stream(const std::vector<std::string>& components, const std::string& policy,
                                           std::int64_t held, const py::object& guide, bool keeps_places,
                                           const py::dict& options) {
  const options::Settings settings = settings_of(options, "stream", components);
  packing::StreamOptions how{.policy = value(packing::stream_policy_by_name(policy)),
                             .held = held,
                             .effort = settings.effort,
                             .guide = {},
                             .keeps_places = keeps_places};
  if (!guide.is_none()) {
    const auto& plan = guide.cast<const packing::PlanDocument&>();
    how.guide = packing::StreamGuide{.histogram = plan.histogram, .plan = plan.packed.plan};
  }
  auto packer = value(packing::StreamPacker::create(components, settings.plan.limits, settings.plan.fitting, how));
  return std::unique_ptr<Stream>(new Stream{.packer = Shared(std::move(packer)), .components = components.size()});
}

void define_assigning(py::module_& module) {
  module.def("assign", &assign, py::arg("plan"), py::arg("sizes"), py::arg("packs_multiple") = py::none(),
             py::arg("ranks") = py::none(), py::arg("options") = py::dict(), py::arg("even") = false,
             py::arg("balance") = py::none());
  module.def("assign_shard", &assign_shard, py::arg("plan"), py::arg("sizes"), py::arg("before"), py::arg("order"),
             py::arg("seed"));
  py::class_<SharedAssigner>(module, "Assigner")
      .def(py::init(&shared_assigner), py::arg("plan"), py::arg("sizes"), py::arg("packs_multiple") = py::none(),
           py::arg("ranks") = py::none(), py::arg("options") = py::dict(), py::arg("even") = false,
           py::arg("balance") = py::none())
      .def("shuffled", &shuffled, py::arg("seed"));
  py::class_<Stream>(module, "Stream")
      .def("add", &Stream::add, py::arg("sizes"))
      .def("finish", &Stream::finish)
      .def_property_readonly(
          "items", [](Stream& self) { return self.packer.alone([](auto& own) { return own.totals().items; }); })
      .def_property_readonly(
          "packs", [](Stream& self) { return self.packer.alone([](auto& own) { return own.totals().packs; }); })
      .def_property_readonly("held",
                             [](Stream& self) { return self.packer.alone([](auto& own) { return own.held(); }); })
      .def_property_readonly(
          "bound", [](Stream& self) { return self.packer.alone([](auto& own) { return own.lower_bound(); }); })
      .def("save", [](Stream& self) { return to_numpy(self.packer.alone([](auto& own) { return own.save(); })); })
      .def("restore", [](Stream& self, const py::array& saved) {
        const Wholes numbers(saved, "the state");
        value(self.packer.alone([&](packing::StreamPacker& own) { return own.restore(numbers.values()); }));
      });
  module.def("open_stream", &open_stream, py::arg("components"), py::arg("policy"), py::arg("held"), py::arg("guide"),
             py::arg("keeps_places"), py::arg("options"));
}

}  // namespace tuplepack::python
