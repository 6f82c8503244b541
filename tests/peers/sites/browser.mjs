/** Opens a site in the system's Chromium. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { script } from './building.mjs';

const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
};

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Serves a folder below `base`, with a content security policy for its HTML of the given name. */
async function serve({ root, base = '/', page, policy }) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const name = path.startsWith(base) ? path.slice(base.length) : '../';
    const file = [name, `${name}.html`, join(name, 'index.html')].map((each) => join(root, each)).find(isFile);
    if (!file || name.startsWith('..')) {
      response.writeHead(404).end();
      return;
    }
    const header = policy && name === page ? { 'Content-Security-Policy': policy.trim() } : {};
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', ...header });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, home: origin + base, close: () => server.close(server.closeAllConnections()) };
}

const concernsUs = (text) => /tuplepack|hydrat/i.test(text);

/** What a page reports that concerns the playground, as it grows. Requests to other hosts (fonts) are answered with nothing. */
async function watch(context, origin) {
  const problems = [];
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' || concernsUs(text)) problems.push(`console: ${text}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  const isForeign = (url) => url.protocol.startsWith('http') && url.origin !== origin;
  await context.route(isForeign, (route) => route.fulfill({ status: 200, body: '' }));
  return problems;
}

/** The theme of the playground, and whether what is drawn behind it in the page is dark. */
const themes = (element) =>
  element.evaluate((playground) => {
    const clear = (at) => /^(transparent|rgba\(.*, 0\))$/.test(getComputedStyle(at).backgroundColor);
    let at = playground;
    while (at && clear(at)) at = at.parentElement;
    const paint = document.createElement('canvas').getContext('2d');
    paint.fillStyle = at ? getComputedStyle(at).backgroundColor : 'white';
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
    const theme = playground.shadowRoot.querySelector('.tuplepack').dataset.theme;
    return { theme, ground: red + green + blue < 384 ? 'dark' : 'light' };
  });

async function check(page, { frame }) {
  const where = frame ? page.frameLocator('iframe') : page;
  const status = where.getByRole('status').filter({ hasText: /[\d,]+ packs/ });
  await status.first().waitFor({ timeout: 30_000 });
  const holder = page.locator(frame ? 'iframe' : 'tuplepack-playground').first();
  const { width, height } = await holder.boundingBox();
  if (width < 300 || height < 250 || height > 4000) throw new Error(`it is ${width} × ${height} pixels`);
  if (!frame) {
    const { theme, ground } = await themes(holder);
    if (theme !== ground) throw new Error(`the playground is ${theme} on a ${ground} page`);
  }
  return `${await status.first().textContent()} (${Math.round(width)} × ${Math.round(height)} px)`;
}

/** Opens the page, or the one that leads there, and returns what `look` finds or throws and the problems until then. */
async function opened(browser, site, server, colorScheme, look) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
  try {
    const problems = await watch(context, server.origin);
    const page = await context.newPage();
    const open = async () => {
      await page.goto(server.home + (site.from ?? site.page));
      if (site.from !== undefined) await page.getByRole('link', { name: site.link }).first().click();
    };
    const found = await look(page, open).catch((error) => {
      problems.push(error.message);
    });
    return { found, problems };
  } finally {
    await context.close();
  }
}

/**
 * The problems that the page has without the script: a theme may lack files, or need those of other hosts. None where the
 * script is part of another.
 */
async function problemsBefore(browser, site, server, colorScheme) {
  let isWithheld = false;
  const { problems } = await opened(browser, site, server, colorScheme, async (page, open) => {
    await page.route(`**/${script}`, (route) => {
      isWithheld = true;
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await open();
    await page.waitForLoadState();
    await page.waitForTimeout(1000);
  });
  return isWithheld ? problems : [];
}

async function visitOnce(browser, site, server, colorScheme) {
  const { found, problems } = await opened(browser, site, server, colorScheme, async (page, open) => {
    await open();
    return check(page, site);
  });
  const before = problems.length > 0 ? await problemsBefore(browser, site, server, colorScheme) : [];
  const own = problems.filter((problem) => concernsUs(problem) || !before.includes(problem));
  if (own.length > 0) throw new Error(own.join('\n'));
  return found;
}

/** Playwright is one of the playground's packages. */
export function launch() {
  const packages = new URL('../../../web/package.json', import.meta.url);
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  for (const path of [executablePath, fileURLToPath(new URL('node_modules/@playwright/test', packages))]) {
    if (!existsSync(path)) throw new Error(`${path} is missing; tools/setup.sh installs it`);
  }
  const { chromium } = createRequire(packages)('@playwright/test');
  return chromium.launch({ executablePath, args: ['--disable-gpu', '--disable-background-networking'] });
}

/**
 * Waits for the first plan in the page of a site, in light and dark, and throws where the page reports an error.
 * `root`: the folder that is served, at `base`; `page`: the path to open; `from` and `link`: a path whose link leads there;
 * `frame`: the playground is in an iframe; `policy`: the content security policy of the page. Returns what the plan says.
 */
async function visitPage(browser, site) {
  const server = await serve(site);
  try {
    const found = await visitOnce(browser, site, server, 'light');
    await visitOnce(browser, site, server, 'dark');
    return found;
  } finally {
    server.close();
  }
}

/** Visits the pages of a site, one or several. */
export async function visit(browser, pages) {
  let found = '';
  for (const page of [pages].flat()) found = await visitPage(browser, page);
  return found;
}
