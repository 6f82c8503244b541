/** Larger questions than a plan, which the site answers and the element does not ask (siteOnly.tsx). */
import type { ReadonlySignal } from '@preact/signals';
import type { Estimate, Found, Streamed } from 'tuplepack';
import type { AsyncState } from './store';

/** What limits are searched for: the smallest that reach the target, or all that none cheaper reaches. */
export type Goal = 'target' | 'pareto';

/** Online packing under one policy, with so many packs open or items held back. */
export interface StreamedRow extends Streamed {
  policy: string;
  held: number;
}

export interface Analyses {
  /** what the plan on the screen brings; calculated while it is looked at */
  readonly estimated: ReadonlySignal<AsyncState<Estimate>>;
  /** limits; calculated when asked, and forgotten when the question changes */
  readonly found: Readonly<Record<Goal, ReadonlySignal<AsyncState<Found>>>>;
  /** in the order of the core's policies; calculated while it is looked at */
  readonly streamed: ReadonlySignal<AsyncState<StreamedRow[]>>;

  search(goal: Goal): void;
  /** Ends what runs, within 200 ms. */
  cancel(analysis: Goal | 'streamed'): void;
  /** Ends everything. */
  dispose(): void;
}
