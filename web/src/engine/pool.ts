/**
 * A pool of workers that run calls of the core, one at a time each, started on demand. Cancelling a call terminates its
 * worker, since nothing else stops WebAssembly, and a new worker replaces it.
 *
 * A worker starts with the small quick module, for a fast first plan, and switches to the full module once that is loaded
 * and the worker is idle. Calls that the quick module lacks wait for the full one. The module for temporal interactions is
 * loaded on demand.
 */
import { signal } from '@preact/signals';
import type { Result } from 'tuplepack';
import { loaders, spawnWorker } from './modules';
import {
  type Arguments,
  type CallName,
  type FromWorker,
  isQuick,
  isTemporal,
  type ModuleName,
  type Report,
  type Returned,
  type Tables,
  type ToWorker,
} from './protocol';

export interface Answer<T> {
  returned: T;
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

type Value<Name extends CallName> = Returned<Name> extends Result<infer T> ? T : never;

interface Task {
  call: CallName;
  args: unknown[];
  background: boolean;
  onReport: ((report: never) => void) | undefined;
  resolve(answer: Answer<unknown>): void;
  reject(cause: Error): void;
}

interface Member {
  worker: Worker;
  /** not loading a module */
  ready: boolean;
  /** those that it has, or is loading */
  modules: Set<ModuleName>;
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
  private modules = new Map<ModuleName, Promise<WebAssembly.Module>>();
  /** whether the full module can be had; null until it is loaded */
  private hasFull: boolean | null = null;

  /** Rejects with Blocked, Stopped (aborted by the signal) or Error (fault in the core). */
  run<Name extends CallName>(
    call: Name,
    args: Arguments<Name>,
    { signal, background = false, onReport }: CallOptions<Report<Name>> = {},
  ): Promise<Answer<Returned<Name>>> {
    if (signal?.aborted) return Promise.reject(new Stopped());
    let onAbort = () => {};
    const answer = new Promise<Answer<unknown>>((resolve, reject) => {
      const task: Task = { call, args, background, onReport, resolve, reject };
      onAbort = () => this.cancel(task);
      signal?.addEventListener('abort', onAbort);
      const at = background ? -1 : this.waiting.findIndex((one) => one.background);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, task);
      this.assign();
    });
    return answer.finally(() => signal?.removeEventListener('abort', onAbort)) as Promise<Answer<Returned<Name>>>;
  }

  /**
   * Makes a call in the background for each of the parts, distributed over the workers, and a row of every answer. Reports
   * the rows so far, in the order of the parts. Returns the first error, if any.
   */
  async map<Name extends CallName, Part, Row>(
    call: Name,
    parts: readonly Part[],
    argumentsOf: (part: Part) => Arguments<Name>,
    rowOf: (answer: Value<Name>, part: Part, seconds: number) => Row,
    { signal, report }: Reporter<Row[]>,
  ): Promise<Result<Row[]>> {
    const rows: (Row | undefined)[] = parts.map(() => undefined);
    const there = () => rows.filter((row) => row !== undefined);
    let done = 0;
    const runOne = async (part: Part, i: number): Promise<Result<unknown>> => {
      const { returned, seconds } = await this.run(call, argumentsOf(part), { signal, background: true });
      const result = returned as Result<Value<Name>>;
      if (result.error) return result;
      rows[i] = rowOf(result.value, part, seconds);
      report(there(), ++done / parts.length);
      return result;
    };
    const failed = (await Promise.all(parts.map(runOne))).find(({ error }) => error);
    return failed?.error ? { error: failed.error } : { value: there() };
  }

  /** Starts a first worker, so that the first call finds it ready. */
  warm(): void {
    if (this.members.length === 0) this.start();
  }

  /** Terminates all workers; rejects waiting calls with Stopped. */
  dispose(): void {
    this.terminateAll(new Stopped());
  }

