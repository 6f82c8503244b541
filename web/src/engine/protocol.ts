/** Messages between the page and the workers. */
import type {
  Assignment,
  AssignOptions,
  FileHistogram,
  Found,
  Histogram,
  MaskOptions,
  MethodChoice,
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
} from 'tuplepack/temporal';
import { searches } from '../store/coreTables';

/** Functions of the core, and combinations of them that keep large arrays in the worker. */
export type Calls = Pick<
  Tuplepack,
  | 'preview'
  | 'packMetrics'
  | 'combinations'
  | 'sweep'
  | 'refineSweep'
  | 'estimate'
  | 'stream'
  | 'loaderCode'
  | 'heuristics'
> & {
  pack(histogram: Histogram, request: PackRequest): Result<Packed>;
  search(histogram: Histogram, request: SearchRequest): Result<Found>;
  /** files that are one data set, in order */
  read(parts: readonly FilePart[], options: ReadOptions): Result<ReadFile>;
  /** the assignment of items to packs as an .npz archive */
  assignFile(
    parts: readonly FilePart[],
    options: ReadOptions,
    planJson: string,
    how: AssignOptions,
  ): Result<AssignedFile>;
  /** a plan file, and what its certificate proves */
  checkPlan(json: Uint8Array): Result<CheckedPlan>;
  /** one component of a pack, from the sizes of its items in it */
  trainPack(lengths: number[], capacity: number, how: MaskOptions): Result<PackTraining>;
} & TemporalCalls;

/** Calls of the module for temporal interactions. */
export interface TemporalCalls {
  openEvents(bytes: Uint8Array, options: EventReadOptions): Result<OpenedEvents>;
  splitEvents(events: Events, request: SplitRequest): Result<Split>;
  accessEvents(events: Events, offsets: ArrayLike<number>, options: AccessOptions): Result<Access>;
}

/** Progress reports by call. */
export interface Reports {
  pack: Progress;
  /** the share done, 0 … 1 */
  search: number;
  accessEvents: number;
}

/** A file, with its name if there are several. */
export interface FilePart {
  name: string;
  bytes: Uint8Array;
}

export interface ReadFile {
  histogram: FileHistogram;
  stats: Stats;
}

export interface OpenedEvents {
  events: Events;
  statistics: EventStatistics;
}

export interface AssignedFile extends Pick<Assignment, 'packs'> {
  npz: Uint8Array<ArrayBuffer>;
}

/** A plan that holds every item once, within its limits. */
export interface CheckedPlan {
  packed: Packed;
  /** packs that no plan can go under */
  proof: Result<number>;
}

/** The arrays of a pack for training, and its mask as a picture. */
export interface PackTraining extends Segments {
  /** capacity */
  weights: Float32Array;
  /** the segment of every pixel along one side of the picture */
  pixels: Int32Array;
  /** which pixels attend to which */
  bits: Uint32Array;
}

/** Tables that do not depend on data, for the menus. */
export type Tables = Pick<
  Tuplepack,
  'version' | 'methods' | 'boundMethods' | 'loaderFrameworks' | 'streamPolicies' | 'paddingPolicies'
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
  /** of the running call, if the page requested reports */
  | { report: unknown }
  /** a fault in a call, or a module that does not start */
  | { failed: string };

/** Which calls the quick module supports. */

const further: readonly CallName[] = [
  'assignFile',
  'checkPlan',
  'combinations',
  'estimate',
  'loaderCode',
  'search',
  'stream',
];

export function isQuick({ call, args }: { call: CallName; args: unknown[] }): boolean {
  return !further.includes(call) && !searches((args[1] as MethodChoice | undefined)?.method ?? '');
}

const temporal: readonly CallName[] = ['openEvents', 'splitEvents', 'accessEvents'];

/** Needs the module for temporal interactions. */
export const isTemporal = (call: CallName): boolean => temporal.includes(call);
