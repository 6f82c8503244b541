/** Errors in data, and their positions. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture';
import { changeData, dataPanel, fetchFrom, packed, paste, pick } from './playground';

/** Nothing in the region reaches over its edges. */
async function expectInside(page: Page, region: Locator): Promise<void> {
  const over = await region.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const scrolls = (inner: Element) => inner.closest('.scroll-table, .data-examples, pre') !== null;
    return [...element.querySelectorAll('*')]
      .filter(
        (inner) =>
          !scrolls(inner) &&
          inner.clientHeight > 0 &&
          inner.closest('select') === null &&
          !inner.classList.contains('unseen') &&
          inner.closest('canvas, svg') === null,
      )
      .filter(
        (inner) => inner.getBoundingClientRect().right > right + 1 || inner.getBoundingClientRect().left < left - 1,
      )
      .map((inner) => inner.outerHTML.slice(0, 120));
  });
  expect(over, await page.title()).toEqual([]);
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('not visible');
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(apart, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(true);
}

const wrongTexts = [
  { what: 'a word', text: 'nodes,edges\n1,2\n3,four\n5,6\n', message: /^line 3, column 3: 'four'/, mark: 'four' },
  { what: 'a negative size', text: 'length\n5\n-3\n', message: /^line 3, column 1: '-3' is negative/, mark: '-3' },
  { what: 'a word after others', text: 'a,b\nfüü,x\n', message: /^line 2, column 1: 'füü'/, mark: 'füü' },
  { what: 'a fraction', text: 'length\n5\n2.5\n', message: /^line 3, column 1: '2.5' is not an integer/, mark: '2.5' },
];
test('what is wrong in a text is reported with its position', async ({ page }) => {
  await page.goto('./#v=1');
  for (const [at, { what, text, message, mark }] of wrongTexts.entries()) {
    await test.step(what, async () => {
      if (at === 1) await changeData(page); // and it stays open
      await paste(page, text);
      const alert = dataPanel(page).getByRole('alert');
      await expect(alert.getByRole('paragraph')).toHaveText(message);
      await expect(alert.locator('mark')).toHaveText(mark);
      await expect(page.getByLabel('Paste', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await paste(page, '5\n'.repeat(2 + at));
      await expect(alert).toHaveCount(0);
      await packed(page, `${2 + at} items in ${2 + at} packs, proven optimal`);
    });
  }
});

test('an empty file is rejected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'empty.csv', '');
  await expect(dataPanel(page).getByRole('alert')).toHaveText('no items');
  await pick(page, 'header.csv', 'length\n');
  await expect(dataPanel(page).getByRole('alert')).toHaveText('no items: the file has only a header');
});

test('a text column is not read as sizes, unless it is selected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'named.csv', 'name,length\nfoo,5\nbar,6\n');
  await packed(page, '2 items in 2 packs, proven optimal');
  await expect(dataPanel(page)).toContainText("Note: column 'name' is ignored, as text; choose under Change data.");
  await changeData(page);
  const name = page.getByLabel(/^name/);
  await expect(name).toHaveAccessibleName('name not integers');
  await name.check();
  await expect(page).toHaveURL(/columns=length,name/);
  await expect(dataPanel(page).getByRole('alert')).toHaveText("line 2, column 1: 'foo' is not an integer");
});

const noTables = [
  { name: 'paper.pdf', begin: '%PDF-1.7\n', what: 'this is a PDF document; write its columns to' },
  { name: 'plot.png', begin: '\x89PNG\r\n\x1a\n', what: 'this is a picture; write its columns to' },
  { name: 'model.pkl', begin: '\x80\x04\x95', what: 'this is a Python pickle; write its columns to' },
  {
    name: 'all.zip',
    begin: `PK\x03\x04${'\0'.repeat(22)}\x05\0\0\0a.txt`,
    what: 'the zip archive is damaged or cut off',
  },
];
test('files that are no tables are named', async ({ page }) => {
  await page.goto('./#v=1');
  for (const { name, begin, what } of noTables) {
    await test.step(name, async () => {
      await pick(page, name, Buffer.from(begin, 'latin1'));
      await expect(dataPanel(page).getByRole('alert')).toContainText(what);
    });
  }
});

test('long names fit', async ({ page }) => {
  await page.goto('./#v=1');
  for (const { length, width } of [
    { length: 20, width: 1280 },
    { length: 36, width: 1280 },
    { length: 86, width: 1280 },
    { length: 86, width: 390 },
  ]) {
    await test.step(`${length} characters in ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 });
      const name = 'n'.repeat(length);
      await pick(page, `${name}.csv`, `${name},${name}_2\n5,6\n7,8\n`);
      const limit = page.getByLabel(`Limit of ${name}`, { exact: true });
      await expect(limit).toBeVisible();
      await packed(page, /^2 items in/);
      const maximum = page.getByRole('button', { name: `Set to the maximum ${name} in the data: 7` });
      await expectApart(limit, maximum);
      await expectInside(page, page.getByRole('region', { name: 'Settings' }));
      await expectInside(page, dataPanel(page));
      await expectInside(page, page.getByRole('region', { name: 'Result' }));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test('a binary file does not push its error out of sight', async ({ page }) => {
  await page.goto('./#v=1');
  const bytes = Buffer.from(Array.from({ length: 4000 }, (_, i) => 200 + ((i * 7919) % 55)));
  await pick(page, 'model.bin', bytes);
  const alert = dataPanel(page).getByRole('alert');
  await alert.click({ trial: true }); // nothing covers it
  const text = alert.getByRole('paragraph');
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectInside(page, dataPanel(page));
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden' });
});

test.describe('a URL that cannot be fetched', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)|Content Security Policy/] });

  test('is reported at its field', async ({ page, servers }) => {
    await page.goto('./#v=1');
    const alert = dataPanel(page).getByRole('alert');
    await fetchFrom(page, 'nothing.csv');
    await expect(alert).toHaveText(
      `cannot fetch ${servers.playground}nothing.csv: the server responded with status 404`,
    );
    await expect(page.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
    await fetchFrom(page, `${servers.embedding}sizes.csv`);
    await expect(alert).toContainText(`cannot fetch ${servers.embedding}sizes.csv`);
    await expect(alert).toContainText('this page’s content security policy blocks it');
    await fetchFrom(page, 'ftp://example.org/sizes.csv');
    await expect(alert).toContainText('only http and https URLs are supported');
  });
});

test.describe('an invalid link', () => {
  for (const { fragment, message } of [
    { fragment: 'preset=molhiv&limits=222', message: /^Invalid link: limits: expected 2 numbers/ },
    { fragment: 'v=2', message: /^Invalid link: unsupported link version '2'/ },
  ]) {
    test(`#${fragment} is reported until something changes`, async ({ page }) => {
      await page.goto(`./#${fragment}`);
      const alert = page.getByText('Invalid link');
      await expect(alert).toHaveText(message);
      await page.waitForTimeout(800);
      await expect(alert).toHaveText(message);
      await expect(page).toHaveURL(new RegExp(`#${fragment}$`));
      await page.getByLabel('Data set').selectOption('squad');
      await expect(alert).toHaveCount(0);
      await expect(page).toHaveURL(/#v=1&preset=squad/);
    });
  }
});
