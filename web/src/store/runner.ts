/** Long calculations: their states as signals, and when they start. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { TuplepackError } from 'tuplepack';
import type { Work } from '../controls/Progress';
import { Blocked, type Reporter, Stopped } from '../engine/pool';
import { Refused, refused } from '../engine/refused';

/** State of a long calculation. */
export interface AsyncState<T> extends Work {
  value: T | null;
  error: TuplepackError | null;
  /** computation time of the value */
  seconds: number;
}

/** A reporter that can also show a value at once: what follows only improves it, and gives way to a newer calculation. */
export interface Improving<T> extends Reporter<T> {
  /** Until it settles, a newer calculation waits, however long that takes: else a drag would never show anything. */
  hold: () => void;
  settle: (value: T, seconds: number) => void;
}

/** Throws Refused. It returns `seconds` if it measures its time itself. */
type Calculate<T> = (reporter: Improving<T>) => Promise<{ value: T; seconds?: number }>;

const nothing = { value: null, error: null, running: false, progress: null, ended: false, began: 0, seconds: 0 };

/** Minimum milliseconds between updates: rendering must not delay the calculation. */
const showEvery = 80;
/** The same as a multiple of the time that the last update took to render, as that of a large grid. */
const showPerRender = 3;
/** Milliseconds after which a running calculation is cancelled in favour of a newer one. */
const cancelAfter = 250;

/** Runs a calculation, one at a time. The last result stays visible until there is a newer one, or an error. */
export class Runner<T> {
  private readonly shown = signal<AsyncState<T>>(nothing);
  readonly state: ReadonlySignal<AsyncState<T>> = this.shown;
  private control: AbortController | null = null;
  /** reported, but not shown yet */
  private waiting: T | null = null;
  /** to be run once the running one is done */
  private following: Calculate<T> | null = null;
  /** whether what runs only improves the value shown */
  private settled = false;
  /** whether what runs is not cancelled in favour of a newer one */
  private held = false;

  /** `keeps`: keeps the last result beside an error, too */
  constructor(private readonly keeps = false) {}

  private show(change: Partial<AsyncState<T>>): void {
    this.shown.value = { ...this.shown.value, ...change };
  }

  /** Cancels the running calculation because its result is no longer needed. Returns whether there was one. */
  cancel(): boolean {
    const isRunning = this.control !== null;
    this.control?.abort();
    this.control = null;
    this.waiting = null;
    this.following = null;
    if (this.shown.value.running) this.show({ running: false, progress: null });
    return isRunning;
  }

  /** Cancels the running calculation on behalf of the user: keeps the partial result and marks it as such. */
  end(): void {
    const { progress } = this.shown.value;
    const last = this.waiting;
    if (this.cancel()) this.show({ ...(last !== null && { value: last }), progress, ended: true });
  }

  /** Cancels, and clears the result. */
  clear(): void {
    this.cancel();
    this.shown.value = nothing;
  }

  /**
   * Runs a calculation once the running one is done, or in its place if that takes long. Of those that wait only the newest
   * is run: while a slider moves, results are shown, and no calculation starts that is already outdated.
   */
  next(calculate: Calculate<T>): void {
    const isYoung = performance.now() - this.shown.value.began <= cancelAfter;
    const isBusy = this.control !== null && !this.settled && (this.held || isYoung);
    if (isBusy) this.following = calculate;
    else void this.run(calculate);
  }

  /** Runs a calculation in place of the running one. */
  async run(calculate: Calculate<T>): Promise<void> {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.waiting = null;
    this.following = null;
    this.settled = false;
    this.held = false;
    const began = performance.now();
    let pause = showEvery;
    let updated = began;
    this.show({ running: true, progress: null, ended: false, began });
    const report = (value: T | null, progress: number | null) => {
      if (this.control !== control) return;
      if (value !== null) this.waiting = value;
      if (performance.now() - updated < pause) return;
      updated = performance.now();
      // microtasks render what is shown, so this runs after them
      setTimeout(() => {
        pause = Math.max(showEvery, showPerRender * (performance.now() - updated));
      });
      this.waiting = null;
      this.show({ ...(value !== null && { value, seconds: (updated - began) / 1000 }), error: null, progress });
    };
    const hold = () => {
      this.held = true;
    };
    const settle = (value: T, seconds: number) => {
      if (this.control !== control) return;
      this.settled = true;
      const { following } = this;
      this.show({ value, seconds, error: null });
      if (following) this.next(following);
    };
    let change: Partial<AsyncState<T>>;
    try {
      const { value, seconds } = await calculate({ signal: control.signal, report, hold, settle });
      change = { ...nothing, value, seconds: seconds ?? (performance.now() - began) / 1000 };
    } catch (cause) {
      change = { ...this.failed(cause), running: false, progress: null };
    }
    if (this.control !== control) return;
    this.control = null;
    const { following } = this;
    this.show(change);
    if (following) this.next(following);
  }

  /** The page shows Blocked once, for all calculations. */
  private failed(cause: unknown): Partial<AsyncState<T>> {
    if (cause instanceof Stopped || cause instanceof Blocked) return { error: null };
    const { error } = refused(cause instanceof Refused ? cause : new Refused(String(cause), 'unsupported'));
    return { ...(!this.keeps && { value: null }), error };
  }
}

/**
 * Calculates while the result is shown, never twice for the same data and request. Starts at once, later when the request
 * has stopped changing; cancels the calculation when its result is no longer shown. Returns a function that stops all this.
 */
export function follow<Data, Request, T>({
  runner,
  data,
  request,
  rest = () => 120,
  continues = false,
  calculate,
}: {
  runner: Runner<T>;
  data: ReadonlySignal<AsyncState<Data>>;
  /** consists of JSON values; null: the result is not shown */
  request: (data: Data) => Request | null;
  /** milliseconds without a change before it starts; 0: with every change, as soon as the last calculation is done */
  rest?: (request: Request) => number;
  /** whether the calculation goes on when its result is not shown */
  continues?: boolean;
  calculate: (data: Data, request: Request, reporter: Improving<T>) => ReturnType<Calculate<T>>;
}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started: { given: Data; key: string | null } | null = null;
  const requested = computed(() => {
    const given = data.value.value;
    const asked = given && request(given);
    return asked && JSON.stringify(asked);
  });
  const stop = effect(() => {
    const given = data.value.value;
    const key = requested.value;
    clearTimeout(timer);
    if (key === null || !given) {
      if (!continues && started && untracked(() => runner.cancel())) started.key = null; // to be started again
      return;
    }
    if (started?.given === given && started.key === key) return;
    const asked: Request = JSON.parse(key);
    const start = (how: 'run' | 'next') => {
      started = { given, key };
      void runner[how]((reporter) => calculate(given, asked, reporter));
    };
    const pause = started ? rest(asked) : 0;
    if (pause === 0) untracked(() => start('next'));
    else timer = setTimeout(start, pause, 'run');
  });
  return () => {
    clearTimeout(timer);
    stop();
    runner.cancel();
  };
}
