/** Debian's Firefox, headless, driven by its own protocol, Marionette: Playwright drives only a Firefox of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

const preferences = [
  'user_pref("marionette.port", 0);',
  'user_pref("app.update.enabled", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
];

/** Calls `probe` until it returns a value. */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const value = await probe();
    if (value !== undefined) return value;
    await pause(100);
  }
  throw new Error(`timeout: ${what}`);
}

type Reply = [type: 1, id: number, error: { message: string } | null, result: { value: unknown }];

/** Messages are JSON after their length in bytes and a colon: [0, id, command, parameters], answered by a Reply. */
class Marionette {
  private received = Buffer.alloc(0);
  private next = 1;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  constructor(private readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes as Buffer]); // no encoding is set
      this.takeMessages();
    });
  }

  private takeMessages(): void {
    for (;;) {
      const colon = this.received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.received.toString('utf8', 0, colon));
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.toString('utf8', colon + 1, end));
      this.received = this.received.subarray(end);
      if (Array.isArray(message)) this.waiting.get(message[1])?.(message as Reply); // the greeting is an object
    }
  }

  async send(command: string, parameters: object): Promise<unknown> {
    const id = this.next++;
    const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await reply;
    this.waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.message}`);
    return result?.value;
  }
}

export class Firefox {
  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
    private readonly socket: Socket,
    private readonly marionette: Marionette,
  ) {}

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'tuplepack-firefox-'));
    writeFileSync(join(profile, 'user.js'), preferences.join('\n'));
    const process = spawn(firefoxPath, ['--headless', '--no-remote', '--marionette', '--profile', profile], {
      stdio: 'ignore',
      // it refuses a home that belongs to another user, as in containers
      env: { ...environment, HOME: profile },
    });
    const portFile = join(profile, 'MarionetteActivePort');
    const port = await eventually('Firefox listens', () =>
      existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || undefined : undefined,
    );
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const marionette = new Marionette(socket);
    await marionette.send('WebDriver:NewSession', { capabilities: {} });
    return new Firefox(process, profile, socket, marionette);
  }

  async goto(url: string): Promise<void> {
    await this.marionette.send('WebDriver:Navigate', { url });
  }

  /** The result of a function body in the page. */
  async run(script: string): Promise<unknown> {
    return this.marionette.send('WebDriver:ExecuteScript', { script, args: [] });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.socket.destroy();
    this.process.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
