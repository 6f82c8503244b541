// Loads the compiled core and gives its functions as they are documented in tuplepack.d.mts.
import createCore from './core.mjs';

/** The file beside this module: from the disk in Node, over the network elsewhere. */
async function readBinary() {
  const url = new URL('./tuplepack.wasm', import.meta.url);
  if (url.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
}

/** What answers a call that the module does not have. */
const absent = (name) => () => ({
  error: { code: 'unsupported', message: `${name} is not in this module of tuplepack`, line: 0, column: 0 },
});

/** The core's own table of names is asked once; missing arguments become undefined, which the core expects. */
function asTuplepack(given) {
  const searching = ['verify', 'estimate', 'search', 'stream'];
  const core = { ...Object.fromEntries(searching.map((name) => [name, absent(name)])), ...given };
  return {
    ...core.tables(),
    heuristics: (components) => core.heuristics(components),
    readHistogram: (bytes, options) => core.readHistogram(bytes, options),
    readTable: (bytes, options) => core.readTable(bytes, options),
    makeHistogram: (components, sizes, counts) => core.makeHistogram(components, sizes, counts),
    stats: (histogram) => core.stats(histogram),
    pack: (histogram, request, onProgress) => core.pack(histogram, request, onProgress),
    verify: (planJson) => core.verify(planJson),
    estimate: (histogram, request) => core.estimate(histogram, request),
    packMetrics: (histogram, request) => core.packMetrics(histogram, request),
    combinations: (components, paper) => core.combinations(components, paper),
    compare: (histogram, room) => core.compare(histogram, room),
    bounds: (histogram, room) => core.bounds(histogram, room),
    sweep: (histogram, request) => core.sweep(histogram, request),
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

/** The core gives its own promise; that one never settles when a module that was handed over cannot be used. */
function createCoreOf(wasmModule) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(wasmModule, imports)
        .then((instance) => done(instance, wasmModule))
        .catch(reject);
      return {};
    };
    createCore({ instantiateWasm }).then(resolve, reject);
  });
}

export async function loadTuplepack({ wasmBinary, wasmModule } = {}) {
  const core = wasmModule
    ? await createCoreOf(wasmModule)
    : await createCore({ wasmBinary: wasmBinary ?? (await readBinary()) });
  return asTuplepack(core);
}
