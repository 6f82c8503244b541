/** Long calculations: their states as signals, and when they start. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Result, TuplepackError } from 'tuplepack';
import { Blocked, type Reporter, Stopped } from '../engine/pool';
import { errorResult, Refused, refused } from '../state/errorResult';

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

/** A calculation may return `seconds` if it measures its time itself. */
export type Calculated<T> = Promise<Result<T> & { seconds?: number }>;

const nothing = { value: null, error: null, running: false, progress: null, ended: false, began: 0, seconds: 0 };

/** Minimum milliseconds between updates: rendering must not delay the calculation. */
const showEvery = 80;

/** Runs a calculation, one at a time. The last result stays visible until there is a newer one, or an error. */
export class Runner<T> {
  private readonly shown = signal<AsyncState<T>>(nothing);
  readonly state: ReadonlySignal<AsyncState<T>> = this.shown;
  private control: AbortController | null = null;
  private began = 0;
  /** reported, but not shown yet */
  private waiting: T | null = null;

  /** `keeps`: keeps the last result beside an error, too */
  constructor(private readonly keeps = false) {}

  /** Milliseconds since the running calculation started; 0 when there is none. */
  get runningFor(): number {
    return this.control ? performance.now() - this.began : 0;
  }

  private show(change: Partial<AsyncState<T>>): void {
    this.shown.value = { ...this.shown.value, ...change };
  }

  /** Cancels the running calculation because its result is no longer needed. */
  cancel(): void {
    this.control?.abort();
    this.control = null;
    this.waiting = null;
    if (this.shown.value.running) this.show({ running: false, progress: null });
  }

  /** Cancels the running calculation on behalf of the user: keeps the partial result and marks it as such. */
  end(): void {
    const { running, progress } = this.shown.value;
    const last = this.waiting;
    this.cancel();
    if (running) this.show({ ...(last !== null && { value: last }), progress, ended: true });
  }

  /** Cancels, and clears the result. */
  clear(): void {
    this.cancel();
    this.shown.value = nothing;
  }

  /** Runs a calculation in place of the running one. */
  async run(calculate: (reporter: Reporter<T>) => Calculated<T>): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.waiting = null;
    const began = performance.now();
    this.began = began;
    let updated = began;
    this.show({ running: true, progress: null, ended: false, began });
    const report = (value: T | null, progress: number | null) => {
      if (control.signal.aborted) return;
      if (value !== null) this.waiting = value;
      if (performance.now() - updated < showEvery) return;
      updated = performance.now();
      this.waiting = null;
      this.show({ ...(value !== null && { value, seconds: (updated - began) / 1000 }), error: null, progress });
    };
    let error: TuplepackError | null = null;
    try {
      const result = await calculate({ signal: control.signal, report });
      if (control.signal.aborted) return;
      const seconds = result.seconds ?? (performance.now() - began) / 1000;
      if (result.error) error = result.error;
      else this.shown.value = { ...nothing, value: result.value, seconds };
    } catch (cause) {
      if (cause instanceof Stopped || control.signal.aborted) return;
      // The page shows Blocked once, for all calculations.
      if (cause instanceof Refused) error = refused(cause).error;
      else if (!(cause instanceof Blocked)) error = errorResult('unsupported', String(cause)).error;
    } finally {
      if (this.control === control) this.control = null;
    }
    if (!error && !this.shown.value.running) return;
    this.show({ ...(error && !this.keeps && { value: null }), error, running: false, progress: null });
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

/** Milliseconds without a change of the request, e.g. while a slider moves. */
const rest = 120;

/**
 * Calculates while the result is shown, never twice for the same data and request. Starts when the request has stopped
 * changing, and cancels the calculation when its result is no longer shown; `atOnce`: starts with every change, as soon as
 * the last calculation is done. Returns a function that stops all this.
 */
export function follow<Data, Request, T>({
  runner,
  data,
  atOnce = false,
  request,
  calculate,
}: {
  runner: Runner<T>;
  data: ReadonlySignal<AsyncState<Data>>;
  atOnce?: boolean;
  /** consists of JSON values; null: the result is not shown */
  request: (data: Data) => Request | null;
  calculate: (data: Data, request: Request, reporter: Reporter<T>) => Calculated<T>;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started: { given: Data; key: string } | null = null;
  const run = ({ given, key }: { given: Data; key: string }) =>
    runner.run((reporter) => calculate(given, JSON.parse(key), reporter));
  const latest = new Latest(run);
  const requested = computed(() => {
    const given = data.value.value;
    const asked = given && request(given);
    return asked && JSON.stringify(asked);
  });
  const stop = effect(() => {
    const given = data.value.value;
    const key = requested.value;
    clearTimeout(timer);
    if (key === null && !atOnce && runner.runningFor > 0) {
      started = null;
      untracked(() => runner.cancel());
    }
    if (key === null || !given || (started?.given === given && started.key === key)) return;
    const start = () => {
      started = { given, key };
      if (atOnce) latest.ask(started);
      else void run(started);
    };
    if (atOnce) untracked(start);
    else timer = setTimeout(start, rest);
  });
  return () => {
    clearTimeout(timer);
    latest.forget();
    stop();
  };
}
