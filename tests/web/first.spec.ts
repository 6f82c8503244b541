/** What is there at first sight: data of one's own first, what the figure is held against, and a header that leaves room. */
import { expect, test } from './fixture';
import { dataPanel, packed } from './playground';

test.use({ reducedMotion: 'no-preference' });

test('data of one’s own come first: opened, or pasted', async ({ page }) => {
  await page.goto('./');
  await packed(page, /32,901 items in/);
  const own = page.getByText('Drop your data here');
  await expect(own).toBeVisible();
  const example = page.getByRole('button', { name: 'Molecules' });
  expect((await own.boundingBox())?.y).toBeLessThan((await example.boundingBox())?.y ?? 0);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open files' }).click();
  await (await chooser).setFiles({ name: 'a.csv', mimeType: '', buffer: Buffer.from('tokens\n5\n3\n2\n') });
  await packed(page, '3 items in 2 packs, proven optimal');
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await expect(dataPanel(page).getByLabel('Paste', { exact: true })).toBeFocused();
});

test('the headline says what it is held against', async ({ page }) => {
  await page.goto('./');
  await packed(page, /32,901 items in/);
  await expect(page.getByRole('heading', { name: /Packing reduces computation by a factor of/ })).toBeVisible();
  await expect(page.getByText('padding every item to the largest, num_nodes 222, num_edges 502')).toBeVisible();
  // of 3,744 packs of 502 edges; batches of 8 compute 1,779,606 / (1 − 43.46 %) and 1,779,606 / (1 − 0.59 %), as `pack` says
  await expect(
    page.getByText('Versus batches of 8 padded to their longest: 1.67 in random order, 0.95 sorted by num_nodes'),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Speed-up' }).click();
  await page.getByLabel('Batch size').fill('1');
  await expect(page.getByText('Versus batches of 1 padded to their longest: 0.95 in random order')).toBeVisible();
});

test('the page links to what else there is of it, and every link leads somewhere', async ({ page }) => {
  await page.goto('./');
  await packed(page, /32,901 items in/);
  const links = page.getByRole('banner').getByRole('link');
  await expect(links).toHaveText(['Docs', 'Embed', 'Offline file']);
  for (const link of await links.all()) {
    const address = await link.evaluate((element) => (element as HTMLAnchorElement).href);
    expect((await page.request.get(address)).ok(), address).toBe(true);
  }
});

test('on a phone the header takes at most 90 pixels, with the tagline', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await packed(page, /32,901 items in/);
  const header = page.getByRole('banner');
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(90);
  await expect(header.getByText('Fixed shapes with almost no padding')).toBeVisible();
  await header.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // the papers
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['sequences', 'graphs', 'temporal interactions']);
});
