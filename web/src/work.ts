/** Signals of long calculations: what was found last stays to be seen until there is something newer. */
import { type Signal, signal } from '@preact/signals';
import type { Result, TuplepackError } from 'tuplepack';
import { Blocked, Stopped } from './engine/pool';
import type { Work } from './store';

const nothing = { value: null, error: null, running: false, progress: null, ended: false, seconds: 0 };

export function idle<T>(): Signal<Work<T>> {
  return signal<Work<T>>(nothing);
}

/** What a part of a calculation tells while it runs. */
export interface Teller<T> {
  readonly signal: AbortSignal;
  /** null for the value: what was found before stays; for the progress: it cannot be told */
  part(value: T | null, progress: number | null): void;
}

/** Shows at most this often what there is so far, in milliseconds: drawing must not delay the calculation. */
const showEvery = 80;

export class Runner<T> {
  private control: AbortController | null = null;
  private began = 0;

  constructor(
    private readonly work: Signal<Work<T>>,
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
    if (this.work.value.running) this.work.value = { ...this.work.value, running: false, progress: null };
  }

  /** Gives up what runs because the reader says so: what there is so far stays, and is said to be a part. */
  end(): void {
    const { running, progress } = this.work.value;
    this.cancel();
    if (running) this.work.value = { ...this.work.value, progress, ended: true };
  }

  /** Forgets what was found: it belongs to other data. */
  clear(): void {
    this.cancel();
    this.work.value = nothing;
  }

  /** Runs a calculation in place of the one under way. `seconds` in its answer: where it measured itself. */
  async run(calculate: (teller: Teller<T>) => Promise<Result<T> & { seconds?: number }>): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.began = performance.now();
    const began = this.began;
    let shown = began;
    this.work.value = { ...this.work.value, running: true, progress: null, ended: false };
    const part = (value: T | null, progress: number | null) => {
      if (control.signal.aborted || performance.now() - shown < showEvery) return;
      shown = performance.now();
      const found = value === null ? {} : { value, seconds: (shown - began) / 1000 };
      this.work.value = { ...this.work.value, ...found, error: null, progress };
    };
    let error: TuplepackError | null = null;
    try {
      const result = await calculate({ signal: control.signal, part });
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
    if (error || this.work.value.running) {
      const value = error && !this.keeps ? null : this.work.value.value;
      this.work.value = { ...this.work.value, value, error, running: false, progress: null };
    }
  }

  private finish(value: T, seconds: number): void {
    this.work.value = { ...nothing, value, seconds };
  }
}
