/** The element in pages that have styles, shortcuts, themes and layouts of their own. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixture';
import { named } from './playground';

const result = (where: Page | Locator) => where.getByRole('status').filter({ hasText: /[\d,]+ packs/ });
const element = (page: Page) => page.locator('tuplepack-playground').first();
const theme = (page: Page) => element(page).locator('.tuplepack').getAttribute('data-theme');

test.beforeEach(async ({ page, servers }, { title }) => {
  await page.goto(`${servers.embedding}${title.includes('two elements') ? 'several' : 'element'}`);
  await expect(result(element(page))).toBeVisible();
});

test('keys that are typed in it do not reach the page', async ({ page }) => {
  await page.evaluate(() => {
    for (const name of ['keydown', 'keypress', 'keyup']) {
      document.addEventListener(name, () => document.body.append('shortcut'));
    }
  });
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await limit.focus();
  await limit.press('/');
  await page.getByRole('slider').first().press('ArrowRight');
  await page.getByRole('tab', { name: 'Packs' }).press('n');
  await page.getByRole('button', { name: 'Help' }).press('Control+k');
  await expect(page.locator('body')).not.toContainText('shortcut');
  await element(page).evaluate(({ shadowRoot }) => (shadowRoot?.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('n');
  await expect(page.locator('body')).toContainText('shortcut');
});

test.describe('the theme of the page', () => {
  test.use({ colorScheme: 'dark' });

  test('is followed live', async ({ page }) => {
    for (const [kind, name, value] of [
      ['data-theme', 'data-theme', 'dark'],
      ['Bootstrap’s', 'data-bs-theme', 'dark'],
      ['Material’s', 'data-md-color-scheme', 'slate'],
      ['a class', 'class', 'other dark'],
      ['a color scheme', 'style', 'color-scheme: dark'],
      ['a background', 'style', 'background-color: oklch(20% 0.02 250)'],
    ] as const) {
      await test.step(kind, async () => {
        expect(await theme(page), 'the page is white, whatever the system is').toBe('light');
        const attribute = { name, value };
        await page.evaluate(({ name, value }) => {
          // a content security policy forbids the attribute style
          if (name === 'style') document.documentElement.style.cssText = value;
          else document.documentElement.setAttribute(name, value);
        }, attribute);
        await expect.poll(() => theme(page)).toBe('dark');
        await element(page).evaluate((playground) => playground.setAttribute('theme', 'light'));
        await expect.poll(() => theme(page)).toBe('light');
        await element(page).evaluate((playground) => playground.removeAttribute('theme'));
        await expect.poll(() => theme(page)).toBe('dark');
        await page.evaluate((name) => document.documentElement.removeAttribute(name), name);
        await expect.poll(() => theme(page)).toBe('light');
      });
    }
  });

  test('is the system’s where the page follows the system', async ({ page }) => {
    await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'));
    await expect.poll(() => theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => theme(page)).toBe('light');
  });
});

/** The place and size of everything in the element, relative to it. */
const places = (page: Page) =>
  element(page).evaluate((playground) => {
    const from = playground.getBoundingClientRect();
    return [...(playground.shadowRoot?.querySelectorAll('.tuplepack *:not(svg *)') ?? [])].flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      return [
        part.tagName,
        ...[x - from.x, y - from.y, width, height].map((value) => Math.round(value * 4) / 4),
      ].join();
    });
  });

/** The places once nothing moves any more: the quick plan has made way for the usual one. */
async function restingPlaces(page: Page) {
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  let last: string[] = [];
  const rests = async () => {
    const now = await places(page);
    const same = now.join() === last.join();
    last = now;
    return same;
  };
  await expect.poll(rests, { intervals: [1000] }).toBe(true);
  return last;
}

test('no style of the page is inherited', async ({ page }) => {
  const before = await restingPlaces(page);
  const styles = {
    'font-size': '62.5%',
    'font-weight': '700',
    'line-height': '3',
    'text-align': 'center',
    'letter-spacing': '3px',
    'word-spacing': '9px',
    'text-transform': 'uppercase',
    'white-space': 'pre',
    'text-indent': '40px',
    hyphens: 'auto',
    direction: 'rtl',
    cursor: 'wait',
    'list-style': 'square inside',
  };
  await page.evaluate((given) => {
    for (const [name, value] of Object.entries(given)) document.documentElement.style.setProperty(name, value);
  }, styles);
  expect(await places(page)).toEqual(before);
  expect(
    await element(page)
      .locator('h2')
      .first()
      .evaluate((title) => getComputedStyle(title).cursor),
  ).toBe('auto');
});

