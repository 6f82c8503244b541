/** Signals of long calculations: the last result stays visible until there is a newer one. */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { Result, TuplepackError } from 'tuplepack';
import { Blocked, Stopped } from '../engine/pool';

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

/**
 * Runs one job at a time and keeps only the newest waiting one: while a slider moves, every result is shown, and no job
 * starts that is already outdated.
 */
export class Latest<Given> {
  private running = false;
  private waiting: { given: Given } | null = null;

  constructor(private readonly job: (given: Given) => Promise<void>) {}

  ask(given: Given): void {
    if (this.running) this.waiting = { given };
    else void this.run(given);
  }

  /** Drops the waiting job. */
  forget(): void {
    this.waiting = null;
  }

  private async run(given: Given): Promise<void> {
    this.running = true;
    let next: { given: Given } | null = { given };
    while (next) {
      this.waiting = null;
      await this.job(next.given);
      next = this.waiting;
    }
    this.running = false;
  }
}

/** Long calculations run only while their result is shown, and after their inputs have stopped changing. */

/** Milliseconds without a change of the inputs, e.g. while a slider moves. */
const delay = 120;

/**
 * Calls `start` when the key returned by `inputs` has stopped changing. A null key means that the result is not shown: a
 * running calculation is cancelled. Nothing is computed twice for the same key. Returns a function that stops all this.
 */
export function debounced<Data, T>(
  loaded: ReadonlySignal<AsyncState<Data>>,
  runner: Runner<T>,
  inputs: () => string | null,
  start: (data: Data) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started: { data: Data; key: string } | null = null;
  const key = computed(inputs);
  const stop = effect(() => {
    const data = loaded.value.value;
    const now = key.value;
    clearTimeout(timer);
    if (now === null && runner.runningFor > 0) {
      started = null;
      untracked(() => runner.cancel());
    }
    if (now === null || !data || (started?.data === data && started.key === now)) return;
    timer = setTimeout(() => {
      started = { data, key: now };
      start(data);
    }, delay);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
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
