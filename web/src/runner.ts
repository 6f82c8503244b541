/** Signals of long calculations: what was found last stays to be seen until there is something newer. */
import { type Signal, signal } from '@preact/signals';
import type { Result, TuplepackError } from 'tuplepack';
import { Blocked, Stopped } from './engine/pool';
import type { AsyncState } from './store';

const nothing = { value: null, error: null, running: false, progress: null, ended: false, seconds: 0 };

export function idle<T>(): Signal<AsyncState<T>> {
  return signal<AsyncState<T>>(nothing);
}

/** What a part of a calculation tells while it runs. */
export interface ProgressReporter<T> {
  readonly signal: AbortSignal;
  /** null for the value: what was found before stays; for the progress: it cannot be told */
  report(value: T | null, progress: number | null): void;
}

/** Shows at most this often what there is so far, in milliseconds: drawing must not delay the calculation. */
const showEvery = 80;

export class Runner<T> {
  private control: AbortController | null = null;
  private began = 0;

  constructor(
    private readonly state: Signal<AsyncState<T>>,
    /** whether what was found before is still worth seeing beside an error */
    private readonly keeps = true,
  ) {}

  /** How long the calculation under way has taken, in milliseconds; 0 when there is none. */
  get runningFor(): number {
    return this.control ? performance.now() - this.began : 0;
  }

  /** Gives up what runs: it is no longer asked for. */
  cancel(): void {
    this.control?.abort();
    this.control = null;
    if (this.state.value.running) this.state.value = { ...this.state.value, running: false, progress: null };
  }

  /** Gives up what runs because the reader says so: what there is so far stays, and is said to be a part. */
  end(): void {
    const { running, progress } = this.state.value;
    this.cancel();
    if (running) this.state.value = { ...this.state.value, progress, ended: true };
  }

  /** Forgets what was found: it belongs to other data. */
  clear(): void {
    this.cancel();
    this.state.value = nothing;
  }

  /** Runs a calculation in place of the one under way. `seconds` in its answer: where it measured itself. */
  async run(calculate: (reporter: ProgressReporter<T>) => Promise<Result<T> & { seconds?: number }>): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.began = performance.now();
    const began = this.began;
    let shown = began;
    this.state.value = { ...this.state.value, running: true, progress: null, ended: false };
    const report = (value: T | null, progress: number | null) => {
      if (control.signal.aborted || performance.now() - shown < showEvery) return;
      shown = performance.now();
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
      // The page tells of Blocked once, for everything.
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
