/** What the page and a worker say to each other. */
import type { Assignment, AssignOptions, FileHistogram, ReadOptions, Result, Stats, Tuplepack } from 'tuplepack';

/** The core's functions that a worker runs, and what takes several of them at once, so that large arrays stay there. */
export type Calls = Pick<Tuplepack, 'pack' | 'packMetrics' | 'combinations' | 'sweep' | 'loaderCode' | 'heuristics'> & {
  read(bytes: Uint8Array, options: ReadOptions): Result<ReadFile>;
  /** per-item sizes and a plan to the .npz archive of who sits where */
  assignFile(bytes: Uint8Array, options: ReadOptions, planJson: string, how: AssignOptions): Result<AssignedFile>;
};

export interface ReadFile {
  histogram: FileHistogram;
  stats: Stats;
}

export interface AssignedFile extends Pick<Assignment, 'packs'> {
  npz: Uint8Array<ArrayBuffer>;
}

/** What does not depend on data: menus fill themselves from this. */
export type Tables = Pick<
  Tuplepack,
  'version' | 'methods' | 'boundMethods' | 'loaderFrameworks' | 'formats' | 'orders' | 'overlongPolicies'
>;

export type CallName = keyof Calls;
export type Arguments<Name extends CallName> = Parameters<Calls[Name]>;
export type Returned<Name extends CallName> = ReturnType<Calls[Name]>;

export type ToWorker = { module: WebAssembly.Module } | { call: CallName; args: unknown[] };
export type FromWorker =
  | { ready: Tables }
  | { returned: unknown; seconds: number }
  /** something a call should never do, or a module that cannot start */
  | { failed: string };
