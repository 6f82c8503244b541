// Loads the compiled core; tuplepack.d.mts documents its functions.
import { loadModule } from './load.mjs';

/** Stands in for functions that the module lacks. */
const absent = (name) => () => ({
  error: { code: 'unsupported', message: `${name} is not in this module of tuplepack`, line: 0, column: 0 },
});

/** Reads the core's table of names once. Missing arguments become undefined, which the core expects. */
function asTuplepack(given) {
  const further = ['likelyColumns', 'verify', 'estimate', 'search', 'stream', 'readPlan', 'assign', 'assignmentNpz', 'loaderCode'];
  const missing = Object.fromEntries(further.map((name) => [name, absent(name)]));
  const core = { commands: () => [], options: () => [], ...missing, ...given };
  return {
    ...core.tables(),
    commands: () => core.commands(),
    options: () => core.options(),
    heuristics: (components) => core.heuristics(components),
    preview: (bytes, whole) => core.preview(bytes, whole),
    likelyColumns: (columns, options) => core.likelyColumns(columns, options),
    readHistogram: (bytes, options) => core.readHistogram(bytes, options),
    readTable: (bytes, options) => core.readTable(bytes, options),
    makeHistogram: (components, sizes, counts) => core.makeHistogram(components, sizes, counts),
    stats: (histogram) => core.stats(histogram),
    pack: (histogram, request, onProgress) => core.pack(histogram, request, onProgress),
    verify: (planJson, options) => core.verify(planJson, options),
    estimate: (histogram, request) => core.estimate(histogram, request),
    packMetrics: (histogram, request) => core.packMetrics(histogram, request),
    combinations: (components, paper) => core.combinations(components, paper),
    compare: (histogram, room) => core.compare(histogram, room),
    bounds: (histogram, room) => core.bounds(histogram, room),
    sweep: (histogram, request) => core.sweep(histogram, request),
    refineSweep: (histogram, request, sweep) => core.refineSweep(histogram, request, sweep),
    search: (histogram, request, onProgress) => core.search(histogram, request, onProgress),
    stream: (histogram, request) => core.stream(histogram, request),
    readPlan: (json) => core.readPlan(json),
    assign: (sizes, planJson, options) => core.assign(sizes, planJson, options),
    assignmentNpz: (assignment) => core.assignmentNpz(assignment),
    segments: (lengths, capacity, stride) => core.segments(lengths, capacity, stride),
    bitMask: (segmentIds, options) => core.bitMask(segmentIds, options),
    tokenWeights: (segmentIds, items) => core.tokenWeights(segmentIds, items),
    loaderCode: (framework, request) => core.loaderCode(framework, request),
  };
}

export async function loadTuplepack(options) {
  return asTuplepack(await loadModule(() => new URL('./tuplepack.wasm', import.meta.url), options));
}

export function valueOf({ value, error }) {
  if (error) throw Object.assign(new Error(error.message), error);
  return value;
}
