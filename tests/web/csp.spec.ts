/** The site under the strictest policy, in a subfolder, with requests only to its own files. */
import { expect, test } from './fixture';

const packs = /[\d,]+ packs/;

test('works below a folder under a strict policy', async ({ page }) => {
  const answer = await page.goto('./#preset=molhiv');
  expect(answer?.headers()['content-security-policy']).toContain("style-src 'self'");
  await expect(page.getByRole('status').filter({ hasText: packs })).toBeVisible();
});

test('reads the state from the URL, with and without index.html', async ({ page }) => {
  await page.goto('./index.html#preset=wikipedia');
  await expect(page.getByRole('status').filter({ hasText: packs })).toBeVisible();
});

test('requests only its own files', async ({ page, servers }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('./#preset=molhiv');
  await expect(page.getByRole('status').filter({ hasText: packs })).toBeVisible();
  expect(asked.filter((url) => !url.startsWith(servers.playground) && !/^(data|blob):/.test(url))).toEqual([]);
});

test('the code of a tab is there before the first click on it', async ({ page }) => {
  const fetched = page.waitForResponse(/ComparePanel/);
  await page.goto('./#preset=molhiv');
  await (await fetched).finished();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'All methods and heuristics' })).toBeVisible();
  expect(asked.filter((url) => /Panel.*\.js$/.test(url))).toEqual([]);
});
