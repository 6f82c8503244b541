/** Analyses beyond a plan. */
import type { ReadonlySignal } from '@preact/signals';
import type { Estimate, Found } from 'tuplepack';
import type { StreamedRow } from '../engine/streams';
import type { AsyncState } from './store';

/** The goal of a search: the smallest limits that reach the target, or all Pareto-optimal limits. */
export type Goal = 'target' | 'pareto';

export interface Analyses {
  /** of the current plan; computed while its tab is shown */
  readonly estimated: ReadonlySignal<AsyncState<Estimate>>;
  /** computed on request, and cleared when the request changes */
  readonly found: Readonly<Record<Goal, ReadonlySignal<AsyncState<Found>>>>;
  /** in the order of the core's policies; computed while its tab is shown */
  readonly streamed: ReadonlySignal<AsyncState<StreamedRow[]>>;

  search(goal: Goal): void;
  /** Stops within 200 ms. */
  cancel(analysis: Goal | 'streamed'): void;
  /** Stops everything. */
  dispose(): void;
}
