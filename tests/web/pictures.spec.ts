/** Charts, tables, and their export as PNG and SVG. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture';
import { changeData, packed, paste, saved } from './playground';

const pngName = /^Save “.*” as PNG$/;

/** Width and height, which a PNG file has at its beginning. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Mean brightness, 0 … 255. */
async function brightnessOf(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (!context) return Number.NaN;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const colours = data.filter((_, at) => at % 4 < 3);
    return colours.reduce((sum, value) => sum + value, 0) / colours.length;
  }, png.toString('base64'));
}

const sizes = [
  { rows: 'tokens\n3\n5\n5\n', labels: ['Bar chart: 3 items by tokens, from 3 to 5; the limit is 5.'] },
  {
    rows: 'nodes,edges\n3,4\n5,6\n',
    labels: [
      'Heat map: 2 items of 2 sizes, nodes on the x-axis and edges on the y-axis, with marginal histograms above and at the ' +
        'right; the limits are 5 and 6.',
    ],
  },
  {
    rows: 'a,b,c\n1,2,3\n2,3,4\n',
    labels: ['a, from 1 to 2; the limit is 2', 'b, from 2 to 3; the limit is 3', 'c, from 3 to 4; the limit is 4'].map(
      (what) => `Bar chart: 2 items by ${what}.`,
    ),
  },
];
test('sizes are drawn for one, two and three components', async ({ page }) => {
  await page.goto('./#tab=histogram');
  for (const [at, { rows, labels }] of sizes.entries()) {
    await test.step(rows.split('\n', 1)[0] ?? '', async () => {
      if (at === 1) await changeData(page); // and it stays open
      await paste(page, rows);
      const pictures = page.getByRole('region', { name: 'Sizes', exact: true }).getByRole('img');
      await expect(pictures).toHaveCount(labels.length);
      for (const [i, label] of labels.entries()) await expect(pictures.nth(i)).toHaveAccessibleName(label);
    });
  }
});

test('counts are shown on a logarithmic or linear scale', async ({ page }) => {
  await page.goto('./#preset=squad&tab=histogram');
  await packed(page, /items in/);
  const title = 'Save “SQuAD 1.1, 384 tokens: length” as PNG';
  const logarithmic = page.getByLabel('Logarithmic counts');
  await expect(logarithmic).toBeChecked();
  const before = await saved(page, title);
  await logarithmic.uncheck();
  const after = await saved(page, title);
  expect(after.bytes.equals(before.bytes)).toBe(false);
  await logarithmic.check();
  expect((await saved(page, title)).bytes.equals(before.bytes)).toBe(true);
});

/** What a chart looks like now. */
const drawn = (picture: Locator) => picture.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test('sizes are read by hovering, by arrow keys and in a table', async ({ page }) => {
  await page.goto('./#tab=histogram');
  await paste(page, 'tokens,count\n2,1\n4,3\n');
  const sizes = page.getByRole('region', { name: 'Sizes', exact: true });
  await expect(sizes.getByText('Hover or use the arrow keys to read values.')).toBeVisible();
  const picture = sizes.getByRole('img');
  const plain = await saved(page, 'Save “pasted text: tokens” as PNG');
  const before = await drawn(picture);
  await picture.hover();
  await expect(sizes.getByText(/^tokens \d.*: \d items?$/)).toBeVisible();
  expect(await drawn(picture), 'a tooltip').not.toBe(before);
  await sizes.getByRole('application').focus();
  await page.keyboard.press('Home');
  const words = sizes.getByText('tokens 2: 1 item', { exact: true });
  await expect(words).toHaveAttribute('aria-live', 'polite');
  await page.keyboard.press('ArrowRight');
  await expect(sizes.getByText('tokens 4: 3 items', { exact: true })).toBeVisible();
  const after = await saved(page, 'Save “pasted text: tokens” as PNG');
  expect(after.bytes.equals(plain.bytes), 'saved without the tooltip').toBe(true);
  await sizes.getByText('Data table').click();
  const row = page.getByRole('region', { name: 'Sizes per component' }).getByRole('row', { name: /^tokens/ });
  await expect(row.getByRole('cell')).toHaveText(['14', '2', '3.5', '4', '12.50%']);
});

