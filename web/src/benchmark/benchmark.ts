/**
 * Operates a playground through its controls and measures the time until the result is on the screen. It asserts
 * nothing: the figures depend on the machine.
 */
import { mount } from '../app/app';
import './benchmark.css';

const found = <T extends Element>(element: T | null | undefined, what: string): T => {
  if (!element) throw new Error(`the page has no ${what}`);
  return element;
};

const app = found(document.querySelector<HTMLElement>('#app'), 'element for the playground');
const rows = found(document.querySelector('#figures tbody'), 'table');
const state = found(document.querySelector('#state'), 'status');

function report(what: string, measured: string, goal: string): void {
  const row = document.createElement('tr');
  for (const text of [what, measured, goal])
    row.append(Object.assign(document.createElement('td'), { textContent: text }));
  rows.append(row);
}

const frame = () => new Promise((next) => requestAnimationFrame(next));
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));
const ms = (time: number) => `${time.toFixed(0)} ms`;

/** The time from now until `done` holds in a frame that the browser is about to paint. */
async function until(done: () => boolean): Promise<number> {
  const began = performance.now();
  while (!done()) {
    if (performance.now() - began > 60_000) throw new Error('timeout after one minute');
    await frame();
  }
  return performance.now() - began;
}

const result = () => app.querySelector('.result-panel [role="status"]')?.textContent ?? '';
const control = <T extends Element>(selector: string) => found(app.querySelector<T>(selector), selector);

function change(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** From selecting a preset to its plan on the screen, best of five: data and code are warm. */
async function presetTime(name: string, items: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; ++i) {
    change(control('.data-panel select'), 'squad');
    await until(() => result().startsWith('88,641 items'));
    await pause(100);
    change(control('.data-panel select'), name);
    times.push(await until(() => result().startsWith(items)));
    await pause(100);
  }
  return Math.min(...times);
}

/** Moves a slider in every frame and counts the distinct results shown per second. */
async function updatesPerSecond(seconds: number): Promise<number> {
  const slider = control<HTMLInputElement>('.settings-limit input[type="range"]');
  const [least, most] = [Number(slider.min), Number(slider.max)];
  let updates = 0;
  let shown = '';
  const watcher = new MutationObserver(() => {
    const text = control('.result-panel').textContent ?? '';
    if (text !== shown) ++updates;
    shown = text;
  });
  watcher.observe(control('.result-panel'), { subtree: true, characterData: true, childList: true });
  const began = performance.now();
  for (let value = least; performance.now() - began < 1000 * seconds; value = value + 3 > most ? least : value + 3) {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await frame();
  }
  watcher.disconnect();
  return updates / seconds;
}

async function sweepTime(): Promise<number> {
  const tab = (name: string) =>
    found(
      [...app.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === name),
      name,
    );
  tab('Packs').click();
  await pause(200);
  tab('Limits').click();
  return until(() => app.textContent?.includes('2,160 cells: 2,160 packed') ?? false);
}

async function run(): Promise<void> {
  const stop = mount(app, { attributes: [['preset', 'squad']] });
  await until(() => result() !== '');
  report('page load to first plan', ms(performance.now()), '2 s, cold');
  report('wikipedia, selection to plan', ms(await presetTime('wikipedia', '16,279,552 items')), '300 ms');
  report('molhiv, selection to plan', ms(await presetTime('molhiv', '32,901 items')), '100 ms');
  const updates = await updatesPerSecond(4);
  report('molhiv, dragging a limit, method auto', `${updates.toFixed(1)} updates per second`, '20');
  stop();

  const ranges = ['num_nodes=20:59:1', 'num_edges=54:160:2'].map((text): [string, string] => ['range', text]);
  mount(app, { attributes: [['preset', 'pcqm4mv2'], ...ranges] });
  await until(() => result() !== '');
  report('pcqm4mv2, 40 × 54 limits, packed and drawn', ms(await sweepTime()), '500 ms');
}

run().then(
  () => {
    state.textContent = 'done';
  },
  (error: unknown) => {
    state.textContent = String(error);
  },
);
