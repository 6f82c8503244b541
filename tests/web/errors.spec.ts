/** Errors in data, and their positions. */
import { expect, test } from './fixture';
import { dataPanel, fetchFrom, packed, paste, pick } from './playground';

const wrongTexts = [
  { what: 'a word', text: 'nodes,edges\n1,2\n3,four\n5,6\n', message: /^line 3, column 3: 'four'/, mark: 'four' },
  { what: 'a negative size', text: 'length\n5\n-3\n', message: /^line 3, column 1: '-3' is negative/, mark: '-3' },
  { what: 'a fraction', text: 'length\n5\n2.5\n', message: /^line 3, column 1: '2.5' is not an integer/, mark: '2.5' },
];
for (const { what, text, message, mark } of wrongTexts) {
  test(`${what} is reported with its position`, async ({ page }) => {
    await page.goto('./#v=1');
    await paste(page, text);
    const alert = dataPanel(page).getByRole('alert');
    await expect(alert.getByRole('paragraph')).toHaveText(message);
    await expect(alert.locator('mark')).toHaveText(mark);
    await expect(page.getByLabel('Paste', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await paste(page, '5\n6\n');
    await expect(alert).toHaveCount(0);
    await packed(page, '2 items in 2 packs, proven optimal');
  });
}

test('an empty file is rejected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'empty.csv', '');
  await expect(dataPanel(page).getByRole('alert')).toHaveText('no items');
  await pick(page, 'header.csv', 'length\n');
  await expect(dataPanel(page).getByRole('alert')).toHaveText('no items: there is a header and no row');
});

test('a text column can be deselected', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'named.csv', 'name,length\nfoo,5\nbar,6\n');
  await expect(dataPanel(page).getByRole('alert')).toHaveText("line 2, column 1: 'foo' is not an integer");
  const name = page.getByLabel(/^name/);
  await expect(name).toHaveAccessibleName('name not integers');
  await name.uncheck();
  await expect(dataPanel(page).getByRole('alert')).toHaveCount(0);
  await packed(page, '2 items in 2 packs, proven optimal');
  await expect(page).toHaveURL(/columns=length/);
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
