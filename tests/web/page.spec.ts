/** The page of its own: what it keeps, asks, and shows without scripts, in forced colours and on paper. */
import { expect, test } from './fixture';
import { packed, paste, pick } from './playground';

test.use({ reuseContext: false });

test.describe('a link that loads data from another site', () => {
  test.use({ bypassCSP: true }); // that of the test's server allows no other site

  test('asks first', async ({ page, servers }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const address = `${servers.embedding}sizes.csv`;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/csv',
        headers: { 'access-control-allow-origin': '*' },
        body: 'tokens\n5\n3\n',
      }),
    );
    await page.goto(`./#src=${address}&limits=9`);
    const { host } = new URL(address);
    const question = page.getByRole('alert');
    await expect(question).toContainText(`This link loads data from ${host}`);
    expect(asked).not.toContain(address);
    await question.getByRole('button', { name: `Load from ${host}` }).click();
    await packed(page, /^2 items in 1 pack/);
    await expect(question).toHaveCount(0);
    await expect(page.getByLabel('Limit of tokens', { exact: true })).toHaveValue('9');
  });
});

test('a link from which no data are wanted leaves the page empty, and its address as it is', async ({
  page,
  servers,
}) => {
  await page.goto(`./#src=${servers.embedding}sizes.csv`);
  await page.getByRole('alert').getByRole('button', { name: 'Do not load' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Load data to see a plan.')).toBeVisible();
  expect(page.url()).toContain('#src=');
});

test('the theme is kept for the next visit, unless the address has one', async ({ page }) => {
  const theme = page.getByLabel('Theme');
  await page.goto('./');
  await theme.selectOption('dark');
  await page.reload();
  await expect(theme).toHaveValue('dark');
  await expect(page.locator('.tuplepack')).toHaveAttribute('data-theme', 'dark');
  await page.goto('./?theme=light');
  await expect(theme).toHaveValue('light');
  await page.goto('./');
  await expect(theme).toHaveValue('dark');
});

test('a duplicated tab has data of its own', async ({ page }) => {
  const rows = (name: string, size: number) => `${name}\n${`${size}\n`.repeat(400)}`;
  await page.goto('./#v=1');
  await pick(page, 'first.csv', rows('tokens', 300));
  await packed(page, /^400 items/);
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => window.open(location.href));
  const copy = await opening;
  await packed(copy, /^400 items/);
  await copy.getByRole('button', { name: 'Change data' }).click();
  await paste(copy, rows('nodes,edges', 7).replaceAll('7\n', '7,8\n') + '1,1\n'.repeat(50));
  await packed(copy, /^450 items/);
  await page.reload();
  await packed(page, /^400 items/);
  await copy.reload();
  await packed(copy, /^450 items/);
});

test('back and forward lead through tabs and data, local ones too, and not through settings', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'first.csv', 'tokens\n3\n4\n');
  await packed(page, /^2 items/);
  await page.getByRole('button', { name: 'Change data' }).click();
  await pick(page, 'second.csv', 'tokens\n3\n4\n5\n');
  await packed(page, /^3 items/);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Limits').click();
  await expect(page).toHaveURL(/tab=limits/);
  const slider = page.getByRole('slider').first();
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/limits=7/);
  const entries = await page.evaluate(() => history.length);
  await slider.press('ArrowRight');
  await expect(page).toHaveURL(/limits=8/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect(tab('Packs')).toHaveAttribute('aria-selected', 'true');
  await packed(page, /^3 items/);
  await page.goBack();
  await packed(page, /^2 items/);
  await page.goBack();
  await expect(page.getByText('Load data to see a plan.')).toBeVisible();
  await page.goForward();
  await packed(page, /^2 items/);
  await page.goForward();
  await page.goForward();
  await expect(tab('Limits')).toHaveAttribute('aria-selected', 'true');
  await packed(page, /^3 items/);
  await expect(page).toHaveURL(/limits=8/);
  await page.reload();
  await packed(page, /^3 items/);
  await page.goBack();
  await expect(tab('Packs')).toHaveAttribute('aria-selected', 'true');
  await packed(page, /^3 items/);
});

