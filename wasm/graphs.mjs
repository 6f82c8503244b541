// Loads the module for graphs of TensorFlow GNN; graphs.d.mts documents its functions.
import { loadModule } from './load.mjs';

/** The keys of the program's JSON as those of the package: `mostEdges` for `most_edges`. */
function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  const camel = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [camel(key), renamed(member)]));
}

const parsed = (json) => renamed(JSON.parse(json));

function asGraphs(core) {
  return {
    batchItems: (histogram, request) => core.batchItems(histogram, request),
    readRecords(files, options) {
      const { value, error } = core.readRecords(files, options);
      return error ? { error } : { value: { ...parsed(value.json), sizes: value.sizes } };
    },
    readSchema(text, options) {
      const { value, error } = core.readSchema(text, options);
      return error ? { error } : { value: parsed(value) };
    },
  };
}

export async function loadGraphs(options) {
  return asGraphs(await loadModule(() => new URL('./graphs.wasm', import.meta.url), options));
}
