/**
 * A pool of workers that run calls of the core, one at a time each, started on demand. Cancelling a call terminates its
 * worker, since nothing else stops WebAssembly, and a new worker replaces it.
 *
 * Calls run in the small quick module, for a fast first plan, until the full module is loaded; those that the quick one
 * lacks wait for it. The modules for temporal interactions and for files of TensorFlow GNN are loaded on demand.
 */
import { signal } from '@preact/signals';
import type { Result } from 'tuplepack';
import { loaders, spawnWorker } from './modules';
import {
  type Arguments,
  type CallName,
  type FromWorker,
  furtherModules,
  isQuick,
  type LoadedModule,
  type ModuleName,
  type Report,
  type Tables,
  type ToWorker,
  type Value,
} from './protocol';
import { Refused, valueOrThrow } from './refused';

export interface Answer<T> {
  value: T;
  /** in the worker, without messaging */
  seconds: number;
}

/** The engine cannot run: workers are forbidden, or the module cannot be loaded. */
export class Blocked extends Error {
  constructor(
    readonly reason: 'worker' | 'module',
    cause: unknown,
  ) {
    super(String(cause));
  }
}

/** The error of a cancelled call. */
export class Stopped extends Error {}

/** For a calculation of several calls to report its progress. */
export interface Reporter<T> {
  readonly signal: AbortSignal;
  /** value null: keeps the previous value; progress 0 … 1, null: unknown */
  report(value: T | null, progress: number | null): void;
}

export interface CallOptions<R> {
  /** cancels the call */
  signal?: AbortSignal;
  /** lower priority; for the parts of long calculations */
  background?: boolean;
  /** receives progress reports */
  onReport?: (report: R) => void;
}

interface Returned {
  result: Result<unknown>;
  seconds: number;
}

interface Task {
  call: CallName;
  args: unknown[];
  background: boolean;
  onReport: ((report: never) => void) | undefined;
  resolve(returned: Returned): void;
  reject(cause: Error): void;
  /** what it runs in, once that is loaded */
  loaded?: LoadedModule;
}

interface Member {
  worker: Worker;
  /** whether its first module has started */
  ready: boolean;
  task: Task | null;
}

/** Milliseconds for a cancelled call to finish by itself, so that its worker can be kept. */
const grace = 60;

