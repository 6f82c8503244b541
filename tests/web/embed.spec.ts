/** The playground in pages of others: as an element, in frames, and as a file on a disk. */
import type { FrameLocator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixture';
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
  expect(await element.evaluate((playground) => playground.shadowRoot?.childElementCount)).toBe(0);
  await element.scrollIntoViewIfNeeded();
  await expect(result(page)).toBeVisible();
});

test('the element has no site-only features', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Plan', 'Compare methods', 'Find limits', 'Export']);
  await page.getByRole('tab', { name: 'Find limits' }).click();
  await expect(page.getByRole('region', { name: 'Grid of limits', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Search for limits' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Export' }).click();
  await expect(page.getByLabel('Subcommand').getByRole('option')).toHaveText([/^pack/, /^compare/, /^bound/, /^sweep/]);
});

test('the element reacts to changed attributes', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}element`);
  await expect(result(page)).toBeVisible();
  const before = await result(page).textContent();
  await page.locator('tuplepack-playground').evaluate((playground) => playground.setAttribute('limits', '444,1004'));
  await expect(result(page)).not.toHaveText(before ?? '');
  await expect(result(page)).toBeVisible();
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
  await expect(elements.last().getByRole('status').filter({ hasText: /packs/ })).toBeVisible();
});

test('the element supports hide and theme', async ({ page, servers }) => {
  await page.goto(`${servers.embedding}several`);
  const second = page.locator('tuplepack-playground').last();
  await second.scrollIntoViewIfNeeded();
  await expect(second.getByRole('region', { name: 'Result' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Data', exact: true })).toHaveCount(0);
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

test('the offline file works from disk', async ({ page }) => {
  await page.goto(`${offlinePage}#preset=molhiv`);
  await expect(result(page)).toBeVisible();
});

test('embed.html shows a playground and snippets to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./embed.html');
  await expect(result(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy: HTML: custom element' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<tuplepack-playground');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`embed.html is accessible (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('./embed.html');
    await expect(result(page).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
