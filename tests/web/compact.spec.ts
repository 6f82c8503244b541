/** The element as a figure in a text: `<tuplepack-playground compact>`. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixture';
import { named, packed } from './playground';

const element = (page: Page, at = 0) => page.locator('tuplepack-playground').nth(at);
const result = (page: Page, at = 0) =>
  element(page, at)
    .getByRole('status')
    .filter({ hasText: /[\d,]+ packs/ });

/** Opens the page with both elements in a column of this width. */
async function open(page: Page, embedding: string, width: number): Promise<void> {
  await page.goto(`${embedding}compact`);
  await page.evaluate((width) => document.body.style.setProperty('width', `${width}px`), width);
  await expect(result(page)).toBeVisible();
  await element(page, 1).scrollIntoViewIfNeeded();
  await expect(result(page, 1)).toBeVisible();
  await expect(element(page).getByText(/1\.67 in random order/)).toBeVisible();
}

test('it is at most 420 pixels high in a column of 700, and takes its place from the beginning', async ({
  page,
  servers,
}) => {
  await page.addInitScript(() => {
    const heights: number[] = [];
    const sizes = new ResizeObserver((all) => {
      for (const { contentRect } of all) heights.push(Math.round(contentRect.height));
    });
    customElements.whenDefined('tuplepack-playground').then(() => {
      document.body.style.setProperty('width', '700px');
      for (const one of document.querySelectorAll('tuplepack-playground')) sizes.observe(one);
    });
    Object.assign(window, { heights });
  });
  await open(page, servers.embedding, 700);
  for (const at of [0, 1]) expect((await element(page, at).boundingBox())?.width).toBe(700);
  const heights = await page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(420);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(Math.max(...heights) - 20);
});

test('it has the gain, the picture and the limits, which pack at once', async ({ page, servers }) => {
  await open(page, servers.embedding, 700);
  const one = element(page);
  await expect(one.getByRole('heading', { name: 'Packing reduces computation by a factor of 8.8' })).toBeVisible();
  await expect(one.getByRole('img', { name: /70 items of the data/ })).toBeVisible();
  await expect(one.getByRole('tab')).toHaveCount(0);
  const limit = one.getByLabel('Limit of num_nodes', { exact: true });
  await limit.fill('9');
  await limit.press('Enter');
  await expect(one.getByRole('alert')).toContainText('is over the limit (9, 502)');
  await one.getByRole('button', { name: 'Raise the limits to the largest' }).click();
  await one.getByLabel('Limit of num_edges, slider').press('ArrowRight');
  await expect(one.getByLabel('Limit of num_edges', { exact: true })).toHaveValue('503');
  await expect(result(page)).toContainText('32,901 items in');
});

/** Rows of three sizes, pseudorandom, as in a link: far from a proof after any time. */
function hardRows(): string {
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return 100 + (seed % 400);
  };
  const rows = Array.from({ length: 3_000 }, () => [next(), next(), next()].join(','));
  return deflateRawSync(`a,b,c\n${rows.join('\n')}`).toString('base64url');
}

test('a search shows its progress over the picture, moves nothing, and is cancelled', async ({ page, servers }) => {
  await open(page, servers.embedding, 700);
  const one = element(page);
  await one.evaluate((playground, rows) => {
    playground.removeAttribute('preset');
    playground.setAttribute('data', rows);
    playground.setAttribute('limits', '1000,1000,1000');
  }, hardRows());

  await expect(result(page)).toContainText('3,000 items in');
  await one.evaluate((playground) => {
    playground.setAttribute('time-limit', '60');
    playground.setAttribute('method', 'optimal');
  });
  await expect(one.getByText(/^Searching \(.*\): best plan [\d,]+ packs, lower bound [\d,]+/)).toBeVisible();
  const moved = await one.evaluate(({ shadowRoot }) => {
    const top = () => shadowRoot?.querySelector('.compact-choices')?.getBoundingClientRect().top ?? 0;
    const before = top();
    shadowRoot?.querySelector<HTMLElement>('.progress-bar')?.style.setProperty('display', 'none');
    const after = top();
    shadowRoot?.querySelector<HTMLElement>('.progress-bar')?.style.removeProperty('display');
    return after - before;
  });
  expect(moved).toBe(0);
  expect(await violations(page, 'color-contrast')).toEqual([]);
  const cancel = one.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toHaveCount(1);
  await cancel.click();
  await expect(cancel).toHaveCount(0, { timeout: 2_000 });
  await expect(one.getByText('Search cancelled: this is the best plan so far.')).toBeVisible();
});