test('after a reload every entry of the history has its own local data', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'first.csv', 'tokens\n3\n4\n');
  await packed(page, /^2 items/);
  await page.getByRole('button', { name: 'Change data' }).click();
  await pick(page, 'second.csv', 'tokens\n3\n4\n5\n');
  await packed(page, /^3 items/);
  await paste(page, `tokens\n${'7\n'.repeat(600)}`);
  await packed(page, /^600 items/);
  await page.getByLabel('Data set').selectOption('squad');
  await packed(page, /^88,641 items/);
  await expect(page).toHaveURL(/preset=squad/);
  await page.reload();
  await packed(page, /^88,641 items/);
  await page.goBack();
  await packed(page, /^600 items/);
  await page.reload();
  await packed(page, /^600 items/);
  await page.goBack();
  await packed(page, /^3 items/);
  await expect(page.getByText('second.csv: ')).toBeVisible();
  await page.goBack();
  await packed(page, /^2 items/);
  await page.goBack();
  await expect(page.getByText('Load data to see a plan.')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await packed(page, /^3 items/);
});

test('the same address again keeps its local data', async ({ page }) => {
  await page.goto('./#v=1');
  await pick(page, 'mine.csv', 'tokens\n3\n4\n');
  await packed(page, /^2 items/);
  const limit = page.getByLabel('Limit of tokens', { exact: true });
  await limit.fill('9');
  await expect(page).toHaveURL(/limits=9/);
  await page.goto(page.url());
  await expect.poll(() => page.evaluate(() => history.state?.kept)).toHaveProperty('data');
  await packed(page, /^2 items/);
  await limit.fill('10');
  await expect(page).toHaveURL(/limits=10/);
  await page.goBack();
  await expect(limit).toHaveValue('9');
  await page.reload();
  await packed(page, /^2 items/);
  await page.goForward();
  await expect(limit).toHaveValue('10');
});

test('local data are kept for a day from when they were last loaded', async ({ page, context }) => {
  const begun = Date.now();
  const after = (hours: number) => context.clock.setFixedTime(begun + hours * 3_600_000);
  const enough = `tokens\n${'7\n'.repeat(600)}`;
  await after(0);
  await page.goto('./#v=1');
  await pick(page, 'mine.csv', 'tokens\n3\n4\n');
  await packed(page, /^2 items/);
  await page.getByLabel('Limit of tokens', { exact: true }).fill('9');
  await expect(page).toHaveURL(/limits=9/);
  await after(20);
  await page.reload();
  await packed(page, /^2 items/);
  await after(40);
  const other = await context.newPage();
  await other.goto('./#v=1');
  await paste(other, enough);
  await packed(other, /^600 items/);
  await other.getByLabel('Limit of tokens', { exact: true }).fill('9');
  await expect(other).toHaveURL(/limits=9/);
  await other.reload();
  await packed(other, /^600 items/);
  await page.reload();
  await packed(page, /^2 items/);
});

test('without scripts the page says what it is', async ({ page }) => {
  const text = await (await page.request.get('index.html')).text();
  expect(/<noscript>(.*)<\/noscript>/s.exec(text)?.[1]).toContain('needs JavaScript');
});

test('what is selected is visible in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('./#preset=molhiv');
  await packed(page, /items in/);
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const tabs = page.getByRole('tab');
  expect(await tabs.nth(0).evaluate(background)).not.toBe(await tabs.nth(1).evaluate(background));
  const components = page.getByRole('group', { name: 'Component in the picture' }).getByRole('button');
  expect(await components.nth(0).evaluate(background)).not.toBe(await components.nth(1).evaluate(background));
});

test('paper has the result, and nothing to press', async ({ page }) => {
  await page.goto('./?theme=dark#preset=molhiv&tab=compare');
  await packed(page, /items in/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('packs for 32,901 items')).toBeVisible();
  await expect(page.getByRole('img', { name: /items of the data/ })).toBeVisible();
  for (const name of ['Undo', 'Change data', 'Help']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('tablist')).toHaveCount(0);
  const background = await page
    .locator('.app-card')
    .first()
    .evaluate((card) => getComputedStyle(card).backgroundColor);
  expect(background).toBe('rgb(255, 255, 255)');
});

test('the pages carry the policy that works', async ({ page }) => {
  for (const name of ['index.html', 'embed.html']) {
    const text = await (await page.request.get(name)).text();
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    expect(policy).toContain('default-src &#39;none&#39;; script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;');
  }
});
