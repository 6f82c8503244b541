// Only compiled: what a typed caller may write, and what the types refuse.
import { loadTuplepack, type Histogram, type Packed, type Result } from '../../wasm/tuplepack.mjs';
import { loadGraphs, type Records } from '../../wasm/graphs.mjs';
import type { PlaygroundAttributes } from '../../wasm/playground.js';
import { loadTemporal, type Events } from '../../wasm/temporal.mjs';

export async function everyFunction(bytes: Uint8Array, module: WebAssembly.Module): Promise<number> {
  const tuplepack = await loadTuplepack({ wasmModule: module });
  const read = tuplepack.readHistogram(bytes, { format: 'csv', columns: ['nodes'], countColumn: 'n' });
  if (read.error) return read.error.line;
  const histogram: Histogram = read.value;
  const first: string | undefined = tuplepack.preview(bytes, false).value?.columns[0]?.name;
  const packed: Result<Packed> = tuplepack.pack(histogram, { limits: [512], depth: 3, method: 'lpfhp', json: true });
  const json: string = packed.value?.json ?? '';
  const grid = tuplepack.sweep(histogram, { ranges: [{ first: 1, last: 9 }], reserve: [1], prune: true });
  const places = tuplepack.assign([1, 2, 3], json, { order: 'shuffle', seed: 7 });
  const archive: Uint8Array | undefined = places.value && tuplepack.assignmentNpz(places.value).value;
  const ids = tuplepack.segments(new Float64Array([3, 2]), 7);
  const mask = tuplepack.bitMask(ids.value?.segmentIds ?? [], { causal: true, padding: 'none' });
  const weights: Float32Array | undefined = tuplepack.tokenWeights([1, 1, 0], 8).value;
  const code: string | undefined = tuplepack.loaderCode('numpy', { components: ['n'], limits: [512] }).value;
  const rows: number = tuplepack.compare(histogram, { limits: [512] }).value?.length ?? 0;
  const bound: string | null | undefined = tuplepack.bounds(histogram, { limits: [512] }).value?.[0]?.component;

  // @ts-expect-error limits are required
  tuplepack.pack(histogram, { depth: 3 });
  // @ts-expect-error a misspelt option
  tuplepack.pack(histogram, { limits: [512], dept: 3 });
  // @ts-expect-error a result is no value
  histogram.counts.set(packed.metrics);
  // @ts-expect-error a value may be missing
  packed.value.gap;
  // @ts-expect-error tables are not to be written
  tuplepack.methods = [];

  const training = (mask.value?.length ?? 0) + (weights?.length ?? 0);
  return rows + training + (archive?.length ?? 0) + (ids.value?.cuSeqlens.length ?? 0) + (code ?? bound ?? first ?? '').length +
    (grid.value?.best ?? 0);
}

export async function everyTemporalFunction(bytes: Uint8Array, module: WebAssembly.Module): Promise<number> {
  const temporal = await loadTemporal({ wasmModule: module });
  const events: Events | undefined = temporal.readEvents(bytes, { columns: ['u', 'v', 't'], sort: true }).value;
  const plain = { sources: [0, 1], destinations: [1, 2], times: [1, 2.5] };
  const theta: number = temporal.statistics(events ?? plain).value?.averageUpdateDistance ?? 0;
  const split = temporal.split(plain, { likeBatchSize: 200, lossScore: 'eq8', ties: 'keep' });
  const rows = temporal.access(plain, split.value?.bounded.offsets ?? [], { recent: 10 }, (done) => done < 0.5);

  // @ts-expect-error times are needed
  temporal.statistics({ sources: [0], destinations: [1] });
  // @ts-expect-error a misspelt option
  temporal.split(plain, { like: 200 });

  return theta + (rows.value?.unique.length ?? 0);
}

export async function everyGraphFunction(bytes: Uint8Array, module: WebAssembly.Module): Promise<number> {
  const graphs = await loadGraphs({ wasmModule: module });
  const records: Records | undefined = graphs.readRecords([{ name: 'a', bytes }], { schema: bytes }).value;
  const largest: number = records?.sets[0]?.largest ?? 0;
  const found = graphs.readSchema('node_sets {}').value;
  const sets: number = found?.kind === 'graph_schema' ? found.sets.length : 0;
  const hops: number = found?.kind === 'sampling_spec' ? found.hops.length : 0;

  // @ts-expect-error a file has a name
  graphs.readRecords([{ bytes }]);
  // @ts-expect-error only a spec has hops
  found?.hops;

  return largest + sets + hops + (found?.errors[0]?.line ?? 0);
}

export const attributes: PlaygroundAttributes = { preset: 'molhiv', limits: '222,502', paper: true, height: 900 };
export const element: HTMLElement = document.createElement('tuplepack-playground');
// @ts-expect-error a misspelt attribute
export const misspelt: PlaygroundAttributes = { limit: '222,502' };
