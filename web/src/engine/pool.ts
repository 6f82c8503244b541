/**
 * A pool of workers that run calls of the core, one at a time each, started on demand. Cancelling a call terminates its
 * worker, since nothing else stops WebAssembly, and a new worker replaces it.
 *
 * A worker starts with the small quick module, for a fast first plan, and switches to the full module once that is loaded
 * and the worker is idle. Calls that the quick module lacks wait for the full one. The module for temporal interactions is
 * loaded on demand.
 */
import { signal } from '@preact/signals';
import { loadFull, loadQuick, loadTemporal, spawnWorker } from './modules';
import {
  type Arguments,
  type CallName,
  type FromWorker,
  isQuick,
  isTemporal,
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

export interface CallOptions<R> {
  /** cancels the call */
  signal?: AbortSignal;
  /** lower priority; for the parts of long calculations */
  background?: boolean;
  /** receives progress reports */
  onReport?: (report: R) => void;
}

interface Task {
  call: CallName;
  args: unknown[];
  onReport: ((report: never) => void) | undefined;
  resolve(answer: Answer<unknown>): void;
  reject(cause: Error): void;
}

interface Member {
  worker: Worker;
  ready: boolean;
  /** has the full module, or is loading it */
  full: boolean;
  /** has the module for temporal interactions, or is loading it */
  temporal: boolean;
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
  private queue: Task[] = [];
  private background: Task[] = [];
  private quick: Promise<WebAssembly.Module> | undefined;
  /** null until it is loaded */
  private full: WebAssembly.Module | null = null;
  /** whether loading the full module failed */
  private fullFailed = false;
  private temporal: Promise<WebAssembly.Module> | undefined;

  /** Rejects with Blocked, Stopped (aborted by the signal) or Error (fault in the core). */
  run<Name extends CallName>(
    call: Name,
    args: Arguments<Name>,
    { signal, background = false, onReport }: CallOptions<Report<Name>> = {},
  ): Promise<Answer<Returned<Name>>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new Stopped());
        return;
      }
      const onAbort = () => this.cancel(task);
      const settle = () => signal?.removeEventListener('abort', onAbort);
      const task: Task = {
        call,
        args,
        onReport,
        resolve: (answer) => {
          settle();
          resolve(answer as Answer<Returned<Name>>);
        },
        reject: (cause) => {
          settle();
          reject(cause);
        },
      };
      signal?.addEventListener('abort', onAbort);
      (background ? this.background : this.queue).push(task);
      this.assign();
    });
  }

  /** Starts a first worker, so that the first call finds it ready. */
  warm(): void {
    if (this.members.length === 0) this.start();
  }

  /** Terminates all workers; rejects waiting calls with Stopped. */
  dispose(): void {
    for (const member of [...this.members]) {
      this.terminate(member);
      member.task?.reject(new Stopped());
    }
    this.rejectWaiting(new Stopped());
  }

  private assign(): void {
    for (const member of this.members) {
      if (!member.ready || member.task) continue;
      if (this.full && !member.full) {
        this.sendModule(member, this.full);
        continue;
      }
      const task = this.takeTask(member);
      if (!task) {
        if (this.waiting().some(({ call }) => isTemporal(call))) this.sendTemporal(member);
        continue;
      }
      member.task = task;
      const message: ToWorker = { call: task.call, args: task.args, reports: task.onReport !== undefined };
      member.worker.postMessage(message);
    }
    const starting = this.members.filter((member) => !member.ready).length;
    if (this.queue.length + this.background.length > starting && this.members.length < this.size) this.start();
  }

  /** The next task that the worker can do. */
  private takeTask(member: Member): Task | undefined {
    const canDo = (task: Task) =>
      isTemporal(task.call) ? member.temporal : member.full || this.fullFailed || isQuick(task);
    for (const waiting of [this.queue, this.background]) {
      const at = waiting.findIndex(canDo);
      if (at >= 0) return waiting.splice(at, 1)[0];
    }
    return undefined;
  }

  private sendModule(member: Member, module: WebAssembly.Module): void {
    member.full = module === this.full;
    member.ready = false;
    member.worker.postMessage({ module } satisfies ToWorker);
  }

  private waiting(): Task[] {
    return [...this.queue, ...this.background];
  }

  private sendTemporal(member: Member): void {
    member.temporal = true;
    member.ready = false;
    this.temporal ??= loadTemporal();
    this.temporal.then(
      (temporal) => member.worker.postMessage({ temporal } satisfies ToWorker),
      (cause) => this.failTemporal(member, cause),
    );
  }

  /** Rejects the calls that wait for the module; the next call loads it again. */
  private failTemporal(member: Member, cause: unknown): void {
    this.temporal = undefined;
    member.temporal = false;
    member.ready = true;
    for (const task of this.waiting().filter(({ call }) => isTemporal(call))) {
      this.queue = this.queue.filter((one) => one !== task);
      this.background = this.background.filter((one) => one !== task);
      task.reject(new Error(String(cause)));
    }
    this.assign();
  }

  /** Loads the full module once the quick one works. If that fails, the core reports what it lacks. */
  private async loadFullModule(): Promise<void> {
    try {
      const full = await loadFull();
      const isSame = full === (await this.quick);
      for (const member of this.members) member.full = isSame;
      this.full = full;
    } catch {
      this.fullFailed = true;
    }
    this.assign();
  }

  private start(): void {
    let member: Member;
    try {
      member = { worker: spawnWorker(), ready: false, full: false, temporal: false, task: null };
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
    this.quick ??= loadQuick();
    this.quick.then(
      (quick) => this.sendModule(member, this.full ?? quick),
      (cause) => this.block(new Blocked('module', cause)),
    );
  }

  private receive(member: Member, message: FromWorker): void {
    if ('ready' in message) {
      member.ready = true;
      if (message.ready && !this.tables.value) {
        this.tables.value = message.ready;
        void this.loadFullModule();
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
    this.quick = undefined;
    for (const member of [...this.members]) {
      this.terminate(member);
      member.task?.reject(blocked);
    }
    this.rejectWaiting(blocked);
  }

  private rejectWaiting(cause: Error): void {
    for (const task of [...this.queue.splice(0), ...this.background.splice(0)]) task.reject(cause);
  }

  private cancel(task: Task): void {
    task.reject(new Stopped());
    this.queue = this.queue.filter((one) => one !== task);
    this.background = this.background.filter((one) => one !== task);
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
