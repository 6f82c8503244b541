// Loads the module for temporal interactions; temporal.d.mts documents its functions.
import { loadModule } from './load.mjs';

/** Missing arguments become undefined, which the core expects. */
function asTemporal(core) {
  return {
    ...core.tables(),
    options: () => core.options(),
    readEvents: (bytes, options) => core.readEvents(bytes, options),
    eventColumns: (names, wanted) => core.eventColumns(names, wanted),
    statistics: (events) => core.statistics(events),
    split: (events, request) => core.split(events, request),
    access: (events, offsets, options, onProgress) => core.access(events, offsets, options, onProgress),
  };
}

export async function loadTemporal(options) {
  return asTemporal(await loadModule(() => new URL('./temporal.wasm', import.meta.url), options));
}
