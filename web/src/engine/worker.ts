/** Runs the core, one call at a time. The first message contains a compiled module; later ones may contain others. */
import { loadTuplepack, type Progress, type Tuplepack } from 'tuplepack';
import { loadTemporal } from 'tuplepack/temporal';
import { packingCalls, temporalCalls } from './calls';
import type { Calls, FromWorker, ModuleName, Tables, ToWorker } from './protocol';

/** The global of a dedicated worker, which lib.dom does not describe. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<ToWorker>) => void;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
};

let calls: Partial<Calls> = {};

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

function run({ call, args, reports }: { call: keyof Calls; args: unknown[]; reports: boolean }): void {
  const began = performance.now();
  const given = reports ? [...args, reporter()] : args;
  const returned = (calls[call] as (...given: unknown[]) => unknown)(...given);
  const seconds = (performance.now() - began) / 1000;
  scope.postMessage({ returned, seconds }, buffersOf(returned));
}

async function add({ module: wasmModule, name }: { module: WebAssembly.Module; name: ModuleName }): Promise<void> {
  if (name === 'temporal') {
    calls = { ...calls, ...temporalCalls(await loadTemporal({ wasmModule })) };
    scope.postMessage({ ready: null });
  } else {
    const core = await loadTuplepack({ wasmModule });
    calls = { ...calls, ...packingCalls(core) };
    scope.postMessage({ ready: tablesOf(core) });
  }
}

const failed = (cause: unknown) => scope.postMessage({ failed: String(cause) });

scope.onmessage = ({ data }) => {
  if ('module' in data) {
    add(data).catch(failed);
    return;
  }
  try {
    run(data);
  } catch (cause) {
    failed(cause);
  }
};
