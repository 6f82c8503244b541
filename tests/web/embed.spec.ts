/** The playground in pages of others: as an element, in frames, and as a file on a disk. */
import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from '@playwright/test';
import { colourRules, violations } from './axe';
import { expect, test } from './fixture';
import { dataPanel, named, pick } from './playground';
import { offlinePage } from './server/serve.ts';

const result = (where: Page | FrameLocator) => where.getByRole('status').filter({ hasText: /[\d,]+ packs/ });

test('the element works cross-origin', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
});

test('the element starts when it scrolls into view', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}below`);
  const element = page.locator('tuplepack-playground');
  await expect(element).toBeAttached();
  await page.waitForFunction(() => customElements.get('tuplepack-playground'));
  await expect(element.locator('.tuplepack')).toHaveCount(0);
  await element.scrollIntoViewIfNeeded();
  await expect(result(page)).toBeVisible();
});

test('the element has every view, command and method', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Packs',
    'Limits',
    'Compare',
    'Speed-up',
    'Streaming',
    'Sizes',
    'Export',
  ]);
  await page.getByRole('tab', { name: 'Export' }).click();
  await expect(page.getByLabel('Subcommand').getByRole('option', { name: /^search/ })).toHaveCount(1);
  await page.locator('tuplepack-playground').evaluate((playground) => {
    playground.setAttribute('preset', 'squad');
    playground.setAttribute('limits', '384');
    playground.setAttribute('method', 'optimal');
  });
  await expect(result(page)).toContainText('proven optimal');
  await expect(page.getByText(/chosen by optimal/)).toBeVisible();
});

for (const [tab, label] of [
  ['estimate', /speed-up/i],
  ['stream', /stream|online/i],
] as const) {
  test(`the element has the tab ${tab}`, async ({ page, servers }) => {
    await page.goto(`${servers.embedding}element`);
    await page
      .locator('tuplepack-playground')
      .evaluate((playground, name) => playground.setAttribute('tab', name), tab);
    await expect(page.getByRole('tab', { name: label, selected: true })).toBeVisible();
    await expect(page.getByRole('tabpanel').locator('canvas').first()).toBeVisible();
  });
}

test('the element reads Parquet', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  await pick(page, 'sizes.parquet', readFileSync(new URL('./data/sizes.parquet', import.meta.url)));
  await expect(dataPanel(page).getByRole('status').filter({ hasText: 'sizes.parquet' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the element works under the policy of embed.html', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}documented`);
  await expect(result(page)).toHaveText('3 items in 2 packs, proven optimal');
});

test('the element leaves first-level headings and links to the page', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  await expect(page.locator('tuplepack-playground h1')).toHaveCount(0);
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog')).not.toContainText('link');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Export' }).click();
  await expect(page.getByRole('button', { name: 'Copy command' })).toBeVisible();
  await expect(page.getByRole('button', { name: /link/i })).toHaveCount(0);
});

test.describe('an error where the data panel is hidden', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)|Content Security Policy/] });

  async function embed(page: Page, attributes: Record<string, string>): Promise<void> {
    await page.waitForFunction(() => customElements.get('tuplepack-playground'));
    await page.locator('tuplepack-playground').evaluate((playground, given) => {
      for (const name of playground.getAttributeNames()) playground.removeAttribute(name);
      for (const [name, value] of Object.entries(given)) playground.setAttribute(name, value);
    }, attributes);
  }

  test('a missing file is reported in place of the result, and tried again', async ({ page, servers }) => {
    await page.goto(`${servers.embedding}documented`);
    await embed(page, { src: 'nothing.csv', hide: 'data' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(
      `cannot fetch ${servers.embedding}nothing.csv: the server responded with status 404`,
    );
    await page.route('**/nothing.csv', (route) => route.fulfill({ contentType: 'text/csv', body: 'tokens\n5\n3\n' }));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(result(page)).toHaveText('2 items in 2 packs, proven optimal');
    await expect(alert).toHaveCount(0);
  });

  test('a policy that forbids the request is reported, and an example can be shown', async ({ page, servers }) => {
    await page.goto(`${servers.embedding}element`);
    await embed(page, { src: 'sizes.csv', hide: 'data' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('this page’s content security policy blocks it');
    await alert.getByRole('button', { name: 'Show an example' }).click();
    await expect(result(page)).toHaveText(/^32,901 items in/);
    await expect(alert).toHaveCount(0);
  });

  test('an unknown data set is reported, and a file can be opened', async ({ page, servers }) => {
    await page.goto(`${servers.embedding}element`);
    await embed(page, { preset: 'nothing', hide: 'data' });
    const alert = page.getByRole('alert');
    await expect(alert).toContainText("Invalid attribute: unknown data set 'nothing'; choose one of wikipedia");
    const chooser = page.waitForEvent('filechooser');
    await alert.getByRole('button', { name: 'Open a file' }).click();
    await (await chooser).setFiles({
      name: 'sizes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('tokens\n5\n3\n2\n'),
    });
    await expect(result(page)).toHaveText('3 items in 2 packs, proven optimal');
    await expect(alert).toHaveCount(0);
  });
});

test('the element reacts to changed attributes', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  const before = await result(page).textContent();
  await page.locator('tuplepack-playground').evaluate((playground) => playground.setAttribute('limits', '444,1004'));
  await expect(result(page)).not.toHaveText(before ?? '');
  await expect(result(page)).toBeVisible();
});

test('the element follows attributes that are set just before it is moved, and while it is out of the page', async ({
  page,
  servers,
}) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  const element = page.locator('tuplepack-playground');
  const limit = page.getByLabel('Limit of num_nodes', { exact: true });
  await element.evaluate((playground) => {
    playground.setAttribute('limits', '444,1004');
    document.body.append(playground);
  });
  await expect(limit).toHaveValue('444');
  await element.evaluate((playground) => {
    playground.remove();
    playground.setAttribute('limits', '555,1255');
    document.body.append(playground);
  });
  await expect(limit).toHaveValue('555');
});