for (const { what, hash, rows, count } of [
  { what: 'a plan of two components', hash: 'preset=molhiv&method=lpfhp', count: 1 },
  { what: 'a grid of two components', hash: 'preset=molhiv&tab=limits&range=222:240&range=502:520', count: 1 },
  { what: 'a grid of one component', hash: 'preset=squad&tab=limits&range=384:400', count: 1 },
  { what: 'a heat map of sizes', hash: 'preset=molhiv&tab=histogram', count: 1 },
  { what: 'sizes of three components', hash: 'tab=histogram', rows: 'a,b,c\n1,2,3\n2,3,4\n', count: 3 },
]) {
  test(`${what} is saved as PNG`, async ({ page }) => {
    await page.goto(`./#${hash}`);
    if (rows) await paste(page, rows);
    await packed(page, /items in/);
    const buttons = page.getByRole('button', { name: pngName });
    await expect(buttons).toHaveCount(count);
    for (const button of await buttons.all()) {
      const name = (await button.getAttribute('aria-label')) ?? '';
      const picture = await saved(page, name);
      const { width, height } = sizeOf(picture.bytes);
      expect(picture.name).toMatch(/^[\p{L}\p{N}-]+\.png$/u);
      expect(width, name).toBeGreaterThan(400);
      expect(width, name).toBeLessThan(2000);
      expect(height, name).toBeGreaterThan(150);
      expect(height, name).toBeLessThan(1500);
    }
  });
}

/** How much an SVG file, drawn as large as a PNG file, differs from it: mean over all channels, 0 … 255. */
async function differenceOf(page: Page, svg: Buffer, png: Buffer): Promise<number> {
  const files = [
    `data:image/svg+xml;base64,${svg.toString('base64')}`,
    `data:image/png;base64,${png.toString('base64')}`,
  ];
  const blank = await page.context().newPage();
  const difference = await blank.evaluate(async (addresses) => {
    const images = addresses.map((src) => Object.assign(new Image(), { src }));
    await Promise.all(images.map((image) => image.decode()));
    const [{ width, height }] = images.slice(-1) as [HTMLImageElement];
    const [drawn = [], expected = []] = images.map((image) => {
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context?.drawImage(image, 0, 0, width, height);
      return [...(context?.getImageData(0, 0, width, height).data ?? [])];
    });
    return drawn.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / expected.length;
  }, files);
  await blank.close();
  return difference;
}

for (const { what, hash, title, elements } of [
  { what: 'bars', hash: 'preset=squad&tab=histogram', title: 'SQuAD 1.1, 384 tokens: length', elements: { path: 300 } },
  {
    what: 'a heat map between bars',
    hash: 'preset=molhiv&tab=histogram',
    title: 'ogbg-molhiv: num_nodes and num_edges',
    elements: { image: 1, path: 200 },
  },
  {
    what: 'lines',
    hash: 'preset=molhiv&tab=estimate',
    title: 'ogbg-molhiv: speed-up over padding',
    elements: { path: 40, text: 14 },
  },
  { what: 'a mask', hash: 'preset=molhiv&method=lpfhp', title: /^Mask of num_nodes, strategy/, elements: { image: 1 } },
]) {
  test(`the SVG file of ${what} looks like the PNG file`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`./#${hash}`);
    await packed(page, /items in/);
    const pngButton = page.getByRole('button', { name: pngName });
    const name = (await pngButton.getAttribute('aria-label')) ?? '';
    if (typeof title === 'string') expect(name).toBe(`Save “${title}” as PNG`);
    else expect(name.replace(/^Save “/, '')).toMatch(title);
    const png = await saved(page, name);
    const svg = await saved(page, name.replace('PNG', 'SVG'));
    expect(svg.name).toBe(png.name.replace('.png', '.svg'));
    const text = svg.bytes.toString();
    for (const [element, least] of Object.entries(elements)) {
      expect(text.split(`<${element} `).length - 1, element).toBeGreaterThanOrEqual(least);
    }
    expect(await differenceOf(page, svg.bytes, png.bytes)).toBeLessThan(3);
    expect(text).toMatch(/^<svg [^>]* viewBox="0 0 \d+ \d+" role="img"><title>[^<]+<\/title>/);
    const again = (await saved(page, name.replace('PNG', 'SVG'))).bytes.toString();
    const ids = [text, again].flatMap((one) => [...one.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(ids).size, 'pictures in one page do not share ids').toBe(ids.length);
  });
}

