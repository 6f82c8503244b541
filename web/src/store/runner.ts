/** Signals of long calculations: the last result stays visible until there is a newer one. */
import { type Signal, signal } from '@preact/signals';
import type { Result, TuplepackError } from 'tuplepack';
import { Blocked, Stopped } from '../engine/pool';
import type { AsyncState } from './store';

const nothing = { value: null, error: null, running: false, progress: null, ended: false, began: 0, seconds: 0 };

export function idle<T>(): Signal<AsyncState<T>> {
  return signal<AsyncState<T>>(nothing);
}

/** For a calculation to report its progress. */
export interface ProgressReporter<T> {
  readonly signal: AbortSignal;
  /** value null: keeps the previous value; progress null: unknown */
  report(value: T | null, progress: number | null): void;
}

/** Minimum milliseconds between updates: rendering must not delay the calculation. */
const showEvery = 80;

export class Runner<T> {
  private control: AbortController | null = null;
  private began = 0;
  /** reported, but not shown yet */
  private waiting: T | null = null;

  constructor(
    private readonly state: Signal<AsyncState<T>>,
    /** whether to keep the previous value next to an error */
    private readonly keeps = true,
  ) {}

  /** Milliseconds since the running calculation started; 0 when there is none. */
  get runningFor(): number {
    return this.control ? performance.now() - this.began : 0;
  }

  /** Cancels the running calculation because its result is no longer needed. */
  cancel(): void {
    this.control?.abort();
    this.control = null;
    this.waiting = null;
    if (this.state.value.running) this.state.value = { ...this.state.value, running: false, progress: null };
  }

  /** Cancels the running calculation on behalf of the user: keeps the partial result and marks it as such. */
  end(): void {
    const { running, progress } = this.state.value;
    const last = this.waiting;
    this.cancel();
    if (running)
      this.state.value = { ...this.state.value, ...(last === null ? {} : { value: last }), progress, ended: true };
  }

  /** Cancels, and clears the result. */
  clear(): void {
    this.cancel();
    this.state.value = nothing;
  }

  /** Runs a calculation in place of the running one. It may return `seconds` if it measures its time itself. */
  async run(calculate: (reporter: ProgressReporter<T>) => Promise<Result<T> & { seconds?: number }>): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.waiting = null;
    this.began = performance.now();
    const began = this.began;
    let shown = began;
    this.state.value = { ...this.state.value, running: true, progress: null, ended: false, began };
    const report = (value: T | null, progress: number | null) => {
      if (control.signal.aborted) return;
      if (value !== null) this.waiting = value;
      if (performance.now() - shown < showEvery) return;
      shown = performance.now();
      this.waiting = null;
      const found = value === null ? {} : { value, seconds: (shown - began) / 1000 };
      this.state.value = { ...this.state.value, ...found, error: null, progress };
    };
    let error: TuplepackError | null = null;
    try {
      const result = await calculate({ signal: control.signal, report });
      if (control.signal.aborted) return;
      if (result.error) error = result.error;
      else this.finish(result.value, result.seconds ?? (performance.now() - began) / 1000);
    } catch (cause) {
      if (cause instanceof Stopped || control.signal.aborted) return;
      // The page shows Blocked once, for all calculations.
      if (!(cause instanceof Blocked)) error = { code: 'unsupported', message: String(cause), line: 0, column: 0 };
    } finally {
      if (this.control === control) this.control = null;
    }
    if (error || this.state.value.running) {
      const value = error && !this.keeps ? null : this.state.value.value;
      this.state.value = { ...this.state.value, value, error, running: false, progress: null };
    }
  }

  private finish(value: T, seconds: number): void {
    this.state.value = { ...nothing, value, seconds };
  }
}
