/** Runs the core, one call at a time. A module starts with the first call for it, or for no call at all. */
import { loadTuplepack, type Progress, type Tuplepack } from 'tuplepack';
import { loadGraphs } from 'tuplepack/graphs';
import { loadTemporal } from 'tuplepack/temporal';
import { graphCalls, packingCalls, temporalCalls } from './calls';
import type { Calls, FromWorker, LoadedModule, ModuleName, Tables, ToWorker } from './protocol';
import { refused } from './refused';

/** The global of a dedicated worker, which lib.dom does not describe. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
};

/** The members that are not functions. */
function tablesOf(core: Tuplepack): Tables {
  const isTable = ([, member]: [string, unknown]) => typeof member !== 'function';
  return Object.fromEntries(Object.entries(core).filter(isTable)) as unknown as Tables;
}

/** The buffers of a result, to be transferred. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}

/** Minimum milliseconds between reports. Better plans are always reported. */
const reportEvery = 50;

function reporter(): (report: unknown) => true {
  let lastReport = Number.NEGATIVE_INFINITY;
  return (report) => {
    const isBetter = typeof report === 'object' && (report as Progress).improved;
    if (isBetter || performance.now() - lastReport >= reportEvery) {
      lastReport = performance.now();
      scope.postMessage({ report }, buffersOf(report));
    }
    return true;
  };
}

const started = new Map<ModuleName, Promise<Partial<Calls>>>();

async function start({ name, module: wasmModule }: LoadedModule): Promise<Partial<Calls>> {
  if (name === 'temporal') return temporalCalls(await loadTemporal({ wasmModule }));
  if (name === 'graphs') return graphCalls(await loadGraphs({ wasmModule }));
  const core = await loadTuplepack({ wasmModule });
  scope.postMessage({ tables: tablesOf(core) });
  return packingCalls(core);
}

/** The calls of a module. The full one replaces the quick one. */
function callsOf(loaded: LoadedModule): Promise<Partial<Calls>> {
  const calls = started.get(loaded.name) ?? start(loaded);
  if (loaded.name === 'full') started.delete('quick');
  started.set(loaded.name, calls);
  return calls;
}

function run(calls: Partial<Calls>, { call, args, reports }: NonNullable<ToWorker['task']>): void {
  const began = performance.now();
  const given = reports ? [...args, reporter()] : args;
  const act = calls[call] as (...given: unknown[]) => unknown;
  let result: { value: unknown } | ReturnType<typeof refused>;
  try {
    result = { value: act(...given) };
  } catch (cause) {
    result = refused(cause);
  }
  const seconds = (performance.now() - began) / 1000;
  scope.postMessage({ result, seconds }, buffersOf(result));
}

scope.onmessage = async ({ data: { loaded, task } }) => {
  try {
    const calls = await callsOf(loaded);
    if (task) run(calls, task);
  } catch (cause) {
    scope.postMessage({ failed: String(cause) });
  }
};
