/** The interface between the panels and the engine: panels read the signals and call the functions. */
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
import type { FileColumn } from '../data/fileColumn';
import type { Part } from '../data/load';
import type { ComparedRow } from '../engine/engine';
import type { Blocked } from '../engine/pool';
import type { Tables } from '../engine/protocol';
import type { State, SweepRange } from '../state/state';

/** A loaded data set. */
export interface LoadedData {
  /** the title of the preset or the name of the file */
  title: string;
  histogram: FileHistogram;
  stats: Stats;
  /** whether rows are single items, as an assignment needs */
  hasItems: boolean;
  /** the files, for the assignment */
  parts: readonly Part[];
  /** whether a file had a format that the core does not read */
  isConverted: boolean;
}

/** State of a long calculation. */
export interface AsyncState<T> {
  value: T | null;
  error: TuplepackError | null;
  running: boolean;
  /** 0 … 1; null: unknown */
  progress: number | null;
  /** cancelled by the user: with progress, the value is partial; otherwise it is the previous one */
  ended: boolean;
  /** when the running or last calculation began, as of performance.now() */
  began: number;
  /** computation time of the value */
  seconds: number;
}

/** A plan and its request. */
export interface PlanResult extends Packed {
  request: PackRequest;
}

/** Progress of a search for a plan. */
export type SearchState = Omit<Progress, 'improved'>;

export interface SweepResult {
  ranges: SweepRange[];
  /** cells that were not reached have state 3, in addition to the core's 0 to 2 */
  grid: Sweep;
}

/** A result pinned for comparison. */
export interface Pinned {
  limits: number[];
  packed: PackedMetrics;
}

export interface Store {
  readonly state: ReadonlySignal<State>;
  readonly loaded: ReadonlySignal<AsyncState<LoadedData>>;
  /** the columns of the file loaded last, even if the core rejected it; empty if they are not known */
  readonly columns: ReadonlySignal<readonly FileColumn[]>;
  readonly packed: ReadonlySignal<AsyncState<PlanResult>>;
  /** whether that plan is for the current settings; after a cancelled run it is the previous plan */
  readonly isCurrent: ReadonlySignal<boolean>;
  /** null: no search is running, or it has not reported yet */
  readonly searching: ReadonlySignal<SearchState | null>;
  readonly compared: ReadonlySignal<AsyncState<ComparedRow[]>>;
  readonly swept: ReadonlySignal<AsyncState<SweepResult>>;
  readonly pinned: ReadonlySignal<Pinned | null>;
  /** the core's tables, once it is ready; the menus are filled from them */
  readonly tables: ReadonlySignal<Tables | null>;
  /** why the engine cannot run; null if it can */
  readonly blocked: ReadonlySignal<Blocked | null>;

  /** Changes the state. `step`: whether this is a step of the undo history (not while dragging). */
  update(change: Partial<State>, step?: boolean): void;
  undo(): void;
  redo(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  /** Loads the data again, after an error. */
  reload(): void;
  /** Loads dropped or chosen files, at least one, as one data set. Their formats do not depend on their names. */
  open(files: readonly File[]): void;
  /** Stops within 200 ms. Cancelling `loaded` restores the data on the screen and their state. */
  cancel(work: 'loaded' | 'packed' | 'compared' | 'swept'): void;
  pin(): void;
  unpin(): void;
  /** Stops everything; the store cannot be used again. */
  dispose(): void;
}