for (const hash of ['preset=molhiv&tab=limits', 'preset=molhiv&tab=histogram']) {
  test(`every text of a chart is light on a dark page: ${hash}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(`./#${hash}`);
    await packed(page, /items in/);
    const button = page.getByRole('button', { name: pngName }).first();
    const name = ((await button.getAttribute('aria-label')) ?? '').replace('PNG', 'SVG');
    const { bytes } = await saved(page, name);
    const fills = [...bytes.toString().matchAll(/<text [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill ?? '');
    expect(fills.length).toBeGreaterThan(10);
    const dark = await page.evaluate((colours) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      return colours.filter((colour) => {
        if (!context) return true;
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return Math.max(...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)) < 128;
      });
    }, fills);
    expect(dark).toEqual([]);
  });
}

test('the picture of packing is saved as vectors', async ({ page }) => {
  await page.goto('./#preset=squad');
  await packed(page, /items in/);
  const { name, bytes } = await saved(page, 'Save “SQuAD 1.1, 384 tokens: padded and packed, length” as SVG');
  expect(name).toBe('squad-1-1-384-tokens-padded-and-packed-length.svg');
  const facts = await page.evaluate((text) => {
    const file = new DOMParser().parseFromString(text.replace(/ style="[^"]*"/g, ''), 'image/svg+xml');
    const fills = [...file.querySelectorAll('g g g rect')].map((part) => part.getAttribute('fill'));
    return { wrong: file.querySelectorAll('parsererror').length, items: fills.length, colours: new Set(fills).size };
  }, bytes.toString());
  expect(facts).toMatchObject({ wrong: 0, colours: 6 });
  expect(facts.items).toBeGreaterThan(100);
  expect(bytes.toString()).not.toContain('var(');
});

test('PNG files follow the theme of the page or the system', async ({ page }) => {
  const brightness = async () => {
    const picture = await saved(page, 'Save “SQuAD 1.1, 384 tokens: length” as PNG');
    return brightnessOf(page, picture.bytes);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./#preset=squad&tab=histogram');
  await packed(page, /items in/);
  expect(await brightness()).toBeGreaterThan(160);
  await page.getByLabel('Theme').selectOption('dark');
  expect(await brightness()).toBeLessThan(120);
  await page.getByLabel('Theme').selectOption('auto');
  expect(await brightness()).toBeGreaterThan(160);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await brightness()).toBeLessThan(120);
  await page.getByLabel('Theme').selectOption('light');
  expect(await brightness()).toBeGreaterThan(160);
});

test('a chart is drawn at once if motion is to be reduced', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#preset=squad');
  await packed(page, /88,641 items/);
  const label = '[aria-label^="Bar chart: 88,641 items"]';
  const atOnce = page.evaluate(
    (selector) =>
      new Promise<string>((done) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>(selector);
          if (canvas) done(canvas.toDataURL());
          else requestAnimationFrame(look);
        };
        look();
      }),
    label,
  );
  await page.getByRole('tab', { name: 'Sizes' }).click();
  const first = await atOnce;
  await page.waitForTimeout(600);
  expect(await drawn(page.locator(label))).toBe(first);
});
