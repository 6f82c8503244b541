/**
 * Several workers that run calls of the core, each one at a time. They are started when first needed. A call that is
 * given up ends by ending its worker, because nothing else stops WebAssembly; a new one starts in its place.
 */
import type { Arguments, CallName, FromWorker, Returned, Tables, ToWorker } from './protocol';
import { spawnWorker } from './spawn';
import { loadWasm } from './wasm';

export interface Answer<T> {
  returned: T;
  /** inside the worker, without the way there and back */
  seconds: number;
}

/** The browser, or a policy of the page around, does not let workers or WebAssembly run. */
export class Blocked extends Error {}

/** What a call that was given up is answered with. */
export class Stopped extends Error {}

interface Task {
  call: CallName;
  args: unknown[];
  signal: AbortSignal | undefined;
  resolve(answer: Answer<unknown>): void;
  reject(cause: Error): void;
}

interface Member {
  worker: Worker;
  ready: boolean;
  task: Task | null;
}

/** A call that was given up may come to its end by itself within this time; its worker is then kept. */
const grace = 60;

export class Pool {
  readonly size = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1));
  /** settles when the first worker is ready */
  readonly tables: Promise<Tables>;
  private members: Member[] = [];
  private queue: Task[] = [];
  private settleTables!: { resolve(tables: Tables): void; reject(cause: Error): void };
  private module: Promise<WebAssembly.Module> | undefined;

  constructor() {
    this.tables = new Promise((resolve, reject) => {
      this.settleTables = { resolve, reject };
    });
    this.tables.catch(() => {}); // every call tells of it too
  }

  /** errors  Blocked · Stopped (by the signal) · Error (a fault in the core) */
  run<Name extends CallName>(call: Name, args: Arguments<Name>, signal?: AbortSignal): Promise<Answer<Returned<Name>>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new Stopped());
        return;
      }
      const task: Task = { call, args, signal, resolve: resolve as Task['resolve'], reject };
      signal?.addEventListener('abort', () => this.giveUp(task), { once: true });
      this.queue.push(task);
      this.assign();
    });
  }

  /** Starts a first worker, so that the first call finds it ready. */
  warm(): void {
    if (this.members.length === 0) this.start();
  }

  /** Ends all workers; what waits is answered with Stopped. */
  dispose(): void {
    for (const member of [...this.members]) {
      this.end(member);
      member.task?.reject(new Stopped());
    }
    for (const task of this.queue.splice(0)) task.reject(new Stopped());
  }

  private assign(): void {
    for (const member of this.members) {
      if (!member.ready || member.task) continue;
      const task = this.queue.shift();
      if (!task) return;
      member.task = task;
      const message: ToWorker = { call: task.call, args: task.args };
      member.worker.postMessage(message);
    }
    const starting = this.members.filter((member) => !member.ready).length;
    if (this.queue.length > starting && this.members.length < this.size) this.start();
  }

  private start(): void {
    let member: Member;
    try {
      member = { worker: spawnWorker(), ready: false, task: null };
    } catch (cause) {
      this.block(cause);
      return;
    }
    this.members.push(member);
    member.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(member, data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      this.lose(member, event.message);
    };
    this.module ??= loadWasm();
    this.module.then(
      (module) => member.worker.postMessage({ module } satisfies ToWorker),
      (cause) => this.block(cause),
    );
  }

  private hear(member: Member, message: FromWorker): void {
    if ('ready' in message) {
      member.ready = true;
      this.settleTables.resolve(message.ready);
    } else if ('failed' in message) {
      this.lose(member, message.failed);
      return;
    } else {
      const task = member.task;
      member.task = null;
      task?.resolve(message);
    }
    this.assign();
  }

  /** A worker that never became ready will not do so the next time. */
  private lose(member: Member, why: string): void {
    this.end(member);
    if (!member.ready) {
      this.block(why);
      return;
    }
    member.task?.reject(new Error(why));
    this.assign();
  }

  private block(cause: unknown): void {
    const blocked = new Blocked(String(cause));
    this.settleTables.reject(blocked);
    for (const member of [...this.members]) this.end(member);
    this.module = undefined;
    const waiting = this.queue;
    this.queue = [];
    for (const task of waiting) task.reject(blocked);
  }

  private giveUp(task: Task): void {
    task.reject(new Stopped());
    const queued = this.queue.indexOf(task);
    if (queued >= 0) this.queue.splice(queued, 1);
    const member = this.members.find((one) => one.task === task);
    if (!member) return;
    setTimeout(() => {
      if (member.task !== task) return;
      this.end(member);
      this.assign();
    }, grace);
  }

  private end(member: Member): void {
    member.worker.terminate();
    this.members = this.members.filter((one) => one !== member);
  }
}
