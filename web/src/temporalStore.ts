/** Temporal interactions and their batches: a subject of its own beside packing, on a tab of its own. */
import type { ReadonlySignal } from '@preact/signals';
import type { Access, EventStatistics, Events, Split, SplitRequest } from 'tuplepack/temporal';
import type { OpenedEvents } from './engine/protocol';
import type { AsyncState } from './store';

export interface LoadedEvents extends OpenedEvents {
  /** what to call them */
  title: string;
}

/** Batches, and what was asked for. */
export interface SplitResult extends Split {
  request: SplitRequest;
  events: Events;
  statistics: EventStatistics;
}

/** The rows that the batches of a split need, and those that the fixed ones need. */
export interface RowCounts {
  of: SplitResult;
  recent: number;
  bounded: Access;
  fixed: Access;
}

export interface TemporalStore {
  /** read when they are first looked at */
  readonly opened: ReadonlySignal<AsyncState<LoadedEvents>>;
  /** follows the choices at once */
  readonly split: ReadonlySignal<AsyncState<SplitResult>>;
  /** of that split; counted when the choices have rested */
  readonly rows: ReadonlySignal<AsyncState<RowCounts>>;

  /** Reads a file that was dropped or picked. */
  open(file: File): void;
  /** Ends what runs, within 200 ms. */
  cancel(what: 'opened' | 'rows'): void;
  /** Ends everything. */
  dispose(): void;
}