test('limits set for other components are reset with the data, and the element says so', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  const set = (name: string, value: string) =>
    page
      .locator('tuplepack-playground')
      .evaluate((playground, [name, value]) => playground.setAttribute(name, value), [name, value] as const);
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await set('preset', 'squad');
  await expect(result(page)).toContainText('88,641 items in');
  await expect(page.getByText('limits set for other components: reset')).toBeVisible();
  expect((await warning).text()).toBe('<tuplepack-playground>: limits set for other components: reset');
  const limit = page.getByLabel('Limit of length', { exact: true });
  await expect(limit).toHaveValue('384');
  await set('depth', '1');
  await expect(result(page)).toContainText('88,641 items in 88,641 packs');
  await expect(limit).toHaveValue('384');
  await set('limits', '400,800');
  await expect(page.getByRole('alert')).toContainText('limits: expected one number');
  await set('limits', '400');
  await expect(limit).toHaveValue('400');
});

test('the element does not change the URL of the page', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element#chapter`);
  await expect(result(page)).toBeVisible();
  expect(page.url()).toBe(`${servers.embedding}element#chapter`);
});

test('several elements on a page have independent states', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}several`);
  const elements = page.locator('tuplepack-playground');
  await expect(elements.first().getByRole('status').filter({ hasText: /packs/ })).toBeVisible();
  await elements.last().scrollIntoViewIfNeeded();
  await expect(elements.last().getByText(/chosen by optimal/)).toBeVisible();
});

test('the element supports hide and theme', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}several`);
  const second = page.locator('tuplepack-playground').last();
  await second.scrollIntoViewIfNeeded();
  await expect(named(second, 'Result')).toBeVisible();
  await expect(named(second, 'Data')).toHaveCount(0);
  await expect(second.locator('.tuplepack')).toHaveAttribute('data-theme', 'dark');
});

test('the element shows an error in an attribute', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  await page.locator('tuplepack-playground').evaluate((playground) => playground.setAttribute('depth', 'deep'));
  await expect(page.getByRole('alert')).toContainText('depth');
});

test('removing the element terminates its workers', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  expect(page.workers().length).toBeGreaterThan(0);
  await page.locator('tuplepack-playground').evaluate((playground) => playground.remove());
  await expect.poll(() => page.workers().length).toBe(0);
});

test('the element works in a sandboxed frame', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}sandboxed`);
  await expect(result(page.frameLocator('iframe'))).toBeVisible();
});

test.describe('a policy that forbids workers', () => {
  test.use({ expectedErrors: [/worker-src|Content Security Policy/] });

  test('is reported by the element', async ({ page, servers }) => {
    await page.goto(`${servers.embedding}no-worker`);
    await expect(page.getByRole('alert')).toContainText(/worker/i);
    await expect(page.getByRole('alert')).not.toContainText('undefined');
  });
});

for (const name of ['frame', 'frame-alone']) {
  test(`an iframe has the height of its content (${name})`, async ({ page, servers }) => {
    await page.goto(`${servers.embedding}${name}`);
    await expect(result(page.frameLocator('iframe'))).toBeVisible();
    const frame = page.locator('iframe');
    const overflow = () =>
      page
        .frameLocator('iframe')
        .locator('html')
        .evaluate((root) => root.scrollHeight - root.clientHeight);
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(300);
    await expect.poll(overflow).toBe(0);
  });
}

test('an iframe keeps its height until there is something to see, and shrinks with its content', async ({
  page,
  servers,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${servers.embedding}frame-alone`);
  const frame = page.frameLocator('iframe');
  const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
  await expect(frame.locator('.app-waiting')).toBeAttached();
  const before = await height();
  await page.waitForTimeout(500);
  expect(await height()).toBe(before);
  release();
  await expect(result(frame)).toBeVisible();
  await frame.getByRole('tab', { name: 'Export' }).click();
  await expect(frame.getByRole('button', { name: 'Copy command' })).toBeVisible();
  const long = await height();
  await frame.getByRole('tab', { name: 'Streaming' }).click();
  await expect.poll(height).toBeLessThan(long - 100);
});

test('the offline file works from disk', async ({ page }) => {
  await page.goto(`${offlinePage}#preset=molhiv`);
  await expect(result(page)).toBeVisible();
});

test('the offline file offers no link to itself', async ({ page }) => {
  await page.goto(`${offlinePage}#preset=molhiv&tab=export`);
  await expect(result(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy command' })).toBeVisible();
  await expect(page.getByRole('button', { name: /link/i })).toHaveCount(0);
  const html = page.getByRole('region', { name: 'HTML', exact: true });
  await expect(html).toContainText('<script src="tuplepack-playground.js" defer>');
});

test('embed.html shows a playground and snippets to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./embed.html');
  await expect(result(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy: HTML: custom element' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<tuplepack-playground');
});

test('embed.html selects a snippet where the clipboard is not available', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('./embed.html');
  const button = page.getByRole('button', { name: 'Copy: HTML: custom element' });
  await button.click();
  await expect(button).toHaveText('Selected');
  expect(await page.evaluate(() => String(getSelection()))).toContain('<tuplepack-playground');
});

test('embed.html is accessible, light and dark', async ({ page }) => {
  await page.goto('./embed.html');
  await expect(result(page).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('.tuplepack').first()).toHaveAttribute('data-theme', colorScheme);
      expect(await violations(page, ...(colorScheme === 'light' ? [] : colourRules))).toEqual([]);
    });
  }
});
