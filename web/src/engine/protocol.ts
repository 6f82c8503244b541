/** What the page and a worker say to each other. */
import type {
  Assignment,
  AssignOptions,
  FileHistogram,
  Found,
  Histogram,
  MaskOptions,
  Packed,
  PackRequest,
  Progress,
  ReadOptions,
  Result,
  SearchRequest,
  Segments,
  Stats,
  Tuplepack,
} from 'tuplepack';
import type {
  Access,
  AccessOptions,
  EventReadOptions,
  EventStatistics,
  Events,
  Split,
  SplitRequest,
  Temporal,
} from 'tuplepack/temporal';

/** The core's functions that a worker runs, and what takes several of them at once, so that large arrays stay there. */
export type Calls = Pick<
  Tuplepack,
  'packMetrics' | 'combinations' | 'sweep' | 'estimate' | 'stream' | 'loaderCode' | 'heuristics'
> & {
  pack(histogram: Histogram, request: PackRequest): Result<Packed>;
  search(histogram: Histogram, request: SearchRequest): Result<Found>;
  read(bytes: Uint8Array, options: ReadOptions): Result<ReadFile>;
  /** per-item sizes and a plan to the .npz archive of who sits where */
  assignFile(bytes: Uint8Array, options: ReadOptions, planJson: string, how: AssignOptions): Result<AssignedFile>;
  /** one component of a pack, from the sizes of its items in it */
  trainPack(lengths: number[], capacity: number, how: MaskOptions): Result<PackTraining>;
} & TemporalCalls;

/** What the module for temporal interactions is needed for. */
export interface TemporalCalls {
  openEvents(bytes: Uint8Array, options: EventReadOptions): Result<OpenedEvents>;
  splitEvents(events: Events, request: SplitRequest): Result<Split>;
  accessEvents(events: Events, offsets: ArrayLike<number>, options: AccessOptions): Result<Access>;
}

/** What a call tells while it runs. */
export interface Reports {
  pack: Progress;
  /** the share done, 0 … 1 */
  search: number;
  accessEvents: number;
}

export interface ReadFile {
  histogram: FileHistogram;
  stats: Stats;
}

/** Events, and the names that can be chosen for them. */
export interface OpenedEvents extends Pick<Temporal, 'lossScores' | 'tiePolicies'> {
  events: Events;
  statistics: EventStatistics;
}

export interface AssignedFile extends Pick<Assignment, 'packs'> {
  npz: Uint8Array<ArrayBuffer>;
}

/** What a training step needs of a pack, and its mask as a picture. */
export interface PackTraining extends Segments {
  /** capacity */
  weights: Float32Array;
  /** the segment of every pixel along one side of the picture */
  pixels: Int32Array;
  /** which pixels see which */
  bits: Uint32Array;
}

/** What does not depend on data: menus fill themselves from this. */
export type Tables = Pick<
  Tuplepack,
  | 'version'
  | 'methods'
  | 'boundMethods'
  | 'loaderFrameworks'
  | 'formats'
  | 'orders'
  | 'streamPolicies'
  | 'overlongPolicies'
  | 'paddingPolicies'
>;

export type CallName = keyof Calls;
export type Arguments<Name extends CallName> = Parameters<Calls[Name]>;
export type Returned<Name extends CallName> = ReturnType<Calls[Name]>;
export type Report<Name extends CallName> = Name extends keyof Reports ? Reports[Name] : never;

export type ToWorker =
  | { module: WebAssembly.Module }
  | { temporal: WebAssembly.Module }
  | { call: CallName; args: unknown[]; reports: boolean };
export type FromWorker =
  /** null: of the module for temporal interactions */
  | { ready: Tables | null }
  | { returned: unknown; seconds: number }
  /** of the call that runs; only where the page asked for reports */
  | { report: unknown }
  /** something a call should never do, or a module that cannot start */
  | { failed: string };