export class Pool {
  private size = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));
  /** the core's tables, once the first worker is ready */
  readonly tables = signal<Tables | null>(null);
  /** why the engine cannot run; null if it can, or that is not known yet */
  readonly blocked = signal<Blocked | null>(null);
  private members: Member[] = [];
  /** those in the background last */
  private waiting: Task[] = [];
  private modules = new Map<ModuleName, Promise<LoadedModule>>();
  private loaded = new Map<ModuleName, LoadedModule>();
  /** what calls run in that the quick module is enough for: the full one, once it is loaded */
  private usual: ModuleName = loaders.quick === loaders.full ? 'full' : 'quick';

  /** Rejects with Refused, Blocked, Stopped (aborted by the signal) or Error (fault in the core). */
  async run<Name extends CallName>(
    call: Name,
    args: Arguments<Name>,
    { signal, background = false, onReport }: CallOptions<Report<Name>> = {},
  ): Promise<Answer<Value<Name>>> {
    if (signal?.aborted) throw new Stopped();
    let onAbort = () => {};
    const answer = new Promise<Returned>((resolve, reject) => {
      const task: Task = { call, args, background, onReport, resolve, reject };
      onAbort = () => this.cancel(task);
      signal?.addEventListener('abort', onAbort);
      const at = background ? -1 : this.waiting.findIndex((one) => one.background);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, task);
      void this.provide(task);
    });
    const { result, seconds } = await answer.finally(() => signal?.removeEventListener('abort', onAbort));
    return { value: valueOrThrow(result) as Value<Name>, seconds };
  }

  /**
   * Makes a call in the background for each of the parts, distributed over the workers, and a row of every answer. Reports
   * the rows so far, in the order of the parts.
   */
  async map<Name extends CallName, Part, Row>(
    call: Name,
    parts: readonly Part[],
    argumentsOf: (part: Part) => Arguments<Name>,
    rowOf: (value: Value<Name>, part: Part, seconds: number) => Row,
    { signal, report }: Reporter<Row[]>,
  ): Promise<{ value: Row[] }> {
    const rows: (Row | undefined)[] = parts.map(() => undefined);
    const there = () => rows.filter((row) => row !== undefined);
    let done = 0;
    const runOne = async (part: Part, i: number): Promise<void> => {
      const { value, seconds } = await this.run(call, argumentsOf(part), { signal, background: true });
      rows[i] = rowOf(value, part, seconds);
      report(there(), ++done / parts.length);
    };
    await Promise.all(parts.map(runOne));
    return { value: there() };
  }

  /** Starts a first worker, so that the first call finds it ready. */
  warm(): void {
    if (this.members.length === 0) this.start();
  }

  /** Terminates all workers; rejects waiting calls with Stopped. */
  dispose(): void {
    this.terminateAll(new Stopped());
  }

  /** A module is loaded once; after a failure the next call loads it again. */
  private load(name: ModuleName): Promise<LoadedModule> {
    const loading = this.modules.get(name) ?? loaders[name]().then((module) => ({ name, module }));
    this.modules.set(name, loading);
    loading.then(
      (loaded) => this.loaded.set(name, loaded),
      () => this.modules.delete(name),
    );
    return loading;
  }

  /**
   * Finds the module for a task, which a worker is given at once if it is loaded: it works while the page draws what came
   * before. Without the full one, the core reports what the quick one lacks.
   */
  private async provide(task: Task): Promise<void> {
    const further = furtherModules[task.call];
    const name = further ?? (isQuick(task) ? this.usual : 'full');
    try {
      task.loaded =
        this.loaded.get(name) ??
        (await this.load(name).catch((cause) => {
          if (name !== 'full') throw cause;
          return this.load('quick');
        }));
      this.assign();
    } catch (cause) {
      if (!further) this.block(new Blocked('module', cause));
      this.drop(task);
      task.reject(cause instanceof Refused ? cause : new Error(String(cause)));
    }
  }

  /** Gives the waiting tasks to idle workers, and starts further ones if there are too few. */
  private assign(): void {
    for (const member of this.members) {
      if (!member.ready || member.task) continue;
      const task = this.waiting.find(({ loaded }) => loaded);
      if (!task?.loaded) break;
      this.drop(task);
      member.task = task;
      const { call, args, loaded, onReport } = task;
      member.worker.postMessage({ loaded, task: { call, args, reports: onReport !== undefined } } satisfies ToWorker);
    }
    const starting = this.members.filter((member) => !member.ready).length;
    if (this.waiting.length > starting && this.members.length < this.size) this.start();
  }

  private start(): void {
    let worker: Worker;
    try {
      worker = spawnWorker();
    } catch (cause) {
      this.block(new Blocked('worker', cause));
      return;
    }
    const member: Member = { worker, ready: false, task: null };
    this.members.push(member);
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(member, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(member, event.message ?? ''); // a blocked worker gives no reason
    };
    this.load(this.usual).then(
      (loaded) => worker.postMessage({ loaded } satisfies ToWorker),
      (cause) => this.block(new Blocked('module', cause)),
    );
  }

  private receive(member: Member, message: FromWorker): void {
    if ('failed' in message) {
      this.fail(member, message.failed);
    } else if ('report' in message) {
      member.task?.onReport?.(message.report as never);
    } else if ('tables' in message) {
      member.ready = true;
      this.blocked.value = null;
      if (!this.tables.value) this.begin(message.tables);
      this.assign();
    } else {
      member.task?.resolve(message);
      member.task = null;
      this.assign();
    }
  }

  /** Loads the full module once the first worker has started. */
  private begin(tables: Tables): void {
    this.tables.value = tables;
    const onLoaded = () => {
      this.usual = 'full';
    };
    this.load('full').then(onLoaded, () => {}); // the next call that needs it loads it again
  }

  /** If the first worker does not start, no other will; if a later one does not, use fewer. */
  private fail(member: Member, why: string): void {
    this.terminate(member);
    member.task?.reject(new Error(why));
    if (!member.ready) this.size = Math.max(1, this.members.length);
    if (!member.ready && this.members.length === 0) this.block(new Blocked('worker', why));
    else this.assign();
  }

  private block(blocked: Blocked): void {
    this.blocked.value = blocked;
    this.terminateAll(blocked);
  }

  private terminateAll(cause: Error): void {
    const tasks = [...this.waiting, ...this.members.flatMap(({ task }) => task ?? [])];
    this.waiting = [];
    for (const member of this.members) this.terminate(member);
    for (const task of tasks) task.reject(cause);
  }

  private cancel(task: Task): void {
    task.reject(new Stopped());
    this.drop(task);
    const member = this.members.find((one) => one.task === task);
    if (!member) return;
    setTimeout(() => {
      if (member.task !== task) return;
      this.terminate(member);
      this.assign();
    }, grace);
  }

  /** Takes a task out of the queue. */
  private drop(task: Task): void {
    this.waiting = this.waiting.filter((one) => one !== task);
  }

  private terminate(member: Member): void {
    member.worker.terminate();
    this.members = this.members.filter((one) => one !== member);
  }
}
