/**
 * Prints what the built site takes on this machine, operated like by a user: from the input event to the result on the
 * screen. It asserts nothing: the figures depend on the machine. Needs `npm run build`.
 */
import { chromium } from '@playwright/test';
import { preview } from 'vite';

/** Defines in the page what the measurements share. */
function defineTools() {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));
  const found = (selector) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`the page has no ${selector}`);
    return element;
  };
  /** The time from now until `done` holds in a frame that the browser is about to paint. */
  const until = async (done) => {
    const began = performance.now();
    while (!done()) {
      if (performance.now() - began > 60_000) throw new Error('timeout after one minute');
      await frame();
    }
    return performance.now() - began;
  };
  const result = () => document.querySelector('.result-panel [role="status"]')?.textContent ?? '';
  window.tools = { frame, pause, found, until, result };
}

/** The time to the first plan on the screen. */
async function firstPlan() {
  const { until, result } = window.tools;
  await until(() => result() !== '');
  return performance.now();
}

/** From selecting a preset to its plan on the screen, best of five: data and code are warm. */
async function presetTime([name, items]) {
  const { found, pause, until, result } = window.tools;
  const select = (value) => {
    const menu = found('.data-panel select');
    menu.value = value;
    menu.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const times = [];
  for (let i = 0; i < 5; ++i) {
    select('squad');
    await until(() => result().startsWith('88,641 items'));
    await pause(100);
    select(name);
    times.push(await until(() => result().startsWith(items)));
    await pause(100);
  }
  return Math.min(...times);
}

/** Moves a slider in every frame and counts the plans shown per second, by their figures: all have other limits. */
async function plansPerSecond(seconds) {
  const { found, frame } = window.tools;
  const panel = found('.result-panel');
  const slider = found('.settings-limit input[type="range"]');
  const [least, most] = [Number(slider.min), Number(slider.max)];
  let plans = 0;
  let shown = '';
  const watcher = new MutationObserver(() => {
    const text = found('.result-figures').textContent ?? '';
    if (text !== shown) ++plans;
    shown = text;
  });
  watcher.observe(panel, { subtree: true, characterData: true, childList: true });
  const began = performance.now();
  for (let value = least; performance.now() - began < 1000 * seconds; value = value + 3 > most ? least : value + 3) {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await frame();
  }
  watcher.disconnect();
  return plans / seconds;
}

async function sweepTime() {
  const { pause, until } = window.tools;
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  await pause(1500); // workers and the full module are loaded by then
  tabs.find((tab) => tab.textContent === 'Limits')?.click();
  return until(() => document.body.textContent?.includes('2,160 cells: 2,160 packed'));
}

const report = (what, measured, goal) => console.log(`${what}\t${measured}\t(${goal})`);
const ms = (time) => `${time.toFixed(0)} ms`;

const server = await preview({ preview: { port: 0, open: false } });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell' });

async function open(link) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(defineTools);
  await page.goto(`${server.resolvedUrls?.local[0]}${link}`);
  return { page, loaded: await page.evaluate(firstPlan) };
}

const { page, loaded } = await open('#preset=squad');
report('page load to first plan', ms(loaded), '0.7 s, cold');
const wikipedia = await page.evaluate(presetTime, ['wikipedia', '16,279,552 items']);
report('wikipedia, selection to plan', ms(wikipedia), '300 ms');
const molhiv = await page.evaluate(presetTime, ['molhiv', '32,901 items']);
report('molhiv, selection to plan', ms(molhiv), '100 ms');
const plans = await page.evaluate(plansPerSecond, 4);
report('molhiv, dragging a limit, method auto', `${plans.toFixed(1)} plans per second`, '20');
await page.evaluate(presetTime, ['ppa_synthetic', '78,200 items']);
const large = await page.evaluate(plansPerSecond, 4);
report('ppa, 35,982 sizes, dragging a limit, method auto', `${large.toFixed(1)} plans per second`, '15');
const grid = await open('#preset=pcqm4mv2&range=num_nodes=20:59:1&range=num_edges=54:160:2');
report('pcqm4mv2, 40 × 54 limits, packed and drawn', ms(await grid.page.evaluate(sweepTime)), '500 ms');
await browser.close();
await server.close();
