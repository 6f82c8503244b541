/** Messages between the page and the workers. */
import type { Histogram, MethodChoice, Progress, Result, Tuplepack } from 'tuplepack';
import type { graphCalls, packingCalls, temporalCalls } from './calls';
import { isQuickMethod, usualMethod } from './coreTables';

export type Calls = ReturnType<typeof packingCalls> & ReturnType<typeof temporalCalls> & ReturnType<typeof graphCalls>;
export type CallName = keyof Calls;
export type Arguments<Name extends CallName> = Parameters<Calls[Name]>;
export type Value<Name extends CallName> = ReturnType<Calls[Name]>;

/** Progress reports by call. */
interface Reports {
  pack: Progress;
  /** the share done, 0 … 1 */
  search: number;
  accessEvents: number;
}
export type Report<Name extends CallName> = Name extends keyof Reports ? Reports[Name] : never;

/** Tables that do not depend on data, for the menus. */
export type Tables = Pick<
  Tuplepack,
  'version' | 'methods' | 'boundMethods' | 'loaderFrameworks' | 'streamPolicies' | 'paddingPolicies' | 'maxComponents'
>;

/** The modules of the core. A worker begins with the quick or the full one. */
export type ModuleName = 'quick' | 'full' | 'temporal' | 'graphs';

export interface LoadedModule {
  name: ModuleName;
  module: WebAssembly.Module;
}

export interface ToWorker {
  /** started if the worker does not have it yet */
  loaded: LoadedModule;
  task?: { call: CallName; args: unknown[]; reports: boolean };
}
export type FromWorker =
  /** of a module for packing that has started */
  | { tables: Tables }
  | { result: Result<unknown>; seconds: number }
  /** of the running call, if the page requested reports */
  | { report: unknown }
  /** a fault in a call, or a module that does not start */
  | { failed: string };

const notQuick: readonly CallName[] = [
  'assignFile',
  'checkPlan',
  'combinations',
  'estimate',
  'likelyColumns',
  'loaderCode',
  'search',
  'stream',
];

/** Calls whose default is `auto`, which uses methods that only the full module has. */
const packing: readonly CallName[] = ['pack', 'packMetrics'];

/** With more components, `quick` uses such methods, too. */
const quickComponents = 2;

/** Whether the quick module has all that a call needs. */
export function isQuick({ call, args }: { call: CallName; args: unknown[] }): boolean {
  const [histogram, choice] = args as [Partial<Histogram> | undefined, MethodChoice | undefined];
  const method = choice?.method ?? (packing.includes(call) ? usualMethod : '');
  if (notQuick.includes(call) || !isQuickMethod(method)) return false;
  return (histogram?.components?.length ?? 0) <= quickComponents;
}

/** The modules of calls that are not for packing. They are loaded with the first such call. */
export const furtherModules: Partial<Record<CallName, ModuleName>> = {
  openEvents: 'temporal',
  eventColumns: 'temporal',
  splitEvents: 'temporal',
  accessEvents: 'temporal',
  readRecords: 'graphs',
  readSchema: 'graphs',
  batchItems: 'graphs',
};