test('has a width in layouts that follow the content', async ({ page }) => {
  for (const layout of ['float', 'flex', 'inline-block', 'grid', 'table-cell']) {
    await test.step(layout, async () => {
      await element(page).evaluate((playground, layout) => {
        const around = document.createElement('div');
        if (layout === 'float') around.style.float = 'left';
        else around.style.display = layout;
        playground.replaceWith(around);
        around.append(playground);
      }, layout);
      await expect.poll(async () => (await element(page).boundingBox())?.width).toBeGreaterThanOrEqual(288);
      expect((await element(page).boundingBox())?.height).toBeLessThan(6000);
      await element(page).evaluate((playground) => playground.parentElement?.replaceWith(playground));
    });
  }
});

test('moving it keeps its state and its workers', async ({ page }) => {
  await page.getByLabel('Limit of num_nodes', { exact: true }).fill('300');
  await page.getByRole('tab', { name: 'Sizes' }).click();
  await expect(page.getByText('num_nodes full (limit 300)')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.waitForTimeout(1000); // a calculation that was given up ends its worker, and the plan is improved
  const workers = page.workers();
  await element(page).evaluate((playground) => document.body.prepend(playground));
  await expect(page.getByRole('tab', { name: 'Sizes', selected: true })).toBeVisible();
  await expect(page.getByLabel('Limit of num_nodes', { exact: true })).toHaveValue('300');
  expect(workers.filter((worker) => !page.workers().includes(worker))).toEqual([]);
});

test('its choices stay below what the page fixes above', async ({ page }) => {
  await element(page).evaluate((playground) => playground.style.setProperty('--tuplepack-sticky-top', '70px'));
  await page.evaluate(() => window.scrollBy(0, 600));
  const side = named(page, 'Settings');
  expect((await side.boundingBox())?.y).toBeGreaterThanOrEqual(70);
});

test('misspelt attributes and values are warned of once', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await element(page).evaluate((playground) => {
    const given = { limit: '5', hide: 'nonsense,header', theme: 'Dark', class: 'wide', 'data-x': '1', id: 'here' };
    for (const [name, value] of Object.entries(given)) playground.setAttribute(name, value);
  });
  await expect.poll(() => warnings.length).toBe(3);
  await element(page).evaluate((playground) => playground.setAttribute('limit', '6'));
  await element(page).evaluate((playground) => playground.setAttribute('theme', 'dark'));
  await expect.poll(() => theme(page)).toBe('dark');
  expect(warnings.map((text) => text.replace(/;.*/, ''))).toEqual([
    '<tuplepack-playground>: unknown attribute "limit"',
    '<tuplepack-playground>: unknown section in hide "nonsense"',
    '<tuplepack-playground>: unknown theme "Dark"',
  ]);
});

/** Hides sections; the width of the element then, and where its cards are. */
const hiding = (page: Page, hide: string) =>
  element(page).evaluate(async (playground, hide) => {
    playground.setAttribute('hide', hide);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const cards = [...(playground.shadowRoot?.querySelectorAll('.header, .app-card') ?? [])].map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      return { left, top, right, bottom };
    });
    return { space: playground.getBoundingClientRect().width, cards };
  }, hide);

type Card = Awaited<ReturnType<typeof hiding>>['cards'][number];

const apart = (one: Card, other: Card) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

/** Every set of these; each has one more or one less than the set before it. */
const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 1 << all.length }, (_, step) => all.filter((_, at) => (step ^ (step >> 1)) & (1 << at)));

for (const width of [1400, 800, 390]) {
  test(`whatever is hidden, nothing overlaps at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const tabs = ['plan', 'limits', 'compare', 'estimate', 'stream', 'histogram', 'export'];
    for (const hidden of subsets(['header', 'data', 'settings', 'result', tabs.slice(1).join(), 'plan'])) {
      const { space, cards } = await hiding(page, hidden.join());
      const wide = cards.filter(({ right }) => right > space + 16);
      const overlapping = cards.flatMap((one, at) =>
        cards.slice(at + 1).flatMap((other) => (apart(one, other) ? [] : [[one, other]])),
      );
      expect({ wide, overlapping }, `hide="${hidden}"`).toEqual({ wide: [], overlapping: [] });
    }
  });
}

test('two elements have landmarks of different names', async ({ page }) => {
  const second = page.locator('tuplepack-playground').last();
  await second.scrollIntoViewIfNeeded();
  await expect(second.getByText(/chosen by optimal/)).toBeVisible();
  const rules = ['unique', 'no-duplicate-banner', 'no-duplicate-contentinfo', 'no-duplicate-main'];
  expect(await violations(page, ...rules.map((rule) => `landmark-${rule}`))).toEqual([]);
});

test('prints dark on white', async ({ page }) => {
  await element(page).evaluate((playground) => playground.setAttribute('theme', 'dark'));
  await page.emulateMedia({ media: 'print' });
  const colours = await element(page)
    .locator('.app-card')
    .first()
    .evaluate((card) => [getComputedStyle(card).color, getComputedStyle(card).backgroundColor]);
  expect(colours).toEqual(['rgb(26, 33, 48)', 'rgb(255, 255, 255)']);
});
