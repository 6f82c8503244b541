/** Temporal interactions and their batches: independent of packing, on a tab of their own. */
import type { ReadonlySignal } from '@preact/signals';
import type { Access, EventStatistics, Events, Split, SplitRequest } from 'tuplepack/temporal';
import type { OpenedEvents } from '../engine/protocol';
import type { AsyncState } from './store';

export interface LoadedEvents extends OpenedEvents {
  /** the title of the preset or the name of the file */
  title: string;
}

/** Batches and their request. */
export interface SplitResult extends Split {
  request: SplitRequest;
  events: Events;
  statistics: EventStatistics;
}

/** Feature rows requested by the batches of a split and by the fixed-size ones. */
export interface RowCounts {
  of: SplitResult;
  recent: number;
  bounded: Access;
  fixed: Access;
}

export interface TemporalStore {
  /** loaded when the tab is first shown */
  readonly opened: ReadonlySignal<AsyncState<LoadedEvents>>;
  /** follows the settings at once */
  readonly split: ReadonlySignal<AsyncState<SplitResult>>;
  /** of that split; counted when the settings have stopped changing */
  readonly rows: ReadonlySignal<AsyncState<RowCounts>>;

  /** Loads a dropped or chosen file. */
  open(file: File): void;
  /** Stops within 200 ms. */
  cancel(what: 'opened' | 'rows'): void;
  /** Stops everything. */
  dispose(): void;
}