  private assign(): void {
    for (const member of this.members) {
      if (!member.ready || member.task) continue;
      if (this.hasFull && !member.modules.has('full')) {
        void this.give(member, 'full');
        continue;
      }
      const task = this.takeTask(member);
      if (!task) {
        if (this.waiting.some(({ call }) => isTemporal(call))) void this.give(member, 'temporal');
        continue;
      }
      member.task = task;
      const message: ToWorker = { call: task.call, args: task.args, reports: task.onReport !== undefined };
      member.worker.postMessage(message);
    }
    const starting = this.members.filter((member) => !member.ready).length;
    if (this.waiting.length > starting && this.members.length < this.size) this.start();
  }

  /** The next task that the worker can do. */
  private takeTask(member: Member): Task | undefined {
    const canDo = (task: Task) =>
      isTemporal(task.call)
        ? member.modules.has('temporal')
        : member.modules.has('full') || this.hasFull === false || isQuick(task);
    const at = this.waiting.findIndex(canDo);
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0];
  }

  /** A module is loaded once; after a failure the next call loads it again. */
  private load(name: ModuleName): Promise<WebAssembly.Module> {
    const module = this.modules.get(name) ?? loaders[name]();
    this.modules.set(name, module);
    module.catch(() => this.modules.delete(name));
    return module;
  }

  private async give(member: Member, name: ModuleName): Promise<void> {
    member.ready = false;
    member.modules.add(name);
    try {
      const module = await this.load(name);
      member.worker.postMessage({ module, name } satisfies ToWorker);
    } catch (cause) {
      if (name === 'temporal') this.failTemporal(member, cause);
      else this.block(new Blocked('module', cause));
    }
  }

  /** Rejects the calls that wait for the module. */
  private failTemporal(member: Member, cause: unknown): void {
    member.modules.delete('temporal');
    member.ready = true;
    this.rejectWaiting(new Error(String(cause)), ({ call }) => isTemporal(call));
    this.assign();
  }

  /** Loads the full module once the quick one works. If that fails, the core reports what it lacks. */
  private async loadFull(): Promise<void> {
    this.hasFull = await this.load('full').then(
      () => true,
      () => false,
    );
    this.assign();
  }

  private start(): void {
    let member: Member;
    try {
      const modules = new Set<ModuleName>(loaders.quick === loaders.full ? ['full'] : []);
      member = { worker: spawnWorker(), ready: false, modules, task: null };
    } catch (cause) {
      this.block(new Blocked('worker', cause));
      return;
    }
    this.members.push(member);
    member.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(member, data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(member, event.message ?? ''); // a blocked worker gives no reason
    };
    void this.give(member, this.hasFull ? 'full' : 'quick');
  }

  private receive(member: Member, message: FromWorker): void {
    if ('ready' in message) {
      member.ready = true;
      if (message.ready && !this.tables.value) {
        this.tables.value = message.ready;
        void this.loadFull();
      }
      this.blocked.value = null;
    } else if ('failed' in message) {
      this.fail(member, message.failed);
      return;
    } else if ('report' in message) {
      member.task?.onReport?.(message.report as never);
      return;
    } else {
      const task = member.task;
      member.task = null;
      task?.resolve(message);
    }
    this.assign();
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

  private rejectWaiting(cause: Error, which: (task: Task) => boolean = () => true): void {
    const rejected = this.waiting.filter(which);
    this.waiting = this.waiting.filter((task) => !rejected.includes(task));
    for (const task of rejected) task.reject(cause);
  }

  private terminateAll(cause: Error): void {
    for (const member of [...this.members]) {
      this.terminate(member);
      member.task?.reject(cause);
    }
    this.rejectWaiting(cause);
  }

  private cancel(task: Task): void {
    task.reject(new Stopped());
    this.waiting = this.waiting.filter((one) => one !== task);
    const member = this.members.find((one) => one.task === task);
    if (!member) return;
    setTimeout(() => {
      if (member.task !== task) return;
      this.terminate(member);
      this.assign();
    }, grace);
  }

  private terminate(member: Member): void {
    member.worker.terminate();
    this.members = this.members.filter((one) => one !== member);
  }
}
