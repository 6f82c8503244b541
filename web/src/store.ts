/** What the panels show and call. Filled in by engine results; panels read signals and call the functions below. */
import type { ReadonlySignal } from '@preact/signals';
import type {
  FileHistogram,
  Packed,
  PackedMetrics,
  PackRequest,
  Progress,
  Stats,
  Sweep,
  TuplepackError,
} from 'tuplepack';
import type { ComparedRow } from './engine/engine';
import type { Blocked } from './engine/pool';
import type { Tables } from './engine/protocol';
import type { State, SweepRange } from './state/state';

/** A data set that was read. */
export interface LoadedData {
  /** what to call it: a preset's title or a file's name */
  title: string;
  histogram: FileHistogram;
  stats: Stats;
  /** whether rows were single items, so that an assignment can be made */
  hasItems: boolean;
  /** the bytes it was read from, for the assignment */
  bytes: Uint8Array<ArrayBuffer>;
}

/** One long calculation: what it found last, what went wrong, and whether it runs. */
export interface AsyncState<T> {
  value: T | null;
  error: TuplepackError | null;
  running: boolean;
  /** done, 0 … 1; null when it cannot be told */
  progress: number | null;
  /** the reader ended it: where there was progress, the value is a part, otherwise it is what was found before */
  ended: boolean;
  /** how long the last value took */
  seconds: number;
}

/** A plan, and what was asked for. */
export interface PlanResult extends Packed {
  request: PackRequest;
}

/** How far a search for a plan is. */
export type SearchState = Omit<Progress, 'improved'>;

export interface SweepResult {
  ranges: SweepRange[];
  /** cells not reached have state 3, beside the core's 0 to 2 */
  grid: Sweep;
}

/** A result kept to compare others with. */
export interface Pinned {
  limits: number[];
  packed: PackedMetrics;
}

export interface Store {
  readonly state: ReadonlySignal<State>;
  readonly loaded: ReadonlySignal<AsyncState<LoadedData>>;
  /** what was read last, before the core looked at it: there even when the core refused it */
  readonly raw: ReadonlySignal<Uint8Array<ArrayBuffer> | null>;
  readonly packed: ReadonlySignal<AsyncState<PlanResult>>;
  /** whether that plan is of the choices on the screen: a pack that was ended leaves the one before */
  readonly isCurrent: ReadonlySignal<boolean>;
  /** null: no search for a plan is under way, or nothing is known of it */
  readonly searching: ReadonlySignal<SearchState | null>;
  readonly compared: ReadonlySignal<AsyncState<ComparedRow[]>>;
  readonly swept: ReadonlySignal<AsyncState<SweepResult>>;
  readonly pinned: ReadonlySignal<Pinned | null>;
  /** the core's own lists, once it is ready: menus fill themselves from them */
  readonly tables: ReadonlySignal<Tables | null>;
  /** why nothing can be calculated here; null while something can */
  readonly blocked: ReadonlySignal<Blocked | null>;

  /** Changes the state and everything that follows from it. `step`: whether undo stops here (not while dragging). */
  update(change: Partial<State>, step?: boolean): void;
  undo(): void;
  redo(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  /** Reads a file that was dropped or picked; its name decides nothing but what it is called. */
  open(file: File): void;
  /** Ends what runs, within 200 ms. Where data were being read, those that are shown stay, and the state with them. */
  cancel(work: 'loaded' | 'packed' | 'compared' | 'swept'): void;
  pin(): void;
  unpin(): void;
  /** Ends everything; the store is not used again. */
  dispose(): void;
}