test('it links to the whole page, in the same state', async ({ page, context, servers }) => {
  await open(page, servers.embedding, 700);
  const other = element(page, 1);
  await other.getByLabel('Limit of length, slider').press('ArrowRight');
  const link = other.getByRole('link', { name: 'Open in the playground' });
  await expect(link).toHaveAttribute('href', /index\.html#v=1&preset=squad&limits=385$/);
  const opening = context.waitForEvent('page');
  await link.click();
  const whole = await opening;
  await packed(whole, /^88,641 items/);
  await expect(whole.getByLabel('Limit of length', { exact: true })).toHaveValue('385');
});

test('without a page to link to, the whole playground is shown in place, in the same state', async ({
  page,
  servers,
}) => {
  await open(page, servers.embedding, 700);
  await element(page).getByLabel('Limit of num_nodes, slider').press('ArrowRight');
  await element(page).getByRole('button', { name: 'All views and settings' }).click();
  await expect(element(page).getByRole('tab')).toHaveCount(7);
  await expect(element(page).getByLabel('Limit of num_nodes', { exact: true })).toHaveValue('223');
  await element(page).evaluate((playground) => playground.setAttribute('compact', ''));
  await expect(element(page).getByRole('tab')).toHaveCount(0);
  await element(page).evaluate((playground) => playground.setAttribute('compact', 'false'));
  await expect(element(page).getByRole('tab')).toHaveCount(7);
});

test('its ground and its colours are those of the page', async ({ page, servers }) => {
  await open(page, servers.embedding, 700);
  const colours = () =>
    element(page)
      .locator('.tuplepack')
      .evaluate((root) => {
        const { color, backgroundColor, fontFamily } = getComputedStyle(root);
        const accent = getComputedStyle(root.querySelector('em') ?? root).color;
        return { color, backgroundColor, fontFamily, accent };
      });
  expect((await colours()).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    document.body.style.setProperty('--tuplepack-text', 'rgb(250, 240, 230)');
    document.body.style.setProperty('--tuplepack-accent', 'rgb(255, 200, 0)');
    document.body.style.setProperty('--tuplepack-font', 'monospace');
  });
  await expect.poll(colours).toEqual({
    color: 'rgb(250, 240, 230)',
    backgroundColor: 'rgba(0, 0, 0, 0)',
    fontFamily: 'monospace',
    accent: 'rgb(255, 200, 0)',
  });
});

test('what is wrong with its data is said in its place', async ({ page, servers }) => {
  await open(page, servers.embedding, 700);
  await element(page).evaluate((playground) => playground.setAttribute('preset', 'nothing'));
  await expect(element(page).getByRole('alert')).toContainText("unknown data set 'nothing'");
  await element(page).getByRole('button', { name: 'Show an example' }).click();
  await expect(result(page)).toContainText('32,901 items');
});

for (const [width, colorScheme] of [
  [700, 'light'],
  [360, 'dark'],
] as const) {
  test(`it is accessible and nothing is cut off at ${width} px (${colorScheme})`, async ({ page, servers }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, servers.embedding, width);
    await page.evaluate((scheme) => document.documentElement.style.setProperty('color-scheme', scheme), colorScheme);
    // axe does not see what a colour scheme draws behind the page
    await page.evaluate(() =>
      document.body.style.setProperty(
        'background',
        getComputedStyle(document.body).color === 'rgb(0, 0, 0)' ? 'white' : 'black',
      ),
    );
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    const found = await violations(page);
    expect(
      found.filter((one) => !/^(landmark-one-main|region):/.test(one)),
      'but for landmarks of the page',
    ).toEqual([]);
    const wide = await element(page).evaluate((playground) =>
      [...(playground.shadowRoot?.querySelectorAll('.tuplepack *:not(svg *, .unseen)') ?? [])]
        .filter((part) => part.getBoundingClientRect().right > playground.getBoundingClientRect().right + 0.5)
        .map((part) => part.className),
    );
    expect(wide).toEqual([]);
    await expect(named(element(page), 'Result')).toBeVisible();
  });
}
