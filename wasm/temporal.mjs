// Loads the module for timed interactions and gives its functions as they are documented in temporal.d.mts.
import { loadModule } from './load.mjs';

/** Missing arguments become undefined, which the core expects. */
function asTemporal(core) {
  return {
    ...core.tables(),
    options: () => core.options(),
    readEvents: (bytes, options) => core.readEvents(bytes, options),
    statistics: (events) => core.statistics(events),
    split: (events, request) => core.split(events, request),
    access: (events, offsets, options, onProgress) => core.access(events, offsets, options, onProgress),
  };
}

export async function loadTemporal(options) {
  return asTemporal(await loadModule(() => new URL('./temporal.wasm', import.meta.url), options));
}
